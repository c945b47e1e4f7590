//! Plain randomised backtracking: the cells in reading order, and the digits of each in random order.

use minirow_core::{Cell, Digit, Grid, Solution};

use crate::stream::Stream;

/// Returns a full grid that randomised backtracking fills cell by cell.
///
/// Every full grid can result, but not with equal probability: a digit that leads to few grids is tried as often as one that leads to many,
/// so bands whose rows share minirows result more than twice as often as they should. It is the plain method beside
/// [`full_grid`](crate::full_grid), which draws all full grids with equal probability and is used for puzzles.
///
/// ```
/// use minirow_gen::backtracked_grid;
/// assert_eq!(backtracked_grid(42, 0), backtracked_grid(42, 0));
/// assert_ne!(backtracked_grid(42, 0), backtracked_grid(42, 1));
/// ```
pub fn backtracked_grid(seed: u64, index: u64) -> Solution {
    let mut grid = Grid::EMPTY;
    assert!(fill_from(&mut grid, 0, &mut Stream::new(seed, index)), "the empty grid has solutions");
    Solution::new(grid).expect("no digit is used twice in a house")
}

/// Fills the cells from one on. Returns `false`, with these cells empty, if that is impossible.
fn fill_from(grid: &mut Grid, first: usize, stream: &mut Stream) -> bool {
    let Some(&cell) = Cell::ALL.get(first) else { return true };
    let mut digits = Digit::ALL;
    stream.shuffle(&mut digits);
    for digit in digits {
        if cell.peers().iter().all(|peer| grid.get(peer) != Some(digit)) {
            grid.set(cell, Some(digit));
            if fill_from(grid, first + 1, stream) {
                return true;
            }
            grid.set(cell, None);
        }
    }
    false
}
