//! Links to the solver of sudokuwiki.org: `sudoku.htm?bd=` and 81 digits, or a packed board.
//!
//! A packed board is `S9B` and two base-36 digits for each cell: 1-9 for a clue, 529 (18 and all nine candidates) for
//! an empty cell. The site has other values, for placed digits and single candidates. They are refused and not guessed.

use minirow_core::text::{Board, GridForm, ParseError};
use minirow_core::{Cell, Digit, Grid};

use crate::form::{FileContext, FileForm, FormError, Reading};
use crate::record::Record;

/// An error in a link or a packed board.
///
/// ```
/// use minirow_formats::{ErrorKind, Reader, forms::sudokuwiki::SudokuWikiError};
/// let error = Reader::new("https://www.sudokuwiki.org/sudoku.htm\n".as_bytes()).next().unwrap().unwrap_err();
/// let ErrorKind::Form(error) = error.kind else { panic!("{error}") };
/// assert!(error.downcast_ref::<SudokuWikiError>().is_some());
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SudokuWikiError {
    /// The link has no board.
    #[error("found a link without a board, expected {ADDRESS} and 81 digits")]
    NoBoard,
    /// The board of the link is not a grid.
    #[error("{0}, in a link")]
    Grid(ParseError),
    /// The board of the link has another text form.
    #[error("found another form in a link, expected 81 digits")]
    OtherForm,
    /// The packed board is of an unknown kind.
    #[error("found a packed board of the kind {0}, expected {PREFIX}")]
    PackedKind(String),
    /// The packed board has the wrong length.
    #[error("found {0} characters in a packed board, expected 162")]
    PackedLength(usize),
    /// A cell of the packed board is not a number.
    #[error("found {found:?} for {cell} in a packed board, expected two letters or digits")]
    PackedPair {
        /// The two characters.
        found: String,
        /// The cell.
        cell: Cell,
    },
    /// A cell of the packed board has a value whose meaning is unknown.
    #[error("found {found} for {cell} in a packed board, expected 01 to 09 for a clue or ep for an empty cell")]
    PackedValue {
        /// The two characters.
        found: String,
        /// The cell.
        cell: Cell,
    },
}

/// Links with 81 digits.
pub(crate) struct SudokuWiki;

impl FileForm for SudokuWiki {
    fn name(&self) -> &'static str {
        "sudokuwiki"
    }

    fn about(&self) -> &'static str {
        "Links to the solver of sudokuwiki.org"
    }

    fn endings(&self) -> &'static [&'static str] {
        &[]
    }

    fn reading(&self) -> Reading {
        Reading::Line(read_line)
    }

    fn write(&self, record: &Record, _file: &FileContext, _lost: &mut Vec<String>) -> String {
        format!("{ADDRESS}{}\n", record.grid().to_text(GridForm::Line, Some('0')))
    }
}

/// Links with the packed board that the site makes.
pub(crate) struct SudokuWikiPacked;

impl FileForm for SudokuWikiPacked {
    fn name(&self) -> &'static str {
        "sudokuwiki-packed"
    }

    fn about(&self) -> &'static str {
        "The same with the board packed as the site does it (S9B)"
    }

    fn endings(&self) -> &'static [&'static str] {
        &[]
    }

    fn write(&self, record: &Record, _file: &FileContext, _lost: &mut Vec<String>) -> String {
        let cell = |&number: &u8| if number == 0 { "ep".into() } else { format!("0{number}") };
        format!("{ADDRESS}{PREFIX}{}\n", record.grid().numbers().iter().map(cell).collect::<String>())
    }
}

const ADDRESS: &str = "https://www.sudokuwiki.org/sudoku.htm?bd=";
const PREFIX: &str = "S9B";
const EMPTY_CELL: u32 = 529;

fn read_line(text: &str) -> Option<Result<Record, FormError>> {
    let starts_with_letter = text.starts_with(|first: char| first.is_ascii_alphabetic());
    (starts_with_letter && is_line(text)).then(|| read(text).map_err(FormError::from))
}

/// Returns `true` if a line is a link or a packed board.
fn is_line(text: &str) -> bool {
    text.starts_with("http://")
        || text.starts_with("https://")
        || text.contains("sudokuwiki.org")
        || (packed_kind(text).is_some() && text.len() > 81)
}

/// Returns the kind of a packed board, such as `S9B`.
fn packed_kind(text: &str) -> Option<&str> {
    let is_kind =
        matches!(text.as_bytes(), [b'S' | b'X' | b'W' | b'C' | b'J' | b'L' | b'M', b'0'..=b'9', b'A'..=b'D', ..]);
    is_kind.then(|| &text[..3])
}

fn read(text: &str) -> Result<Record, SudokuWikiError> {
    let board = match text.split_once("bd=") {
        Some((_, rest)) => rest.split(|c: char| c == '&' || c == '#' || c.is_whitespace()).next().unwrap_or_default(),
        None if packed_kind(text).is_some() => text.split_whitespace().next().unwrap_or_default(),
        None => return Err(SudokuWikiError::NoBoard),
    };
    match packed_kind(board) {
        Some(PREFIX) => unpack(&board[PREFIX.len()..]).map(Record::from),
        Some(kind) => Err(SudokuWikiError::PackedKind(kind.into())),
        None => match minirow_core::text::parse(board) {
            Ok(Board::Grid(grid)) if board.len() == 81 => Ok(grid.into()),
            Ok(_) => Err(SudokuWikiError::OtherForm),
            Err(error) => Err(SudokuWikiError::Grid(error)),
        },
    }
}

fn unpack(text: &str) -> Result<Grid, SudokuWikiError> {
    if text.len() != 162 || !text.is_ascii() {
        return Err(SudokuWikiError::PackedLength(text.chars().count()));
    }
    let mut grid = Grid::EMPTY;
    for (cell, pair) in Cell::ALL.into_iter().zip(text.as_bytes().chunks(2)) {
        let found = std::str::from_utf8(pair).unwrap_or_default();
        let value =
            u32::from_str_radix(found, 36).map_err(|_| SudokuWikiError::PackedPair { found: found.into(), cell })?;
        match u8::try_from(value).ok().and_then(Digit::new) {
            Some(digit) => grid.set(cell, Some(digit)),
            None if value == EMPTY_CELL => {}
            None => return Err(SudokuWikiError::PackedValue { found: found.into(), cell }),
        }
    }
    Ok(grid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_cell_is_its_value_in_base_36() {
        assert_eq!(u32::from_str_radix("ep", 36), Ok(EMPTY_CELL));
    }
}
