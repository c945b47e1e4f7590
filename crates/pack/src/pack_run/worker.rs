//! The work of one thread: many indices in the lanes of the batch engine, or one at a time. The rows are the same.

use minirow_core::Puzzle;
use minirow_core::solver::batch::with_engine;
use minirow_files::ordered::Worker;
use minirow_gen::{GENERATOR, GaveUp, IndexQueue};
use minirow_grade::{Level, Limits};
use minirow_table::{Row, Run};

use crate::effort::Effort;
use crate::error::PackError;
use crate::pack_run::Remark;
use crate::plan::{PackPlan, Section};
use crate::sampler::FoundPuzzle;

/// The puzzle of an index, or the reason why there is none.
pub(super) type Made = Result<MadePuzzle, PackError>;

/// The puzzle of an index.
pub(super) struct MadePuzzle {
    pub(super) index: u64,
    pub(super) attempts: u64,
    pub(super) puzzle: Puzzle,
    /// The level, if the puzzle was rated.
    pub(super) level: Option<Level>,
    /// The row; `None` if it is not kept.
    pub(super) row: Option<Row>,
}

/// A function that tells whether the row of a puzzle is kept.
pub(super) type IsKept<'a> = &'a (dyn Fn(&Puzzle) -> bool + Sync);

/// The generation of a section, shared by its threads.
#[derive(Clone, Copy)]
pub(super) struct SectionRun<'a> {
    pub(super) plan: &'a PackPlan,
    pub(super) section: &'a Section,
    pub(super) effort: &'a Effort,
    pub(super) run: &'a Run<'a>,
    pub(super) remark: &'a Remark,
    pub(super) is_kept: Option<IsKept<'a>>,
}

impl SectionRun<'_> {
    fn keeps(&self, puzzle: &Puzzle) -> bool {
        self.is_kept.is_none_or(|is_kept| is_kept(puzzle))
    }
}

/// The indices of a section for one thread.
pub(super) struct SectionQueue<'a> {
    pub(super) shared: &'a SectionRun<'a>,
    pub(super) worker: Worker<'a, Made>,
}

impl SectionQueue<'_> {
    /// Works until there are no more indices.
    pub(super) fn work(mut self) {
        let (sampler, seed) = (&self.shared.section.sampler, self.shared.plan.seed());
        if let Some(generator) = sampler.in_lanes() {
            return with_engine(|engine| generator.serve(engine, seed, &mut self));
        }
        while let Some(index) = self.worker.take(0) {
            self.put(index, sampler.find(seed, index, |before| self.spend(index, before)));
        }
    }

    /// Counts another attempt at an index, after `before` others.
    fn spend(&self, index: u64, before: u64) -> Result<(), PackError> {
        let SectionRun { effort, run, remark, .. } = *self.shared;
        // The result of a halted worker is not used.
        if self.worker.is_halted() || run.interrupt.requested() {
            return Err(PackError::Interrupted);
        }
        if effort.is_report_due() {
            run.observer.remark(remark.text(effort));
        }
        Ok(effort.spend(index, before)?)
    }

    fn put(&self, index: u64, found: Result<FoundPuzzle, PackError>) {
        let SectionRun { plan, section, run, .. } = *self.shared;
        let made = found.and_then(|found| {
            let is_kept = self.shared.keeps(&found.puzzle);
            let row = if is_kept { Some(row(plan, section, index, &found)?) } else { None };
            let level = found.grade.level();
            Ok(MadePuzzle { index, attempts: found.attempts, puzzle: found.puzzle, level, row })
        });
        // An interrupt stops ratings, and puzzles without a rating are rejected or have no values.
        let made = run.interrupt.check(PackError::Interrupted).and(made);
        self.worker.put(index, made);
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
        let sampler = &self.shared.section.sampler;
        let Some(puzzle) = puzzle else { return false };
        // Where all puzzles are accepted, those that are not kept need no rating.
        if self.shared.is_kept.is_some()
            && !sampler.may_reject()
            && sampler.accepts_clues(&puzzle)
            && !self.shared.keeps(&puzzle)
        {
            self.worker.put(index, Ok(MadePuzzle { index, attempts: before + 1, puzzle, level: None, row: None }));
            return true;
        }
        let Some(found) = sampler.judge(puzzle, before + 1) else { return false };
        self.put(index, Ok(found));
        true
    }

    fn gave_up(&mut self, gave_up: GaveUp) {
        self.put(gave_up.index, Err(gave_up.into()));
    }
}

/// Returns the row of a puzzle, after a second proof.
pub(crate) fn row(plan: &PackPlan, section: &Section, index: u64, found: &FoundPuzzle) -> Result<Row, PackError> {
    let (sampler, seed) = (&section.sampler, plan.seed());
    let mut row = with_engine(|engine| -> Result<Row, PackError> {
        let is_minimal = sampler.prove(engine, found)?;
        let mut row = Row::of(&found.puzzle).graded(&found.grade).made_by(GENERATOR, seed, index).tagged(sampler.tag());
        row.minimal = Some(is_minimal);
        row.section = section.name.clone();
        if plan.extra.weights {
            let weight = sampler.weight(engine, seed, index, &found.puzzle);
            row.weight = Some(weight.expect("a plan with weights has a specification that has them"));
        }
        Ok(row)
    })?;
    row.scales = found.scales.clone();
    (plan.extra.scales - sampler.scales()).rate(&found.puzzle, Limits::default(), &mut row);
    Ok(if plan.extra.labels { row.labelled(&found.puzzle) } else { row })
}
