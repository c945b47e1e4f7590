//! Why a text is not a grid: what was found, and what was expected.

use std::fmt;

/// What was found where a grid was expected. Positions, rows and cells count from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParseError {
    /// No grid at all.
    Nothing,
    /// More than one grid where one was asked for.
    Several,
    /// A character that is neither digit nor blank.
    Character {
        /// What it is.
        found: char,
        /// Its place in the line, counted in characters.
        at: usize,
    },
    /// A line that has neither 81 cells nor, as a row, nine (nor 729 candidates).
    Length(usize),
    /// A row with the wrong number of cells.
    RowLength {
        /// Which row.
        row: usize,
        /// How many cells it has.
        found: usize,
    },
    /// The grid ended after fewer than nine rows.
    Rows(usize),
    /// Brackets that are no board.
    Json(String),
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseError::Nothing => f.write_str("found no grid, expected 81 cells"),
            ParseError::Several => f.write_str("found several grids, expected one"),
            ParseError::Character { found, at } => {
                write!(f, "found {found:?} at position {at}, expected a digit 1-9 or a blank (one of . 0 _ * -)")
            }
            ParseError::Length(found) => write!(f, "found {found} cells in a line, expected 81 (or 9 for a row)"),
            ParseError::RowLength { row, found } => write!(f, "found {found} cells in row {row}, expected 9"),
            ParseError::Rows(found) => write!(f, "found {found} rows of a grid, expected 9"),
            ParseError::Json(problem) => write!(f, "{problem} in a JSON board, expected 9 arrays of 9 numbers 0-9"),
        }
    }
}

impl std::error::Error for ParseError {}
