//! The number of clues: a histogram of one pack, lines of several; weighted shares with intervals, and the reference.

use minirow_table::Count;
use plotters::element::{Circle, PathElement, Rectangle};
use plotters::series::{DashedLineSeries, LineSeries};
use plotters::style::{Color, RGBColor, ShapeStyle};

use crate::statistics::charts::canvas::{Axis, Canvas, Drawn, LegendItem, legend_height};
use crate::statistics::charts::theme;
use crate::statistics::report::StatisticsReport;

const HEIGHT: u32 = 280;

/// The opacity of a series under another one.
const PALE: f64 = 0.35;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Bars,
    Line,
    DashedLine,
}

struct Series {
    shape: Shape,
    name: String,
    color: RGBColor,
    opacity: f64,
    points: Vec<Point>,
}

/// A share and its interval, in percent.
struct Point {
    clues: u32,
    percent: f64,
    interval: Option<(f64, f64)>,
}

impl Point {
    fn new((clues, share): (u32, f64)) -> Point {
        Point { clues, percent: 100.0 * share, interval: None }
    }
}

impl Series {
    /// Returns the style of bars or of a line.
    fn style(&self) -> ShapeStyle {
        let color = self.color.mix(self.opacity);
        if self.shape == Shape::Bars { color.filled() } else { color.stroke_width(2) }
    }
}

/// Returns all series, in the order in which they are drawn.
fn all_series(report: &StatisticsReport) -> Vec<Series> {
    let mut all = Vec::new();
    for (number, pack) in report.packs.iter().enumerate().filter(|(_, pack)| pack.rows() > 0) {
        let total = pack.tally.total();
        let share = |(clues, count): (u32, Count)| Point::new((clues, count.share(total).unwrap_or(0.0)));
        let weighted = |(clues, count): (u32, Count)| {
            let share = count.weighted_share(total, pack.tally.weighted_rows())?;
            let interval = share.interval(0.0, 1.0).map(|(lower, upper)| (100.0 * lower, 100.0 * upper));
            Some(Point { interval, ..Point::new((clues, share.value)) })
        };
        all.push(Series {
            shape: if report.packs.len() == 1 { Shape::Bars } else { Shape::Line },
            name: pack.name.clone(),
            color: theme::series(number),
            opacity: if pack.has_weights() { PALE } else { 1.0 },
            points: pack.clues().map(share).collect(),
        });
        if pack.has_weights() {
            let (name, points) = (format!("{}, by weight", pack.name), pack.clues().filter_map(weighted).collect());
            all.push(Series { shape: Shape::Line, name, color: theme::series(number), opacity: 1.0, points });
        }
    }
    if let Some(reference) = report.reference {
        let (name, points) = (reference.name().into(), reference.clues().map(Point::new).collect());
        all.push(Series { shape: Shape::DashedLine, name, color: theme::INK, opacity: 1.0, points });
    }
    all
}

/// Returns the legend of series, which is empty for a single one.
fn legend(all: &[Series]) -> Vec<LegendItem> {
    let item = |series: &Series| LegendItem {
        name: series.name.clone(),
        style: series.style(),
        is_line: series.shape != Shape::Bars,
    };
    all.iter().filter(|_| all.len() > 1).map(item).collect()
}

pub(super) fn height(report: &StatisticsReport) -> u32 {
    HEIGHT + legend_height(legend(&all_series(report)).len())
}

pub(super) fn draw(report: &StatisticsReport, canvas: Canvas) -> Drawn {
    let all = all_series(report);
    let canvas = canvas.legend(&legend(&all))?;
    let points = || all.iter().flat_map(|series| &series.points);
    let top = points().map(|point| point.interval.map_or(point.percent, |(_, upper)| upper)).fold(0.0, f64::max);
    let lowest = points().map(|point| point.clues).min().unwrap_or(0);
    let highest = points().map(|point| point.clues).max().unwrap_or(0);
    let percent = Axis::of_percent(0.0..(1.05 * top).max(1e-6), 6);
    let mut plot = canvas.axes(&Axis::of_clues(lowest, highest, 14), &percent)?;
    for series in &all {
        let style = series.style();
        let line = series.points.iter().map(|point| (f64::from(point.clues), point.percent));
        match series.shape {
            Shape::Bars => {
                let bar = |(clues, percent)| Rectangle::new([(clues - 0.4, 0.0), (clues + 0.4, percent)], style);
                plot.draw_series(line.map(bar))?;
            }
            Shape::DashedLine => {
                let (dash, gap) = (5, 4);
                plot.draw_series(DashedLineSeries::new(line, dash, gap, style))?;
            }
            Shape::Line => {
                plot.draw_series(LineSeries::new(line.clone(), style))?;
                let filled = series.color.mix(series.opacity).filled();
                plot.draw_series(line.map(|point| Circle::new(point, 3, filled)))?;
            }
        }
        for point in &series.points {
            let Some((lower, upper)) = point.interval else { continue };
            let (clues, style) = (f64::from(point.clues), series.color.stroke_width(1));
            let stroke = |from: (f64, f64), to: (f64, f64)| PathElement::new(vec![from, to], style);
            let ends = [lower, upper].map(|end| stroke((clues - 0.12, end), (clues + 0.12, end)));
            plot.draw_series(std::iter::once(stroke((clues, lower), (clues, upper))).chain(ends))?;
        }
    }
    Ok(())
}
