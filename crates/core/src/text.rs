//! The text forms of a grid: one file each, and a scanner that recognises them in a stream of lines.
//!
//! ```
//! use minirow_core::{Grid, text::GridForm};
//! let grid: Grid = "[[5,3,0,0,7,0,0,0,0],[6,0,0,1,9,5,0,0,0],[0,9,8,0,0,0,0,6,0],[8,0,0,0,6,0,0,0,3],\
//!     [4,0,0,8,0,3,0,0,1],[7,0,0,0,2,0,0,0,6],[0,6,0,0,0,0,2,8,0],[0,0,0,4,1,9,0,0,5],[0,0,0,0,8,0,0,7,9]]".parse()?;
//! assert_eq!(grid.to_string(), "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
//! assert!(grid.to_text(GridForm::Boxed, None).starts_with("5 3 . | . 7 . | . . .\n6 . . | 1 9 5 | . . .\n"));
//! assert!(grid.to_text(GridForm::Grid, None).starts_with("530070000\n600195000\n"));
//! # Ok::<(), minirow_core::text::ParseError>(())
//! ```
//!
//! The crate `minirow-formats` has the forms of files, and `CONTRIBUTING.md` tells how to add one.

mod board;
mod boxed;
mod candidates;
mod characters;
mod error;
mod json;
mod line;
mod pencilmarks;
mod rows;
mod scanner;

pub use board::Board;
pub use error::{JsonError, OnlyCandidates, ParseError};
pub use pencilmarks::pencilmarks;
pub use scanner::{Scanned, Scanner};

use std::fmt;
use std::str::FromStr;

use crate::candidate::CandidateSet;
use crate::grid::Grid;

/// The text form of a grid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GridForm {
    /// 81 characters.
    Line,
    /// Nine lines of nine characters.
    Grid,
    /// Nine lines with the boxes drawn in `|`, `+` and `-`.
    Boxed,
    /// A JSON array of nine arrays of nine numbers, on one line; 0 for an empty cell.
    Json,
    /// 729 characters, nine for every cell: the digits that the clues leave possible, `.` for the others.
    Candidates,
}

impl GridForm {
    /// Writes a grid, without a line end after the last line. `blank` stands for an empty cell (in the candidate form,
    /// for an excluded digit); without it the form's own: `.`, but 0 in nine plain lines. JSON has no choice.
    pub fn write(self, grid: &Grid, blank: Option<char>) -> String {
        match self {
            GridForm::Line => line::write(grid, blank.unwrap_or('.')),
            GridForm::Grid => rows::write(grid, blank.unwrap_or('0')),
            GridForm::Boxed => boxed::write(grid, blank.unwrap_or('.')),
            GridForm::Json => json::write(grid),
            GridForm::Candidates => candidates::write(&CandidateSet::from(grid), blank.unwrap_or('.')),
        }
    }
}

/// Reads a text that holds one board in any of the forms.
///
/// # Errors
/// If the text holds no board or several.
pub fn parse(text: &str) -> Result<Board, ParseError> {
    let mut scanner = Scanner::new();
    for line in text.strip_prefix('\u{feff}').unwrap_or(text).lines() {
        scanner.push(line);
    }
    scanner.finish();
    let first = scanner.pop().ok_or(ParseError::Nothing)?;
    if first.result.is_ok() && scanner.pop().is_some() {
        return Err(ParseError::Several);
    }
    first.result
}

/// Writes candidates as 729 characters.
impl fmt::Display for CandidateSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&candidates::write(self, '.'))
    }
}

impl Grid {
    /// Returns the grid in a text form; `blank` stands for an empty cell, or the form's own character.
    pub fn to_text(&self, form: GridForm, blank: Option<char>) -> String {
        form.write(self, blank)
    }
}

/// 81 characters, `.` for an empty cell.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&GridForm::Line.write(self, None))
    }
}

/// Nine lines.
impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}", GridForm::Grid.write(self, Some('.')))
    }
}

/// Any of the text forms of [`crate::text`]; of a 729-character candidate form, the cells with one candidate.
impl FromStr for Grid {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Grid, ParseError> {
        parse(text).map(|board| match board {
            Board::Grid(grid) => grid,
            Board::Candidates(candidates) => candidates.singles(),
        })
    }
}
