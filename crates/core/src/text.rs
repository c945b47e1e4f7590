//! The text of a grid: 81 characters, row by row. The crate `minirow-text` reads and writes all other forms.

use std::fmt::{self, Write};
use std::str::FromStr;

use crate::candidate::CandidateSet;
use crate::cell::Cell;
use crate::digit::Digit;
use crate::grid::Grid;
use crate::house::House;

/// The error for a text that is not 81 cells.
///
/// ```
/// use minirow_core::{Grid, ParseGridError};
/// let error = "53..7".parse::<Grid>().unwrap_err();
/// assert_eq!(error, ParseGridError::Length(5));
/// assert_eq!(error.to_string(), "found 5 characters, expected 81");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseGridError {
    /// The text does not have 81 characters.
    #[error("found {0} characters, expected 81")]
    Length(usize),
    /// A character is neither a digit nor the blank of the grid.
    #[error(
        "found {found:?} at position {at}, expected a digit 1-9 or a blank (one of . 0 _ * -, the same in all cells)"
    )]
    Character {
        /// The character.
        found: char,
        /// Its position, counted in characters from 1.
        at: usize,
    },
}

impl Grid {
    /// Returns the grid of 81 digits and blanks row by row, or `None` for any other text. The blank is `.`, `0`, `_`, `*` or `-`, the same
    /// one in all cells: another one may be a clue that was lost.
    pub fn from_ascii(text: &[u8]) -> Option<Grid> {
        let text: &[u8; 81] = text.try_into().ok()?;
        let blank = blank(text.iter().copied());
        let is_cell = |character: u8| matches!(character, b'1'..=b'9') || character == blank;
        // No early exit, so that the loop is vectorised.
        let are_cells = text.iter().fold(true, |all, &character| all & is_cell(character));
        are_cells
            .then(|| Grid::from_numbers(text.map(|character| if character == blank { 0 } else { character - b'0' })))?
    }
}

/// Returns the first blank among characters, or `.` if there is none.
fn blank(mut characters: impl Iterator<Item = u8>) -> u8 {
    characters.find(|character| matches!(character, b'.' | b'0' | b'_' | b'*' | b'-')).unwrap_or(b'.')
}

/// Parses the 81 characters that [`Grid::from_ascii`] takes.
impl FromStr for Grid {
    type Err = ParseGridError;

    fn from_str(text: &str) -> Result<Grid, ParseGridError> {
        Grid::from_ascii(text.as_bytes()).ok_or_else(|| {
            let blank = char::from(blank(text.bytes()));
            let is_cell = |character: char| matches!(character, '1'..='9') || character == blank;
            match text.chars().enumerate().find(|&(_, character)| !is_cell(character)) {
                Some((place, found)) => ParseGridError::Character { found, at: place + 1 },
                None => ParseGridError::Length(text.len()),
            }
        })
    }
}

/// Writes 81 characters, with `.` for an empty cell.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let characters = self.numbers().map(|number| if number == 0 { b'.' } else { b'0' + number });
        f.pad(str::from_utf8(&characters).expect("ASCII"))
    }
}

/// Writes nine lines.
impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.to_string().as_bytes().chunks(9) {
            write!(f, "\n{}", str::from_utf8(row).expect("ASCII"))?;
        }
        Ok(())
    }
}

/// Writes the candidates as 729 characters, nine for each cell: the digit if it is possible, and `.` if it is not.
impl fmt::Display for CandidateSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(729);
        for cell in Cell::ALL {
            let digits = self.digits(cell);
            for digit in Digit::ALL {
                if digits.contains(digit) { write!(text, "{digit}")? } else { text.push('.') }
            }
        }
        f.pad(&text)
    }
}

/// Writes nine lines with the digits of each cell.
impl fmt::Debug for CandidateSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in House::ROWS {
            f.write_str("\n")?;
            for cell in row.cells().iter() {
                write!(f, "{:<10}", self.digits(cell).to_string())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_no_grid_is_named() {
        let at = |place: usize, sign: &str| {
            let mut text = ".".repeat(81);
            text.replace_range(place - 1..place, sign);
            text.parse::<Grid>()
        };
        assert_eq!(at(81, "x"), Err(ParseGridError::Character { found: 'x', at: 81 }));
        assert_eq!(at(40, "é"), Err(ParseGridError::Character { found: 'é', at: 40 }));
        assert_eq!(at(2, "0"), Err(ParseGridError::Character { found: '0', at: 2 }));
        assert_eq!(at(2, ""), Err(ParseGridError::Length(80)));
        assert_eq!(at(2, "5").unwrap().to_string(), format!("{:.<81}", ".5"));
    }

    #[test]
    fn each_blank_is_an_empty_cell() {
        for blank in [".", "0", "_", "*", "-"] {
            assert_eq!(format!("9{}", blank.repeat(80)).parse::<Grid>().unwrap().clue_count(), 1);
        }
    }
}
