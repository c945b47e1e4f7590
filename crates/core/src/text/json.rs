//! The JSON form: an array of nine arrays of nine numbers, with 0 or null for an empty cell. An array of 81 numbers is read, too.

use serde_json::Value;

use crate::grid::Grid;
use crate::text::characters::number;
use crate::text::error::{JsonError, ParseError};

pub(super) fn write(grid: &Grid) -> String {
    serde_json::to_string(&grid.to_rows()).expect("an array of numbers")
}

/// Returns the text from the bracket of an array on, if a line begins one: `[[5, 3, ...`, or behind a name: `grid = [[5, 3, ...`. A word
/// or a short number in brackets is text.
pub(super) fn begin(line: &str) -> Option<&str> {
    let start = line.find('[')?;
    let before = line[..start].trim_end();
    let is_name = before.ends_with(['=', '(', ':'])
        && before.starts_with(|first: char| first.is_alphabetic() || first == '"' || first == '_');
    if !before.is_empty() && !is_name {
        return None;
    }
    let array = &line[start..];
    let inner = array[1..].trim_start();
    let is_array = inner.is_empty()
        || inner.starts_with(|first: char| {
            first.is_ascii_digit() || matches!(first, '[' | '-' | '"' | '\'' | '.' | '{' | ']')
        })
        || inner.starts_with("null")
        || inner.starts_with("None");
    let is_number = inner
        .split_once(']')
        .is_some_and(|(number, _)| number.len() <= 4 && !number.contains('[') || !number.contains(['[', ',', ' ']));
    (is_array && !is_number).then_some(array)
}

pub(super) fn read(text: &str) -> Result<Grid, ParseError> {
    read_board(text).map_err(ParseError::Json)
}

fn read_board(text: &str) -> Result<Grid, JsonError> {
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        // The arrays of programming languages, or printed ones.
        Err(error) => return read_words(text).ok_or_else(|| JsonError::Syntax(error.to_string())),
    };
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

/// Reads nine rows of nine words in brackets, or 81 words, as Python and NumPy print them.
fn read_words(text: &str) -> Option<Grid> {
    let is_bracket = |character: char| matches!(character, '[' | ']' | '(' | ')' | '{' | '}');
    let is_between = |character: char| character.is_whitespace() || matches!(character, ',' | ';');
    let mut numbers = Vec::with_capacity(81);
    let mut lengths = Vec::new();
    for row in text.split(is_bracket) {
        let start = numbers.len();
        for word in row.split(is_between).filter(|word| !word.is_empty()) {
            if numbers.len() == 81 {
                return None;
            }
            numbers.push(word_number(word)?);
        }
        lengths.extend((numbers.len() > start).then(|| numbers.len() - start));
    }
    let numbers: [u8; 81] = numbers.try_into().ok()?;
    (lengths == [9; 9] || lengths == [81]).then(|| Grid::from_numbers(numbers).expect("numbers 0-9"))
}

/// Returns the number of a cell in an array of a programming language.
fn word_number(word: &str) -> Option<u8> {
    let inner = word.trim_matches(['\'', '"']);
    if inner.len() < word.len() && inner.trim().is_empty() {
        return Some(0);
    }
    // NumPy prints `5.` for a number with a fraction.
    let digit = inner.strip_suffix(".0").or_else(|| inner.strip_suffix('.')).unwrap_or(inner);
    match digit.as_bytes() {
        b"None" | b"null" | b"nan" | b"NaN" | b"-1" => Some(0),
        [] => Some(0),
        &[character] => number(character),
        _ => None,
    }
}

/// Returns the number of a cell: a JSON number, null, or a string of one character of the other forms.
fn cell_number(value: &Value) -> Option<u8> {
    match value {
        Value::Null => Some(0),
        Value::Number(value) if value.as_i64() == Some(-1) => Some(0),
        Value::Number(value) => value.as_u64().and_then(|value| u8::try_from(value).ok()).filter(|&value| value <= 9),
        Value::String(text) => match text.as_bytes() {
            [] | [b' '] => Some(0),
            &[character] => number(character),
            _ => None,
        },
        _ => None,
    }
}
