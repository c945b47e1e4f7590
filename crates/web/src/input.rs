//! Puzzles and options that JavaScript passes.

use minirow_core::{Grid, Puzzle};
use minirow_formats::{Reader, Record};
use minirow_text::Board;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::error::{Error, Result};

/// Reads options. The error names the option.
pub(crate) fn options<T: DeserializeOwned>(json: &str) -> Result<T> {
    serde_path_to_error::deserialize(&mut serde_json::Deserializer::from_str(json)).map_err(|error| {
        let (path, text) = (error.path().to_string(), error.into_inner().to_string());
        // The place in the JSON is of no use to a caller, who has passed an object.
        let message = text.split_once(" at line ").map_or(&*text, |(message, _)| message);
        let is_of_all = path == "." || message.contains(&format!("`{path}`"));
        if is_of_all { Error::option(message) } else { Error::option(message).at(path) }
    })
}

/// Reads a text with exactly one puzzle, in any form.
pub(crate) fn record(text: &str) -> Result<Record> {
    let trimmed = text.trim();
    // The usual lengths need no search for a form.
    if [81, 729].contains(&trimmed.len())
        && let Ok(board) = minirow_text::parse(trimmed)
    {
        return Ok(Record::from(board));
    }
    let mut reader = Reader::new(text.as_bytes());
    let nothing = || Error::text(1, "found no grid, expected one");
    let first = reader.next().ok_or_else(nothing)?.map_err(|error| Error::text(error.line, error.kind))?;
    match reader.next() {
        None => Ok(first.record),
        Some(Ok(second)) => Err(Error::text(second.line, "found a second grid, expected one")),
        Some(Err(error)) => Err(Error::text(error.line, error.kind)),
    }
}

/// Reads one grid of clues.
pub(crate) fn grid(text: &str) -> Result<Grid> {
    match record(text)?.board {
        Board::Grid(grid) => Ok(grid),
        board @ Board::Candidates(_) => Err(Error::text(1, board.clues().expect_err("candidates have no clues"))),
    }
}

/// Reads one puzzle, which has exactly one solution.
pub(crate) fn puzzle(text: &str) -> Result<Puzzle> {
    Ok(record(text)?.puzzle()?)
}

/// Reads 81 numbers for each grid, with 0 for an empty cell.
pub(crate) fn grids(numbers: &[u8]) -> Result<Vec<Grid>> {
    if !numbers.len().is_multiple_of(81) {
        return Err(Error::option(format!("found {} numbers, expected 81 for each grid", numbers.len())));
    }
    let grid = |(number, cells): (usize, &[u8])| {
        Grid::from_numbers(cells.try_into().expect("81 numbers"))
            .ok_or_else(|| Error::option(format!("grid {number}: expected numbers from 0 (empty) to 9")))
    };
    numbers.chunks(81).enumerate().map(grid).collect()
}

/// A whole number, which JavaScript passes as a number, or as a text if it may be larger than 2^53.
#[derive(Deserialize, Clone, Copy)]
#[serde(try_from = "serde_json::Value")]
pub(crate) struct Whole(pub(crate) u64);

impl TryFrom<serde_json::Value> for Whole {
    type Error = String;

    fn try_from(value: serde_json::Value) -> std::result::Result<Whole, String> {
        let number = value.as_u64().or_else(|| value.as_str()?.parse().ok());
        number.map(Whole).ok_or_else(|| format!("found {value}, expected a whole number from 0 to 2^64 - 1"))
    }
}
