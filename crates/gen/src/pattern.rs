//! Filling a pattern: clues in exactly the cells that are wanted, which a random full grid seldom leaves unique.
//!
//! From a full grid whose clues in the pattern have several solutions, some clues are dropped and the rest completed to
//! another full grid at random. It is kept if there are no more solutions than before, until there is one. The number of
//! solutions (up to [`MOST`]) does not depend on who counts them, so neither does the puzzle.

use minirow_core::{CellSet, Grid, Puzzle, Solution, solver};

use crate::complete::complete;
use crate::fill::fill;
use crate::stream::Stream;

/// Solutions are counted up to here: what has more is as good as what has much more.
const MOST: u64 = 2000;

/// How many grids in a row may be no better before a try ends.
const PATIENCE: u32 = 400;

/// A puzzle with clues in all cells of a pattern and nowhere else. With a solution to keep to there is but one.
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

/// The clues of another full grid that shares most clues with these.
fn neighbour(clues: &Grid, pattern: CellSet, stream: &mut Stream) -> Grid {
    let mut cells: Vec<_> = pattern.iter().collect();
    stream.shuffle(&mut cells);
    let dropped = 2 + stream.below(4) as usize;
    let kept: CellSet = cells.into_iter().skip(dropped).collect();
    let solution = complete(&clues.within(kept), stream).expect("the grid that they come from");
    solution.grid().within(pattern)
}
