//! Histograms of ER by tenths, one below the other to the same scale.

use minirow_grade::Level;

use crate::statistics::charts::canvas::{Axis, BOTTOM, Canvas};
use crate::statistics::charts::shape::Stroke;
use crate::statistics::charts::theme;
use crate::statistics::pack::PackStatistics;
use crate::statistics::report::StatisticsReport;
use crate::statistics::tables;

/// The height of the inside of a single panel, and of one of several.
const ALONE: u32 = 256;
const TOGETHER: u32 = 110;

/// Draws the chart without its title. Returns its lower end.
pub(super) fn draw(report: &StatisticsReport, canvas: Canvas) -> u32 {
    let Some((lowest, highest)) = tables::range(&report.packs, "er") else { return canvas.y };
    let canvas = canvas.legend_of_packs(report);
    let panel = if report.packs.len() > 1 { TOGETHER } else { ALONE };
    let top = report.packs.iter().flat_map(shares).map(|(_, percent)| percent).fold(0.0, f64::max);
    // A margin beside the bars, also around a single one.
    let (from, to) = (f64::from(lowest) - 2.0, f64::from(highest) + 2.0);
    for (number, pack) in report.packs.iter().enumerate() {
        let is_last = number + 1 == report.packs.len();
        let (height, labels, space) = if is_last { (panel + BOTTOM, 12, BOTTOM) } else { (panel, 0, 2) };
        let er = Axis { space, ..Axis::of_er(from / 10.0..to / 10.0, labels) };
        let percent = Axis::of_percent(0.0..1.05 * top, if report.packs.len() > 1 { 3 } else { 6 });
        let plot = canvas.part(0, number as u32 * panel, canvas.width).axes(height, er, percent);
        let borders = Level::ALL.iter().map(|level| f64::from(level.range().start().tenths()) - 0.5);
        for border in borders.filter(|&er| from < er && er < to) {
            plot.line([(border / 10.0, 0.0), (border / 10.0, 1.05 * top)], Stroke::new(theme::EDGE, 1));
        }
        for (er, percent) in shares(pack) {
            plot.bar(((er - 0.4) / 10.0, 0.0), ((er + 0.4) / 10.0, percent), theme::series(number));
        }
    }
    canvas.y + report.packs.len() as u32 * panel + BOTTOM
}

/// Returns the ratings of a pack in tenths, each with its share in percent.
fn shares(pack: &PackStatistics) -> impl Iterator<Item = (f64, f64)> {
    let er = pack.column("er");
    er.numbers().map(|(tenths, count)| (tenths as f64, 100.0 * count.share(er.total()).unwrap_or(0.0)))
}
