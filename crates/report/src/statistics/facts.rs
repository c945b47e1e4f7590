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

/// Returns the facts that are known of at least one pack.
pub(crate) fn facts(report: &StatisticsReport) -> Vec<PackFact> {
    let packs = &report.packs;
    let figure = |label: Cow<'static, str>, of_pack: &dyn Fn(&PackStatistics) -> Option<String>| PackFigure {
        label,
        packs: packs.iter().map(|pack| of_pack(pack).unwrap_or_else(|| "-".into())).collect(),
    };
    let fact = |label, of_pack: &dyn Fn(&PackStatistics) -> Option<String>| PackFact {
        label,
        figures: vec![figure("".into(), of_pack)],
    };
    let numbers = |label, column: &str, unit: f64| {
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
        PackFact {
            label,
            figures: vec![figure("".into(), &range), figure("mean".into(), &mean), figure("median".into(), &median)],
        }
    };
    let mut facts = vec![fact("puzzles", &|pack| Some(grouped(pack.rows())))];
    if packs.iter().any(|pack| pack.skipped > 0) {
        facts.push(fact("left out", &|pack| Some(grouped(pack.skipped))));
    }
    let duplicates = if report.duplicates == DuplicateRule::Equivalent { "equivalent" } else { "duplicates" };
    facts.push(fact(duplicates, &|pack| pack.duplicates.map(grouped)));
    facts.push(fact("minimal", &|pack| {
        let all = pack.column("minimal");
        let (minimal, known) = (all.get(&Bucket::Bool(true)), all.total().rows);
        let of = if known < pack.rows() { format!(" of {}", grouped(known)) } else { String::new() };
        Some(format!("{}{of} ({} %)", grouped(minimal.rows), percent(minimal.share(all.total())?)))
    }));
    facts.push(numbers("clues", "clues", 1.0));
    for column in SCALES.iter().flat_map(|scale| scale.columns()) {
        if let Some(label) = column.label() {
            facts.push(numbers(label, column.name(), if column.is_in_tenths() { 10.0 } else { 1.0 }));
        }
    }
    let mut pairs: Vec<[&'static str; 2]> = Vec::new();
    for pair in packs.iter().flat_map(|pack| pack.tally.scale_pairs()) {
        if !pairs.contains(&pair.columns) {
            pairs.push(pair.columns);
        }
    }
    let correlation = |columns: [&'static str; 2]| {
        let of_pack = move |pack: &PackStatistics| {
            let pair = pack.tally.scale_pairs().find(|pair| pair.columns == columns)?;
            Some(format!("{:.2}", pair.joint.rank_correlation()?))
        };
        figure(pair_name(columns).into(), &of_pack)
    };
    facts.push(PackFact { label: "rank correlation", figures: pairs.into_iter().map(correlation).collect() });
    if report.has_weights() {
        let mean = |pack: &PackStatistics| {
            Some(plus_minus(pack.column("clues").weighted_mean(pack.tally.weighted_rows())?, 1.0))
        };
        let size = |pack: &PackStatistics| Some(format!("{:.1}", pack.tally.total().effective_size()?));
        facts.push(PackFact {
            label: "by weight",
            figures: vec![figure("mean clues".into(), &mean), figure("effective sample size".into(), &size)],
        });
    }
    facts.retain(|fact| fact.figures.iter().flat_map(|figure| &figure.packs).any(|figure| figure != "-"));
    facts
}
