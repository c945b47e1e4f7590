//! Tables of shares: by clues, ER, level, technique and symmetry.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use minirow_table::{Bucket, Count, Estimate, Name, TechniqueUse, standard_error};

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

/// Returns the shares of each number of clues.
pub(crate) fn clues(report: &StatisticsReport) -> ShareTable {
    // The reference is compared with weighted shares if there are weights.
    let reference = report.reference.filter(|_| !report.has_weights());
    let mut table = classes(report, "Clues", "clues", 1, |clues| clues.to_string());
    for (row, clues) in table.rows.iter_mut().zip(range(&report.packs, "clues").map_or(0, |(lowest, _)| lowest)..) {
        row.cells.extend(reference.map(|reference| ShareCell { count: None, share: reference.share(clues) }));
    }
    table.columns.extend(reference.map(|reference| reference.name().to_string()));
    table
}

/// Returns the shares of ratings in tenths, or in halves if they are far apart.
pub(crate) fn er(report: &StatisticsReport) -> ShareTable {
    let width = range(&report.packs, "er").map_or(1, |(lowest, highest)| er_width(lowest, highest));
    classes(report, "ER", "er", width, |first| tenths(first, width))
}

/// Returns the shares of solving times by minutes, or by five minutes if they are far apart.
pub(crate) fn minutes(report: &StatisticsReport) -> ShareTable {
    let ends = range(&report.packs, "minutes");
    let is_narrow = ends.is_none_or(|(lowest, highest)| highest - lowest < 10 * MOST_TENTHS);
    let width = if is_narrow { 10 } else { 50 };
    classes(report, "Minutes", "minutes", width, |first| tenths(first, width))
}

/// Returns the name of a class of tenths: `2.5`, or `2.5 - 2.9`.
fn tenths(first: u32, width: u32) -> String {
    let [first, last] = [first, first + width - 1].map(Bucket::Tenths);
    if width == 1 { first.to_string() } else { format!("{first} - {last}") }
}

/// Returns the shares of the numbers of a column by classes of a width, each with a label by its first number.
fn classes(
    report: &StatisticsReport,
    title: &'static str,
    column: &str,
    width: u32,
    label: impl Fn(u32) -> String,
) -> ShareTable {
    let firsts = range(&report.packs, column);
    let firsts = firsts.map(|(lowest, highest)| (lowest / width * width..=highest).step_by(width as usize));
    let row = |first: u32| class(report, column, label(first), first.into()..=(first + width - 1).into());
    table(report, title, "puzzles", firsts.into_iter().flatten().map(row))
}

/// Returns the shares of puzzles with a number of a column in a range.
fn class(report: &StatisticsReport, column: &str, label: String, numbers: RangeInclusive<u64>) -> ShareRow {
    row(report, label, |pack| {
        let column = pack.column(column);
        let inside = column.numbers().filter(|(number, _)| numbers.contains(number));
        ShareCell::of(inside.map(|(_, count)| count.rows).sum(), column.total().rows)
    })
}

/// Returns the shares of T&E depths with the length of the longest braid: B, BxB or BxBB.
pub(crate) fn braids(report: &StatisticsReport) -> ShareTable {
    let mut rows = Vec::new();
    for (column, name) in [("b", "B"), ("bxb", "BxB"), ("bxbb", "BxBB")] {
        for length in values_of(report, column) {
            rows.push(row(report, format!("{name} {length}"), |pack| {
                ShareCell::of(pack.column(column).get(length).rows, pack.column("te").total().rows)
            }));
        }
    }
    table(report, "Longest braid", "puzzles", rows)
}

/// Returns the shares of the levels of HoDoKu, and of its scores from one power of two to the next.
pub(crate) fn hodoku(report: &StatisticsReport) -> ShareTable {
    let mut levels = values(report, "HoDoKu", "hodoku_level");
    if let Some((lowest, highest)) = range(&report.packs, "hodoku_score") {
        for exponent in lowest.max(1).ilog2()..=highest.max(1).ilog2() {
            let label = format!("score {}", Bucket::PowerOfTwo(exponent));
            levels.rows.push(class(report, "hodoku_score", label, 1 << exponent..=u64::MAX >> (63 - exponent)));
        }
    }
    levels
}

/// Returns the width of a class of ratings, in tenths: 1, or 5 if they are far apart.
pub(crate) fn er_width(lowest: u32, highest: u32) -> u32 {
    if highest.saturating_sub(lowest) < MOST_TENTHS { 1 } else { 5 }
}

/// Returns the lowest and the highest number of a column in packs.
pub(crate) fn range<'a>(packs: impl IntoIterator<Item = &'a PackStatistics>, column: &str) -> Option<(u32, u32)> {
    let packs = packs.into_iter().filter_map(|pack| pack.range(column));
    packs.reduce(|ends, pack| (ends.0.min(pack.0), ends.1.max(pack.1)))
}

/// Returns the values of a column that occur, in order.
fn values_of<'a>(report: &'a StatisticsReport, column: &str) -> BTreeSet<&'a Bucket> {
    report.packs.iter().flat_map(|pack| pack.column(column).iter().map(|(value, _)| value)).collect()
}

/// Returns the shares of the values of a column that occur.
pub(crate) fn values(report: &StatisticsReport, title: &'static str, column: &str) -> ShareTable {
    let share = |value: &Bucket, pack: &PackStatistics| {
        let column = pack.column(column);
        ShareCell::of(column.get(value).rows, column.total().rows)
    };
    let rows = values_of(report, column).into_iter().map(|value| row(report, value, |pack| share(value, pack)));
    table(report, title, "puzzles", rows)
}

/// Returns the share of puzzles that use each technique.
pub(crate) fn techniques_by_puzzles(report: &StatisticsReport) -> ShareTable {
    techniques(report, "Techniques, by puzzles that take them", "puzzles", |pack, used| {
        ShareCell::of(used.puzzles.rows, pack.tally.with_techniques().rows)
    })
}

/// Returns the share of each technique in all steps.
pub(crate) fn techniques_by_steps(report: &StatisticsReport) -> ShareTable {
    techniques(report, "Techniques, by steps", "steps", |pack, used| {
        ShareCell::of(used.steps, pack.tally.technique_steps())
    })
}

fn techniques(
    report: &StatisticsReport,
    title: &'static str,
    unit: &'static str,
    cell: fn(&PackStatistics, &TechniqueUse) -> ShareCell,
) -> ShareTable {
    let used = report.packs.iter().flat_map(|pack| pack.tally.techniques());
    let names: BTreeSet<&Name> = used.filter(|(_, used)| used.puzzles.rows > 0).map(|(name, _)| name).collect();
    let used = |name: &Name, pack: &PackStatistics| pack.tally.techniques().get(name).copied().unwrap_or_default();
    let rows = names.into_iter().map(|name| row(report, name.title(), |pack| cell(pack, &used(name, pack))));
    table(report, title, unit, rows)
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

fn table(
    report: &StatisticsReport,
    title: &'static str,
    unit: &'static str,
    rows: impl IntoIterator<Item = ShareRow>,
) -> ShareTable {
    let columns = report.packs.iter().map(|pack| pack.name.clone()).collect();
    ShareTable { title, unit, columns, rows: rows.into_iter().collect() }
}

/// Returns a row with a cell for each pack.
fn row(report: &StatisticsReport, label: impl ToString, cell: impl Fn(&PackStatistics) -> ShareCell) -> ShareRow {
    ShareRow { label: label.to_string(), cells: report.packs.iter().map(cell).collect() }
}

impl ShareTable {
    /// Returns the highest share, 0 if there is none.
    pub(crate) fn highest_share(&self) -> f64 {
        self.rows.iter().flat_map(|row| &row.cells).filter_map(|cell| cell.share).fold(0.0, f64::max)
    }
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
