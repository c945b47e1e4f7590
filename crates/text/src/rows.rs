//! The grid form: nine lines of nine characters.

use minirow_core::Grid;

use crate::characters::character;

pub(super) fn write(grid: &Grid, blank: char) -> String {
    let rows = grid.to_rows().map(|row| row.iter().map(|&number| character(number, blank)).collect::<String>());
    rows.join("\n")
}
