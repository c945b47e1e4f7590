//! The line form: 81 characters, row by row.

use crate::grid::Grid;
use crate::text::{character, number};

pub(super) fn write(grid: &Grid, blank: char) -> String {
    grid.numbers().iter().map(|&number| character(number, blank)).collect()
}

/// Reads 81 characters that are digits and blanks; nothing if one is not.
pub(super) fn read(characters: &[u8]) -> Option<Grid> {
    let characters: &[u8; 81] = characters.try_into().ok()?;
    let mut numbers = [0; 81];
    for (place, &character) in numbers.iter_mut().zip(characters) {
        *place = number(character)?;
    }
    Grid::from_numbers(numbers)
}
