//! The JSON form: an array of nine arrays of nine numbers, 0 (or null) for an empty cell.

use serde_json::Value;

use crate::grid::Grid;
use crate::text::{ParseError, number};

pub(super) fn write(grid: &Grid) -> String {
    serde_json::to_string(&grid.to_rows()).expect("an array of numbers")
}

pub(super) fn read(text: &str) -> Result<Grid, ParseError> {
    let problem = |problem: String| ParseError::Json(problem);
    let value: Value =
        serde_json::from_str(text).map_err(|error| problem(format!("found text that is not JSON ({error})")))?;
    let rows = value.as_array().ok_or_else(|| problem("found no array".into()))?;
    if rows.len() != 9 {
        return Err(problem(format!("found {} rows", rows.len())));
    }
    let mut board = [[0; 9]; 9];
    for (row, (cells, value)) in board.iter_mut().zip(rows).enumerate() {
        let values = value.as_array().ok_or_else(|| problem(format!("found {value} as row {}", row + 1)))?;
        if values.len() != 9 {
            return Err(problem(format!("found {} cells in row {}", values.len(), row + 1)));
        }
        for (column, (cell, value)) in cells.iter_mut().zip(values).enumerate() {
            *cell = cell_number(value)
                .ok_or_else(|| problem(format!("found {value} at row {}, cell {}", row + 1, column + 1)))?;
        }
    }
    Ok(Grid::from_rows(board).expect("numbers 0-9"))
}

/// A number, null, or a string of the one character that would stand in the other forms.
fn cell_number(value: &Value) -> Option<u8> {
    match value {
        Value::Null => Some(0),
        Value::Number(value) => value.as_u64().and_then(|value| u8::try_from(value).ok()).filter(|&value| value <= 9),
        Value::String(text) => match text.as_bytes() {
            [] | [b' '] => Some(0),
            &[character] => number(character),
            _ => None,
        },
        _ => None,
    }
}
