//! Histograms of ER by tenths, one below the other to the same scale.

use minirow_grade::Level;
use plotters::chart::{ChartBuilder, LabelAreaPosition};
use plotters::element::{PathElement, Rectangle};
use plotters::style::Color;

use crate::statistics::charts::canvas::{Canvas, Drawn, SMALL, on_axis, on_er_axis, packs_height};
use crate::statistics::charts::theme;
use crate::statistics::pack::PackStatistics;
use crate::statistics::report::StatisticsReport;
use crate::statistics::tables;

const ALONE: u32 = 280;
const TOGETHER: u32 = 110;

/// The height of the axis below the last histogram.
const AXIS: u32 = 24;

pub(super) fn height(report: &StatisticsReport) -> u32 {
    match report.packs.len() {
        0 | 1 => ALONE,
        packs => packs_height(report) + packs as u32 * TOGETHER + AXIS,
    }
}

pub(super) fn draw(report: &StatisticsReport, canvas: &Canvas) -> Drawn {
    let Some((lowest, highest)) = tables::er_range(report) else { return Ok(()) };
    let canvas = canvas.part(0, 0, canvas.width(), canvas.height()).legend_of_packs(report)?;
    let panel = (canvas.height() - AXIS) / report.packs.len().max(1) as u32;
    let top = report.packs.iter().flat_map(shares).map(|(_, percent)| percent).fold(0.0, f64::max);
    // A margin beside the bars, also around a single one.
    let (from, to) = (f64::from(lowest) - 2.0, f64::from(highest) + 2.0);
    for (number, pack) in report.packs.iter().enumerate() {
        let is_last = number + 1 == report.packs.len();
        let height = if is_last { panel + AXIS } else { panel };
        let part = canvas.part(0, number as u32 * panel, canvas.width(), height);
        let mut chart = ChartBuilder::on(&part.area)
            .margin_top(6)
            .margin_right(8)
            .set_label_area_size(LabelAreaPosition::Left, 36)
            .set_label_area_size(LabelAreaPosition::Bottom, if is_last { AXIS } else { 2 })
            .build_cartesian_2d(from / 10.0..to / 10.0, 0.0..1.05 * top)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(theme::PAPER.mix(0.0))
            .bold_line_style(theme::EDGE.stroke_width(1))
            .axis_style(theme::FAINT.stroke_width(1))
            .label_style(part.font(SMALL, theme::FAINT))
            .x_labels(if is_last { 12 } else { 0 })
            .x_label_formatter(&|er| on_er_axis(*er))
            .y_labels(if report.packs.len() > 1 { 3 } else { 6 })
            .y_label_formatter(&|percent| on_axis(*percent))
            .draw()?;
        let borders = Level::ALL.iter().map(|level| f64::from(level.range().start().tenths()) - 0.5);
        let border =
            |er: f64| PathElement::new([(er / 10.0, 0.0), (er / 10.0, 1.05 * top)], theme::EDGE.stroke_width(1));
        chart.draw_series(borders.filter(|&er| from < er && er < to).map(border))?;
        let style = theme::series(number).filled();
        let bar =
            |(er, percent): (f64, f64)| Rectangle::new([((er - 0.4) / 10.0, 0.0), ((er + 0.4) / 10.0, percent)], style);
        chart.draw_series(shares(pack).map(bar))?;
    }
    Ok(())
}

/// Returns the ratings of a pack in tenths, each with its share in percent.
fn shares(pack: &PackStatistics) -> impl Iterator<Item = (f64, f64)> {
    let er = pack.column("er");
    er.numbers().map(|(tenths, count)| (tenths as f64, 100.0 * count.share(er.total()).unwrap_or(0.0)))
}
