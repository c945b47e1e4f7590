//! An attempt at a puzzle in a lane, by removal or by sampling: a sequence of questions for the batch engine.

use minirow_core::solver::batch::Start;
use minirow_core::{CellSet, Grid};

use crate::fill::fill;
use crate::generator::Generator;
use crate::removal::{Next, Removal};
use crate::sampling::Sample;
use crate::stream::Stream;

/// A running attempt.
pub(crate) enum LaneAttempt {
    Removal(Removal),
    Sample(Sample),
}

impl LaneAttempt {
    /// Draws the start of the next attempt from a stream.
    pub(crate) fn new(generator: &Generator, stream: &mut Stream) -> LaneAttempt {
        let solution = generator.recipe().solution.unwrap_or_else(|| fill(stream));
        if let Some(plan) = generator.plan() {
            return LaneAttempt::Sample(Sample::new(solution, CellSet::ALL, plan, stream.branch()));
        }
        let (cells, until) = (generator.cells_of(&solution), generator.until(stream));
        LaneAttempt::Removal(Removal::new(solution, cells, generator.orbits(), until, stream))
    }

    /// Starts the next attempt like [`new`](LaneAttempt::new), reusing the memory of this one.
    pub(crate) fn begin(&mut self, generator: &Generator, stream: &mut Stream) {
        let solution = generator.recipe().solution.unwrap_or_else(|| fill(stream));
        match (self, generator.plan()) {
            (LaneAttempt::Sample(sample), Some(plan)) => sample.begin(solution, CellSet::ALL, plan, stream.branch()),
            (LaneAttempt::Removal(removal), None) => {
                let (cells, until) = (generator.cells_of(&solution), generator.until(stream));
                removal.begin(solution, cells, generator.orbits(), until, stream);
            }
            _ => unreachable!("a generator makes all its puzzles one way"),
        }
    }

    /// Advances to the next question.
    pub(crate) fn next(&mut self, generator: &Generator) -> Next {
        match self {
            LaneAttempt::Removal(removal) => removal.next(generator.orbits()),
            LaneAttempt::Sample(sample) => sample.next(),
        }
    }

    /// Writes the question to the start of a search.
    #[inline(always)]
    pub(crate) fn question(&self, start: &mut Start) {
        match self {
            LaneAttempt::Removal(removal) => {
                let (clues, struck_out) = removal.question();
                start.clone_from(clues);
                if let Some((cell, digit)) = struck_out {
                    start.remove(cell, digit);
                }
            }
            LaneAttempt::Sample(sample) => sample.question(start),
        }
    }

    /// Takes a solution of the question. `differing` returns the cells where it differs from a known solution. Returns
    /// `true` if the question is answered.
    #[inline]
    pub(crate) fn found(&mut self, generator: &Generator, differing: impl FnOnce(&Start) -> CellSet) -> bool {
        match self {
            LaneAttempt::Removal(removal) => removal.found(generator.orbits(), differing),
            LaneAttempt::Sample(sample) => sample.found(differing),
        }
    }

    /// Takes the answer that the question has no solution.
    #[inline]
    pub(crate) fn exhausted(&mut self) {
        match self {
            LaneAttempt::Removal(removal) => removal.exhausted(),
            LaneAttempt::Sample(sample) => sample.exhausted(),
        }
    }

    /// Returns the clues that the attempt has reached.
    pub(crate) fn clues(&self) -> Grid {
        match self {
            LaneAttempt::Removal(removal) => removal.clues(),
            LaneAttempt::Sample(sample) => sample.clues(),
        }
    }
}
