//! Filling a pattern: clues in exactly the cells of a mask, which rarely have one solution in a random full grid.
//!
//! It starts from the clues of a random full grid in the pattern. If they have several solutions, some clues are
//! dropped, and the rest is completed to another random full grid. The new clues are kept if they have no more
//! solutions than before, until there is one solution. The number of solutions (up to [`MOST`]) is the same for every
//! solver, and so is the puzzle.

use minirow_core::{CellSet, Grid, Puzzle, Solution, solver};

use crate::complete::complete;
use crate::fill::fill;
use crate::stream::Stream;

/// The maximum to which solutions are counted. Larger numbers are not told apart.
const MOST: u64 = 2000;

/// The number of neighbours in a row without improvement after which an attempt ends.
const PATIENCE: u32 = 400;

/// Returns a puzzle with clues in exactly the cells of a pattern. With a given solution there is only one candidate.
pub(crate) fn fill_pattern(pattern: CellSet, solution: Option<Solution>, stream: &mut Stream) -> Option<Puzzle> {
    if let Some(solution) = solution {
        return Puzzle::new(solution.grid().within(pattern)).ok();
    }
    let mut clues = fill(stream).grid().within(pattern);
    let mut count = solver::count(&clues, MOST);
    let mut idle = 0;
    while count > 1 && idle < PATIENCE {
        idle += 1;
        let next = neighbour(&clues, pattern, stream);
        let solutions = solver::count(&next, count + 1);
        if solutions < count {
            idle = 0;
        }
        if solutions <= count {
            (clues, count) = (next, solutions);
        }
    }
    Puzzle::new(clues).ok()
}

/// Returns the clues of another full grid that shares most of these clues.
fn neighbour(clues: &Grid, pattern: CellSet, stream: &mut Stream) -> Grid {
    let mut cells: Vec<_> = pattern.iter().collect();
    stream.shuffle(&mut cells);
    let dropped = 2 + stream.below(4) as usize;
    let kept: CellSet = cells.into_iter().skip(dropped).collect();
    let solution = complete(&clues.within(kept), stream).expect("the grid that they come from");
    solution.grid().within(pattern)
}
