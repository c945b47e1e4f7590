//! Solving, uniqueness, counting and enumeration.
//!
//! ```
//! use minirow_core::{Grid, solver};
//! let grid = Grid::EMPTY;
//! assert_eq!(solver::count(&grid, 1000), 1000);
//! let ten: Vec<_> = solver::solutions(&grid).take(10).collect();
//! assert_eq!(ten.len(), 10);
//! ```
//!
//! # Engines
//! - The plain [`mod@reference`] solver is the specification.
//! - The bitmask solver enumerates solutions: [`State`] holds candidates and propagates, [`Solutions`] searches.
//! - The [`batch`] engine counts solutions, with a search in each lane of a vector register. Compared with the bitmask
//!   solver, it takes a third of the time for one grid, and a tenth for each of many.
//!
//! - The exact number of solutions of a nearly empty grid is counted by bands: see [`count_exact`].
//!
//! The functions of this module choose the engine. Code with many grids should make a
//! [`batch::Engine`], which is faster.

mod bands;
pub mod batch;
mod bitmask;
mod exact;
pub mod reference;
mod search;
mod smallest;

pub use bitmask::{State, Unsolvable};
pub use exact::{CountProgress, count_exact, count_while};
pub use search::{Solutions, nodes};
pub use smallest::{smallest, smallest_of};

use crate::cell::{Cell, CellSet};
use crate::grid::Grid;
use crate::solution::Solution;
use crate::solver::batch::questions::Spare;

/// Returns an iterator over all solutions of a grid. Each solution is found when the iterator is advanced.
///
/// The order is always the same, but is not lexicographical. See [`smallest()`] for the smallest solution.
///
/// ```
/// use minirow_core::{Grid, solver};
/// // Rows 1 and 2 are given.
/// let grid: Grid = format!("{:.<81}", "123456789456789123").parse()?;
/// assert!(solver::solutions(&grid).take(5).all(|solution| solution.completes(&grid)));
/// # Ok::<(), minirow_core::ParseGridError>(())
/// ```
pub fn solutions(grid: &Grid) -> Solutions {
    Solutions::of(State::from(grid))
}

/// Returns the first solution that the search finds, or `None` if there is none.
///
/// The result does not depend on the machine. If several solutions are possible, prefer
/// [`Puzzle::new`](crate::Puzzle::new), which reports that.
///
/// ```
/// use minirow_core::{Grid, solver};
/// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// assert!(solver::solve(&grid).unwrap().to_string().starts_with("534678912"));
/// # Ok::<(), minirow_core::ParseGridError>(())
/// ```
pub fn solve(grid: &Grid) -> Option<Solution> {
    solutions(grid).next()
}

/// Returns the number of solutions, up to `limit`.
///
/// For an exact count, which may need more than 64 bits, use [`count_exact`]. To be able to stop a count, use
/// [`count_while`].
///
/// ```
/// use minirow_core::{Grid, solver};
/// let unique: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// assert_eq!(solver::count(&unique, 1000), 1);
/// assert_eq!(solver::count(&Grid::EMPTY, 7), 7);
/// # Ok::<(), minirow_core::ParseGridError>(())
/// ```
pub fn count(grid: &Grid, limit: u64) -> u64 {
    if limit > ENUMERATED {
        let count = count_while(grid, limit.into(), &mut |_| true).unwrap_or_else(|stopped| stopped.at_least);
        return count as u64; // at most the limit
    }
    batch::with_engine_for_one(|engine| engine.count(grid, limit))
}

/// The limit up to which all solutions are enumerated.
const ENUMERATED: u64 = 1 << 16;

/// Returns `true` if there is exactly one solution.
///
/// ```
/// use minirow_core::{Grid, solver};
/// assert!(!solver::is_unique(&Grid::EMPTY));
/// ```
pub fn is_unique(grid: &Grid) -> bool {
    count(grid, 2) == 1
}

/// Returns `true` if a clue is not redundant: without it, its cell could hold another digit.
///
/// The grid must have exactly one solution. The known solution is excluded, so this takes one search, where counting up
/// to two takes two.
///
/// ```
/// use minirow_core::{Cell, Grid, solver};
/// let grid: Grid = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
/// assert!(solver::is_clue_needed(&grid, Cell::at(0, 0)));
/// # Ok::<(), minirow_core::ParseGridError>(())
/// ```
///
/// # Panics
/// Panics if the cell is empty.
pub fn is_clue_needed(grid: &Grid, cell: Cell) -> bool {
    assert!(grid.get(cell).is_some(), "{cell} is empty");
    batch::with_engine_for_one(|engine| {
        let left = CellSet::from(cell);
        let mut work = Spare { clues: grid, left, spare: CellSet::EMPTY, one_is_enough: true };
        engine.run(&mut work);
        work.spare.is_empty()
    })
}
