//! Grids that were read, with what is wrong with the others.

use std::sync::Arc;

use minirow_core::Grid;
use minirow_core::text::{self, Board};
use pyo3::prelude::*;

use crate::error::{Error, Result};

/// Rows of an input that was read.
#[pyclass(frozen, module = "minirow._minirow")]
pub(crate) struct Grids {
    /// The number of the first row; nothing for one that was given alone.
    first: Option<usize>,
    pub(crate) rows: Arc<Vec<Row>>,
}

/// A grid, or why there is none.
pub(crate) type Row = std::result::Result<Grid, Box<str>>;

impl Grids {
    pub(crate) fn new(first: usize, rows: Vec<Row>) -> Grids {
        Grids { first: Some(first), rows: Arc::new(rows) }
    }

    /// Whether it is one puzzle that was given alone.
    pub(crate) fn is_one(&self) -> bool {
        self.first.is_none()
    }

    /// What becomes of what is wrong with some rows.
    pub(crate) fn errors(&self, are_null: bool) -> Result<Errors> {
        let errors = Errors { first: self.first, are_null };
        match self.rows.iter().zip(0..).find_map(|(row, number)| Some((number, row.as_ref().err()?))) {
            Some((number, why)) if !errors.are_null => Err(errors.at(number, why)),
            _ => Ok(errors),
        }
    }
}

#[pymethods]
impl Grids {
    /// One puzzle.
    #[new]
    fn of_text(puzzle: &str) -> Grids {
        Grids { first: None, rows: Arc::new(vec![grid(puzzle)]) }
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }
}

/// What becomes of errors.
#[derive(Clone, Copy)]
pub(crate) struct Errors {
    first: Option<usize>,
    /// Whether rows that are wrong are null in the result.
    pub(crate) are_null: bool,
}

impl Errors {
    /// The error of a row, counted from the first of these.
    pub(crate) fn at(self, row: usize, why: &str) -> Error {
        match self.first {
            Some(first) => Error::Row(first + row, why.into()),
            None => Error::Invalid(why.into()),
        }
    }
}

/// Reads a text with one grid, in any of the forms.
pub(crate) fn grid(text: &str) -> Row {
    let plain = <&[u8; 81]>::try_from(text.as_bytes()).ok().and_then(of_characters);
    match plain {
        Some(grid) => Ok(grid),
        None => board(text)?.clues().copied().map_err(|error| error.to_string().into()),
    }
}

/// Reads a text with one grid or with candidates.
pub(crate) fn board(text: &str) -> std::result::Result<Board, Box<str>> {
    let text = text.trim();
    let length = text.chars().count();
    let is_line = !text.contains(['\n', '[']);
    if is_line && length != 81 && length != 729 {
        return Err(format!("found {length} characters, expected 81").into());
    }
    text::parse(text).map_err(|error| error.to_string().into())
}

/// 81 digits and blanks; nothing if one is neither.
fn of_characters(characters: &[u8; 81]) -> Option<Grid> {
    let mut numbers = [0; 81];
    for (number, &character) in numbers.iter_mut().zip(characters) {
        *number = match character {
            b'1'..=b'9' => character - b'0',
            b'.' | b'0' => 0,
            _ => return None,
        };
    }
    Grid::from_numbers(numbers)
}

/// 81 numbers.
pub(crate) fn of_numbers(numbers: &[u8]) -> Row {
    let Ok(numbers) = <[u8; 81]>::try_from(numbers) else {
        return Err(format!("found {} numbers, expected 81", numbers.len()).into());
    };
    Grid::from_numbers(numbers).ok_or_else(|| {
        let (place, number) = numbers.iter().enumerate().find(|&(_, &number)| number > 9).expect("one is above 9");
        format!("found {number} in r{}c{}, expected 0 (empty) to 9", place / 9 + 1, place % 9 + 1).into()
    })
}
