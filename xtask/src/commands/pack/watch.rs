//! What people are told while a pack is made: how many puzzles were tried, and what was kept.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use minirow_grade::{Grade, Level};

use super::plan::Plan;
use crate::effort::Effort;
use crate::progress::Progress;

/// What people who watch are told.
pub(super) struct Watch<'a> {
    pub(super) plan: &'a Plan,
    /// The section, counted from 0.
    number: usize,
    pub(super) effort: &'a Effort,
    progress: &'a Progress,
    /// What was kept of the section in this run.
    levels: Mutex<BTreeMap<Level, u64>>,
}

impl<'a> Watch<'a> {
    /// So many tries for one index are worth a word.
    const EVERY: u64 = 256;

    pub(super) fn new(plan: &'a Plan, number: usize, effort: &'a Effort, progress: &'a Progress) -> Watch<'a> {
        Watch { plan, number, effort, progress, levels: Mutex::default() }
    }

    pub(super) fn tried(&self, before: u64) {
        if before % Watch::EVERY == Watch::EVERY - 1 {
            self.remark();
        }
    }

    pub(super) fn kept(&self, grade: &Grade) {
        let mut levels = self.levels.lock().unwrap_or_else(PoisonError::into_inner);
        *levels.entry(grade.level().expect("a rating")).or_insert(0) += 1;
        self.progress.add(1);
    }

    /// Below the bar: where a book is, how many were tried, what was kept.
    pub(super) fn remark(&self) {
        let levels = self.levels.lock().unwrap_or_else(PoisonError::into_inner);
        let levels: Vec<String> = levels.iter().map(|(level, count)| format!("{level} {count}")).collect();
        let kept = if levels.is_empty() { "none".into() } else { levels.join(", ") };
        let place = match &self.plan.sections[self.number].name {
            Some(name) => format!("section {} of {}, {name}: ", self.number + 1, self.plan.sections.len()),
            None => String::new(),
        };
        let tried = indicatif::HumanCount(self.effort.total());
        self.progress.remark(format!("\n{place}{tried} tried, kept {kept}"));
    }
}
