//! The batch engine: many grids at once, with a search in each lane of a vector register.
//!
//! Other fast solvers, including those that use vectors such as t-dillon's tdoku, solve one grid as quickly as
//! possible. Generators, checkers and graders have many grids. 16 grids fill the registers better than one:
//! each lane has its own search, and no lane waits for another.
//!
//! ```
//! use minirow_core::Grid;
//! use minirow_core::solver::batch::{SolutionVerdict, Engine};
//!
//! let puzzle: Grid = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
//! let grids = [puzzle, Grid::EMPTY];
//! let mut engine = Engine::new(); // keep it: its memory is reused
//! assert_eq!(engine.counts(&grids, 1000).collect::<Vec<_>>(), [1, 1000]);
//! assert!(matches!(engine.verdicts(&grids).next(), Some(SolutionVerdict::One(_))));
//! # Ok::<(), minirow_core::ParseGridError>(())
//! ```
//!
//! # Modules
//! - `layout`: how a grid is stored in a lane.
//! - `operations`: operations of the vectors for which some instruction sets have instructions of their own.
//! - `pass`: the rules of propagation.
//! - `score`: the choice of the cell to guess at.
//! - `lanes`: the search. It does not know the question; that is the task of a [`Work`].
//! - `questions`: the [`Work`] for the functions of this module.
//! - `machine`: the lanes of the instruction set chosen at run time.
//!
//! The code is written once, for the vectors of the crate `fearless_simd`, and has no `unsafe`. Only `operations` and
//! `machine` have code for particular instruction sets.
//!
//! # Determinism
//! Results are in the order of the grids. A number of solutions does not depend on the lanes. A solution is reported
//! only if it is unique, or if it is the smallest one, which the bitmask solver finds. The first solution that the
//! lanes find would depend on the number of lanes and on the other grids.
//!
//! # Memory
//! An engine has a stack of 81 positions for each lane (`lanes` shows why 81 are enough): 162 KiB with 16 lanes. At
//! most 2048 grids of a stream are held in memory at a time.
//!
//! # Experiments
//! `docs/src/experiments.md` lists the changes that were measured, with those that were dropped, and what takes the time.

mod instruction_set;
mod lanes;
mod layout;
mod machine;
mod operations;
mod pass;
pub(crate) mod questions;
mod score;
mod thread_engines;
mod work;

use std::borrow::Borrow;
use std::fmt;
use std::slice;

pub use instruction_set::InstructionSet;
pub use thread_engines::with_engine;
pub(crate) use thread_engines::with_engine_for_one;
pub use work::{Solved, Start, Work};

use crate::grid::Grid;
use crate::solution::Solution;
use crate::solver::smallest::smallest;
use machine::Machine;
use questions::{Count, CountWhile};

/// Repeats a block with a constant, so that arrays indexed by the constant stay in registers.
macro_rules! unroll {
    ($name:ident in [$($value:literal)*] $body:block) => {
        $({
            const $name: usize = $value;
            $body
        })*
    };
}
use unroll;

/// Number of grids held in memory at a time.
const PORTION: usize = 2048;

/// The number of solutions of a grid, and a solution.
///
/// ```
/// use minirow_core::Grid;
/// use minirow_core::solver::batch::{CountAndSolution, Engine};
/// let CountAndSolution { count, solution } = Engine::new().find([Grid::EMPTY], 100).next().unwrap();
/// assert_eq!(count, 100);
/// assert!(solution.unwrap().to_string().starts_with("123456789")); // the smallest of them
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountAndSolution {
    /// The number of solutions, up to the limit.
    pub count: u64,
    /// The only solution, or the lexicographically smallest of several, or `None`.
    pub solution: Option<Solution>,
}

/// The number of solutions of a grid: none, one or several.
///
/// ```
/// use minirow_core::Grid;
/// use minirow_core::solver::batch::{SolutionVerdict, Engine};
/// assert_eq!(Engine::new().verdict(&Grid::EMPTY), SolutionVerdict::Several);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolutionVerdict {
    /// There is no solution.
    NoSolution,
    /// There is exactly one solution.
    One(Solution),
    /// There are at least two solutions.
    Several,
}

impl SolutionVerdict {
    fn of(count: u64, first: Grid) -> SolutionVerdict {
        match count {
            0 => SolutionVerdict::NoSolution,
            1 => SolutionVerdict::One(Solution::trusted(first)),
            2.. => SolutionVerdict::Several,
        }
    }
}

/// An engine that searches many grids side by side, or one grid with all lanes.
///
/// Creating an engine allocates its memory. Create one for each thread and keep it, or use [`with_engine`].
///
/// ```
/// use minirow_core::Grid;
/// use minirow_core::solver::batch::Engine;
/// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let without_r1c1: Grid = grid.to_string().replacen('5', ".", 1).parse()?;
/// let mut engine = Engine::new();
/// let counts: Vec<u64> = engine.counts([grid, without_r1c1, Grid::EMPTY], 2).collect();
/// assert_eq!((counts[0], counts[2]), (1, 2));
/// # Ok::<(), minirow_core::ParseGridError>(())
/// ```
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
    /// Creates an engine on the best instruction set of this machine.
    pub fn new() -> Engine {
        let best = InstructionSet::available().next().expect("plain code runs everywhere");
        Engine::with(best).expect("it is available")
    }

    /// Creates an engine for one grid at a time.
    ///
    /// Most of its lanes are idle, so the time of a pass matters most. A pass with 16 lanes takes half as long again as
    /// one with 8 lanes. 16 lanes are faster only for the hardest puzzles.
    fn for_one() -> Engine {
        Engine::with(InstructionSet::Avx2).unwrap_or_default()
    }

    /// Creates an engine on an instruction set, or returns `None` if this machine does not have it.
    pub fn with(set: InstructionSet) -> Option<Engine> {
        Machine::new(set).map(Engine)
    }

    /// Returns the instruction set of the engine.
    pub fn instruction_set(&self) -> InstructionSet {
        self.0.instruction_set()
    }

    /// Returns the number of solutions of each grid, in order, up to `limit`.
    pub fn counts(&mut self, grids: impl IntoIterator<Item: Borrow<Grid>>, limit: u64) -> impl Iterator<Item = u64> {
        in_portions(grids, move |grids| {
            let mut counts = vec![0; grids.len()];
            self.search(grids, limit, &mut counts, &mut []);
            counts
        })
    }

    /// Returns, for each grid in order, the solution if there is exactly one.
    pub fn verdicts(&mut self, grids: impl IntoIterator<Item: Borrow<Grid>>) -> impl Iterator<Item = SolutionVerdict> {
        in_portions(grids, move |grids| {
            let mut counts = vec![0; grids.len()];
            let mut solutions = vec![Grid::EMPTY; grids.len()];
            self.search(grids, 2, &mut counts, &mut solutions);
            counts.into_iter().zip(solutions).map(|(count, first)| SolutionVerdict::of(count, first)).collect()
        })
    }

    /// Returns the number of solutions of each grid, in order, up to `limit`, and a solution.
    ///
    /// Of several solutions it is the smallest, which [`smallest()`](crate::solver::smallest()) finds: the first
    /// solution of the lanes would depend on their number. The search for the smallest solution takes most of the time:
    /// 140 us on average for puzzles with 17 clues from which one clue was removed. Counting up to two takes 3 to 6 us
    /// for these.
    /// See [`CountAndSolution`] for an example.
    pub fn find(
        &mut self,
        grids: impl IntoIterator<Item: Borrow<Grid>>,
        limit: u64,
    ) -> impl Iterator<Item = CountAndSolution> {
        in_portions(grids, move |grids| {
            let mut counts = vec![0; grids.len()];
            let mut solutions = vec![Grid::EMPTY; grids.len()];
            // With a limit below two, the first solution might not be the only one.
            self.search(grids, limit.max(2), &mut counts, &mut solutions);
            let found = grids.iter().zip(counts).zip(solutions).map(|((grid, count), first)| {
                let solution = match count {
                    0 => None,
                    1 => Some(Solution::trusted(first)),
                    2.. => smallest(grid),
                };
                CountAndSolution { count: count.min(limit), solution }
            });
            found.collect()
        })
    }

    /// Returns the number of solutions of one grid, up to `limit`. Its branches are distributed over all lanes.
    pub fn count(&mut self, grid: &Grid, limit: u64) -> u64 {
        let mut count = 0;
        self.search(slice::from_ref(grid), limit, slice::from_mut(&mut count), &mut []);
        count
    }

    /// Returns the number of solutions of one grid or board of candidates, up to `limit`, unless it is stopped.
    ///
    /// `continues` gets the count after every 65,536 solutions and guesses. If it returns `false`, the count so far is
    /// returned. Use it to show progress, and to interrupt counts that may take years.
    /// [`count_while`](crate::solver::count_while) is faster for grids with many solutions.
    ///
    /// ```
    /// use minirow_core::solver::batch::{Engine, Start};
    /// let mut calls = 0;
    /// let count = Engine::new().count_while(&Start::new(), u64::MAX, &mut |_| {
    ///     calls += 1;
    ///     calls < 3
    /// });
    /// assert_eq!(calls, 3);
    /// assert!(count > 65_536);
    /// ```
    pub fn count_while(&mut self, start: &Start, limit: u64, continues: &mut dyn FnMut(u64) -> bool) -> u64 {
        if limit == 0 {
            return 0;
        }
        let mut count = CountWhile { steps: 0, start: Some(start), limit, count: 0, continues };
        self.run(&mut count);
        count.count
    }

    /// Returns the solution of one grid, if there is exactly one.
    pub fn verdict(&mut self, grid: &Grid) -> SolutionVerdict {
        let (mut count, mut first) = (0, Grid::EMPTY);
        self.search(slice::from_ref(grid), 2, slice::from_mut(&mut count), slice::from_mut(&mut first));
        SolutionVerdict::of(count, first)
    }

    fn search(&mut self, grids: &[Grid], limit: u64, counts: &mut [u64], solutions: &mut [Grid]) {
        self.0.run(&mut Count { grids, begun: 0, limit, counts, solutions });
    }

    /// Runs searches until the work has no more.
    ///
    /// This is for engines built on this one, such as a generator with a puzzle in every lane. Questions about grids
    /// have methods of their own. See [`Work`] for an example.
    pub fn run(&mut self, work: &mut dyn Work) {
        self.0.run(work);
    }
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
