//! Horizontal bars beside their names, one for each pack: levels, techniques, symmetries.

use crate::statistics::charts::canvas::{Canvas, packs_height};
use crate::statistics::charts::shape::{SMALL, Side};
use crate::statistics::charts::theme;
use crate::statistics::numbers::percent;
use crate::statistics::report::StatisticsReport;
use crate::statistics::tables::ShareTable;

/// The width of the names.
const NAMES: u32 = 150;

/// The width of a figure beside a bar.
const FIGURE: u32 = 44;

/// The largest number of packs of which each bar has a figure; of more packs, only the longest bar has one.
const MOST_WITH_FIGURES: usize = 3;

/// The distance between rows.
const GAP: u32 = 6;

/// Returns the height of a bar.
fn bar(report: &StatisticsReport) -> u32 {
    match report.packs.len() {
        0 | 1 => 13,
        2..=MOST_WITH_FIGURES => 10,
        _ => 6,
    }
}

fn row(report: &StatisticsReport) -> u32 {
    (bar(report) * report.packs.len() as u32).max(12) + GAP
}

pub(super) fn height(report: &StatisticsReport, table: &ShareTable) -> u32 {
    packs_height(report) + table.rows.len() as u32 * row(report) + GAP
}

/// Draws tables with the same rows side by side.
pub(super) fn draw(report: &StatisticsReport, tables: &[ShareTable], canvas: Canvas) {
    let canvas = canvas.legend_of_packs(report);
    let figures = SMALL - if report.packs.len() > 1 { 1.6 } else { 0.8 };
    let panel = (canvas.width - NAMES) / tables.len().max(1) as u32;
    for (number, table) in tables.iter().enumerate() {
        let left = NAMES + number as u32 * panel;
        let longest = table.highest_share();
        for (place, line) in table.rows.iter().enumerate() {
            let y = place as u32 * row(report) + GAP / 2;
            if number == 0 {
                let name = canvas.cut(&line.label, NAMES - 10);
                canvas.text(&name, NAMES - 8, y + (row(report) - GAP) / 2, theme::INK, Side::Right);
            }
            let share = |pack: usize| line.cells[pack].share.unwrap_or(0.0);
            let first_longest =
                (0..line.cells.len()).reduce(|one, other| if share(other) > share(one) { other } else { one });
            for (pack, cell) in line.cells.iter().enumerate() {
                let y = y + pack as u32 * bar(report);
                let Some(share) = cell.share else { continue };
                let length = f64::from(panel - FIGURE - 4) * share / longest.max(f64::MIN_POSITIVE);
                let length = if share > 0.0 { (length.round() as u32).max(1) } else { 0 };
                canvas.rectangle(left, y, length, bar(report) - 1, theme::series(pack));
                let has_figure = report.packs.len() <= MOST_WITH_FIGURES || first_longest == Some(pack);
                if share > 0.0 && has_figure {
                    let (x, y) = (left + length + 4, y + bar(report) / 2);
                    canvas.sized_text(&percent(share), x, y, figures, theme::FAINT, Side::Left);
                }
            }
        }
    }
}
