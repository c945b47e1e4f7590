//! Links to the solver of sudokuwiki.org: `sudoku.htm?bd=` and 81 digits, or the board packed.
//!
//! A packed board is `S9B` and two base-36 digits for each cell: 1-9 for a clue, 529 (18 and all nine candidates) for an
//! empty cell. The site has other values, for placed digits and single candidates; those are refused rather than guessed.

use minirow_core::text::{Board, Form};
use minirow_core::{Cell, Digit, Grid};

use crate::record::Record;

const ADDRESS: &str = "https://www.sudokuwiki.org/sudoku.htm?bd=";
const PREFIX: &str = "S9B";
const EMPTY_CELL: u32 = 529;

/// Whether a line is a link or a packed board.
pub(crate) fn is_line(text: &str) -> bool {
    text.starts_with("http://")
        || text.starts_with("https://")
        || text.contains("sudokuwiki.org")
        || (packed_kind(text).is_some() && text.len() > 81)
}

/// The kind of a packed board, such as `S9B`.
fn packed_kind(text: &str) -> Option<&str> {
    let is_kind =
        matches!(text.as_bytes(), [b'S' | b'X' | b'W' | b'C' | b'J' | b'L' | b'M', b'0'..=b'9', b'A'..=b'D', ..]);
    is_kind.then(|| &text[..3])
}

pub(crate) fn read(text: &str) -> Result<Record, String> {
    let board = match text.split_once("bd=") {
        Some((_, rest)) => rest.split(|c: char| c == '&' || c == '#' || c.is_whitespace()).next().unwrap_or_default(),
        None if packed_kind(text).is_some() => text.split_whitespace().next().unwrap_or_default(),
        None => return Err(format!("found a link without a board, expected {ADDRESS} and 81 digits")),
    };
    match packed_kind(board) {
        Some(PREFIX) => unpack(&board[PREFIX.len()..]).map(Record::from),
        Some(kind) => Err(format!("found a packed board of the kind {kind}, expected {PREFIX}")),
        None => match minirow_core::text::parse(board) {
            Ok(Board::Grid(grid)) if board.len() == 81 => Ok(grid.into()),
            Ok(_) => Err("found another form in a link, expected 81 digits".into()),
            Err(error) => Err(format!("{error}, in a link")),
        },
    }
}

fn unpack(text: &str) -> Result<Grid, String> {
    if text.len() != 162 || !text.is_ascii() {
        return Err(format!("found {} characters in a packed board, expected 162", text.chars().count()));
    }
    let mut grid = Grid::EMPTY;
    for (cell, pair) in Cell::ALL.into_iter().zip(text.as_bytes().chunks(2)) {
        let pair = std::str::from_utf8(pair).unwrap_or_default();
        let value = u32::from_str_radix(pair, 36)
            .map_err(|_| format!("found {pair:?} for {cell} in a packed board, expected two letters or digits"))?;
        match u8::try_from(value).ok().and_then(Digit::new) {
            Some(digit) => grid.set(cell, Some(digit)),
            None if value == EMPTY_CELL => {}
            None => {
                return Err(format!(
                    "found {pair} for {cell} in a packed board, expected 01 to 09 for a clue or ep for an empty cell"
                ));
            }
        }
    }
    Ok(grid)
}

pub(crate) fn write(grid: &Grid) -> String {
    format!("{ADDRESS}{}\n", grid.to_text(Form::Line, Some('0')))
}

pub(crate) fn write_packed(grid: &Grid) -> String {
    let cell = |&number: &u8| if number == 0 { "ep".into() } else { format!("0{number}") };
    format!("{ADDRESS}{PREFIX}{}\n", grid.numbers().iter().map(cell).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_cell_is_its_value_in_base_36() {
        assert_eq!(u32::from_str_radix("ep", 36), Ok(EMPTY_CELL));
    }
}
