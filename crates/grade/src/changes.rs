//! The changes of a position since a technique found nothing.
//!
//! Candidates only disappear on a path. A finder that depends on the candidates of a region, such as a house, and found
//! no step there, finds none as long as the region has the same candidates. So it may leave out regions without changes.

use minirow_core::{CandidateSet, Cell, CellSet, Digit, DigitSet, House};

/// The candidates that a position has lost since a technique found no step in it, by cell and by digit.
///
/// ```
/// use minirow_core::{Candidate, CandidateSet, Cell, Digit, Grid, House};
/// use minirow_grade::{Changes, Pencilmarks};
/// let before = CandidateSet::from(&Grid::EMPTY);
/// let mut position = Pencilmarks::from(&Grid::EMPTY);
/// position.eliminate(Candidate { cell: Cell::at(3, 2), digit: Digit::D7 });
/// let changes = Changes::between(&before, position.candidates());
/// assert_eq!(changes.cells().single(), Some(Cell::at(3, 2)));
/// assert_eq!(changes.digits().to_string(), "7");
/// assert!(changes.affect(House::ROWS[3]) && !changes.affect(House::ROWS[4]));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Changes {
    cells: CellSet,
    digits: DigitSet,
    before: CandidateSet,
}

impl Changes {
    /// Everything has changed: no region can be left out.
    pub const ALL: Changes = Changes { cells: CellSet::ALL, digits: DigitSet::ALL, before: CandidateSet::ALL };

    /// Returns the changes between two sets of candidates, of which the second is a subset of the first.
    pub fn between(before: &CandidateSet, now: &CandidateSet) -> Changes {
        let mut changes = Changes { cells: CellSet::EMPTY, digits: DigitSet::EMPTY, before: *before };
        for digit in Digit::ALL {
            let lost = before.cells(digit) - now.cells(digit);
            if !lost.is_empty() {
                changes.cells |= lost;
                changes.digits.insert(digit);
            }
        }
        changes
    }

    /// Returns the cells that have lost a candidate.
    pub const fn cells(&self) -> CellSet {
        self.cells
    }

    /// Returns the digits that have lost a place.
    pub const fn digits(&self) -> DigitSet {
        self.digits
    }

    /// Returns the places that a digit had before.
    pub const fn cells_before(&self, digit: Digit) -> CellSet {
        self.before.cells(digit)
    }

    /// Returns `true` if a cell of a house has lost a candidate.
    pub fn affect(&self, house: House) -> bool {
        self.cells.intersects(house.cells())
    }

    /// Returns `true` if a cell, or a cell that sees it, has lost a candidate.
    pub fn affect_around(&self, cell: Cell) -> bool {
        self.cells.intersects(cell.peers().with(cell))
    }
}
