//! The measures of a drawn grid, and the places of cells and candidates in it.

use minirow_core::{Candidate, Cell};

/// The side of a cell.
pub(super) const CELL: i32 = 60;
/// The margin with the numbers of rows and columns.
pub(super) const MARGIN: i32 = 26;
/// The margin on the other sides.
pub(super) const EDGE: i32 = 6;
/// The side of the drawing.
pub(in crate::explain) const SIDE: i32 = MARGIN + 9 * CELL + EDGE;

/// Returns the middle of a cell.
pub(super) fn cell_middle(cell: Cell) -> (i32, i32) {
    let along = |number: usize| MARGIN + CELL * number as i32 + CELL / 2;
    (along(cell.column()), along(cell.row()))
}

/// Returns the middle of a candidate. The candidates of a cell stand in three rows.
pub(super) fn candidate_middle(Candidate { cell, digit }: Candidate) -> (i32, i32) {
    let (x, y) = cell_middle(cell);
    let shift = |number: usize| 19 * (number as i32 - 1);
    (x + shift(digit.index() % 3), y + shift(digit.index() / 3))
}
