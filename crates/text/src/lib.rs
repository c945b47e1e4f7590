//! Text forms of a grid, and a scanner that recognises them in a stream of lines.
//!
//! ```
//! use minirow_text::{GridForm, parse};
//!
//! let board = parse("[[5,3,0,0,7,0,0,0,0],[6,0,0,1,9,5,0,0,0],[0,9,8,0,0,0,0,6,0],[8,0,0,0,6,0,0,0,3],\
//!     [4,0,0,8,0,3,0,0,1],[7,0,0,0,2,0,0,0,6],[0,6,0,0,0,0,2,8,0],[0,0,0,4,1,9,0,0,5],[0,0,0,0,8,0,0,7,9]]")?;
//! let grid = board.clues()?;
//! assert_eq!(grid.to_string(), "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
//! assert!(GridForm::Boxed.write(grid, None).starts_with("5 3 . | . 7 . | . . .\n6 . . | 1 9 5 | . . .\n"));
//! assert!(GridForm::Grid.write(grid, None).starts_with("530070000\n600195000\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A submodule implements each form. The crate `minirow-formats` has the forms of whole files, and `CONTRIBUTING.md`
//! describes how to add one.

mod block;
mod board;
mod boxed;
mod brackets;
mod candidates;
mod characters;
mod counted;
mod cut_rows;
mod doubtful;
mod error;
mod escapes;
mod json;
mod kinds;
mod lengths;
mod line;
mod marks;
mod markup;
mod name_words;
mod names;
mod no_row;
mod order;
mod pencilmarks;
mod row;
mod rows;
mod scanner;
mod shown;
mod solution_names;
mod strings;
mod unread;
mod vector;
mod whole;

pub use board::Board;
pub use counted::counted;
pub use doubtful::{MOST_EMPTY, doubtful_digits, is_rounded};
pub use error::{JsonError, OnlyCandidates, ParseError};
pub use kinds::{is_kind, is_sum, names_kind};
pub use order::{is_order, is_other_order, names_other_parts};
pub use pencilmarks::{needs_braces, pencilmarks};
pub use scanner::{Scanned, Scanner, is_heading_above};
pub use shown::{is_unsafe, json_string, one_line, safe_json, safe_lines, shown};

use minirow_core::{CandidateSet, Grid};

/// A text form of a grid.
///
/// ```
/// use minirow_core::Grid;
/// use minirow_text::GridForm;
/// let lines = GridForm::Grid.write(&Grid::EMPTY, Some('.'));
/// assert_eq!(lines.lines().count(), 9);
/// assert_eq!(GridForm::Candidates.write(&Grid::EMPTY, None).len(), 729);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GridForm {
    /// 81 characters.
    Line,
    /// Nine lines of nine characters.
    Grid,
    /// Nine lines, with the boxes drawn with `|`, `+` and `-`.
    Boxed,
    /// A JSON array of nine arrays of nine numbers on one line, with 0 for an empty cell.
    Json,
    /// 729 characters, nine for each cell: the digits that the clues leave possible, and `.` for the others.
    Candidates,
}

impl GridForm {
    /// Writes a grid, without a line end after the last line.
    ///
    /// `blank` is the character of an empty cell (in [`Candidates`](GridForm::Candidates), of an excluded digit). The
    /// default is `.`, and `0` in [`Grid`](GridForm::Grid). [`Json`](GridForm::Json) ignores it. A grid without clues has the default in
    /// place of `_`, `*` and `-`, because it would be read as rulers, and so has a grid in nine lines whose empty rows are in the places of
    /// rulers. A line with `0` that would be read as a rounded number ([`is_rounded`]) has `.`.
    pub fn write(self, grid: &Grid, blank: Option<char>) -> String {
        let are_rulers = || {
            let rows = grid.to_rows();
            let is_empty = |row: usize| rows[row] == [0; 9];
            (0..9).all(is_empty) || self == GridForm::Grid && PLACES_OF_RULERS.into_iter().any(is_empty)
        };
        let blank = blank.filter(|blank| !matches!(blank, '_' | '*' | '-') || !are_rulers());
        match self {
            GridForm::Line => {
                let text = line::write(grid, blank.unwrap_or('.'));
                if is_rounded(text.as_bytes()) { line::write(grid, '.') } else { text }
            }
            GridForm::Grid => rows::write(grid, blank.unwrap_or('0')),
            GridForm::Boxed => boxed::write(grid, blank.unwrap_or('.')),
            GridForm::Json => json::write(grid),
            GridForm::Candidates => candidates::write(&CandidateSet::from(grid), blank.unwrap_or('.')),
        }
    }
}

/// The places of empty rows, counted from 0, that may be rulers in place of lost rows: at the ends and between bands.
const PLACES_OF_RULERS: [usize; 5] = [0, 3, 6, 7, 8];

/// Parses a text with one grid in any of the forms. For candidates, returns the cells with one candidate.
///
/// # Errors
/// As those of [`parse`].
pub fn parse_grid(text: &str) -> Result<Grid, ParseError> {
    parse(text).map(|board| board.grid())
}

/// Parses a text with one board in any of the forms.
///
/// ```
/// use minirow_text::{Board, ParseError};
/// let board = minirow_text::parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// assert!(matches!(board, Board::Grid(grid) if grid.clue_count() == 30));
/// assert_eq!(minirow_text::parse("puzzle"), Err(ParseError::Character { found: 'p', at: 1 }));
/// assert_eq!(minirow_text::parse("there is no grid here"), Err(ParseError::Nothing));
/// # Ok::<(), ParseError>(())
/// ```
///
/// # Errors
/// [`ParseError`] if the text has no board, several boards, or an error in its first board.
pub fn parse(text: &str) -> Result<Board, ParseError> {
    // The usual form needs no scanner, which takes several times as long.
    if !text.contains(['-', '_', '*'])
        && let Some(grid) = Grid::from_ascii(text.as_bytes())
        && doubtful_digits(&grid, text.contains('0')).is_none()
        && !is_rounded(text.as_bytes())
    {
        return Ok(Board::Grid(grid));
    }
    let mut scanner = Scanner::new();
    for line in text.strip_prefix('\u{feff}').unwrap_or(text).lines() {
        scanner.push(line);
    }
    scanner.finish();
    let Some(first) = scanner.pop() else {
        return Err(scanner.nearest().map_or(ParseError::Nothing, |(_, error)| error.clone()));
    };
    if first.result.is_ok() && scanner.pop().is_some() {
        return Err(ParseError::Several);
    }
    first.result
}
