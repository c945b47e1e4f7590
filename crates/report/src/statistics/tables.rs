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

/// Returns the shares of each number of clues.
pub(crate) fn clues(report: &StatisticsReport) -> ShareTable {
    // The reference is compared with weighted shares if there are weights.
    let reference = report.reference.filter(|_| !report.has_weights());
    let row = |clues: u32| {
        let cells = report.packs.iter().map(|pack| cell(pack.column("clues"), &Bucket::Number(clues.into())));
        let published = reference.map(|reference| ShareCell { count: None, share: reference.share(clues) });
        ShareRow { label: clues.to_string(), cells: cells.chain(published).collect() }
    };
    let range = range(report, "clues").map(|(lowest, highest)| lowest..=highest);
    let mut table = table(report, "Clues", "puzzles", range.into_iter().flatten().map(row));
    table.columns.extend(reference.map(|reference| reference.name().to_string()));
    table
}

/// Returns the shares of ratings in tenths, or in halves if they are far apart.
pub(crate) fn er(report: &StatisticsReport) -> ShareTable {
    let ends = er_range(report);
    classes(report, "ER", "er", ends, ends.map_or(1, |(lowest, highest)| er_width(lowest, highest)))
}

/// Returns the shares of numbers in tenths by classes of `width` tenths.
fn classes(
    report: &StatisticsReport,
    title: &'static str,
    column: &str,
    ends: Option<(u32, u32)>,
    width: u32,
) -> ShareTable {
    let packs: Vec<_> = report.packs.iter().map(|pack| pack.column(column).in_groups_of(width)).collect();
    let row = |first: u32| {
        let bucket = Bucket::Tenths(first);
        let label = match width {
            1 => bucket.to_string(),
            _ => format!("{bucket} - {}", Bucket::Tenths(first + width - 1)),
        };
        ShareRow { label, cells: packs.iter().map(|pack| cell(pack, &bucket)).collect() }
    };
    let firsts = ends.map(|(lowest, highest)| (lowest / width * width..=highest).step_by(width as usize));
    table(report, title, "puzzles", firsts.into_iter().flatten().map(row))
}

/// Returns the shares of T&E depths with the length of the longest braid: B, BxB or BxBB.
pub(crate) fn braids(report: &StatisticsReport) -> ShareTable {
    let columns = [("b", "B"), ("bxb", "BxB"), ("bxbb", "BxBB")];
    let of_column = |(column, name): (&'static str, &'static str)| {
        let lengths: BTreeSet<&Bucket> =
            report.packs.iter().flat_map(|pack| pack.column(column).iter().map(|(length, _)| length)).collect();
        lengths.into_iter().map(move |length| ShareRow {
            label: format!("{name} {length}"),
            cells: (report.packs.iter())
                .map(|pack| ShareCell::of(pack.column(column).get(length).rows, pack.column("te").total().rows))
                .collect(),
        })
    };
    table(report, "Longest braid", "puzzles", columns.into_iter().flat_map(of_column))
}

/// Returns the shares of the levels of HoDoKu, and of its scores from one power of two to the next.
pub(crate) fn hodoku(report: &StatisticsReport) -> ShareTable {
    let mut levels = values(report, "HoDoKu", "hodoku_level");
    let packs: Vec<_> = report.packs.iter().map(|pack| pack.column("hodoku_score")).collect();
    let scores = range(report, "hodoku_score").map(|(lowest, highest)| exponent(lowest)..=exponent(highest));
    let row = |exponent: u32| {
        let class = 1_u64 << exponent..=u64::MAX >> (63 - exponent);
        let rows = |pack: &Distribution<Bucket>| {
            pack.numbers().filter(|(score, _)| class.contains(score)).map(|(_, count)| count.rows).sum()
        };
        ShareRow {
            label: format!("score {}", Bucket::PowerOfTwo(exponent)),
            cells: packs.iter().map(|pack| ShareCell::of(rows(pack), pack.total().rows)).collect(),
        }
    };
    levels.rows.extend(scores.into_iter().flatten().map(row));
    levels
}

/// Returns the exponent of the largest power of two up to a number, and 0 for 0.
fn exponent(number: u32) -> u32 {
    number.max(1).ilog2()
}

/// Returns the shares of solving times by minutes, or by five minutes if they are far apart.
pub(crate) fn minutes(report: &StatisticsReport) -> ShareTable {
    let ends = range(report, "minutes");
    let is_narrow = ends.is_none_or(|(lowest, highest)| highest - lowest < 10 * MOST_TENTHS);
    classes(report, "Minutes", "minutes", ends, if is_narrow { 10 } else { 50 })
}

/// Returns the width of a class of ratings, in tenths: 1, or 5 if they are far apart.
pub(crate) fn er_width(lowest: u32, highest: u32) -> u32 {
    if highest.saturating_sub(lowest) < MOST_TENTHS { 1 } else { 5 }
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

/// Returns the shares of the values of a column that occur.
pub(crate) fn values(report: &StatisticsReport, title: &'static str, column: &str) -> ShareTable {
    let packs: Vec<_> = report.packs.iter().map(|pack| pack.column(column)).collect();
    let values: BTreeSet<&Bucket> = packs.iter().flat_map(|pack| pack.iter().map(|(value, _)| value)).collect();
    let row = |value: &Bucket| ShareRow {
        label: value.to_string(),
        cells: packs.iter().map(|pack| cell(pack, value)).collect(),
    };
    table(report, title, "puzzles", values.into_iter().map(row))
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
    let row = |name: &Name| {
        let used = |pack: &PackStatistics| pack.tally.techniques().get(name).copied().unwrap_or_default();
        ShareRow {
            label: name.title().into(),
            cells: report.packs.iter().map(|pack| cell(pack, &used(pack))).collect(),
        }
    };
    table(report, title, unit, names.into_iter().map(row))
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
    rows: impl Iterator<Item = ShareRow>,
) -> ShareTable {
    let columns = report.packs.iter().map(|pack| pack.name.clone()).collect();
    ShareTable { title, unit, columns, rows: rows.collect() }
}

fn cell(distribution: &Distribution<Bucket>, value: &Bucket) -> ShareCell {
    ShareCell::of(distribution.get(value).rows, distribution.total().rows)
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
