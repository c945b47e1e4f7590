//! The JSON form: an array of nine arrays of nine numbers, with 0 or null for an empty cell. An array of 81 numbers is read, too.

use serde_json::Value;

use crate::grid::Grid;
use crate::text::characters::number;
use crate::text::error::{JsonError, ParseError};

pub(super) fn write(grid: &Grid) -> String {
    serde_json::to_string(&grid.to_rows()).expect("an array of numbers")
}

pub(super) fn read(text: &str) -> Result<Grid, ParseError> {
    read_board(text).map_err(ParseError::Json)
}

fn read_board(text: &str) -> Result<Grid, JsonError> {
    let value: Value = serde_json::from_str(text).map_err(|error| JsonError::Syntax(error.to_string()))?;
    let rows = value.as_array().ok_or(JsonError::NoArray)?;
    if let Some(numbers) = rows.iter().map(cell_number).collect::<Option<Vec<u8>>>()
        && let Ok(numbers) = numbers.try_into()
    {
        return Ok(Grid::from_numbers(numbers).expect("numbers 0-9"));
    }
    if rows.len() != 9 {
        return Err(JsonError::Rows(rows.len()));
    }
    let mut board = [[0; 9]; 9];
    for (row, (cells, value)) in board.iter_mut().zip(rows).enumerate() {
        let row = row + 1;
        let values = value.as_array().ok_or_else(|| JsonError::Row { value: value.to_string(), row })?;
        if values.len() != 9 {
            return Err(JsonError::RowLength { row, found: values.len() });
        }
        for (column, (cell, value)) in cells.iter_mut().zip(values).enumerate() {
            *cell = cell_number(value).ok_or_else(|| JsonError::Cell {
                value: value.to_string(),
                row,
                cell: column + 1,
            })?;
        }
    }
    Ok(Grid::from_rows(board).expect("numbers 0-9"))
}

/// Returns the number of a cell: a JSON number, null, or a string of one character of the other forms.
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
