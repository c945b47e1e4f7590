//! The regions of a position that have changed since a technique found nothing in them.
//!
//! Candidates only disappear on a path. A finder that depends on the candidates of a region, such as a house, and found
//! no step there, finds none as long as the region has the same candidates. So it may leave out regions without changes.

use std::ops::BitOr;

use minirow_core::{Cell, CellSet, DigitSet, House};

use crate::order::{ALL_HOUSES, houses};

/// The cells, digits and houses that have lost a candidate since a technique found no step in them.
///
/// ```
/// use minirow_core::{Candidate, Cell, Digit, Grid, House};
/// use minirow_grade::Pencilmarks;
/// let mut position = Pencilmarks::from(&Grid::EMPTY);
/// position.eliminate(Candidate { cell: Cell::at(0, 8), digit: Digit::D7 });
/// let changes = position.place(Candidate { cell: Cell::at(3, 2), digit: Digit::D7 });
/// assert_eq!(changes.cells().len(), 21);
/// assert_eq!(changes.digits().to_string(), "123456789");
/// assert!(changes.affect(House::ROWS[0]) && changes.affect(House::COLUMNS[8]) && !changes.affect(House::BOXES[2]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Changes {
    cells: CellSet,
    digits: DigitSet,
    houses: u32, // Bit 0-26: the house with that index.
}

impl Changes {
    /// No region has changed.
    pub const NONE: Changes = Changes { cells: CellSet::EMPTY, digits: DigitSet::EMPTY, houses: 0 };
    /// Everything has changed: no region can be left out.
    pub const ALL: Changes = Changes { cells: CellSet::ALL, digits: DigitSet::ALL, houses: ALL_HOUSES };

    /// A cell has lost some digits.
    pub(crate) fn of(cell: Cell, digits: DigitSet) -> Changes {
        Changes { cells: cell.into(), digits, houses: houses(cell) }
    }

    /// Adds a cell that has lost one of the digits.
    pub(crate) fn add(&mut self, cell: Cell) {
        self.cells.insert(cell);
        self.houses |= houses(cell);
    }

    /// Returns the cells that have lost a candidate.
    pub const fn cells(&self) -> CellSet {
        self.cells
    }

    /// Returns the digits that have lost a place.
    pub const fn digits(&self) -> DigitSet {
        self.digits
    }

    /// Returns the houses that have lost a candidate since the finder found nothing in them, as bits 0-26 by index.
    pub(crate) const fn houses(&self) -> u32 {
        self.houses
    }

    /// Removes houses in which the finder has found nothing, as bits 0-26 by index.
    pub(crate) const fn remove_houses(&mut self, houses: u32) {
        self.houses &= !houses;
    }

    /// Returns `true` if a house has lost a candidate since the finder found nothing in it.
    pub const fn affect(&self, house: House) -> bool {
        self.houses & 1 << house.index() != 0
    }

    /// Returns the cells that have lost a candidate, and those that see one of them.
    pub fn around(&self) -> CellSet {
        if self.cells == CellSet::ALL { CellSet::ALL } else { self.cells | self.cells.any_peers() }
    }
}

/// Returns the changes of either.
impl BitOr for Changes {
    type Output = Changes;
    fn bitor(self, other: Changes) -> Changes {
        Changes {
            cells: self.cells | other.cells,
            digits: self.digits | other.digits,
            houses: self.houses | other.houses,
        }
    }
}
