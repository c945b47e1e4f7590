//! The rows of a plain pack for who has them in memory instead of a file: the same rows.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::Asked;
use super::making::{Making, Position};
use super::plan::Plan;
use crate::effort::{Bounds, Effort};
use crate::failure::Result;
use crate::progress::Progress;
use crate::wish::Wishes;

/// A range of the indices of a seed, with what is wished of their puzzles.
pub(crate) struct Range(Plan);

impl Range {
    /// # Errors
    /// Why there are no such puzzles.
    pub(crate) fn new(
        seed: u64,
        start: u64,
        count: u64,
        wishes: Wishes,
        exclude: Vec<PathBuf>,
        (labels, weights): (bool, bool),
    ) -> Result<Range> {
        let asked = Asked { seed: Some(seed), start, count, recipe: None, exclude, labels, weights, wishes };
        asked.plan().map(Range)
    }

    /// The names of the columns, with commas between them.
    pub(crate) fn header(&self) -> String {
        self.0.header()
    }

    /// Makes the rows, and hands them on in order.
    ///
    /// # Errors
    /// If an index is given up, or it was stopped.
    pub(crate) fn rows(
        &self,
        threads: Option<NonZeroUsize>,
        stop: Arc<AtomicBool>,
        hand_on: impl FnMut(Vec<String>) -> Result<()>,
    ) -> Result<()> {
        let plan = &self.0;
        if plan.count() == 0 {
            return Ok(());
        }
        let progress = Progress::bar(plan.count(), "puzzles", true);
        let effort = Effort::that_stops(Bounds::default(), stop);
        let position = Position::start(plan);
        Making { plan, position, threads, effort, progress: &progress }.plain(hand_on)
    }
}
