//! ER by the number of clues, darker for more puzzles, with a line through the medians. Each pack has a panel.

use crate::statistics::charts::canvas::{Axis, Canvas};
use crate::statistics::charts::cells::{self, Cells};
use crate::statistics::charts::shape::Stroke;
use crate::statistics::charts::theme;
use crate::statistics::pack::PackStatistics;
use crate::statistics::report::StatisticsReport;
use crate::statistics::tables;

/// The height of a single panel, and of one of several.
const ALONE: u32 = 300;
const TOGETHER: u32 = 210;

/// The opacity of the faintest cell.
const FAINTEST: f64 = 0.12;

/// Draws the chart without its title. Returns its lower end.
pub(super) fn draw(report: &StatisticsReport, canvas: Canvas) -> u32 {
    if let [pack] = &report.packs[..] {
        panel(report, 0, pack, &canvas, ALONE);
        return canvas.y + ALONE;
    }
    let mut panels = 0;
    for (number, pack) in report.packs.iter().enumerate().filter(|(_, pack)| !pack.column("er").is_empty()) {
        panel(report, number, pack, &canvas.panel(panels, TOGETHER, &pack.name, theme::series(number)), TOGETHER);
        panels += 1;
    }
    canvas.end_of_panels(panels, TOGETHER)
}

fn panel(report: &StatisticsReport, number: usize, pack: &PackStatistics, canvas: &Canvas, height: u32) {
    let Some((lowest, highest)) = tables::range(&report.packs, "er") else { return };
    let rated = report.packs.iter().filter(|pack| !pack.column("er").is_empty());
    let Some((from, to)) = tables::range(rated, "clues") else { return };
    let er = Cells::new(lowest.into(), highest.into(), tables::er_width(lowest, highest).into(), 10.0);
    let clues = Cells::new(from.into(), to.into(), 1, 1.0);
    let plot = canvas.axes(height, Axis::of_clues(from, to, canvas.width / 36), Axis::of_er(er.range(), 8));
    let puzzles = pack.tally.er_by_clues().iter();
    let puzzles = puzzles.map(|(&(clues, er), count)| ([clues.into(), er.into()], count.rows));
    cells::draw(&plot, [&clues, &er], puzzles, FAINTEST, theme::series(number));
    let medians = pack.tally.median_er_by_clues();
    plot.dotted_line(medians.iter().map(|&(clues, er)| (f64::from(clues), er / 10.0)), Stroke::new(theme::INK, 2));
}
