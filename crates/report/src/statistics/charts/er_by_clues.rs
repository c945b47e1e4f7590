//! ER by the number of clues, darker for more puzzles, with a line through the medians. Each pack has a panel.

use std::collections::BTreeMap;

use minirow_print::Color;

use crate::statistics::charts::canvas::{Axis, Canvas};
use crate::statistics::charts::shape::{Side, Stroke};
use crate::statistics::charts::theme;
use crate::statistics::pack::PackStatistics;
use crate::statistics::report::StatisticsReport;
use crate::statistics::tables;

const ALONE: u32 = 300;
const TOGETHER: u32 = 210;

/// The height of a name above a panel.
const NAME: u32 = 20;

/// The opacity of the faintest cell.
const FAINTEST: f64 = 0.12;

/// Returns the packs with ratings and their numbers.
fn rated(report: &StatisticsReport) -> Vec<(usize, &PackStatistics)> {
    report.packs.iter().enumerate().filter(|(_, pack)| !pack.column("er").is_empty()).collect()
}

pub(super) fn height(report: &StatisticsReport) -> u32 {
    match report.packs.len() {
        0 | 1 => ALONE,
        _ => rated(report).len().div_ceil(2) as u32 * (TOGETHER + NAME),
    }
}

pub(super) fn draw(report: &StatisticsReport, canvas: &Canvas) {
    if let [pack] = &report.packs[..] {
        return panel(report, 0, pack, canvas);
    }
    let width = canvas.width / 2;
    for (place, (number, pack)) in rated(report).into_iter().enumerate() {
        let (x, y) = (place as u32 % 2 * width, place as u32 / 2 * (TOGETHER + NAME));
        let part = canvas.part(x, y, width, TOGETHER + NAME);
        part.text(&part.cut(&pack.name, width - 44), 36, NAME / 2, theme::series(number), Side::Left);
        panel(report, number, pack, &part.part(0, NAME, width, TOGETHER));
    }
}

fn panel(report: &StatisticsReport, number: usize, pack: &PackStatistics, canvas: &Canvas) {
    let Some((lowest, highest)) = tables::er_range(report) else { return };
    let clues: Vec<(u32, u32)> = rated(report).into_iter().filter_map(|(_, pack)| pack.range("clues")).collect();
    let from = clues.iter().map(|&(lowest, _)| lowest).min().unwrap_or(0);
    let to = clues.iter().map(|&(_, highest)| highest).max().unwrap_or(0);
    let size = tables::er_width(lowest, highest);
    // A tenth is in the middle of its cell.
    let (low, high) = (f64::from(lowest / size * size) - 0.5, f64::from(highest / size * size + size) - 0.5);
    let plot = canvas.axes(Axis::of_clues(from, to, canvas.width / 36), Axis::of_er(low / 10.0..high / 10.0, 8));
    let mut cells: BTreeMap<(u8, u32), u64> = BTreeMap::new();
    for (&(clues, er), count) in pack.tally.er_by_clues().iter() {
        *cells.entry((clues, er / size * size)).or_default() += count.rows;
    }
    let most = cells.values().max().copied().unwrap_or(1) as f64;
    for (&(clues, er), &count) in &cells {
        let opacity = FAINTEST + (1.0 - FAINTEST) * (count as f64 / most).sqrt();
        let (clues, er, size) = (f64::from(clues), f64::from(er), f64::from(size));
        let (lower, upper) = (er - 0.5 + 0.04 * size, er - 0.5 + 0.96 * size);
        let color = Color { opacity, ..theme::series(number) };
        plot.bar((clues - 0.46, lower / 10.0), (clues + 0.46, upper / 10.0), color);
    }
    let medians = pack.tally.median_er_by_clues();
    plot.dotted_line(medians.iter().map(|&(clues, er)| (f64::from(clues), er / 10.0)), Stroke::new(theme::INK, 2));
}
