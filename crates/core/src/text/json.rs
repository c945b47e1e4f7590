//! The JSON form: an array of nine arrays of nine numbers, with 0 or null for an empty cell. An array of 81 numbers, or of nine strings, is
//! read, too.

use std::ops::Range;

use serde_json::Value;

use crate::grid::Grid;
use crate::text::board::Board;
use crate::text::characters::{dotted_number, number, number_word};
use crate::text::error::{JsonError, ParseError};

pub(super) fn write(grid: &Grid) -> String {
    serde_json::to_string(&grid.to_rows()).expect("an array of numbers")
}

/// Returns the text from the bracket of an array on, if a line begins one: `[[5, 3, ...`, or behind a name: `grid = [[5, 3, ...`. A word
/// or a short number in brackets is text.
pub(super) fn begin(line: &str) -> Option<&str> {
    let start = line.find('[')?;
    let before = line[..start].trim();
    let is_name = before.ends_with(['=', '(', ':', ','])
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
    // A row in brackets.
    let row = inner.split_once(']').filter(|(_, rest)| rest.trim_matches([',', ';', ' ', ']', ')']).is_empty());
    let is_row = row.is_some_and(|(row, _)| {
        !row.contains(['[', '"', '{']) && row.split([',', ' ']).filter(|word| !word.is_empty()).count() == 9
    });
    let is_word = |word: &str| word.len() > 1 && word.chars().all(char::is_alphabetic) && number_word(word).is_none();
    let has_words = !inner.starts_with(['"', '\'', '{', '['])
        && inner.split([' ', ',', ']']).any(|word| is_word(word) || word.contains(['/', ':']));
    (is_array && !is_number && !is_row && !has_words).then_some(array)
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
    let strings: Option<Vec<&str>> = rows.iter().map(Value::as_str).collect();
    if let Some(rows) = strings.filter(|rows| rows.len() == 9 && rows.iter().any(|row| row.len() > 1)) {
        return match super::parse(&rows.join("\n")) {
            Ok(Board::Grid(grid)) => Ok(grid),
            Ok(Board::Candidates(_)) => Err(JsonError::Strings("found candidates".into())),
            Err(error) => Err(JsonError::Strings(error.to_string())),
        };
    }
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

/// Returns the grid of an array of arrays or strings in one line, with any brackets, and its place:
/// `int grid[9][9] = {{5, 3, 0, ...}, ...};`.
pub(super) fn read_nested(text: &str) -> Option<(Range<usize>, Grid)> {
    let is_open = |character: char| matches!(character, '[' | '(' | '{');
    let mut before = None;
    for (at, character) in text.char_indices().filter(|(_, character)| !character.is_whitespace()) {
        let is_inner = |start: &usize| {
            is_open(character) && text[*start..].starts_with(character) || matches!(character, '"' | '\'')
        };
        if let Some(start) = before.filter(is_inner) {
            let mut depth = 0;
            let end = text[start..].find(|character: char| {
                depth += i32::from(is_open(character)) - i32::from(matches!(character, ']' | ')' | '}'));
                depth == 0
            })?;
            let range = start..start + end + 1;
            return Some((range.clone(), read_words(&text[range])?));
        }
        before = is_open(character).then_some(at);
    }
    None
}

/// Reads nine rows of nine words in brackets, 81 words or nine of nine cells, as Python and NumPy print them.
fn read_words(text: &str) -> Option<Grid> {
    let text = text.replace("' '", "''");
    let is_bracket = |character: char| matches!(character, '[' | ']' | '(' | ')' | '{' | '}');
    let is_between = |character: char| character.is_whitespace() || matches!(character, ',' | ';');
    let (mut words, mut lengths) = (Vec::new(), Vec::new());
    for row in text.split(is_bracket) {
        let start = words.len();
        words.extend(row.split(is_between).filter(|word| !word.is_empty()).take(82 - start));
        if words.len() > 81 {
            return None;
        }
        lengths.extend((words.len() > start).then(|| words.len() - start));
    }
    // The rows of a matrix.
    let count = |row: &str| row.split(is_between).filter(|word| !word.is_empty()).count();
    let has_rows =
        !text.contains(';') || text.split(';').all(|row| matches!(count(row.trim_matches(is_bracket)), 0 | 9));
    let numbers: Option<Vec<u8>> = match lengths[..] {
        [9] => words.iter().flat_map(|row| row.trim_matches(['\'', '"']).bytes()).map(number).collect(),
        [81] if !has_rows => None,
        [81] | [9, 9, 9, 9, 9, 9, 9, 9, 9] => words.iter().map(|word| word_number(word)).collect(),
        _ => None,
    };
    let is_row = |row: &&str| row.trim_matches(['\'', '"']).len() == 9;
    let numbers: [u8; 81] = numbers.filter(|_| words.len() > 9 || words.iter().all(is_row))?.try_into().ok()?;
    Some(Grid::from_numbers(numbers).expect("numbers 0-9"))
}

/// Returns the number of a cell in an array of a programming language.
fn word_number(word: &str) -> Option<u8> {
    let inner = word.trim_matches(['\'', '"']);
    match inner.as_bytes() {
        [] => (!word.is_empty()).then_some(0),
        &[character] => number(character),
        _ => Some(number_word(inner).or_else(|| dotted_number(inner))?.0),
    }
}

/// Returns the number of a cell: a JSON number, null, or a string of one character of the other forms.
fn cell_number(value: &Value) -> Option<u8> {
    match value {
        Value::Null => Some(0),
        Value::Number(value) if value.as_f64() == Some(-1.0) => Some(0),
        Value::Number(value) => (0..=9).find(|&number| value.as_f64() == Some(f64::from(number))),
        Value::String(text) => match text.as_bytes() {
            [] | [b' '] => Some(0),
            &[character] => number(character),
            _ => None,
        },
        _ => None,
    }
}
