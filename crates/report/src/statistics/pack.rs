//! The statistics of a pack: its rows, added up.

use std::collections::BTreeMap;

use minirow_core::PatternSymmetry;
use minirow_formats::Record;

use crate::statistics::counted_name::CountedName;
use crate::statistics::counted_row::{CountOptions, CountedRow};
use crate::statistics::distribution::Distribution;
use crate::statistics::duplicates::PuzzleKeys;
use crate::statistics::weighted_count::WeightedCount;

/// The use of a technique.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TechniqueUse {
    /// The puzzles that use it.
    pub(crate) puzzles: WeightedCount,
    /// The number of steps that use it.
    pub(crate) steps: u64,
    /// The number of puzzles of which it is the hardest technique.
    pub(crate) hardest: u64,
}

/// The statistics of a pack.
///
/// ```
/// use minirow_formats::Reader;
/// use minirow_report::statistics::{CountOptions, PackStatistics};
///
/// let csv = "puzzle,er\n53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79,1.2\n";
/// let records = Reader::new(csv.as_bytes()).map(|found| found.unwrap().record);
/// let pack = PackStatistics::from_records("one.csv", "folder/one.csv", records, CountOptions::default());
/// assert_eq!((pack.rows(), pack.skipped), (1, 0));
/// ```
#[derive(Default)]
pub struct PackStatistics {
    /// The name in reports.
    pub name: String,
    /// The file as it was given.
    pub file: String,
    /// The number of rows that could not be counted.
    pub skipped: u64,
    /// The number of duplicates, if they were searched for.
    pub(crate) duplicates: Option<u64>,
    pub(crate) clues: Distribution<u32>,
    pub(crate) symmetry: Distribution<PatternSymmetry>,
    pub(crate) minimal: Distribution<bool>,
    /// ER in tenths; so are EP and ED.
    pub(crate) er: Distribution<u32>,
    pub(crate) ep: Distribution<u32>,
    pub(crate) ed: Distribution<u32>,
    pub(crate) levels: Distribution<CountedName>,
    pub(crate) steps: Distribution<u32>,
    /// Clues and ER in tenths.
    pub(crate) er_by_clues: Distribution<(u32, u32)>,
    pub(crate) techniques: BTreeMap<CountedName, TechniqueUse>,
    /// The rows with techniques.
    pub(crate) with_techniques: WeightedCount,
    /// The number of steps of all techniques.
    pub(crate) technique_steps: u64,
    /// The number of rows with a weight.
    pub(crate) weighted_rows: u64,
    heaviest: f64,
    keys: PuzzleKeys,
}

impl PackStatistics {
    /// Creates the statistics of a pack without rows.
    pub fn new(name: impl Into<String>, file: impl Into<String>) -> PackStatistics {
        PackStatistics { name: name.into(), file: file.into(), ..PackStatistics::default() }
    }

    /// Counts records. Records that cannot be counted are only numbered, in `skipped`.
    pub fn from_records(
        name: impl Into<String>,
        file: impl Into<String>,
        records: impl IntoIterator<Item = Record>,
        options: CountOptions,
    ) -> PackStatistics {
        let mut pack = PackStatistics::new(name, file);
        for record in records {
            match CountedRow::from_record(&record, options) {
                Ok(row) => pack.add(row),
                Err(_) => pack.skipped += 1,
            }
        }
        pack
    }

    /// Adds a row. Only the last bits of weighted values depend on the order of the rows.
    pub fn add(&mut self, row: CountedRow) {
        let weight = row.weight;
        if let Some(weight) = weight {
            self.weighted_rows += 1;
            self.heaviest = self.heaviest.max(weight);
        }
        if let Some(key) = row.key {
            self.duplicates.get_or_insert(0);
            self.keys.add(key);
        }
        self.clues.add(row.clues, weight);
        self.symmetry.add(row.symmetry, weight);
        for (distribution, value) in
            [(&mut self.er, row.er), (&mut self.ep, row.ep), (&mut self.ed, row.ed), (&mut self.steps, row.steps)]
        {
            if let Some(value) = value {
                distribution.add(value, weight);
            }
        }
        if let Some(minimal) = row.minimal {
            self.minimal.add(minimal, weight);
        }
        if let Some(level) = row.level {
            let level = level.within_limit(self.levels.len(), |level| self.levels.contains(level));
            self.levels.add(level, weight);
        }
        if let Some(er) = row.er {
            self.er_by_clues.add((row.clues, er), weight);
        }
        if let Some(hardest) = row.hardest {
            self.technique(hardest).hardest += 1;
        }
        if let Some(techniques) = row.techniques {
            self.with_techniques.add(weight);
            for (technique, steps) in techniques {
                self.technique_steps += u64::from(steps);
                let used = self.technique(technique);
                used.puzzles.add(weight);
                used.steps += u64::from(steps);
            }
        }
    }

    /// Returns the use of a technique, to add to it.
    fn technique(&mut self, technique: CountedName) -> &mut TechniqueUse {
        let technique =
            technique.within_limit(self.techniques.len(), |technique| self.techniques.contains_key(technique));
        self.techniques.entry(technique).or_default()
    }

    /// Counts the duplicates once all rows are added, and returns the different keys of the puzzles in ascending order.
    pub(crate) fn finish(&mut self) -> Vec<u64> {
        let (doubles, keys) = std::mem::take(&mut self.keys).finish();
        if let Some(known) = &mut self.duplicates {
            *known = doubles;
        }
        keys
    }

    /// Returns the number of counted rows.
    pub fn rows(&self) -> u64 {
        self.clues.total().count
    }

    /// Returns `true` if a row has a weight above zero.
    pub fn has_weights(&self) -> bool {
        self.clues.total().weight > 0.0
    }

    /// Returns the share of the heaviest row in the weight of all rows.
    pub(crate) fn heaviest_share(&self) -> f64 {
        self.heaviest / self.clues.total().weight
    }

    /// Returns the median ER, in tenths, of the puzzles with each number of clues.
    pub(crate) fn median_er_by_clues(&self) -> Vec<(u32, f64)> {
        let mut by_clues: BTreeMap<u32, Distribution<u32>> = BTreeMap::new();
        for (&(clues, er), tally) in self.er_by_clues.iter() {
            by_clues.entry(clues).or_default().add_many(er, tally);
        }
        by_clues.into_iter().filter_map(|(clues, er)| Some((clues, er.median()?))).collect()
    }
}
