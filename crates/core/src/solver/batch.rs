//! Many grids at once: a search in each lane of a vector register.

mod instruction_set;
mod lanes;
mod layout;
mod machine;
mod pass;
mod questions;
mod score;
mod work;

use std::borrow::Borrow;
use std::fmt;

pub use instruction_set::InstructionSet;
pub use work::{Start, Work};

use crate::grid::Grid;
use crate::puzzle::Solution;
use crate::solver;
use machine::Machine;
use questions::{Count, CountOne};

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
            let mut count = Count::<false>::new(grids, limit);
            self.run(&mut count);
            count.counts.into_iter()
        })
    }

    /// The number of solutions of each grid, in order, and a solution.
    pub fn find(&mut self, grids: impl IntoIterator<Item: Borrow<Grid>>, limit: u64) -> impl Iterator<Item = Found> {
        in_portions(grids, move |grids| {
            let mut count = Count::<true>::new(grids, limit.max(2));
            self.run(&mut count);
            let found = grids.iter().zip(count.counts).zip(count.solutions).map(|((grid, count), first)| {
                let solution = match count {
                    0 => None,
                    1 => Some(Solution::trusted(first)),
                    2.. => solver::smallest(grid),
                };
                Found { count: count.min(limit), solution }
            });
            found.collect::<Vec<_>>().into_iter()
        })
    }

    /// The number of solutions of one grid, whose branches are spread over all lanes, or `limit` if there are as many or
    /// more.
    pub fn count(&mut self, grid: &Grid, limit: u64) -> u64 {
        let mut count = CountOne::new(grid, limit);
        self.run(&mut count);
        count.count
    }

    /// Does work of another kind.
    pub fn run<W: Work>(&mut self, work: &mut W) {
        self.0.run(work);
    }
}

/// Answers a question about grids portion by portion.
fn in_portions<R: Iterator>(
    grids: impl IntoIterator<Item: Borrow<Grid>>,
    mut answer: impl FnMut(&[Grid]) -> R,
) -> impl Iterator<Item = R::Item> {
    let mut grids = grids.into_iter();
    let mut portion = Vec::new();
    let next_portion = move || {
        portion.clear();
        portion.extend(grids.by_ref().take(PORTION).map(|grid| *grid.borrow()));
        (!portion.is_empty()).then(|| answer(&portion))
    };
    std::iter::from_fn(next_portion).flatten()
}
