//! The candidates on which chains run: the two views of pencilmarks that implications need.

use minirow_core::{Cell, CellSet, Digit, DigitSet, House};

use crate::chain::node::Cause;
use crate::pencilmarks::Pencilmarks;

/// Candidates by cell and by digit.
#[derive(Clone)]
pub(crate) struct Marks {
    digits: [DigitSet; 81],
    cells: [CellSet; 9],
}

impl Marks {
    pub(crate) fn digits(&self, cell: Cell) -> DigitSet {
        self.digits[cell.index()]
    }

    pub(crate) fn cells(&self, digit: Digit) -> CellSet {
        self.cells[digit.index()]
    }

    /// Returns the number of candidates.
    pub(crate) fn len(&self) -> usize {
        self.cells.iter().map(|cells| cells.len()).sum()
    }

    pub(crate) fn by_digit(&self) -> &[CellSet; 9] {
        &self.cells
    }

    pub(crate) fn remove(&mut self, cell: Cell, digit: Digit) {
        self.digits[cell.index()].remove(digit);
        self.cells[digit.index()].remove(cell);
    }
}

impl From<&Pencilmarks> for Marks {
    fn from(pencilmarks: &Pencilmarks) -> Marks {
        Marks {
            digits: Cell::ALL.map(|cell| pencilmarks.digits(cell)),
            cells: Digit::ALL.map(|digit| pencilmarks.cells(digit)),
        }
    }
}

impl From<&[CellSet; 9]> for Marks {
    fn from(cells: &[CellSet; 9]) -> Marks {
        let digits_of = |cell| Digit::ALL.into_iter().filter(|digit| cells[digit.index()].contains(cell)).collect();
        Marks { digits: Cell::ALL.map(digits_of), cells: *cells }
    }
}

/// Returns the box, the row and the column of a cell, in the order of chains, each with its cause.
pub(crate) const fn houses(cell: Cell) -> [(House, Cause); 3] {
    let [row, column, box_] = cell.houses();
    [(box_, Cause::Box), (row, Cause::Row), (column, Cause::Column)]
}
