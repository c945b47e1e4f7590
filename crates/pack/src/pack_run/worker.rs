//! The work of one thread: on many indices in the lanes of the batch engine, or on one at a time. The rows are the same.

use minirow_core::Puzzle;
use minirow_core::solver::batch::with_engine;
use minirow_gen::{GaveUp, IndexQueue};
use minirow_table::Row;
use minirow_table::ordered::Worker;

use super::Watch;
use crate::error::PackError;
use crate::plan::Section;
use crate::sampler::FoundPuzzle;

/// What came of an index: its puzzle and row, or why there is none.
pub(super) struct Attempt {
    pub(super) index: u64,
    pub(super) made: Result<(FoundPuzzle, Row), PackError>,
}

/// Works on the indices of a section as long as there are any.
pub(super) fn work(section: &Section, watch: &Watch, worker: Worker<Attempt>) {
    let mut queue = SectionQueue { section, watch, worker };
    match section.sampler.in_lanes() {
        Some(generator) => with_engine(|engine| generator.serve(engine, watch.plan.seed(), &mut queue)),
        None => queue.one_by_one(),
    }
}

struct SectionQueue<'a> {
    section: &'a Section,
    watch: &'a Watch<'a>,
    worker: Worker<'a, Attempt>,
}

impl SectionQueue<'_> {
    fn one_by_one(&self) {
        while let Some(index) = self.worker.take(0) {
            let goes_on = |before| self.spend(index, before);
            let found = self.section.sampler.find(self.watch.plan.seed(), index, goes_on);
            self.put(index, found);
        }
    }

    /// Counts another attempt for an index that has had `before`.
    fn spend(&self, index: u64, before: u64) -> Result<(), PackError> {
        /// An index that takes many attempts is worth a report.
        const REPORT_EVERY: u64 = 256;
        if self.worker.is_halted() {
            return Err(PackError::Interrupted); // the result counts no more
        }
        if before % REPORT_EVERY == REPORT_EVERY - 1 {
            self.watch.run.observer.advance(0);
        }
        Ok(self.watch.effort.spend(index, before)?)
    }

    fn put(&self, index: u64, found: Result<FoundPuzzle, PackError>) {
        let made = found.and_then(|found| {
            let row = super::row(self.watch.plan, self.section, index, &found)?;
            Ok((found, row))
        });
        self.worker.put(index, Attempt { index, made });
    }
}

impl IndexQueue for SectionQueue<'_> {
    fn next_index(&mut self, open: usize) -> Option<u64> {
        self.worker.take(open)
    }

    fn offer(&mut self, index: u64, before: u64, puzzle: Option<Puzzle>) -> bool {
        if let Err(error) = self.spend(index, before) {
            self.put(index, Err(error));
            return true;
        }
        let judged = puzzle.and_then(|puzzle| self.section.sampler.judge(puzzle));
        let Some((puzzle, grade)) = judged else { return false };
        self.put(index, Ok(FoundPuzzle { attempts: before + 1, puzzle, grade }));
        true
    }

    fn gave_up(&mut self, gave_up: GaveUp) {
        self.put(gave_up.index, Err(gave_up.into()));
    }
}
