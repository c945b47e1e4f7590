//! What is known of a pack: its rows, added up.

use std::collections::BTreeMap;

use minirow_core::PatternSymmetry;

use crate::stats::distribution::Distribution;
use crate::stats::doubles::Keys;
use crate::stats::figures::{grouped, percent};
use crate::stats::named::Named;
use crate::stats::row::Row;
use crate::stats::tally::Tally;

/// A sample whose weights leave no more than this says little of what is rare.
const FEW: f64 = 100.0;

/// How much a technique is used.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Used {
    /// By how many puzzles.
    pub(crate) puzzles: Tally,
    /// In how many steps.
    pub(crate) steps: u64,
    /// As the hardest of how many puzzles.
    pub(crate) hardest: u64,
}

/// A pack, added up.
#[derive(Default)]
pub(crate) struct Pack {
    /// As it is shown.
    pub(crate) name: String,
    /// As it was given.
    pub(crate) file: String,
    /// Rows that could not be counted.
    pub(crate) left_out: u64,
    /// How many puzzles are the same as one before them, if that was looked for.
    pub(crate) doubles: Option<u64>,
    pub(crate) clues: Distribution<u32>,
    pub(crate) symmetry: Distribution<PatternSymmetry>,
    pub(crate) minimal: Distribution<bool>,
    /// In tenths.
    pub(crate) er: Distribution<u32>,
    pub(crate) ep: Distribution<u32>,
    pub(crate) ed: Distribution<u32>,
    pub(crate) levels: Distribution<Named>,
    pub(crate) steps: Distribution<u32>,
    /// Clues and ER in tenths.
    pub(crate) er_by_clues: Distribution<(u32, u32)>,
    pub(crate) techniques: BTreeMap<Named, Used>,
    /// The rows that name techniques.
    pub(crate) with_techniques: Tally,
    /// The steps of all techniques.
    pub(crate) technique_steps: u64,
    /// The rows that name the hardest technique.
    pub(crate) with_hardest: u64,
    /// The rows that have a weight.
    pub(crate) weighted_rows: u64,
    heaviest: f64,
    keys: Keys,
}

impl Pack {
    pub(crate) fn new(name: String, file: String) -> Pack {
        Pack { name, file, ..Pack::default() }
    }

    /// Adds a row. What comes out depends on the rows, and in the last bits of weights on their order.
    pub(crate) fn add(&mut self, row: Row) {
        let weight = row.weight;
        if let Some(weight) = weight {
            self.weighted_rows += 1;
            self.heaviest = self.heaviest.max(weight);
        }
        if let Some(key) = row.key {
            self.doubles.get_or_insert(0);
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
            let level = level.among(self.levels.len(), |level| self.levels.contains(level));
            self.levels.add(level, weight);
        }
        if let Some(er) = row.er {
            self.er_by_clues.add((row.clues, er), weight);
        }
        if let Some(hardest) = row.hardest {
            self.with_hardest += 1;
            self.used(hardest).hardest += 1;
        }
        if let Some(techniques) = row.techniques {
            self.with_techniques.add(weight);
            for (technique, steps) in techniques {
                self.technique_steps += u64::from(steps);
                let used = self.used(technique);
                used.puzzles.add(weight);
                used.steps += u64::from(steps);
            }
        }
    }

    fn used(&mut self, technique: Named) -> &mut Used {
        let technique = technique.among(self.techniques.len(), |technique| self.techniques.contains_key(technique));
        self.techniques.entry(technique).or_default()
    }

    /// All rows are there. Gives the keys of its puzzles, in order.
    pub(crate) fn finish(&mut self) -> Vec<u64> {
        let (doubles, keys) = std::mem::take(&mut self.keys).finish();
        if let Some(known) = &mut self.doubles {
            *known = doubles;
        }
        keys
    }

    /// How many rows were counted.
    pub(crate) fn rows(&self) -> u64 {
        self.clues.total().count
    }

    /// Whether its rows have weights that are not all zero.
    pub(crate) fn has_weights(&self) -> bool {
        self.clues.total().weight > 0.0
    }

    /// The share of the weight that the heaviest row has.
    pub(crate) fn heaviest_share(&self) -> f64 {
        self.heaviest / self.clues.total().weight
    }

    /// How far its weights can be trusted.
    pub(crate) fn weight_remark(&self) -> Option<String> {
        let size = self.clues.total().effective_size()?;
        let (name, rows) = (&self.name, grouped(self.weighted_rows));
        let mut remark = format!(
            "By weight, the {rows} weighted rows of {name} say as much as {size:.1} without weights; the heaviest row has \
             {} % of the weight.",
            percent(self.heaviest_share())
        );
        if size < FEW {
            remark += " That is few: the true intervals are wider than the ones shown.";
        }
        Some(remark)
    }

    /// By the number of clues: half of the puzzles have this ER in tenths or less.
    pub(crate) fn median_er_by_clues(&self) -> Vec<(u32, f64)> {
        let mut by_clues: BTreeMap<u32, Distribution<u32>> = BTreeMap::new();
        for (&(clues, er), tally) in self.er_by_clues.iter() {
            by_clues.entry(clues).or_default().add_many(er, tally);
        }
        by_clues.into_iter().filter_map(|(clues, er)| Some((clues, er.median()?))).collect()
    }
}
