//! What comes of each index: the work of one thread, on many indices in the lanes of the batch engine or on one at a time.
//! A row is the same by either way.

use minirow_core::Puzzle;
use minirow_core::solver::batch::Engine;
use minirow_gen::{Demand, GaveUp};

use super::making::row;
use super::plan::Section;
use super::watch::Watch;
use crate::failure::{Failure, Result};
use crate::pipeline::Worker;
use crate::wish::Found;

/// What came of an index.
pub(super) struct Attempt {
    pub(super) index: u64,
    /// The puzzle, and its row.
    pub(super) made: Result<(Found, String)>,
}

/// Works on the indices of a section as long as there are any.
pub(super) fn all(section: &Section, watch: &Watch, worker: Worker<Attempt>) {
    let mut bench = Bench { section, watch, worker };
    match section.wish.in_lanes() {
        Some(generator) => generator.serve(&mut Engine::new(), watch.plan.seed, &mut bench),
        None => bench.one_by_one(),
    }
}

struct Bench<'a> {
    section: &'a Section,
    watch: &'a Watch<'a>,
    worker: Worker<'a, Attempt>,
}

impl Bench<'_> {
    fn one_by_one(&self) {
        while let Some(index) = self.worker.take(0) {
            let found = self.section.wish.find(self.watch.plan.seed, index, |before| self.may_try(index, before));
            self.put(index, found);
        }
    }

    /// Counts another try for an index that has had so many.
    fn may_try(&self, index: u64, before: u64) -> Result<()> {
        if self.worker.is_to_halt() {
            return Err(Failure::Interrupted); // nobody will look at it
        }
        self.watch.tried(before);
        self.watch.effort.spend(index, before)
    }

    fn put(&self, index: u64, found: Result<Found>) {
        let made = found.and_then(|found| {
            let row = row(self.watch.plan, self.section, index, &found)?;
            Ok((found, row))
        });
        self.worker.put(index, Attempt { index, made });
    }
}

impl Demand for Bench<'_> {
    fn next_index(&mut self, open: usize) -> Option<u64> {
        self.worker.take(open)
    }

    fn look(&mut self, index: u64, before: u64, puzzle: Option<Puzzle>) -> bool {
        if let Err(failure) = self.may_try(index, before) {
            self.put(index, Err(failure));
            return true;
        }
        let Some((puzzle, grade)) = puzzle.and_then(|puzzle| self.section.wish.judge(puzzle)) else { return false };
        self.put(index, Ok(Found { tries: before + 1, puzzle, grade }));
        true
    }

    fn gave_up(&mut self, gave_up: GaveUp) {
        self.put(gave_up.index, Err(Failure::data(gave_up)));
    }
}
