//! The line form: 81 characters, row by row.

use crate::grid::Grid;
use crate::text::characters::{character, number};

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

/// Parses 81 digits and blanks; returns `None` for other characters.
pub(super) fn read(characters: &[u8]) -> Option<Grid> {
    let characters: &[u8; 81] = characters.try_into().ok()?;
    let mut numbers = [0; 81];
    for (place, &character) in numbers.iter_mut().zip(characters) {
        *place = number(character)?;
    }
    // A grid has one blank: another one may be a clue that was lost.
    let blank = characters.iter().find(|byte| !matches!(byte, b'1'..=b'9')).copied().unwrap_or(b'0');
    if !characters.iter().all(|&byte| byte == blank || matches!(byte, b'1'..=b'9')) {
        return None;
    }
    Grid::from_numbers(numbers)
}
