//! A report: packs side by side, and the distribution to compare them with.

use crate::statistics::duplicates::{self, DuplicateRule};
use crate::statistics::numbers::{grouped, percent};
use crate::statistics::pack::PackStatistics;
use crate::statistics::reference::ReferenceDistribution;

/// The effective sample size below which a report warns of its intervals.
const SMALL_SAMPLE: f64 = 100.0;

/// Packs side by side, and a distribution to compare them with.
///
/// ```
/// use minirow_formats::Reader;
/// use minirow_report::statistics::{CountOptions, DuplicateRule, PackStatistics, StatisticsReport, StatisticsStyle, text};
///
/// let csv = "puzzle,er\n53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79,1.2\n";
/// let records = Reader::new(csv.as_bytes()).map(|found| found.unwrap().record);
/// let pack = PackStatistics::from_records("one.csv", "one.csv", records, CountOptions::default());
/// let report = StatisticsReport::new(vec![pack], DuplicateRule::Exact, None);
/// assert!(text(&report, StatisticsStyle { color: false, width: 80 }).starts_with("one.csv\npuzzles     1\n"));
/// ```
pub struct StatisticsReport {
    pub(crate) packs: Vec<PackStatistics>,
    pub(crate) duplicates: DuplicateRule,
    pub(crate) shared: Vec<SharedPuzzles>,
    pub(crate) reference: Option<ReferenceDistribution>,
}

/// Two packs that have puzzles in common.
pub(crate) struct SharedPuzzles {
    /// The positions of the packs in the report.
    pub(crate) packs: [usize; 2],
    /// The number of common puzzles.
    pub(crate) puzzles: u64,
}

impl StatisticsReport {
    /// Puts packs side by side, and counts their duplicates. All packs have to be counted with the same `duplicates`.
    pub fn new(
        mut packs: Vec<PackStatistics>,
        duplicates: DuplicateRule,
        reference: Option<ReferenceDistribution>,
    ) -> StatisticsReport {
        let keys: Vec<_> = packs.iter_mut().map(PackStatistics::finish).collect();
        let mut shared = Vec::new();
        for second in 1..packs.len() {
            for first in 0..second {
                let puzzles = duplicates::in_both(&keys[first], &keys[second]);
                if puzzles > 0 {
                    shared.push(SharedPuzzles { packs: [first, second], puzzles });
                }
            }
        }
        StatisticsReport { packs, duplicates, shared, reference }
    }

    /// Returns the packs.
    pub fn packs(&self) -> &[PackStatistics] {
        &self.packs
    }

    /// Returns `true` if any pack has weights.
    pub(crate) fn has_weights(&self) -> bool {
        self.packs.iter().any(PackStatistics::has_weights)
    }

    /// Returns sentences on common puzzles, missing ratings, weights and the reference.
    pub(crate) fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        for SharedPuzzles { packs, puzzles } in &self.shared {
            let [first, second] = packs.map(|number| &self.packs[number].name);
            let (s, are) = if *puzzles == 1 { ("", "is") } else { ("s", "are") };
            let equivalent = if self.duplicates == DuplicateRule::Equivalent { ", or an equivalent" } else { "" };
            remarks.push(format!("{} puzzle{s} of {first} {are} in {second} too{equivalent}.", grouped(*puzzles)));
        }
        for pack in &self.packs {
            let unrated = pack.rows() - pack.column("er").total().rows;
            if pack.rows() > 0 && pack.column("er").is_empty() {
                remarks.push(format!("{} has no ratings; --grade rates its puzzles.", pack.name));
            } else if unrated > 0 {
                let (unrated, rows) = (grouped(unrated), grouped(pack.rows()));
                remarks.push(format!("{unrated} of the {rows} puzzles of {} have no ER.", pack.name));
            }
            remarks.extend(weight_remark(pack));
        }
        remarks.extend(self.reference.map(|reference| format!("Reference: {}.", reference.source())));
        remarks
    }
}

/// Returns a sentence on how far the weights of a pack can be trusted.
fn weight_remark(pack: &PackStatistics) -> Option<String> {
    let size = pack.tally.total().effective_size()?;
    let (name, rows) = (&pack.name, grouped(pack.tally.weighted_rows()));
    let mut remark = format!(
        "The {rows} weighted rows of {name} are as precise as {size:.1} rows without weights; the heaviest row has \
         {} % of the weight.",
        percent(pack.tally.heaviest_share())
    );
    if size < SMALL_SAMPLE {
        remark += " The effective sample is small: the true intervals are wider than shown.";
    }
    Some(remark)
}
