//! The text forms of a grid: one file each, and a scanner that recognises them in a stream of lines.
//!
//! ```
//! use minirow_core::{Grid, text::Form};
//! let grid: Grid = "[[5,3,0,0,7,0,0,0,0],[6,0,0,1,9,5,0,0,0],[0,9,8,0,0,0,0,6,0],[8,0,0,0,6,0,0,0,3],\
//!     [4,0,0,8,0,3,0,0,1],[7,0,0,0,2,0,0,0,6],[0,6,0,0,0,0,2,8,0],[0,0,0,4,1,9,0,0,5],[0,0,0,0,8,0,0,7,9]]".parse()?;
//! assert_eq!(grid.to_string(), "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
//! assert!(grid.to_text(Form::Boxed, None).starts_with("5 3 . | . 7 . | . . .\n6 . . | 1 9 5 | . . .\n"));
//! assert!(grid.to_text(Form::Grid, None).starts_with("530070000\n600195000\n"));
//! # Ok::<(), minirow_core::text::ParseError>(())
//! ```
//!
//! A new form is a file here, a line in [`Form`] and, for reading, a case in the [`Scanner`].

mod boxed;
mod candidates;
mod error;
mod json;
mod line;
mod pencilmarks;
mod rows;
mod scanner;

pub use error::ParseError;
pub use pencilmarks::pencilmarks;
pub use scanner::{Scanned, Scanner};

use crate::candidate::CandidateSet;
use crate::grid::Grid;

/// How a grid is written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Form {
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

impl Form {
    /// Writes a grid, without a line end after the last line. `blank` stands for an empty cell (in the candidate form,
    /// for an excluded digit); without it the form's own: `.`, but 0 in nine plain lines. JSON has no choice.
    pub fn write(self, grid: &Grid, blank: Option<char>) -> String {
        match self {
            Form::Line => line::write(grid, blank.unwrap_or('.')),
            Form::Grid => rows::write(grid, blank.unwrap_or('0')),
            Form::Boxed => boxed::write(grid, blank.unwrap_or('.')),
            Form::Json => json::write(grid),
            Form::Candidates => candidates::write(&CandidateSet::from(grid), blank.unwrap_or('.')),
        }
    }
}

/// What a text holds: a grid, or the candidates of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Board {
    /// Clues.
    Grid(Grid),
    /// The digits possible in each cell (729 characters; also known as Sukaku).
    Candidates(CandidateSet),
}

/// Reads a text that holds one board in any of the forms.
///
/// # Errors
/// What was found in the way of a board, or that there are several.
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
impl std::fmt::Display for CandidateSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&candidates::write(self, '.'))
    }
}

/// The digit of a character, 0 for the blanks `.`, `0`, `_`, `*` and `-`; nothing for others.
fn number(character: u8) -> Option<u8> {
    match character {
        b'1'..=b'9' => Some(character - b'0'),
        b'.' | b'0' | b'_' | b'*' | b'-' => Some(0),
        _ => None,
    }
}

/// The character of a number, `blank` for 0.
fn character(number: u8, blank: char) -> char {
    if number == 0 { blank } else { char::from(b'0' + number) }
}
