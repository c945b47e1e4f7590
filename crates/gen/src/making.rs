//! A puzzle that a lane is making, by removal or by sampling: a try as questions, drawn from a stream.

use minirow_core::solver::batch::Start;
use minirow_core::{CellSet, Grid};

use crate::fill::fill;
use crate::generator::Generator;
use crate::removal::{Next, Removal};
use crate::sampling::Sample;
use crate::stream::Stream;

/// A try under way.
pub(crate) enum Making {
    Removal(Removal),
    Sample(Sample),
}

impl Making {
    /// Draws what the next try of a stream starts from.
    pub(crate) fn new(generator: &Generator, stream: &mut Stream) -> Making {
        let solution = generator.recipe().solution.unwrap_or_else(|| fill(stream));
        if let Some(plan) = generator.plan() {
            return Making::Sample(Sample::new(solution, CellSet::ALL, plan, stream.branch()));
        }
        let (cells, until) = (generator.cells_of(&solution), generator.until(stream));
        Making::Removal(Removal::new(solution, cells, generator.orbits(), until, stream))
    }

    /// The same in the memory of another try.
    pub(crate) fn begin(&mut self, generator: &Generator, stream: &mut Stream) {
        let solution = generator.recipe().solution.unwrap_or_else(|| fill(stream));
        match (self, generator.plan()) {
            (Making::Sample(sample), Some(plan)) => sample.begin(solution, CellSet::ALL, plan, stream.branch()),
            (Making::Removal(removal), None) => {
                let (cells, until) = (generator.cells_of(&solution), generator.until(stream));
                removal.begin(solution, cells, generator.orbits(), until, stream);
            }
            _ => unreachable!("a generator makes all its puzzles one way"),
        }
    }

    /// Goes on to the next question.
    pub(crate) fn next(&mut self, generator: &Generator) -> Next {
        match self {
            Making::Removal(removal) => removal.next(generator.orbits()),
            Making::Sample(sample) => sample.next(),
        }
    }

    /// Puts the question into the start of a search.
    #[inline(always)]
    pub(crate) fn question(&self, start: &mut Start) {
        match self {
            Making::Removal(removal) => {
                let (clues, struck_out) = removal.question();
                start.clone_from(clues);
                if let Some((cell, digit)) = struck_out {
                    start.remove(cell, digit);
                }
            }
            Making::Sample(sample) => sample.question(start),
        }
    }

    /// The question brought a solution, which differs from a known one in some cells. Says whether that is an answer.
    #[inline]
    pub(crate) fn found(&mut self, generator: &Generator, differing: impl FnOnce(&Start) -> CellSet) -> bool {
        match self {
            Making::Removal(removal) => removal.found(generator.orbits(), differing),
            Making::Sample(sample) => sample.found(differing),
        }
    }

    /// The question brought no solution.
    #[inline]
    pub(crate) fn exhausted(&mut self) {
        match self {
            Making::Removal(removal) => removal.exhausted(),
            Making::Sample(sample) => sample.exhausted(),
        }
    }

    /// The clues that the try has come to.
    pub(crate) fn clues(&self) -> Grid {
        match self {
            Making::Removal(removal) => removal.clues(),
            Making::Sample(sample) => sample.clues(),
        }
    }
}
