//! The position of a run in its pack, which follows from the rows.

use minirow_core::Puzzle;
use minirow_table::Row;

use crate::plan::{PackPlan, Section, Taken};

/// The position of a run in its pack.
pub(super) struct Position {
    /// The current section, counted from 0.
    pub(super) section: usize,
    /// The number of puzzles of the section so far.
    pub(super) kept: u64,
    /// The next index of the section.
    pub(super) next: u64,
    pub(super) taken: Taken,
}

impl Position {
    pub(super) fn start(plan: &PackPlan) -> Position {
        Position { section: 0, kept: 0, next: plan.sections[0].start, taken: plan.taken() }
    }

    /// Takes the next row of an earlier run, and returns its index, or `None` if the row does not belong to this pack.
    pub(super) fn take(&mut self, plan: &PackPlan, row: &Row) -> Option<u64> {
        let section = plan.sections.get(self.section)?;
        let index = row.index.filter(|_| row.seed == Some(plan.seed()))?;
        let is_next = if plan.is_book() { self.is_of_book(section, index, row) } else { index == self.next };
        if !is_next {
            return None;
        }
        self.keep(plan, index + 1);
        Some(index)
    }

    /// Returns `true` if a row can belong to a section. The rows of a ramp may be in their final order already.
    fn is_of_book(&mut self, section: &Section, index: u64, row: &Row) -> bool {
        let is_of_section = section.may_have(index) && row.section == section.name;
        is_of_section && Puzzle::new(row.puzzle).is_ok_and(|puzzle| self.taken.insert(&puzzle))
    }

    /// Counts another puzzle of the section, which may be its last; the next index is at least `next`.
    pub(super) fn keep(&mut self, plan: &PackPlan, next: u64) {
        self.kept += 1;
        self.next = self.next.max(next);
        if self.kept == plan.sections[self.section].count {
            self.section += 1;
            self.kept = 0;
            self.next = plan.sections.get(self.section).map_or(0, |section| section.start);
        }
    }

    /// Returns the number of puzzles of all sections.
    pub(super) fn done(&self, plan: &PackPlan) -> u64 {
        plan.sections[..self.section].iter().map(|section| section.count).sum::<u64>() + self.kept
    }
}
