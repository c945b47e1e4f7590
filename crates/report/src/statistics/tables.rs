//! Tables of shares: by clues, ER, level, technique and symmetry.

use minirow_core::PatternSymmetry;

use crate::statistics::counted_name::CountedName;
use crate::statistics::distribution::Distribution;
use crate::statistics::numbers::tenths;
use crate::statistics::pack::{PackStatistics, TechniqueUse};
use crate::statistics::report::StatisticsReport;
use crate::statistics::weighted_count::{self, Estimate};

/// The largest range of ratings, in tenths, that is shown in tenths.
const MOST_TENTHS: u32 = 20;

/// The distribution of puzzles, or of steps.
pub(crate) struct ShareTable {
    pub(crate) title: &'static str,
    /// The counted unit.
    pub(crate) unit: &'static str,
    /// The packs and the reference.
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<ShareRow>,
}

/// The cells of one value.
pub(crate) struct ShareRow {
    pub(crate) label: String,
    pub(crate) cells: Vec<ShareCell>,
}

/// A number and its share. A published share has no number, and a pack without rows has neither.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct ShareCell {
    pub(crate) count: Option<u64>,
    pub(crate) share: Option<f64>,
}

/// The shares of a number of clues, by rows and by weight.
pub(crate) struct WeightedClues {
    pub(crate) clues: u32,
    pub(crate) raw: Estimate,
    pub(crate) weighted: Estimate,
    pub(crate) reference: Option<f64>,
}

/// Returns the tables that have rows.
pub(crate) fn tables(report: &StatisticsReport) -> Vec<ShareTable> {
    let mut tables = vec![
        clues(report),
        er(report),
        levels(report),
        techniques_by_puzzles(report),
        techniques_by_steps(report),
        symmetry(report),
    ];
    tables.retain(|table| !table.rows.is_empty());
    tables
}

/// Returns the shares of each number of clues.
pub(crate) fn clues(report: &StatisticsReport) -> ShareTable {
    // The reference is compared with weighted shares if there are weights.
    let reference = report.reference.filter(|_| !report.has_weights());
    let mut table = table(report, "Clues", "puzzles");
    let seen = report.packs.iter().filter_map(|pack| Some((pack.clues.lowest()?, pack.clues.highest()?)));
    let (lowest, highest) = seen.fold((u32::MAX, 0), |ends, pack| (ends.0.min(pack.0), ends.1.max(pack.1)));
    for clues in lowest..=highest {
        let mut cells = report.packs.iter().map(|pack| cell(&pack.clues, &clues)).collect::<Vec<_>>();
        cells.extend(reference.map(|reference| ShareCell { count: None, share: reference.share(clues) }));
        table.rows.push(ShareRow { label: clues.to_string(), cells });
    }
    table.columns.extend(reference.map(|reference| reference.name().to_string()));
    table
}

/// Returns the shares of ratings in tenths, or in halves if they are far apart.
pub(crate) fn er(report: &StatisticsReport) -> ShareTable {
    let mut table = table(report, "ER", "puzzles");
    let Some((lowest, highest)) = er_range(report) else { return table };
    let width = er_width(lowest, highest);
    for first in (lowest / width * width..=highest).step_by(width as usize) {
        let label = match width {
            1 => tenths(first),
            _ => format!("{} - {}", tenths(first), tenths(first + width - 1)),
        };
        let cell = |pack: &PackStatistics| {
            let count = (first..first + width).map(|er| pack.er.get(&er).count).sum();
            ShareCell::of(count, pack.er.total().count)
        };
        table.rows.push(ShareRow { label, cells: report.packs.iter().map(cell).collect() });
    }
    table
}

/// Returns the width of a class of ratings, in tenths: 1, or 5 if they are far apart.
pub(crate) fn er_width(lowest: u32, highest: u32) -> u32 {
    if highest - lowest < MOST_TENTHS { 1 } else { 5 }
}

/// Returns the lowest and the highest ER of all packs, in tenths.
pub(crate) fn er_range(report: &StatisticsReport) -> Option<(u32, u32)> {
    let lowest = report.packs.iter().filter_map(|pack| pack.er.lowest()).min()?;
    let highest = report.packs.iter().filter_map(|pack| pack.er.highest()).max()?;
    Some((lowest, highest))
}

/// Returns the shares of levels.
pub(crate) fn levels(report: &StatisticsReport) -> ShareTable {
    let mut table = table(report, "Level", "puzzles");
    let mut names: Vec<&CountedName> =
        report.packs.iter().flat_map(|pack| pack.levels.iter().map(|(name, _)| name)).collect();
    names.sort();
    names.dedup();
    let row = |name: &CountedName| ShareRow {
        label: name.title.to_string(),
        cells: report.packs.iter().map(|pack| cell(&pack.levels, name)).collect(),
    };
    table.rows = names.into_iter().map(row).collect();
    table
}

/// Returns the shares of the symmetries of clues.
pub(crate) fn symmetry(report: &StatisticsReport) -> ShareTable {
    let mut table = table(report, "Symmetry of clues", "puzzles");
    let is_seen = |symmetry: &PatternSymmetry| report.packs.iter().any(|pack| pack.symmetry.get(symmetry).count > 0);
    let row = |symmetry: PatternSymmetry| ShareRow {
        label: symmetry.name().into(),
        cells: report.packs.iter().map(|pack| cell(&pack.symmetry, &symmetry)).collect(),
    };
    table.rows = PatternSymmetry::ALL.into_iter().filter(is_seen).map(row).collect();
    table
}

/// Returns the share of puzzles that use each technique.
pub(crate) fn techniques_by_puzzles(report: &StatisticsReport) -> ShareTable {
    let mut table = table(report, "Techniques, by puzzles that take them", "puzzles");
    table.rows = techniques(report, |pack, used| ShareCell::of(used.puzzles.count, pack.with_techniques.count));
    table
}

/// Returns the share of each technique in all steps.
pub(crate) fn techniques_by_steps(report: &StatisticsReport) -> ShareTable {
    let mut table = table(report, "Techniques, by steps", "steps");
    table.rows = techniques(report, |pack, used| ShareCell::of(used.steps, pack.technique_steps));
    table
}

fn techniques(
    report: &StatisticsReport,
    figure: impl Fn(&PackStatistics, &TechniqueUse) -> ShareCell,
) -> Vec<ShareRow> {
    let is_used = |used: &TechniqueUse| used.puzzles.count > 0;
    let mut names: Vec<&CountedName> = report
        .packs
        .iter()
        .flat_map(|pack| pack.techniques.iter().filter(|(_, used)| is_used(used)).map(|(name, _)| name))
        .collect();
    names.sort();
    names.dedup();
    let cell = |pack: &PackStatistics, name: &CountedName| {
        figure(pack, &pack.techniques.get(name).copied().unwrap_or_default())
    };
    let row = |name: &CountedName| ShareRow {
        label: name.title.to_string(),
        cells: report.packs.iter().map(|pack| cell(pack, name)).collect(),
    };
    names.into_iter().map(row).collect()
}

/// Returns the shares of each number of clues of a pack with weights.
pub(crate) fn weighted_clues(report: &StatisticsReport, pack: &PackStatistics) -> Vec<WeightedClues> {
    let (Some(lowest), Some(highest)) = (pack.clues.lowest(), pack.clues.highest()) else { return Vec::new() };
    let total = pack.clues.total();
    let row = |clues| {
        let count = pack.clues.get(&clues);
        let share = count.share(total)?;
        let squares = share * (1.0 - share) * total.count as f64;
        Some(WeightedClues {
            clues,
            raw: Estimate { value: share, error: weighted_count::error(squares, total.count as f64, total.count) },
            weighted: count.weighted_share(total, pack.weighted_rows)?,
            reference: report.reference.map(|reference| reference.share(clues).unwrap_or(0.0)),
        })
    };
    (lowest..=highest).filter_map(row).collect()
}

fn table(report: &StatisticsReport, title: &'static str, unit: &'static str) -> ShareTable {
    ShareTable { title, unit, columns: report.packs.iter().map(|pack| pack.name.clone()).collect(), rows: Vec::new() }
}

fn cell<K: Ord>(distribution: &Distribution<K>, value: &K) -> ShareCell {
    ShareCell::of(distribution.get(value).count, distribution.total().count)
}

impl ShareCell {
    fn of(count: u64, all: u64) -> ShareCell {
        if all == 0 {
            ShareCell::default()
        } else {
            ShareCell { count: Some(count), share: Some(count as f64 / all as f64) }
        }
    }
}
