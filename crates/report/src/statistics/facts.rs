//! The facts of packs: numbers of puzzles and duplicates, ranges, means and medians.

use std::borrow::Cow;

use minirow_table::{Bucket, SCALES};

use crate::statistics::duplicates::DuplicateRule;
use crate::statistics::numbers::{grouped, one_or_two_decimals, percent, plus_minus, whole_or_half};
use crate::statistics::pack::PackStatistics;
use crate::statistics::report::StatisticsReport;
use crate::statistics::scales::pair_name;

/// A fact of each pack, in one or more figures.
pub(crate) struct PackFact {
    pub(crate) label: &'static str,
    /// The figures, of which the first can have an empty label.
    pub(crate) figures: Vec<PackFigure>,
}

/// A figure of each pack.
pub(crate) struct PackFigure {
    /// The name of the figure; empty if the label of the fact is enough.
    pub(crate) label: Cow<'static, str>,
    /// The figure of each pack, `-` if it is not known.
    pub(crate) packs: Vec<String>,
}

impl PackFact {
    /// Returns all figures of a pack, separated by commas.
    pub(crate) fn in_a_line(&self, pack: usize) -> String {
        let known = self.figures.iter().filter(|figure| figure.packs[pack] != "-");
        let shown: Vec<String> =
            known.map(|figure| format!("{} {}", figure.label, figure.packs[pack]).trim().to_string()).collect();
        if shown.is_empty() { "-".into() } else { shown.join(", ") }
    }
}

impl PackFigure {
    fn new(
        label: impl Into<Cow<'static, str>>,
        packs: &[PackStatistics],
        of_pack: impl Fn(&PackStatistics) -> Option<String>,
    ) -> PackFigure {
        let packs = packs.iter().map(|pack| of_pack(pack).unwrap_or_else(|| "-".into())).collect();
        PackFigure { label: label.into(), packs }
    }
}

impl PackFact {
    /// Returns a fact with one figure.
    fn new(
        label: &'static str,
        packs: &[PackStatistics],
        of_pack: impl Fn(&PackStatistics) -> Option<String>,
    ) -> PackFact {
        PackFact { label, figures: vec![PackFigure::new("", packs, of_pack)] }
    }

    /// Returns the range, the mean and the median of a column, whose numbers are in units of `1 / unit`.
    fn of_numbers(label: &'static str, packs: &[PackStatistics], column: &str, unit: f64) -> PackFact {
        let show = |value: f64| if unit == 1.0 { whole_or_half(value) } else { format!("{:.1}", value / unit) };
        let range = |pack: &PackStatistics| {
            let (lowest, highest) = pack.range(column)?;
            let [lowest, highest] = [lowest, highest].map(|value| show(f64::from(value)));
            Some(if lowest == highest { lowest } else { format!("{lowest} to {highest}") })
        };
        let mean = |pack: &PackStatistics| Some(format!("{:.2}", pack.column(column).mean()? / unit));
        let median = |pack: &PackStatistics| {
            let median = pack.column(column).median()? / unit;
            Some(if unit == 1.0 { whole_or_half(median) } else { one_or_two_decimals(median) })
        };
        let [mean, median] = [PackFigure::new("mean", packs, mean), PackFigure::new("median", packs, median)];
        PackFact { label, figures: vec![PackFigure::new("", packs, range), mean, median] }
    }

    /// Returns the rank correlation of each two scales on which a pack is rated.
    fn of_correlations(packs: &[PackStatistics]) -> PackFact {
        let mut pairs: Vec<[&'static str; 2]> = Vec::new();
        for pair in packs.iter().flat_map(|pack| pack.tally.scale_pairs()) {
            if !pairs.contains(&pair.columns) {
                pairs.push(pair.columns);
            }
        }
        let correlation = |columns: [&'static str; 2]| {
            PackFigure::new(pair_name(columns), packs, |pack| {
                let pair = pack.tally.scale_pairs().find(|pair| pair.columns == columns)?;
                Some(format!("{:.2}", pair.joint.rank_correlation()?))
            })
        };
        PackFact { label: "rank correlation", figures: pairs.into_iter().map(correlation).collect() }
    }
}

/// Returns the facts that are known of at least one pack.
pub(crate) fn facts(report: &StatisticsReport) -> Vec<PackFact> {
    let packs = &report.packs[..];
    let mut facts = vec![PackFact::new("puzzles", packs, |pack| Some(grouped(pack.rows())))];
    if packs.iter().any(|pack| pack.skipped > 0) {
        facts.push(PackFact::new("left out", packs, |pack| Some(grouped(pack.skipped))));
    }
    let duplicates = if report.duplicates == DuplicateRule::Equivalent { "equivalent" } else { "duplicates" };
    facts.push(PackFact::new(duplicates, packs, |pack| pack.duplicates.map(grouped)));
    facts.push(PackFact::new("minimal", packs, |pack| {
        let all = pack.column("minimal");
        let (minimal, known) = (all.get(&Bucket::Bool(true)), all.total().rows);
        let of = if known < pack.rows() { format!(" of {}", grouped(known)) } else { String::new() };
        Some(format!("{}{of} ({} %)", grouped(minimal.rows), percent(minimal.share(all.total())?)))
    }));
    facts.push(PackFact::of_numbers("clues", packs, "clues", 1.0));
    for column in SCALES.iter().flat_map(|scale| scale.columns()) {
        if let Some(label) = column.label() {
            let unit = if column.is_in_tenths() { 10.0 } else { 1.0 };
            facts.push(PackFact::of_numbers(label, packs, column.name(), unit));
        }
    }
    facts.push(PackFact::of_correlations(packs));
    if report.has_weights() {
        let mean = PackFigure::new("mean clues", packs, |pack| {
            Some(plus_minus(pack.column("clues").weighted_mean(pack.tally.weighted_rows())?, 1.0))
        });
        let size = PackFigure::new("effective sample size", packs, |pack| {
            Some(format!("{:.1}", pack.tally.total().effective_size()?))
        });
        facts.push(PackFact { label: "by weight", figures: vec![mean, size] });
    }
    facts.retain(|fact| fact.figures.iter().flat_map(|figure| &figure.packs).any(|figure| figure != "-"));
    facts
}
