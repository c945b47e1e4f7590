//! The number of clues: a histogram of one pack, lines of several; weighted shares with intervals, and the reference.

use minirow_print::Color;
use minirow_table::Count;

use crate::statistics::charts::canvas::{Axis, Canvas, LegendItem, legend_height};
use crate::statistics::charts::shape::Stroke;
use crate::statistics::charts::theme;
use crate::statistics::report::StatisticsReport;

const HEIGHT: u32 = 280;

/// The opacity of a series under another one.
const PALE: f64 = 0.35;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Bars,
    Line,
    DashedLine,
}

struct Series {
    kind: Kind,
    name: String,
    color: Color,
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
    /// Returns the style of a line.
    fn stroke(&self) -> Stroke {
        Stroke { color: self.color, width: 2, is_dashed: self.kind == Kind::DashedLine }
    }
}

/// Returns all series, in the order in which they are drawn.
fn all_series(report: &StatisticsReport) -> Vec<Series> {
    let mut all = Vec::new();
    for (number, pack) in report.packs.iter().enumerate().filter(|(_, pack)| pack.rows() > 0) {
        let (color, total) = (theme::series(number), pack.tally.total());
        let share = |(clues, count): (u32, Count)| Point::new((clues, count.share(total).unwrap_or(0.0)));
        let weighted = |(clues, count): (u32, Count)| {
            let share = count.weighted_share(total, pack.tally.weighted_rows())?;
            let interval = share.interval(0.0, 1.0).map(|(lower, upper)| (100.0 * lower, 100.0 * upper));
            Some(Point { interval, ..Point::new((clues, share.value)) })
        };
        all.push(Series {
            kind: if report.packs.len() == 1 { Kind::Bars } else { Kind::Line },
            name: pack.name.clone(),
            color: if pack.has_weights() { Color { opacity: PALE, ..color } } else { color },
            points: pack.clues().map(share).collect(),
        });
        if pack.has_weights() {
            let (name, points) = (format!("{}, by weight", pack.name), pack.clues().filter_map(weighted).collect());
            all.push(Series { kind: Kind::Line, name, color, points });
        }
    }
    if let Some(reference) = report.reference {
        let (name, points) = (reference.name().into(), reference.clues().map(Point::new).collect());
        all.push(Series { kind: Kind::DashedLine, name, color: theme::INK, points });
    }
    all
}

/// Returns the legend of series, which is empty for a single one.
fn legend(all: &[Series]) -> Vec<LegendItem> {
    let item = |series: &Series| LegendItem {
        name: series.name.clone(),
        color: series.color,
        stroke: (series.kind != Kind::Bars).then(|| series.stroke()),
    };
    all.iter().filter(|_| all.len() > 1).map(item).collect()
}

pub(super) fn height(report: &StatisticsReport) -> u32 {
    HEIGHT + legend_height(legend(&all_series(report)).len())
}

pub(super) fn draw(report: &StatisticsReport, canvas: Canvas) {
    let all = all_series(report);
    let canvas = canvas.legend(&legend(&all));
    let points = || all.iter().flat_map(|series| &series.points);
    let top = points().map(|point| point.interval.map_or(point.percent, |(_, upper)| upper)).fold(0.0, f64::max);
    let lowest = points().map(|point| point.clues).min().unwrap_or(0);
    let highest = points().map(|point| point.clues).max().unwrap_or(0);
    let percent = Axis::of_percent(0.0..(1.05 * top).max(1e-6), 6);
    let plot = canvas.axes(Axis::of_clues(lowest, highest, 14), percent);
    for series in &all {
        let line = series.points.iter().map(|point| (f64::from(point.clues), point.percent));
        match series.kind {
            Kind::Bars => {
                for (clues, percent) in line {
                    plot.bar((clues - 0.4, 0.0), (clues + 0.4, percent), series.color);
                }
            }
            Kind::DashedLine => plot.line(line, series.stroke()),
            Kind::Line => plot.dotted_line(line, series.stroke()),
        }
        let stroke = Stroke::new(Color { opacity: 1.0, ..series.color }, 1);
        for point in &series.points {
            let Some((lower, upper)) = point.interval else { continue };
            let clues = f64::from(point.clues);
            plot.line([(clues, lower), (clues, upper)], stroke);
            for end in [lower, upper] {
                plot.line([(clues - 0.12, end), (clues + 0.12, end)], stroke);
            }
        }
    }
}
