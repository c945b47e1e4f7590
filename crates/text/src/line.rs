//! The line form: 81 characters, row by row.

use minirow_core::Grid;

use crate::characters::{character, number};

pub(super) fn write(grid: &Grid, blank: char) -> String {
    if !blank.is_ascii() {
        return grid.numbers().iter().map(|&number| character(number, blank)).collect();
    }
    // Bytes are several times faster than characters.
    let mut bytes = Vec::with_capacity(82); // with room for a line end
    bytes.extend(grid.numbers().iter().map(|&number| if number == 0 { blank as u8 } else { b'0' + number }));
    String::from_utf8(bytes).expect("ASCII")
}

/// Returns `true` for a digit or a blank.
pub(super) fn is_cell(character: u8) -> bool {
    number(character).is_some()
}

/// Returns `true` for 81 cells of which up to three are signs among zeros: a grid that has lost zeros, with punctuation.
pub(super) fn has_stray_blank(characters: &[u8]) -> bool {
    let signs = characters.iter().filter(|byte| matches!(byte, b'.' | b'-' | b'_' | b'*')).count();
    (1..=3).contains(&signs)
        && characters.len() == 81
        && characters.contains(&b'0')
        && characters.iter().all(|&byte| is_cell(byte))
}
