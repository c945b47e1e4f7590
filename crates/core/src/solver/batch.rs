//! Many grids at once: a search in each lane of a vector register.

mod instruction_set;
mod lanes;
mod layout;
mod machine;
mod pass;
pub(crate) mod questions;
mod score;
mod work;

use std::borrow::Borrow;
use std::cell::RefCell;
use std::fmt;
use std::slice;

pub use instruction_set::InstructionSet;
pub use work::{Start, Work};

use crate::grid::Grid;
use crate::puzzle::{NotAPuzzle, Puzzle, Solution};
use crate::solver;
use machine::Machine;
use questions::Count;

/// Repeats a block with a constant: the compiler keeps what is indexed by constants in registers.
macro_rules! unroll {
    ($name:ident in [$($value:literal)*] $body:block) => {
        $({
            const $name: usize = $value;
            $body
        })*
    };
}
use unroll;

/// So many grids are in memory at a time.
const PORTION: usize = 2048;

/// What is known of a grid when it has been searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The number of solutions, or the limit if there are as many or more.
    pub count: u64,
    /// The solution, if there is one; the lexicographically smallest, if there are several.
    pub solution: Option<Solution>,
}

/// Whether a grid has one solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It has none.
    NoSolution,
    /// It has this one only.
    One(Solution),
    /// It has two at least.
    Several,
}

/// Searches many grids side by side, or one with all lanes.
pub struct Engine(Machine);

impl Default for Engine {
    fn default() -> Engine {
        Engine::new()
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Engine({})", self.instruction_set())
    }
}

impl Engine {
    /// An engine on the best instruction set that this machine has.
    pub fn new() -> Engine {
        let best = InstructionSet::available().next().expect("plain code runs everywhere");
        Engine::with(best).expect("it is available")
    }

    /// An engine for one grid at a time, where that is faster than the bitmask solver: for want of other work most lanes
    /// are idle, so it takes wide ones.
    fn for_one() -> Option<Engine> {
        [InstructionSet::Avx512, InstructionSet::Avx2].into_iter().find_map(Engine::with)
    }

    /// An engine on a certain instruction set; nothing if this machine does not have it.
    pub fn with(set: InstructionSet) -> Option<Engine> {
        Machine::new(set).map(Engine)
    }

    /// What the engine runs on.
    pub fn instruction_set(&self) -> InstructionSet {
        self.0.instruction_set()
    }

    /// The number of solutions of each grid, in order, or `limit` where there are as many or more.
    pub fn counts(&mut self, grids: impl IntoIterator<Item: Borrow<Grid>>, limit: u64) -> impl Iterator<Item = u64> {
        in_portions(grids, move |grids| {
            let mut counts = vec![0; grids.len()];
            self.search(grids, limit, &mut counts, &mut []);
            counts
        })
    }

    /// Of each grid, in order, the solution if there is exactly one.
    pub fn answers(&mut self, grids: impl IntoIterator<Item: Borrow<Grid>>) -> impl Iterator<Item = Answer> {
        in_portions(grids, move |grids| {
            let mut counts = vec![0; grids.len()];
            let mut solutions = vec![Grid::EMPTY; grids.len()];
            self.search(grids, 2, &mut counts, &mut solutions);
            let answers = counts.into_iter().zip(solutions).map(|(count, first)| match count {
                0 => Answer::NoSolution,
                1 => Answer::One(Solution::trusted(first)),
                2.. => Answer::Several,
            });
            answers.collect()
        })
    }

    /// Of each grid, in order, the puzzle that it is.
    ///
    /// # Errors
    /// As [`Puzzle::new`] has them.
    pub fn puzzles(
        &mut self,
        grids: impl IntoIterator<Item: Borrow<Grid>>,
    ) -> impl Iterator<Item = Result<Puzzle, NotAPuzzle>> {
        in_portions(grids, move |grids| {
            let puzzles = self.answers(grids).zip(grids).map(|(answer, grid)| match answer {
                Answer::One(solution) => Ok(Puzzle::trusted(*grid, solution)),
                // The reason is found as for one grid alone, so that it is always the same.
                Answer::NoSolution | Answer::Several => Puzzle::new(*grid),
            });
            puzzles.collect()
        })
    }

    /// The number of solutions of each grid, in order, or `limit` where there are as many or more; and a solution.
    ///
    /// Where there are several solutions, it is the smallest, which is looked for by [`solver::smallest`]: whatever else
    /// the lanes come upon would depend on how many there are. That takes a hundred times as long as the rest.
    pub fn find(&mut self, grids: impl IntoIterator<Item: Borrow<Grid>>, limit: u64) -> impl Iterator<Item = Found> {
        in_portions(grids, move |grids| {
            let mut counts = vec![0; grids.len()];
            let mut solutions = vec![Grid::EMPTY; grids.len()];
            // With less than two there would be no telling whether the first is the only one.
            self.search(grids, limit.max(2), &mut counts, &mut solutions);
            let found = grids.iter().zip(counts).zip(solutions).map(|((grid, count), first)| {
                let solution = match count {
                    0 => None,
                    1 => Some(Solution::trusted(first)),
                    2.. => solver::smallest(grid),
                };
                Found { count: count.min(limit), solution }
            });
            found.collect()
        })
    }

    /// The number of solutions of one grid, whose branches are spread over all lanes, or `limit` if there are as many or
    /// more.
    pub fn count(&mut self, grid: &Grid, limit: u64) -> u64 {
        let mut count = 0;
        self.search(slice::from_ref(grid), limit, slice::from_mut(&mut count), &mut []);
        count
    }

    fn search(&mut self, grids: &[Grid], limit: u64, counts: &mut [u64], solutions: &mut [Grid]) {
        self.run(&mut Count { grids, begun: 0, limit, counts, solutions });
    }

    /// Does work of another kind.
    pub fn run<W: Work>(&mut self, work: &mut W) {
        self.0.run(work);
    }
}

thread_local! {
    /// The engine of this thread, for questions about one grid: to make one takes longer than to solve a puzzle.
    static OWN: RefCell<Option<Engine>> = RefCell::new(Engine::for_one());
}

/// Asks the engine of this thread, if it has one that is faster than the bitmask solver.
pub(crate) fn with_own<R>(ask: impl FnOnce(&mut Engine) -> R) -> Option<R> {
    // There is none while the thread ends, or while the engine is at work for someone further up.
    OWN.try_with(|own| Some(ask(own.try_borrow_mut().ok()?.as_mut()?))).ok()?
}

/// Answers a question about grids portion by portion.
pub(crate) fn in_portions<R>(
    grids: impl IntoIterator<Item: Borrow<Grid>>,
    mut answer: impl FnMut(&[Grid]) -> Vec<R>,
) -> impl Iterator<Item = R> {
    let mut grids = grids.into_iter();
    let mut portion = Vec::new();
    let next_portion = move || {
        portion.clear();
        portion.extend(grids.by_ref().take(PORTION).map(|grid| *grid.borrow()));
        (!portion.is_empty()).then(|| answer(&portion))
    };
    std::iter::from_fn(next_portion).flatten()
}
