//! The set of cells that HoDoKu works with while it makes and checks tables.
//!
//! It shows in one place only: if an assumption leads to its own opposite, the text of the step names a cell that has nothing to
//! do with it, the first one of the set when it was last touched.

use minirow_core::{Cell, CellSet};

/// A set of cells, and the first cell of what it was when it was touched last and not empty.
#[derive(Clone, Copy, Default)]
pub(crate) struct WorkSet {
    cells: CellSet,
    first: Option<Cell>,
}

impl WorkSet {
    /// Replaces the cells.
    pub(crate) fn assign(&mut self, cells: CellSet) {
        self.cells = cells;
    }

    /// Replaces the cells, and looks at the first one.
    pub(crate) fn touch(&mut self, cells: CellSet) {
        self.cells = cells;
        self.first = cells.first().or(self.first);
    }

    /// Returns the first cell, or the first one of an earlier set.
    pub(crate) fn first(&self) -> Option<Cell> {
        self.cells.first().or(self.first)
    }
}
