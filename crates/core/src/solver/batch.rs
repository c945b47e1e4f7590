//! Many grids at once: a search in each lane of a vector register.
//!
//! The fast solvers of the players' forum, and those that use vectors, such as t-dillon's tdoku, work on one grid as
//! quickly as they can. Whoever generates, checks or grades has many grids at hand, and 16 of them fill the registers
//! better than one: each lane does its own search, and none waits for another.
//!
//! ```
//! use minirow_core::Grid;
//! use minirow_core::solver::batch::{Answer, Engine};
//!
//! let puzzle: Grid = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
//! let grids = [puzzle, Grid::EMPTY];
//! let mut engine = Engine::new(); // made once and kept: its memory lives on
//! assert_eq!(engine.counts(&grids, 1000).collect::<Vec<_>>(), [1, 1000]);
//! assert!(matches!(engine.answers(&grids).next(), Some(Answer::One(_))));
//! # Ok::<(), minirow_core::text::ParseError>(())
//! ```
//!
//! # How to read it
//! `layout` draws how a grid lies in a lane; `pass` has the rules, `score` the choice of where to guess; `lanes` is the
//! machine that searches, and knows nothing of what is asked: that is [`Work`], and `questions` has the work of this
//! door. `machine` is the only place that knows all instruction sets. All is written once, on the vectors of the crate
//! `fearless_simd`, and there is no `unsafe`.
//!
//! # What does not depend on the lanes
//! Results come in the order of the grids. A number of solutions is a fact. A solution is reported where it is the only
//! one, or else it is the smallest one, which is looked for outside of the lanes. Which solution they come upon first
//! would depend on how many lanes there are, and on the neighbours.
//!
//! # Memory
//! An engine has a stack of 81 positions for each lane (see `lanes` for why that is enough), 162 KiB with 16 lanes; of a
//! stream of grids 2048 are in memory at a time.
//!
//! # What was tried
//! Time after / time before on three sets: all 49,158 puzzles with 17 clues / magictour's top 1465 / the forum's hardest
//! 375, each checked for uniqueness, on a Zen 4 at 3.7 GHz. The first version took 231 / 1171 / 12049 ns a puzzle with
//! AVX-512, and 279 / 1364 / 14135 ns with AVX2.
//!
//! | what | AVX-512 | AVX2 | |
//! | --- | --- | --- | --- |
//! | sweeps as loops over stacks and rows instead of straight code: nothing is spilled, a third of the code | 1.00 / 1.00 / 1.00 | 0.99 / 1.02 / 0.98 | kept |
//! | the same, but with the words between the sweeps in a new array each time: it is cleared or copied | 1.13 / 1.13 / 1.10 | 1.03 / 1.09 / 1.03 | dropped |
//! | rows as straight code, stacks as a loop | 1.04 / 1.06 / 1.05 | 1.00 / 0.98 / 1.01 | dropped |
//! | a position goes into its lane by 27 narrow stores, not by whole vectors | 0.95 / 0.94 / 0.94 | 1.04 / 1.00 / 1.01 | kept for the widest |
//! | empty cells looked for in every second pass | 1.00 / 1.00 / 1.00 | 1.00 / 1.00 / 0.98 | kept |
//! | cells with two hidden singles, too | 0.99 / 0.98 / 0.99 | 0.99 / 0.98 / 0.98 | kept |
//! | the 1 of the borrows hidden from the compiler, which else computes `x - 1` and its complement | 0.98 / 0.98 / 0.99 | 1.00 / 1.00 / 1.00 | kept |
//! | score: fewer operations, two bands in one maximum | 1.00 / 0.98 / 0.99 | | kept |
//! | the stack rule for all nine columns at once instead of three: longer rows of independent operations | 0.94 / 0.95 / 0.95 | 0.97 / 0.98 / 0.96 | kept |
//! | naked singles of a box collected row by row | 1.00 / 0.99 / 0.99 | 0.99 / 0.99 / 1.00 | kept |
//! | what is twice in a minirow found before the band rule instead of after it | 1.04 / 1.04 / 1.04 | 0.96 / 0.96 / 0.96 | dropped |
//! | naked singles in every second pass only | 1.03 / 1.12 / 1.12 | 1.03 / 1.14 / 1.14 | dropped |
//! | two of three passes without naked singles | 1.10 / 1.29 / 1.25 | 1.07 / 1.25 / 1.29 | dropped |
//! | two groups of 16 lanes, the sweeps of one between those of the other: a pass takes as long as before | (1.00) | (1.04) | dropped |
//! | before a guess, minirows and minicolumns with three digits, or with three that have no other place: guesses 0.64 -> 0.45, 9.5 -> 6.9, 111 -> 99, but nearly as dear as a pass | 1.00 / 0.96 / 1.12 | | dropped |
//! | one grid at a time with the 8 lanes of AVX2 instead of 16 | 0.70 / 0.74 / 1.11 | | kept for one |
//! | one grid at a time, a look after every pass | 1.02 / 0.99 / 1.00 | 1.04 / 0.99 / 0.99 | dropped |
//! | a guess waits for 6 of 16 lanes instead of 4 | 1.00 / 0.99 / 0.99 | 1.02 / 1.02 / 1.00 | dropped |
//!
//! Half of the time goes into passes. One is about 600 operations, which this processor cannot do in less than 300 cycles
//! with 512 bits; it takes 390. A score is made in three rounds of four, and takes a sixth of the time; most of the rest
//! is copying positions to and from the stacks, about 7 ns each way.

mod instruction_set;
mod lanes;
mod layout;
mod machine;
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
use questions::Count;

/// Repeats a block with a constant: what is indexed by constants stays in registers.
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

/// The number of solutions of a grid, and one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountAndSolution {
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

impl Answer {
    fn of(count: u64, first: Grid) -> Answer {
        match count {
            0 => Answer::NoSolution,
            1 => Answer::One(Solution::trusted(first)),
            2.. => Answer::Several,
        }
    }
}

/// Searches many grids side by side, or one with all lanes.
///
/// Make one for each thread and keep it, or use [`with_engine`]: a new one has to allocate its memory first.
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

    /// An engine for one grid at a time.
    ///
    /// Most lanes are idle then, so what counts is how long a pass takes. With 16 lanes it takes half as long again as
    /// with 8; they are worth that only on the hardest puzzles.
    fn for_one() -> Engine {
        Engine::with(InstructionSet::Avx2).unwrap_or_default()
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
            counts.into_iter().zip(solutions).map(|(count, first)| Answer::of(count, first)).collect()
        })
    }

    /// The number of solutions of each grid, in order, or `limit` where there are as many or more; and a solution.
    ///
    /// Where there are several solutions, it is the smallest, which is looked for by [`smallest()`](crate::solver::smallest()): whatever else
    /// the lanes come upon would depend on how many there are. That takes longer than
    /// all the rest: 140 us on average for puzzles with 17 clues less one of them, where counting to two takes 3 to 6.
    pub fn find(
        &mut self,
        grids: impl IntoIterator<Item: Borrow<Grid>>,
        limit: u64,
    ) -> impl Iterator<Item = CountAndSolution> {
        in_portions(grids, move |grids| {
            let mut counts = vec![0; grids.len()];
            let mut solutions = vec![Grid::EMPTY; grids.len()];
            // With less than two there would be no telling whether the first is the only one.
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

    /// The number of solutions of one grid, whose branches are spread over all lanes, or `limit` if there are as many or
    /// more.
    pub fn count(&mut self, grid: &Grid, limit: u64) -> u64 {
        let mut count = 0;
        self.search(slice::from_ref(grid), limit, slice::from_mut(&mut count), &mut []);
        count
    }

    /// The solution of one grid, if there is exactly one.
    pub fn answer(&mut self, grid: &Grid) -> Answer {
        let (mut count, mut first) = (0, Grid::EMPTY);
        self.search(slice::from_ref(grid), 2, slice::from_mut(&mut count), slice::from_mut(&mut first));
        Answer::of(count, first)
    }

    fn search(&mut self, grids: &[Grid], limit: u64, counts: &mut [u64], solutions: &mut [Grid]) {
        self.run(&mut Count { grids, begun: 0, limit, counts, solutions });
    }

    /// Lets the lanes do work of another kind, until there is none left.
    ///
    /// This is for engines built on this one, such as a generator with a puzzle in every lane. Questions about grids have
    /// methods of their own.
    pub fn run<W: Work>(&mut self, work: &mut W) {
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
