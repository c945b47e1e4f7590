//! Grids that were read, or the reasons why they could not be read.

use std::fmt::Display;
use std::sync::Arc;

use minirow_core::Grid;
use minirow_text::Board;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::error::Error;

/// Rows of an input that were read.
#[pyclass(frozen, module = "minirow._minirow")]
pub(crate) struct Grids(pub(crate) Arc<Rows>);

pub(crate) struct Rows {
    /// The number of the first row; `None` for one puzzle that was given alone.
    first: Option<usize>,
    pub(crate) rows: Vec<Row>,
}

/// A grid, or the reason why the row could not be read.
pub(crate) type Row = std::result::Result<Grid, Box<str>>;

impl Grids {
    pub(crate) fn new(first: usize, rows: Vec<Row>) -> Grids {
        Grids(Arc::new(Rows { first: Some(first), rows }))
    }
}

#[pymethods]
impl Grids {
    /// Reads one puzzle.
    #[new]
    fn of_text(puzzle: &Bound<'_, PyString>) -> Grids {
        Grids(Arc::new(Rows { first: None, rows: vec![grid_of(puzzle)] }))
    }

    fn __len__(&self) -> usize {
        self.0.rows.len()
    }
}

impl Rows {
    /// Returns `true` for one puzzle that was given alone.
    pub(crate) fn is_one(&self) -> bool {
        self.first.is_none()
    }

    /// Returns the error of the first row that could not be read.
    pub(crate) fn first_error(&self) -> Option<Error> {
        let mut rows = self.rows.iter().enumerate();
        rows.find_map(|(number, row)| Some(self.error(number, row.as_ref().err()?)))
    }

    /// Returns the error of a row, counted from the first of these rows.
    pub(crate) fn error(&self, row: usize, reason: &str) -> Error {
        match self.first {
            Some(first) => Error::Row(first + row, reason.into()),
            None => Error::Invalid(reason.into()),
        }
    }
}

/// Reads a text of Python, which may have surrogates.
pub(crate) fn grid_of(text: &Bound<'_, PyString>) -> Row {
    grid(text.to_str().map_err(|error| format!("found a text that is not Unicode: {error}"))?)
}

/// Reads a text with one grid, in any of the forms.
pub(crate) fn grid(text: &str) -> Row {
    board(text)?.clues().copied().map_err(|error| error.to_string().into())
}

/// Reads a text with one grid or with candidates.
pub(crate) fn board(text: &str) -> std::result::Result<Board, Box<str>> {
    let text = text.trim();
    // Texts of the usual lengths are not searched, which would take longer than to parse them.
    if ![81, 729].contains(&text.len()) && !text.contains(['\n', '[']) {
        let length = text.chars().count();
        if ![81, 729].contains(&length) {
            return Err(format!("found {length} characters, expected 81").into());
        }
    }
    minirow_text::parse(text).map_err(|error| error.to_string().into())
}

/// Reads 81 numbers, with 0 for an empty cell.
pub(crate) fn of_numbers<N: Copy + Display + TryInto<u8>>(numbers: &[N]) -> Row {
    let mut cells = [0; 81];
    if numbers.len() != cells.len() {
        return Err(format!("found {} numbers, expected 81", numbers.len()).into());
    }
    for (place, (cell, &number)) in cells.iter_mut().zip(numbers).enumerate() {
        let Some(digit) = number.try_into().ok().filter(|digit| *digit <= 9) else {
            let name = format!("r{}c{}", place / 9 + 1, place % 9 + 1);
            return Err(format!("found {number} in {name}, expected 0 (empty) to 9").into());
        };
        *cell = digit;
    }
    Ok(Grid::from_numbers(cells).expect("numbers from 0 to 9"))
}
