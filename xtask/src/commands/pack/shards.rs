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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::commands::pack::Args;
    use crate::export::Options;
    use crate::output::Target;

    fn shards(count: u64) -> Result<Shards> {
        Shards::new(3, (10, count), NonZeroU64::new(10).unwrap(), Wishes::default(), (true, false))
    }

    #[test]
    fn each_is_that_of_the_pack_to_the_byte() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("part.parquet");
        let pack = Args {
            command: None,
            asked: Asked::with_labels(3, 10, 25, Wishes::default()),
            target: Target { out: Some(out.clone()), force: false },
            resume: false,
            bounds: crate::effort::Bounds::default(),
            shape: Options { schema: Schema::Full, shard_rows: NonZeroU64::new(10) },
            trace: None,
            threads: None,
            quiet: true,
            is_step: true,
        };
        pack.run().unwrap();
        let shards = shards(25).unwrap();
        assert_eq!((shards.number(), shards.range(1), shards.range(2)), (3, (20, 10), (30, 5)));
        for (shard, puzzles) in [(0, 10), (1, 10), (2, 5)] {
            let mut done = 0;
            let made = shards.make(shard, NonZeroUsize::new(2), Arc::default(), |rows| done += rows as u64).unwrap();
            assert_eq!((made.puzzles, done), (puzzles, puzzles));
            let path = folder.path().join(format!("part-{shard:05}-of-00003.parquet"));
            assert!(made.bytes == fs::read(path).unwrap(), "shard {shard} is another one");
        }
    }

    #[test]
    fn what_is_not_there_is_refused() {
        let said = |failure| match failure {
            Failure::Use(message) => message,
            _ => panic!("must be refused"),
        };
        let shards = shards(25).unwrap();
        let failure = shards.make(3, None, Arc::default(), |_| ()).err().map(said);
        assert_eq!(failure.unwrap(), "there is no shard 3, expected one from 0 to 2");
        assert!(self::shards(0).err().map(said).unwrap().contains("found 0"));
        let past = Shards::new(3, (u64::MAX, 2), NonZeroU64::MIN, Wishes::default(), (false, false));
        assert!(past.err().map(said).unwrap().contains("go past the last index"));
    }
}
