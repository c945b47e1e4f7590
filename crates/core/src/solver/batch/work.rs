//! What the lanes work on: which search comes next, and what becomes of it when it ends.

use std::ops::ControlFlow;

use super::layout::Position;
use crate::candidate::CandidateSet;
use crate::cell::{Cell, CellSet};
use crate::digit::Digit;
use crate::grid::Grid;

/// Gives searches to the lanes, and takes their results.
///
/// A search looks for the solutions of a grid. Several are under way at once, and they end in any order: whatever must
/// not depend on that is told apart by their numbers.
pub trait Work {
    /// What the next search starts from, with a number to know it by; nothing if there is none for now. It is asked again
    /// when a search has ended.
    fn next(&mut self, start: &mut Start) -> Option<usize>;

    /// A solution of a search has been found: go on looking for others, or end it?
    fn found(&mut self, search: usize, solution: impl Solved) -> ControlFlow<()>;

    /// A search has come to its end: there are no more solutions.
    fn exhausted(&mut self, search: usize);
}

/// A solution where it was found; what it is comes at a price.
pub trait Solved {
    /// All its digits.
    fn grid(&self) -> Grid;

    /// The cells in which it has another digit than a solution that is known, given as a start from all its digits. This
    /// is cheaper than the grid.
    fn differing(&self, known: &Start) -> CellSet;
}

/// Where a search starts: the candidates of every cell.
#[derive(Clone, Debug)]
pub struct Start(pub(super) Position);

impl Default for Start {
    fn default() -> Start {
        Start::new()
    }
}

impl Start {
    /// From the empty grid.
    pub const fn new() -> Start {
        Start(Position::EMPTY)
    }

    /// From the clues of a grid.
    #[inline(always)]
    pub fn at(&mut self, grid: &Grid) {
        self.0.load(grid);
    }

    /// From candidates.
    #[inline]
    pub fn at_candidates(&mut self, candidates: &CandidateSet) {
        self.0 = Position::NOTHING;
        for digit in Digit::ALL {
            for cell in candidates.cells(digit).iter() {
                self.0.insert(cell, digit);
            }
        }
    }

    /// Empties a cell: all digits are its candidates.
    #[inline(always)]
    pub fn clear(&mut self, cell: Cell) {
        self.0.clear(cell);
    }

    /// Takes a candidate out: solutions with this digit in this cell are not looked for.
    #[inline(always)]
    pub fn remove(&mut self, cell: Cell, digit: Digit) {
        self.0.remove(cell, digit);
    }
}
