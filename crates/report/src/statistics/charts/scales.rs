//! Two rating scales against each other, darker for more puzzles. Each pack has a panel for each pair of scales.

use minirow_table::ScalePair;

use crate::statistics::charts::canvas::{Axis, BOTTOM, Canvas, LEFT};
use crate::statistics::charts::cells::{self, Cells};
use crate::statistics::charts::theme;
use crate::statistics::report::StatisticsReport;
use crate::statistics::scales::{is_in_tenths, rating_name};

/// The height of a panel.
const HEIGHT: u32 = 190;

/// The opacity of the faintest cell.
const FAINTEST: f64 = 0.15;

/// The largest number of cells of an axis.
const MOST_CELLS: u64 = 40;

/// Draws the chart without its title. Returns its lower end.
pub(super) fn draw(report: &StatisticsReport, canvas: Canvas) -> u32 {
    let mut panels = 0;
    for (number, pack) in report.packs.iter().enumerate() {
        let of = if report.packs.len() > 1 { format!(" of {}", pack.name) } else { String::new() };
        for pair in pack.tally.scale_pairs() {
            let [across, up] = pair.columns.map(rating_name);
            let heading = format!("up: {up}, across: {across}{of}");
            panel(number, pair, &canvas.panel(panels, HEIGHT, &heading, theme::series(number)));
            panels += 1;
        }
    }
    canvas.end_of_panels(panels, HEIGHT)
}

fn panel(number: usize, pair: &ScalePair, canvas: &Canvas) {
    let [across, up] = [0, 1].map(|axis| {
        let numbers = pair.joint.iter().map(|(&(one, other), _)| if axis == 0 { one } else { other });
        narrowest(pair.columns[axis], pair.widths[axis], &numbers.collect::<Vec<_>>())
    });
    let axis = |cells: &Cells, labels, space| Axis { range: cells.range(), labels, label, space };
    let plot = canvas.axes(HEIGHT, axis(&across, 8, BOTTOM), axis(&up, 6, LEFT));
    let puzzles = pair.joint.iter().map(|(&(one, other), count)| ([one, other], count.rows));
    cells::draw(&plot, [&across, &up], puzzles, FAINTEST, theme::series(number));
}

/// Returns the narrowest cells that are not too many. `class` is the width of the classes of the numbers.
fn narrowest(column: &str, class: u64, numbers: &[u64]) -> Cells {
    let (lowest, highest) = (numbers.iter().min().unwrap_or(&0), numbers.iter().max().unwrap_or(&0));
    let widths = (0..18).flat_map(|exponent| [1, 2, 5].map(|width| width * 10_u64.pow(exponent)));
    let fits = |width: &u64| width.is_multiple_of(class) && highest / width - lowest / width < MOST_CELLS;
    let width = widths.into_iter().find(fits).unwrap_or(u64::MAX);
    Cells::new(*lowest, *highest, width, if is_in_tenths(column) { 10.0 } else { 1.0 })
}

fn label(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value}") } else { format!("{value:.1}") }
}
