//! The work that the door gives to the lanes: how many solutions has each grid, and which?

use std::ops::ControlFlow;

use super::work::{Start, Work};
use crate::grid::Grid;

/// Counts the solutions of grids.
pub(super) struct Count<'a> {
    pub(super) grids: &'a [Grid],
    /// As many were given to the lanes.
    pub(super) begun: usize,
    pub(super) limit: u64,
    /// By grid.
    pub(super) counts: &'a mut [u64],
    /// By grid, the first solution that is found; empty if nobody wants them.
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
    fn found(&mut self, search: usize, solution: impl FnOnce() -> Grid) -> ControlFlow<()> {
        let count = &mut self.counts[search];
        *count += 1;
        if *count == 1
            && let Some(first) = self.solutions.get_mut(search)
        {
            *first = solution();
        }
        if *count < self.limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    #[inline(always)]
    fn exhausted(&mut self, _search: usize) {}
}
