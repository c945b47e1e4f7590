//! Horizontal bars beside their names, one for each pack: levels, techniques, symmetries.

use crate::statistics::charts::canvas::Canvas;
use crate::statistics::charts::shape::{SMALL, Side};
use crate::statistics::charts::theme;
use crate::statistics::numbers::percent;
use crate::statistics::report::StatisticsReport;
use crate::statistics::tables::{ShareCell, ShareTable};

/// The width of the names.
const NAMES: u32 = 150;

/// The width of a figure beside a bar.
const FIGURE: u32 = 44;

/// The largest number of packs of which each bar has a figure; of more packs, only the longest bar has one.
const MOST_WITH_FIGURES: usize = 3;

/// The distance between rows.
const GAP: u32 = 6;

/// Draws tables with the same rows side by side, without their titles. Returns the lower end.
pub(super) fn draw(report: &StatisticsReport, tables: &[ShareTable], canvas: Canvas) -> u32 {
    let canvas = canvas.legend_of_packs(report);
    let bar = match report.packs.len() {
        0 | 1 => 13,
        2..=MOST_WITH_FIGURES => 10,
        _ => 6,
    };
    let row = (bar * report.packs.len() as u32).max(12) + GAP;
    let width = (canvas.width - NAMES) / tables.len().max(1) as u32;
    for (number, table) in tables.iter().enumerate() {
        let bars = Bars { longest: table.highest_share(), width: width - FIGURE - 4, height: bar };
        for (place, line) in table.rows.iter().enumerate() {
            let y = place as u32 * row + GAP / 2;
            if number == 0 {
                let name = canvas.cut(&line.label, NAMES - 10);
                canvas.text(&name, NAMES - 8, y + (row - GAP) / 2, theme::INK, Side::Right);
            }
            bars.draw(&line.cells, &canvas.part(NAMES + number as u32 * width, y, width));
        }
    }
    canvas.y + tables.first().map_or(0, |table| table.rows.len()) as u32 * row + GAP
}

/// The bars of a table.
struct Bars {
    /// The highest share of the table.
    longest: f64,
    /// The length of the bar of that share.
    width: u32,
    height: u32,
}

impl Bars {
    /// Draws the bars of a row, each with its figure.
    fn draw(&self, cells: &[ShareCell], canvas: &Canvas) {
        let size = SMALL - if cells.len() > 1 { 1.6 } else { 0.8 };
        let share = |pack: usize| cells[pack].share.unwrap_or(0.0);
        let first_longest = (0..cells.len()).reduce(|one, other| if share(other) > share(one) { other } else { one });
        for (pack, cell) in cells.iter().enumerate() {
            let Some(share) = cell.share else { continue };
            let y = pack as u32 * self.height;
            let length = f64::from(self.width) * share / self.longest.max(f64::MIN_POSITIVE);
            let length = if share > 0.0 { (length.round() as u32).max(1) } else { 0 };
            canvas.rectangle(0, y, length, self.height - 1, theme::series(pack));
            if share > 0.0 && (cells.len() <= MOST_WITH_FIGURES || first_longest == Some(pack)) {
                let middle = y + self.height / 2;
                canvas.sized_text(&percent(share), length + 4, middle, size, theme::FAINT, Side::Left);
            }
        }
    }
}
