//! Links to the solver of sudokuwiki.org: `sudoku.htm?bd=` and 81 digits, or a packed board.
//!
//! A packed board is `S9B` and two base-36 digits for each cell: 1-9 for a clue, 529 (18 and all nine candidates) for
//! an empty cell. The site has other values, for placed digits and single candidates. They are refused and not guessed.

use minirow_core::{Cell, Digit, Grid};
use minirow_text::GridForm;
use minirow_text::counted;

use crate::error::ErrorKind;
use crate::form::{FileForm, Reading};
use crate::record::Record;

/// Links with 81 digits.
pub(crate) static SUDOKU_WIKI: FileForm = FileForm {
    name: "sudokuwiki",
    about: "Links to the solver of sudokuwiki.org",
    reading: Reading::Line(read_line),
    write: |record, _, _| format!("{ADDRESS}{}\n", GridForm::Line.write(&record.grid(), Some('0'))),
    ..FileForm::BASE
};

/// Links with the packed board that the site makes.
pub(crate) static SUDOKU_WIKI_PACKED: FileForm = FileForm {
    name: "sudokuwiki-packed",
    about: "Links with the board in the packed form of the site (S9B)",
    write: |record, _, _| {
        let cell = |&number: &u8| if number == 0 { "ep".into() } else { format!("0{number}") };
        format!("{ADDRESS}{PREFIX}{}\n", record.grid().numbers().iter().map(cell).collect::<String>())
    },
    ..FileForm::BASE
};

const ADDRESS: &str = "https://www.sudokuwiki.org/sudoku.htm?bd=";
const PREFIX: &str = "S9B";
const EMPTY_CELL: u32 = 529;

/// Reads a packed board, in a link or alone. The digits of other links are found by the scanner of the core library.
fn read_line(text: &str) -> Option<Result<Record, ErrorKind>> {
    let behind = |key: &str| text.split_once(key).map(|(_, board)| board);
    let board = match text.contains("://") || text.contains("sudokuwiki.org") {
        true => behind("bd=").or_else(|| behind("sudokuwiki.org/"))?,
        false => text,
    };
    let board = board.split(|c: char| c == '&' || c == '#' || c.is_whitespace()).next().unwrap_or_default();
    let kind = packed_kind(board).filter(|_| board.len() > 81)?;
    Some(match kind {
        PREFIX => unpack(&board[PREFIX.len()..]).map(Record::from),
        kind => Err(ErrorKind::form(format!("a packed board of the kind {kind}"), PREFIX)),
    })
}

/// Returns the kind of a packed board, such as `S9B`.
fn packed_kind(text: &str) -> Option<&str> {
    let is_kind =
        matches!(text.as_bytes(), [b'S' | b'X' | b'W' | b'C' | b'J' | b'L' | b'M', b'0'..=b'9', b'A'..=b'D', ..]);
    is_kind.then(|| &text[..3])
}

fn unpack(text: &str) -> Result<Grid, ErrorKind> {
    if text.len() != 162 || !text.is_ascii() {
        return Err(ErrorKind::form(
            format!("{} in a packed board", counted(text.chars().count(), "character")),
            "162",
        ));
    }
    let mut grid = Grid::EMPTY;
    for (cell, pair) in Cell::ALL.into_iter().zip(text.as_bytes().chunks(2)) {
        let found = std::str::from_utf8(pair).unwrap_or_default();
        match u32::from_str_radix(found, 36) {
            Ok(EMPTY_CELL) => {}
            Ok(number @ 1..=9) => grid.set(cell, Digit::new(number as u8)),
            _ => {
                let expected = "01 to 09 for a clue or ep for an empty cell";
                return Err(ErrorKind::form(format!("{found} for {cell} in a packed board"), expected));
            }
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
