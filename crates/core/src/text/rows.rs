//! The grid form: nine lines of nine characters.

use crate::grid::Grid;
use crate::text::characters::character;

pub(super) fn write(grid: &Grid, blank: char) -> String {
    let rows = grid.to_rows().map(|row| row.iter().map(|&number| character(number, blank)).collect::<String>());
    rows.join("\n")
}
