//! Tables of shares: by clues, ER, level, technique and symmetry.

use std::collections::BTreeSet;

use minirow_table::{Bucket, Count, Distribution, Estimate, Name, TechniqueUse, standard_error};

use crate::statistics::pack::PackStatistics;
use crate::statistics::report::StatisticsReport;

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
    let Some((lowest, highest)) = range(report, "clues") else { return table };
    for clues in lowest..=highest {
        let bucket = Bucket::Number(clues.into());
        let mut cells = report.packs.iter().map(|pack| cell(pack.column("clues"), &bucket)).collect::<Vec<_>>();
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
    let packs: Vec<_> = report.packs.iter().map(|pack| pack.column("er").in_groups_of(width)).collect();
    for first in (lowest / width * width..=highest).step_by(width as usize) {
        let bucket = Bucket::Tenths(first);
        let label = match width {
            1 => bucket.to_string(),
            _ => format!("{bucket} - {}", Bucket::Tenths(first + width - 1)),
        };
        table.rows.push(ShareRow { label, cells: packs.iter().map(|er| cell(er, &bucket)).collect() });
    }
    table
}

/// Returns the width of a class of ratings, in tenths: 1, or 5 if they are far apart.
pub(crate) fn er_width(lowest: u32, highest: u32) -> u32 {
    if highest - lowest < MOST_TENTHS { 1 } else { 5 }
}

/// Returns the lowest and the highest ER of all packs, in tenths.
pub(crate) fn er_range(report: &StatisticsReport) -> Option<(u32, u32)> {
    range(report, "er")
}

/// Returns the lowest and the highest number of a column in all packs.
fn range(report: &StatisticsReport, column: &str) -> Option<(u32, u32)> {
    let packs = report.packs.iter().filter_map(|pack| pack.range(column));
    packs.reduce(|ends, pack| (ends.0.min(pack.0), ends.1.max(pack.1)))
}

/// Returns the shares of levels.
pub(crate) fn levels(report: &StatisticsReport) -> ShareTable {
    values(report, "Level", "level")
}

/// Returns the shares of the symmetries of clues.
pub(crate) fn symmetry(report: &StatisticsReport) -> ShareTable {
    values(report, "Symmetry of clues", "symmetry")
}

/// Returns the shares of the values of a column that occur.
fn values(report: &StatisticsReport, title: &'static str, column: &str) -> ShareTable {
    let mut table = table(report, title, "puzzles");
    let packs: Vec<_> = report.packs.iter().map(|pack| pack.column(column)).collect();
    let values: BTreeSet<&Bucket> = packs.iter().flat_map(|pack| pack.iter().map(|(value, _)| value)).collect();
    let row = |value: &Bucket| ShareRow {
        label: value.to_string(),
        cells: packs.iter().map(|pack| cell(pack, value)).collect(),
    };
    table.rows = values.into_iter().map(row).collect();
    table
}

/// Returns the share of puzzles that use each technique.
pub(crate) fn techniques_by_puzzles(report: &StatisticsReport) -> ShareTable {
    let mut table = table(report, "Techniques, by puzzles that take them", "puzzles");
    table.rows = techniques(report, |pack, used| ShareCell::of(used.puzzles.rows, pack.tally.with_techniques().rows));
    table
}

/// Returns the share of each technique in all steps.
pub(crate) fn techniques_by_steps(report: &StatisticsReport) -> ShareTable {
    let mut table = table(report, "Techniques, by steps", "steps");
    table.rows = techniques(report, |pack, used| ShareCell::of(used.steps, pack.tally.technique_steps()));
    table
}

fn techniques(
    report: &StatisticsReport,
    figure: impl Fn(&PackStatistics, &TechniqueUse) -> ShareCell,
) -> Vec<ShareRow> {
    let used = report.packs.iter().flat_map(|pack| pack.tally.techniques());
    let names: BTreeSet<&Name> = used.filter(|(_, used)| used.puzzles.rows > 0).map(|(name, _)| name).collect();
    let cell = |pack: &PackStatistics, name: &Name| {
        figure(pack, &pack.tally.techniques().get(name).copied().unwrap_or_default())
    };
    let row = |name: &Name| ShareRow {
        label: name.title().into(),
        cells: report.packs.iter().map(|pack| cell(pack, name)).collect(),
    };
    names.into_iter().map(row).collect()
}

/// Returns the shares of each number of clues of a pack with weights.
pub(crate) fn weighted_clues(report: &StatisticsReport, pack: &PackStatistics) -> Vec<WeightedClues> {
    let total = pack.tally.total();
    let row = |(clues, count): (u32, Count)| {
        let share = count.share(total)?;
        let squares = share * (1.0 - share) * total.rows as f64;
        Some(WeightedClues {
            clues,
            raw: Estimate { value: share, error: standard_error(squares, total.rows as f64, total.rows) },
            weighted: count.weighted_share(total, pack.tally.weighted_rows())?,
            reference: report.reference.map(|reference| reference.share(clues).unwrap_or(0.0)),
        })
    };
    pack.clues().filter_map(row).collect()
}

fn table(report: &StatisticsReport, title: &'static str, unit: &'static str) -> ShareTable {
    ShareTable { title, unit, columns: report.packs.iter().map(|pack| pack.name.clone()).collect(), rows: Vec::new() }
}

fn cell(distribution: &Distribution<Bucket>, value: &Bucket) -> ShareCell {
    ShareCell::of(distribution.get(value).rows, distribution.total().rows)
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
