//! Shards of a pack in Parquet that are made one at a time, with the bytes of a single run.

use std::num::NonZeroU64;
use std::ops::Range;
use std::path::Path;

use minirow_table::{ExportError, Format, OutputShape, Run, Tally, TallySummary, WrittenFile, metadata, row_writer};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::effort::RunLimits;
use crate::error::PackError;
use crate::pack_manifest;
use crate::pack_run::PackRun;
use crate::plan::PackPlan;

/// A pack in shards of a number of rows each.
///
/// ```
/// use std::num::NonZeroU64;
/// use minirow_pack::{Excluded, PackPlan, PackShards, PuzzleSpec};
/// use minirow_table::{ExtraColumns, Run};
///
/// let plan = PackPlan::range(42, 0, 25, &PuzzleSpec::new(), Excluded::default(), ExtraColumns::default())?;
/// let shards = PackShards::new(plan, NonZeroU64::new(10).unwrap())?;
/// assert_eq!((shards.number(), shards.range(2)), (3, 20..25));
/// let last = shards.make(2, Run::default())?;
/// assert_eq!((last.puzzles, &last.bytes[..4]), (5, &b"PAR1"[..]));
/// # Ok::<(), minirow_pack::PackError>(())
/// ```
#[derive(Debug)]
pub struct PackShards {
    plan: PackPlan,
    shard_rows: NonZeroU64,
    recipe: Value,
}

/// The bytes of a shard, and the counts of its rows.
#[derive(Clone, Debug)]
pub struct Shard {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// The number of rows.
    pub puzzles: u64,
    /// The counts of the rows.
    pub tally: Tally,
}

/// A written shard, as an entry of the list from which the manifest is made: its file, and the summary of its rows.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct ShardEntry {
    /// The file.
    #[serde(flatten)]
    pub file: WrittenFile,
    /// The number of rows of each level, ER and number of clues.
    #[serde(flatten)]
    pub summary: TallySummary,
}

impl PackShards {
    /// Divides a pack into shards. The last one may have fewer rows.
    ///
    /// # Errors
    /// Returns an error if the pack has sections or no puzzles, has too many shards, or if this build has no Parquet.
    pub fn new(plan: PackPlan, shard_rows: NonZeroU64) -> Result<PackShards, PackError> {
        if plan.is_book() {
            return Err(PackError::ShardsOfBook);
        }
        if plan.count() == 0 {
            return Err(PackError::NoIndices);
        }
        Format::Parquet.check()?;
        let shape = OutputShape { format: Format::Parquet, shard_rows: Some(shard_rows), ..OutputShape::default() };
        shape.check_rows(Path::new("the pack"), plan.count()).map_err(ExportError::from)?;
        let mut recipe = plan.recipe().clone();
        shape.note(&mut recipe);
        Ok(PackShards { plan, shard_rows, recipe })
    }

    /// Returns the number of shards.
    pub fn number(&self) -> u64 {
        self.plan.count().div_ceil(self.shard_rows.get())
    }

    /// Returns the recipe of the whole pack, as in manifests.
    pub fn recipe(&self) -> &Value {
        &self.recipe
    }

    /// Returns the indices of a shard, counted from 0. The range is empty if the shard does not exist.
    pub fn range(&self, shard: u64) -> Range<u64> {
        let Range { start, end } = self.plan.indices();
        let first = start.saturating_add(shard.saturating_mul(self.shard_rows.get())).min(end);
        first..first.saturating_add(self.shard_rows.get()).min(end)
    }

    /// Makes a shard, counted from 0.
    ///
    /// # Errors
    /// Returns an error if the shard does not exist, an index is given up, or the run is interrupted.
    pub fn make(&self, shard: u64, run: Run) -> Result<Shard, PackError> {
        let number = self.number();
        if shard >= number {
            return Err(PackError::NoSuchShard { shard, number });
        }
        let Range { start, end } = self.range(shard);
        let plan = self.plan.part(start, end - start);
        let (mut bytes, mut tally) = (Vec::new(), Tally::ungrouped());
        let mut writer = row_writer(Format::Parquet, &plan.columns(), &metadata(&self.recipe), &mut bytes)?;
        PackRun::new(&plan, RunLimits::default(), run).rows(|rows| {
            for row in rows {
                writer.write_row(&row)?;
                tally.add(&row, 0);
            }
            Ok::<(), PackError>(())
        })?;
        writer.finish()?;
        Ok(Shard { bytes, puzzles: tally.rows(), tally })
    }

    /// Returns the text of the manifest that `minirow pack --out FILE --shard-rows N` writes beside the shards. `file` is the
    /// name of `FILE`.
    pub fn manifest(&self, file: &str, shards: &[ShardEntry]) -> String {
        let mut summary = TallySummary::default();
        shards.iter().for_each(|shard| summary.merge(&shard.summary));
        let files: Vec<WrittenFile> = shards.iter().map(|shard| shard.file.clone()).collect();
        let puzzles = files.iter().map(|file| file.puzzles).sum();
        pack_manifest::text(file, puzzles, &files, true, &self.recipe, summary)
    }
}

impl Shard {
    /// Returns the summary of the rows as JSON, as in a [`ShardEntry`].
    pub fn summary(&self) -> String {
        serde_json::to_string(&self.tally.summary(None)).expect("text and numbers")
    }
}

#[cfg(test)]
mod tests {
    use minirow_table::ExtraColumns;
    use serde_json::json;

    use super::*;
    use crate::{Excluded, PuzzleSpec};

    fn shards(start: u64, count: u64) -> Result<PackShards, PackError> {
        let (spec, excluded) = (PuzzleSpec::new(), Excluded::default());
        let plan = PackPlan::range(3, start, count, &spec, excluded, ExtraColumns::default())?;
        PackShards::new(plan, NonZeroU64::new(10).unwrap())
    }

    #[test]
    fn shards_divide_the_indices() {
        let shards = shards(10, 25).unwrap();
        assert_eq!((shards.number(), shards.range(0), shards.range(2)), (3, 10..20, 30..35));
        assert!(shards.range(3).is_empty() && shards.range(u64::MAX).is_empty());
        let error = shards.make(3, Run::default()).unwrap_err();
        assert_eq!(error.to_string(), "there is no shard 3, expected one from 0 to 2");
        assert!(self::shards(0, 0).unwrap_err().to_string().contains("found 0"));
        assert!(self::shards(u64::MAX, 2).unwrap_err().to_string().contains("go past the last index"));
        assert_eq!(self::shards(u64::MAX - 5, 5).unwrap().range(0), u64::MAX - 5..u64::MAX);
    }

    #[test]
    fn the_manifest_adds_up_the_shards() {
        let shards = shards(0, 13).unwrap();
        let entry = |number| {
            let made = shards.make(number, Run::default()).unwrap();
            let file = WrittenFile {
                file: format!("part-{number}.parquet"),
                puzzles: made.puzzles,
                bytes: made.bytes.len() as u64,
                sha256: String::new(),
            };
            let text = serde_json::to_string(&file).unwrap().replace('}', ",") + &made.summary()[1..];
            serde_json::from_str::<ShardEntry>(&text).unwrap()
        };
        let text = shards.manifest("part.parquet", &[entry(0), entry(1)]);
        let manifest: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((&manifest["puzzles"], &manifest["recipe"]["shard-rows"]), (&json!(13), &json!(10)));
        let clues: u64 = manifest["clues"].as_object().unwrap().values().map(|rows| rows.as_u64().unwrap()).sum();
        assert_eq!(clues, 13);
        assert!(text.starts_with("{\n  \"file\": \"part.parquet\",\n  \"puzzles\": 13,\n") && text.ends_with("}\n"));
    }
}
