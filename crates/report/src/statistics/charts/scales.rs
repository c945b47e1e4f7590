//! Two rating scales against each other, darker for more puzzles. Each pack has a panel for each pair of scales.

use std::collections::BTreeMap;

use minirow_print::Color;
use minirow_table::ScalePair;

use crate::statistics::charts::canvas::{Axis, BOTTOM, Canvas, LEFT};
use crate::statistics::charts::shape::Side;
use crate::statistics::charts::theme;
use crate::statistics::report::StatisticsReport;
use crate::statistics::scales::{is_in_tenths, rating_name};

/// The height of a panel, and of its heading.
const PANEL: u32 = 190;
const HEADING: u32 = 20;

/// The opacity of the faintest cell.
const FAINTEST: f64 = 0.15;

/// The largest number of cells of an axis.
const MOST_CELLS: u64 = 40;

/// Returns the pairs of scales of all packs, with the numbers of the packs.
fn panels(report: &StatisticsReport) -> Vec<(usize, &ScalePair)> {
    let packs = report.packs.iter().enumerate();
    packs.flat_map(|(number, pack)| pack.tally.scale_pairs().map(move |pair| (number, pair))).collect()
}

pub(super) fn height(report: &StatisticsReport) -> u32 {
    panels(report).len().div_ceil(2) as u32 * (PANEL + HEADING)
}

pub(super) fn draw(report: &StatisticsReport, canvas: &Canvas) {
    let width = canvas.width / 2;
    for (place, (number, pair)) in panels(report).into_iter().enumerate() {
        let (x, y) = (place as u32 % 2 * width, place as u32 / 2 * (PANEL + HEADING));
        let part = canvas.part(x, y, width, PANEL + HEADING);
        let [across, up] = pair.columns.map(rating_name);
        let name = &report.packs[number].name;
        let of = if report.packs.len() > 1 { format!(" of {name}") } else { String::new() };
        let heading = part.cut(&format!("up: {up}, across: {across}{of}"), width - LEFT - 8);
        part.text(&heading, LEFT, HEADING / 2, theme::series(number), Side::Left);
        panel(number, pair, &part.part(0, HEADING, width, PANEL));
    }
}

/// The cells of an axis: numbers from `first` on, `width` numbers a cell.
struct Cells {
    first: u64,
    end: u64,
    width: u64,
    /// 10 for numbers in tenths.
    unit: f64,
}

impl Cells {
    /// Returns the narrowest cells that are not too many. `class` is the width of the classes of the numbers.
    fn of(column: &str, class: u64, numbers: impl Iterator<Item = u64>) -> Cells {
        let numbers: Vec<u64> = numbers.collect();
        let (lowest, highest) = (numbers.iter().min().unwrap_or(&0), numbers.iter().max().unwrap_or(&0));
        let widths = (0..18).flat_map(|exponent| [1, 2, 5].map(|width| width * 10_u64.pow(exponent)));
        let fits = |width: &u64| width.is_multiple_of(class) && highest / width - lowest / width < MOST_CELLS;
        let width = widths.into_iter().find(fits).unwrap_or(u64::MAX);
        let unit = if is_in_tenths(column) { 10.0 } else { 1.0 };
        Cells { first: lowest / width * width, end: highest / width * width + width, width, unit }
    }

    /// Returns the first number of the cell of a number.
    fn start(&self, number: u64) -> u64 {
        number / self.width * self.width
    }

    /// Returns the ends of a cell on the axis. A number is in the middle of its unit.
    fn ends(&self, start: u64) -> [f64; 2] {
        let (start, width) = (start as f64 - 0.5, self.width as f64);
        [start + 0.04 * width, start + 0.96 * width].map(|end| end / self.unit)
    }

    fn axis(&self, labels: usize, space: u32) -> Axis {
        let range = (self.first as f64 - 0.5) / self.unit..(self.end as f64 - 0.5) / self.unit;
        let label = |value: f64| if value.fract() == 0.0 { format!("{value}") } else { format!("{value:.1}") };
        Axis { range, labels, label, space }
    }
}

fn panel(number: usize, pair: &ScalePair, canvas: &Canvas) {
    let [across, up] = pair.columns;
    let across = Cells::of(across, pair.widths[0], pair.joint.iter().map(|(pair, _)| pair.0));
    let up = Cells::of(up, pair.widths[1], pair.joint.iter().map(|(pair, _)| pair.1));
    let mut cells: BTreeMap<(u64, u64), u64> = BTreeMap::new();
    for (&(one, other), count) in pair.joint.iter() {
        *cells.entry((across.start(one), up.start(other))).or_default() += count.rows;
    }
    let most = cells.values().max().copied().unwrap_or(1) as f64;
    let plot = canvas.axes(across.axis(8, BOTTOM), up.axis(6, LEFT));
    for (&(one, other), &rows) in &cells {
        let opacity = FAINTEST + (1.0 - FAINTEST) * (rows as f64 / most).sqrt();
        let ([left, right], [lower, upper]) = (across.ends(one), up.ends(other));
        plot.bar((left, lower), (right, upper), Color { opacity, ..theme::series(number) });
    }
}
