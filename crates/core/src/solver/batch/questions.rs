//! The work that the door gives to the lanes: how many solutions, and which.

use std::ops::ControlFlow;

use super::work::{Start, Work};
use crate::grid::Grid;

/// Counts solutions, and keeps the first that is found of each grid if it is asked to.
pub(super) struct Count<'a, const KEEP: bool> {
    grids: &'a [Grid],
    asked: usize,
    limit: u64,
    pub(super) counts: Vec<u64>,
    /// By grid, if they are kept; where there is none, what is there means nothing.
    pub(super) solutions: Vec<Grid>,
}

impl<'a, const KEEP: bool> Count<'a, KEEP> {
    pub(super) fn new(grids: &'a [Grid], limit: u64) -> Count<'a, KEEP> {
        Count {
            grids,
            asked: 0,
            limit,
            counts: vec![0; grids.len()],
            solutions: if KEEP { vec![Grid::EMPTY; grids.len()] } else { Vec::new() },
        }
    }
}

impl<const KEEP: bool> Work for Count<'_, KEEP> {
    #[inline(always)]
    fn next(&mut self, start: &mut Start) -> Option<usize> {
        if self.limit == 0 {
            return None;
        }
        start.at(self.grids.get(self.asked)?);
        self.asked += 1;
        Some(self.asked - 1)
    }

    #[inline(always)]
    fn found(&mut self, search: usize, solution: impl FnOnce() -> Grid) -> ControlFlow<()> {
        let count = &mut self.counts[search];
        if KEEP && *count == 0 {
            self.solutions[search] = solution();
        }
        *count += 1;
        if *count < self.limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    #[inline(always)]
    fn exhausted(&mut self, _search: usize) {}
}

/// Counts the solutions of one grid.
pub(super) struct CountOne<'a> {
    grid: Option<&'a Grid>,
    limit: u64,
    pub(super) count: u64,
}

impl<'a> CountOne<'a> {
    pub(super) fn new(grid: &'a Grid, limit: u64) -> CountOne<'a> {
        CountOne { grid: (limit > 0).then_some(grid), limit, count: 0 }
    }
}

impl Work for CountOne<'_> {
    #[inline(always)]
    fn next(&mut self, start: &mut Start) -> Option<usize> {
        start.at(self.grid.take()?);
        Some(0)
    }

    #[inline(always)]
    fn found(&mut self, _search: usize, _solution: impl FnOnce() -> Grid) -> ControlFlow<()> {
        self.count += 1;
        if self.count < self.limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    #[inline(always)]
    fn exhausted(&mut self, _search: usize) {}
}
