//! The number of clues: a histogram of one pack, lines of several; weighted shares with intervals, and the reference.

use minirow_table::Count;
use plotters::chart::{ChartBuilder, LabelAreaPosition};
use plotters::element::{Circle, PathElement, Rectangle};
use plotters::series::{DashedLineSeries, LineSeries};
use plotters::style::{Color, RGBColor, ShapeStyle};

use crate::statistics::charts::canvas::{Canvas, Drawn, LegendItem, SMALL, legend_height, on_axis};
use crate::statistics::charts::theme;
use crate::statistics::pack::PackStatistics;
use crate::statistics::report::StatisticsReport;

const HEIGHT: u32 = 280;

/// The opacity of a series under another one.
const PALE: f64 = 0.35;

pub(super) fn height(report: &StatisticsReport) -> u32 {
    HEIGHT + legend_height(series(report).len())
}

/// The data of a series.
enum SeriesData<'a> {
    Bars(&'a PackStatistics),
    Line(&'a PackStatistics),
    Weighted(&'a PackStatistics),
    Reference,
}

struct Series<'a> {
    data: SeriesData<'a>,
    name: String,
    color: RGBColor,
    is_pale: bool,
}

/// Returns all series, in the order in which they are drawn.
fn all_series(report: &StatisticsReport) -> Vec<Series<'_>> {
    let mut all = Vec::new();
    for (number, pack) in report.packs.iter().enumerate().filter(|(_, pack)| pack.rows() > 0) {
        let is_alone = report.packs.len() == 1;
        let data = if is_alone { SeriesData::Bars(pack) } else { SeriesData::Line(pack) };
        let (color, is_pale) = (theme::series(number), pack.has_weights());
        all.push(Series { data, name: pack.name.clone(), color, is_pale });
        if pack.has_weights() {
            let name = format!("{}, by weight", pack.name);
            all.push(Series { data: SeriesData::Weighted(pack), name, color, is_pale: false });
        }
    }
    if let Some(reference) = report.reference {
        all.push(Series {
            data: SeriesData::Reference,
            name: reference.name().into(),
            color: theme::INK,
            is_pale: false,
        });
    }
    all
}

/// Returns the series of the legend: all of them, or none if there is only one.
fn series(report: &StatisticsReport) -> Vec<Series<'_>> {
    let all = all_series(report);
    if all.len() > 1 { all } else { Vec::new() }
}

/// A share and its interval, in percent.
struct Point {
    clues: u32,
    percent: f64,
    interval: Option<(f64, f64)>,
}

fn points(data: &SeriesData, report: &StatisticsReport) -> Vec<Point> {
    match data {
        SeriesData::Bars(pack) | SeriesData::Line(pack) => {
            let percent = |count: Count| 100.0 * count.share(pack.tally.total()).unwrap_or(0.0);
            pack.clues().map(|(clues, count)| Point { clues, percent: percent(count), interval: None }).collect()
        }
        SeriesData::Weighted(pack) => {
            let point = |(clues, count): (u32, Count)| {
                let share = count.weighted_share(pack.tally.total(), pack.tally.weighted_rows())?;
                let interval = share.interval(0.0, 1.0).map(|(lower, upper)| (100.0 * lower, 100.0 * upper));
                Some(Point { clues, percent: 100.0 * share.value, interval })
            };
            pack.clues().filter_map(point).collect()
        }
        SeriesData::Reference => {
            let clues = report.reference.iter().flat_map(|reference| reference.clues());
            clues.map(|(clues, share)| Point { clues, percent: 100.0 * share, interval: None }).collect()
        }
    }
}

pub(super) fn draw(report: &StatisticsReport, canvas: &Canvas) -> Drawn {
    let canvas = canvas.part(0, 0, canvas.width(), canvas.height());
    let is_bars = |series: &Series| matches!(series.data, SeriesData::Bars(_));
    let strength = |series: &Series| if series.is_pale { PALE } else { 1.0 };
    let style = |series: &Series| -> ShapeStyle {
        let color = series.color.mix(strength(series));
        if is_bars(series) { color.filled() } else { color.stroke_width(2) }
    };
    let item = |series: Series| LegendItem { style: style(&series), is_line: !is_bars(&series), name: series.name };
    let items: Vec<LegendItem> = series(report).into_iter().map(item).collect();
    let canvas = canvas.legend(&items)?;

    let all: Vec<(Series, Vec<Point>)> = all_series(report)
        .into_iter()
        .map(|series| {
            let points = points(&series.data, report);
            (series, points)
        })
        .collect();
    let points = || all.iter().flat_map(|(_, points)| points);
    let top = points().map(|point| point.interval.map_or(point.percent, |(_, upper)| upper)).fold(0.0, f64::max);
    let lowest = points().map(|point| point.clues).min().unwrap_or(0);
    let highest = points().map(|point| point.clues).max().unwrap_or(0);
    let mut chart = ChartBuilder::on(&canvas.area)
        .margin_top(6)
        .margin_right(8)
        .set_label_area_size(LabelAreaPosition::Left, 36)
        .set_label_area_size(LabelAreaPosition::Bottom, 24)
        .build_cartesian_2d(f64::from(lowest) - 0.6..f64::from(highest) + 0.6, 0.0..(1.05 * top).max(1e-6))?;
    let on_clues = |clues: &f64| if clues.fract() == 0.0 { on_axis(*clues) } else { String::new() };
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(theme::PAPER.mix(0.0))
        .bold_line_style(theme::EDGE.stroke_width(1))
        .axis_style(theme::FAINT.stroke_width(1))
        .label_style(canvas.font(SMALL, theme::FAINT))
        .x_labels((highest - lowest + 2).min(14) as usize)
        .x_label_formatter(&on_clues)
        .y_labels(6)
        .y_label_formatter(&|percent| on_axis(*percent))
        .draw()?;
    for (series, points) in &all {
        let style = style(series);
        let line = points.iter().map(|point| (f64::from(point.clues), point.percent));
        match series.data {
            SeriesData::Bars(_) => {
                let bar = |(clues, percent)| Rectangle::new([(clues - 0.4, 0.0), (clues + 0.4, percent)], style);
                chart.draw_series(line.map(bar))?;
            }
            SeriesData::Reference => {
                let (dash, gap) = (5, 4);
                chart.draw_series(DashedLineSeries::new(line, dash, gap, style))?;
            }
            SeriesData::Line(_) | SeriesData::Weighted(_) => {
                chart.draw_series(LineSeries::new(line.clone(), style))?;
                let filled = series.color.mix(strength(series)).filled();
                chart.draw_series(line.map(|point| Circle::new(point, 3, filled)))?;
            }
        }
        for point in points {
            let Some((lower, upper)) = point.interval else { continue };
            let (clues, style) = (f64::from(point.clues), series.color.stroke_width(1));
            let stroke = |from: (f64, f64), to: (f64, f64)| PathElement::new(vec![from, to], style);
            let ends = [lower, upper].map(|end| stroke((clues - 0.12, end), (clues + 0.12, end)));
            chart.draw_series(std::iter::once(stroke((clues, lower), (clues, upper))).chain(ends))?;
        }
    }
    Ok(())
}
