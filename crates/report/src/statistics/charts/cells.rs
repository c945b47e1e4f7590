//! Cells of a chart, darker for more puzzles.

use std::collections::BTreeMap;
use std::ops::Range;

use minirow_print::Color;

use crate::statistics::charts::canvas::Plot;

/// The cells of an axis: numbers from `first` on, `width` numbers a cell.
pub(super) struct Cells {
    first: u64,
    end: u64,
    width: u64,
    /// 10 for numbers in tenths.
    unit: f64,
}

impl Cells {
    /// Returns the cells of a width that have all numbers from `lowest` to `highest`.
    pub(super) fn new(lowest: u64, highest: u64, width: u64, unit: f64) -> Cells {
        Cells { first: lowest / width * width, end: highest / width * width + width, width, unit }
    }

    /// Returns the ends of all cells on the axis.
    pub(super) fn range(&self) -> Range<f64> {
        (self.first as f64 - 0.5) / self.unit..(self.end as f64 - 0.5) / self.unit
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
}

/// Draws the cells with puzzles, given the numbers of puzzles by their numbers on both axes.
pub(super) fn draw(
    plot: &Plot,
    [across, up]: [&Cells; 2],
    puzzles: impl Iterator<Item = ([u64; 2], u64)>,
    faintest: f64,
    color: Color,
) {
    let mut cells: BTreeMap<[u64; 2], u64> = BTreeMap::new();
    for ([one, other], rows) in puzzles {
        *cells.entry([across.start(one), up.start(other)]).or_default() += rows;
    }
    let most = cells.values().max().copied().unwrap_or(1) as f64;
    for (&[one, other], &rows) in &cells {
        let opacity = faintest + (1.0 - faintest) * (rows as f64 / most).sqrt();
        let ([left, right], [lower, upper]) = (across.ends(one), up.ends(other));
        plot.bar((left, lower), (right, upper), Color { opacity, ..color });
    }
}
