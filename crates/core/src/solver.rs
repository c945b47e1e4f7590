//! Solving, uniqueness, counting and enumerating: the only door to the solvers.
//!
//! ```
//! use minirow_core::{Grid, solver};
//! let grid = Grid::EMPTY;
//! assert_eq!(solver::count(&grid, 1000), 1000);
//! let ten: Vec<_> = solver::solutions(&grid).take(10).collect();
//! assert_eq!(ten.len(), 10);
//! ```
//!
//! Behind it are three engines. The readable [`mod@reference`] solver is the specification. The bitmask solver enumerates:
//! [`State`] holds the candidates and propagates, [`Solutions`] searches. Whatever only asks how many solutions there are
//! goes to the lanes of [`batch`], which need a third of its time for one grid, and a tenth for each of many: whoever has
//! many grids at hand makes an [`Engine`](batch::Engine).

pub mod batch;
mod bitmask;
pub mod reference;
mod search;
mod smallest;

pub use bitmask::{State, Unsolvable};
pub use search::{Solutions, nodes};
pub use smallest::{smallest, smallest_of};

use crate::cell::{Cell, CellSet};
use crate::grid::Grid;
use crate::solution::Solution;
use crate::solver::batch::questions::Spare;

/// All solutions of a grid, one after the other, found as they are asked for.
///
/// The order is always the same, but is not that of the digits: for the smallest solution there is [`smallest()`].
pub fn solutions(grid: &Grid) -> Solutions {
    Solutions::of(State::from(grid))
}

/// The first solution that the search comes upon: the quickest answer, and the only one for a proper puzzle.
pub fn solve(grid: &Grid) -> Option<Solution> {
    solutions(grid).next()
}

/// The number of solutions, or `limit` if there are as many or more.
///
/// An exact count is `u64::MAX` as the limit; one that must be able to stop takes its solutions in portions, with
/// [`Solutions::count_next`].
pub fn count(grid: &Grid, limit: u64) -> u64 {
    batch::with_engine_for_one(|engine| engine.count(grid, limit))
}

/// Whether there is exactly one solution.
pub fn is_unique(grid: &Grid) -> bool {
    count(grid, 2) == 1
}

/// Whether a clue of a grid with one solution can not be spared: without it, its cell could hold another digit.
///
/// This is one search instead of the two that a count up to two would take, since the solution that is known already is
/// struck out.
///
/// # Panics
/// If the cell is empty.
pub fn is_clue_needed(grid: &Grid, cell: Cell) -> bool {
    assert!(grid.get(cell).is_some(), "{cell} is empty");
    batch::with_engine_for_one(|engine| {
        let left = CellSet::from(cell);
        let mut work = Spare { clues: grid, left, spare: CellSet::EMPTY, one_is_enough: true };
        engine.run(&mut work);
        work.spare.is_empty()
    })
}
