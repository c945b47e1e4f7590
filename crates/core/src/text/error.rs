//! The errors of reading a grid from a text.

/// What was found where a grid was expected. Positions, rows and cells count from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseError {
    /// The text has no grid.
    #[error("found no grid, expected 81 cells")]
    Nothing,
    /// The text has several grids.
    #[error("found several grids, expected one")]
    Several,
    /// A character is neither a digit nor a blank.
    #[error("found {found:?} at position {at}, expected a digit 1-9 or a blank (one of . 0 _ * -)")]
    Character {
        /// The character.
        found: char,
        /// Its position in the line, counted in characters.
        at: usize,
    },
    /// A line has neither 81 cells nor, as a row, nine (nor 729 candidates).
    #[error("found {0} cells in a line, expected 81 (or 9 for a row)")]
    Length(usize),
    /// A row has the wrong number of cells.
    #[error("found {found} cells in row {row}, expected 9")]
    RowLength {
        /// The row.
        row: usize,
        /// The number of cells.
        found: usize,
    },
    /// The grid ended after fewer than nine rows.
    #[error("found {0} rows of a grid, expected 9")]
    Rows(usize),
    /// Brackets are not a board.
    #[error("{0} in a JSON board, expected 9 arrays of 9 numbers 0-9")]
    Json(JsonError),
}

/// What was found where a JSON board was expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum JsonError {
    /// The text is not JSON, for the reason that the parser gives.
    #[error("found text that is not JSON ({0})")]
    Syntax(String),
    /// The value is not an array.
    #[error("found no array")]
    NoArray,
    /// The board has not nine rows.
    #[error("found {0} rows")]
    Rows(usize),
    /// A row is not an array.
    #[error("found {value} as row {row}")]
    Row {
        /// The row as JSON.
        value: String,
        /// Its number.
        row: usize,
    },
    /// A row has not nine cells.
    #[error("found {found} cells in row {row}")]
    RowLength {
        /// The row.
        row: usize,
        /// The number of cells.
        found: usize,
    },
    /// A cell is neither a number 0-9 nor a blank.
    #[error("found {value} at row {row}, cell {cell}")]
    Cell {
        /// The cell as JSON.
        value: String,
        /// The row.
        row: usize,
        /// The number of the cell in its row.
        cell: usize,
    },
    /// An array does not end.
    #[error("found an array that is not closed")]
    NotClosed,
    /// An array does not end within the longest text of a board.
    #[error("found an array that is not closed within {0} characters")]
    TooLong(usize),
}

/// A board of candidates was found where clues are needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("found 729 candidates, expected 81 cells")]
pub struct OnlyCandidates;
