//! The shards of a plain pack in Parquet, one at a time, for who makes each somewhere else: the same bytes as all at once.

use std::num::{NonZeroU64, NonZeroUsize};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde_json::Value;

use super::Asked;
use super::plan::Plan;
use super::range::Range;
use crate::export::{self, Shape};
use crate::failure::{Failure, Result};
use crate::manifest::Distribution;
use crate::schema::Schema;
use crate::sheet::{self, Format};
use crate::wish::Wishes;

/// A pack that becomes shards.
pub(crate) struct Shards {
    seed: u64,
    start: u64,
    count: u64,
    shard_rows: NonZeroU64,
    wishes: Wishes,
    further: (bool, bool),
    /// Of the pack as a whole: every shard says it.
    plan: Plan,
}

/// A shard that was made.
pub struct Shard {
    /// The file.
    pub bytes: Vec<u8>,
    /// How many rows there are.
    pub puzzles: u64,
    /// How many there are of each level, ER and number of clues, as JSON: those parts of a manifest.
    pub distribution: String,
}

impl Shards {
    /// # Errors
    /// Why there is no such pack.
    pub(crate) fn new(
        seed: u64,
        (start, count): (u64, u64),
        shard_rows: NonZeroU64,
        wishes: Wishes,
        further: (bool, bool),
    ) -> Result<Shards> {
        if count == 0 {
            return Err(Failure::usage("--count: found 0, expected a number from 1 upwards"));
        }
        Format::Parquet.check().map_err(Failure::usage)?;
        let (labels, weights) = further;
        let asked =
            Asked { seed: Some(seed), start, count, recipe: None, exclude: Vec::new(), labels, weights, wishes };
        let mut plan = asked.plan()?;
        Shape { schema: Schema::Full, format: Format::Parquet, shard_rows: Some(shard_rows) }.note(&mut plan.recipe);
        Ok(Shards { seed, start, count, shard_rows, wishes: asked.wishes, further, plan })
    }

    /// How many there are.
    pub(crate) fn number(&self) -> u64 {
        self.count.div_ceil(self.shard_rows.get())
    }

    /// What all are made of.
    pub(crate) fn recipe(&self) -> &Value {
        &self.plan.recipe
    }

    /// The first index of a shard, and how many it has.
    pub(crate) fn range(&self, shard: u64) -> (u64, u64) {
        let passed = shard.saturating_mul(self.shard_rows.get()).min(self.count);
        (self.start + passed, self.shard_rows.get().min(self.count - passed))
    }

    /// Makes a shard, and tells how many more rows there are as it goes on.
    ///
    /// # Errors
    /// If there is no such shard, an index is given up, or it was stopped.
    pub(crate) fn make(
        &self,
        shard: u64,
        threads: Option<NonZeroUsize>,
        stop: Arc<AtomicBool>,
        mut done: impl FnMut(usize),
    ) -> Result<Shard> {
        let number = self.number();
        if shard >= number {
            return Err(Failure::usage(format!("there is no shard {shard}, expected one from 0 to {}", number - 1)));
        }
        let (start, count) = self.range(shard);
        let range = Range::new(self.seed, start, count, self.wishes.clone(), Vec::new(), self.further)?;
        let header = range.header();
        let names: Vec<&str> = header.trim_end().split(',').collect();
        let (mut bytes, mut distribution, mut puzzles) = (Vec::new(), Distribution::default(), 0);
        let failed = |error: std::io::Error| Failure::data(format!("shard {shard}: {error}"));
        let mut sheet =
            sheet::begin(Format::Parquet, &names, &export::about(self.recipe()), &mut bytes).map_err(failed)?;
        range.rows(threads, stop, |rows| {
            for row in &rows {
                let row = row.trim_end();
                // No value of a plain pack has quotes.
                sheet.row(&row.split(',').collect::<Vec<_>>()).map_err(failed)?;
                distribution.add(row).expect("the row of a pack");
                puzzles += 1;
            }
            done(rows.len());
            Ok(())
        })?;
        sheet.finish().map_err(failed)?;
        let distribution = serde_json::to_string(&distribution).expect("texts and numbers");
        Ok(Shard { bytes, puzzles, distribution })
    }
}
