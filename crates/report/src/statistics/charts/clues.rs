//! The number of clues: a histogram of one pack, lines of several; weighted shares with intervals, and the reference.

use minirow_print::Color;
use minirow_table::Count;

use crate::statistics::charts::canvas::{Axis, Canvas, LegendItem};
use crate::statistics::charts::shape::Stroke;
use crate::statistics::charts::theme;
use crate::statistics::report::StatisticsReport;

const HEIGHT: u32 = 280;

/// The opacity of a series under another one.
const PALE: f64 = 0.35;

/// The shares of a pack or of the reference. They are bars if the legend has no line, and else a line, solid with dots or dashed.
struct Series {
    legend: LegendItem,
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
        let pale = if pack.has_weights() { Color { opacity: PALE, ..color } } else { color };
        let line = (report.packs.len() > 1).then(|| Stroke::new(pale, 2));
        let legend = LegendItem::new(&pack.name, pale, line);
        all.push(Series { legend, points: pack.clues().map(share).collect() });
        if pack.has_weights() {
            let legend = LegendItem::new(format!("{}, by weight", pack.name), color, Some(Stroke::new(color, 2)));
            all.push(Series { legend, points: pack.clues().filter_map(weighted).collect() });
        }
    }
    if let Some(reference) = report.reference {
        let line = Stroke { is_dashed: true, ..Stroke::new(theme::INK, 2) };
        let legend = LegendItem::new(reference.name(), line.color, Some(line));
        all.push(Series { legend, points: reference.clues().map(Point::new).collect() });
    }
    all
}

/// Draws the chart without its title. Returns its lower end.
pub(super) fn draw(report: &StatisticsReport, canvas: Canvas) -> u32 {
    let all = all_series(report);
    let canvas = canvas.legend(&all.iter().map(|series| &series.legend).collect::<Vec<_>>());
    let points = || all.iter().flat_map(|series| &series.points);
    let top = points().map(|point| point.interval.map_or(point.percent, |(_, upper)| upper)).fold(0.0, f64::max);
    let lowest = points().map(|point| point.clues).min().unwrap_or(0);
    let highest = points().map(|point| point.clues).max().unwrap_or(0);
    let percent = Axis::of_percent(0.0..(1.05 * top).max(1e-6), 6);
    let plot = canvas.axes(HEIGHT, Axis::of_clues(lowest, highest, 14), percent);
    for series in &all {
        let line = series.points.iter().map(|point| (f64::from(point.clues), point.percent));
        let color = series.legend.color;
        match series.legend.line {
            None => {
                for (clues, percent) in line {
                    plot.bar((clues - 0.4, 0.0), (clues + 0.4, percent), color);
                }
            }
            Some(stroke) if stroke.is_dashed => plot.line(line, stroke),
            Some(stroke) => plot.dotted_line(line, stroke),
        }
        let stroke = Stroke::new(Color { opacity: 1.0, ..color }, 1);
        for point in &series.points {
            let Some((lower, upper)) = point.interval else { continue };
            let clues = f64::from(point.clues);
            plot.line([(clues, lower), (clues, upper)], stroke);
            for end in [lower, upper] {
                plot.line([(clues - 0.12, end), (clues + 0.12, end)], stroke);
            }
        }
    }
    canvas.y + HEIGHT
}
