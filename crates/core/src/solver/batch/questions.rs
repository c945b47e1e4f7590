//! The work behind the public functions: counting the solutions of grids, and finding redundant clues.

use std::ops::ControlFlow;

use super::work::{Solved, Start, Work};
use crate::cell::{Cell, CellSet};
use crate::grid::Grid;

/// Counts the solutions of grids.
pub(super) struct Count<'a> {
    pub(super) grids: &'a [Grid],
    /// The number of grids given to the lanes so far.
    pub(super) begun: usize,
    pub(super) limit: u64,
    /// The count of each grid.
    pub(super) counts: &'a mut [u64],
    /// The first solution found of each grid. The slice is empty if no solutions are needed.
    pub(super) solutions: &'a mut [Grid],
}

impl Work for Count<'_> {
    #[inline(always)]
    fn next(&mut self, start: &mut Start) -> Option<usize> {
        if self.limit == 0 {
            return None;
        }
        start.at(self.grids.get(self.begun)?);
        self.begun += 1;
        Some(self.begun - 1)
    }

    #[inline(always)]
    fn found(&mut self, search: usize, solution: &dyn Solved) -> ControlFlow<()> {
        let count = &mut self.counts[search];
        *count += 1;
        if *count == 1
            && let Some(first) = self.solutions.get_mut(search)
        {
            *first = solution.grid();
        }
        if *count < self.limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    #[inline(always)]
    fn exhausted(&mut self, _search: usize) {}
}

/// Counts the solutions of one start, as long as a function wants.
pub(super) struct CountWhile<'a> {
    /// The number of solutions and guesses so far.
    pub(super) steps: u64,
    /// The start, until a lane takes it.
    pub(super) start: Option<&'a Start>,
    pub(super) limit: u64,
    pub(super) count: u64,
    pub(super) continues: &'a mut dyn FnMut(u64) -> bool,
}

impl CountWhile<'_> {
    /// The number of solutions and guesses between two calls of the function.
    const INTERVAL: u64 = 1 << 16;

    fn step(&mut self) -> ControlFlow<()> {
        self.steps += 1;
        if self.steps.is_multiple_of(CountWhile::INTERVAL) && !(self.continues)(self.count) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

impl Work for CountWhile<'_> {
    fn next(&mut self, start: &mut Start) -> Option<usize> {
        start.clone_from(self.start.take()?);
        Some(0)
    }

    fn found(&mut self, _search: usize, _solution: &dyn Solved) -> ControlFlow<()> {
        self.count += 1;
        if self.count == self.limit { ControlFlow::Break(()) } else { self.step() }
    }

    fn guessed(&mut self, _search: usize) -> ControlFlow<()> {
        self.step()
    }

    fn exhausted(&mut self, _search: usize) {}
}

/// Finds the redundant clues of a puzzle. For each clue, it searches for a solution with another digit in its cell.
pub(crate) struct Spare<'a> {
    pub(crate) clues: &'a Grid,
    /// The clues that are not tested yet.
    pub(crate) left: CellSet,
    /// The redundant clues.
    pub(crate) spare: CellSet,
    /// `true` to stop after the first redundant clue.
    pub(crate) one_is_enough: bool,
}

impl Work for Spare<'_> {
    fn next(&mut self, start: &mut Start) -> Option<usize> {
        let cell = self.left.first()?;
        self.left.remove(cell);
        let mut without = *self.clues;
        without.set(cell, None);
        start.at(&without);
        start.remove(cell, self.clues.get(cell)?);
        Some(cell.index())
    }

    fn found(&mut self, _search: usize, _solution: &dyn Solved) -> ControlFlow<()> {
        ControlFlow::Break(())
    }

    fn exhausted(&mut self, search: usize) {
        self.spare.insert(Cell::from_index(search));
        if self.one_is_enough {
            self.left = CellSet::EMPTY;
        }
    }
}
