//! A part of a picture to draw on: text, rectangles, legends, axes.

use std::io;
use std::ops::Range;

use minirow_print::svg::is_forbidden;
use plotters::chart::{ChartBuilder, ChartContext, LabelAreaPosition};
use plotters::coord::Shift;
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::types::RangedCoordf64;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind};
use plotters::element::{PathElement, Rectangle, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontDesc, FontFamily, FontStyle, RGBColor, ShapeStyle, TextStyle};

use crate::statistics::charts::measured_svg::{MeasuredSvg, text_width};
use crate::statistics::charts::theme;
use crate::statistics::pack::PackStatistics;
use crate::statistics::report::StatisticsReport;
use crate::terminal::cut;

/// The size of most text.
pub(super) const SMALL: u32 = 14;

/// The height of a line of a legend.
const LEGEND_LINE: u32 = 18;

/// The width of the labels at the left of a chart.
pub(super) const LEFT: u32 = 36;

/// The height of the labels below a chart.
pub(super) const BOTTOM: u32 = 24;

/// The width of the colour sample in a legend.
const SWATCH: u32 = 12;

/// The result of drawing.
pub(super) type Drawn<T = ()> = Result<T, DrawingAreaErrorKind<io::Error>>;

/// A part of a picture.
pub(super) struct Canvas<'a> {
    pub(super) area: DrawingArea<MeasuredSvg<'a>, Shift>,
}

/// An axis of a chart.
pub(super) struct Axis {
    pub(super) range: Range<f64>,
    /// The largest number of labels.
    pub(super) labels: usize,
    /// Writes the label of a value.
    pub(super) label: fn(f64) -> String,
    /// The space of the labels, in pixels.
    pub(super) space: u32,
}

/// The inside of a chart with its axes.
pub(super) type Plot<'a, 'b> = ChartContext<'b, MeasuredSvg<'a>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// A line of a legend.
pub(super) struct LegendItem {
    pub(super) name: String,
    pub(super) style: ShapeStyle,
    /// `true` if the sample is a line, `false` if it is a square.
    pub(super) is_line: bool,
}

impl<'a> Canvas<'a> {
    /// Returns the part with an upper left corner and a size.
    pub(super) fn part(&self, x: u32, y: u32, width: u32, height: u32) -> Canvas<'a> {
        Canvas { area: self.area.clone().shrink((x as i32, y as i32), (width as i32, height as i32)) }
    }

    /// Returns the width in pixels.
    pub(super) fn width(&self) -> u32 {
        self.area.dim_in_pixel().0
    }

    /// Returns the height in pixels.
    pub(super) fn height(&self) -> u32 {
        self.area.dim_in_pixel().1
    }

    /// Returns the style of a text.
    pub(super) fn font(&self, size: u32, color: RGBColor) -> TextStyle<'static> {
        let font = FontDesc::new(FontFamily::SansSerif, f64::from(size), FontStyle::Normal);
        TextStyle { color: color.to_backend_color(), ..TextStyle::from(font) }
    }

    /// Draws the title of a chart, and its caption.
    pub(super) fn title(&self, title: &str, caption: &str) -> Drawn {
        let style = self.font(18, theme::INK);
        self.text(title, 0, 8, &style, HPos::Left)?;
        let beside = self.text_width(title, &style) + 10;
        self.text(&self.cut(caption, self.width() - beside), beside, 8, &self.font(SMALL, theme::FAINT), HPos::Left)
    }

    /// Draws a text with its middle at `y`.
    pub(super) fn text(&self, text: &str, x: u32, y: u32, style: &TextStyle, side: HPos) -> Drawn {
        let style = style.pos(Pos::new(side, VPos::Center));
        let text = text.replace(is_forbidden, "\u{fffd}");
        self.area.draw(&Text::new(text, (x as i32, y as i32), style))
    }

    /// Returns the width of a text in pixels.
    pub(super) fn text_width(&self, text: &str, style: &TextStyle) -> u32 {
        text_width(text, style.font.get_size()).ceil() as u32
    }

    /// Cuts a text to a width.
    pub(super) fn cut(&self, text: &str, width: u32) -> String {
        let style = self.font(SMALL, theme::INK);
        cut(text, |text| self.text_width(text, &style) <= width)
    }

    /// Draws a rectangle.
    pub(super) fn rectangle(&self, x: u32, y: u32, width: u32, height: u32, style: impl Into<ShapeStyle>) -> Drawn {
        let corners = [(x as i32, y as i32), ((x + width) as i32, (y + height) as i32)];
        self.area.draw(&Rectangle::new(corners, style))
    }

    /// Draws a legend at the top, and returns the part below it.
    pub(super) fn legend(self, items: &[LegendItem]) -> Drawn<Canvas<'a>> {
        let column = self.width() / 2;
        for (number, item) in items.iter().enumerate() {
            let (x, y) = (number as u32 % 2 * column, number as u32 / 2 * LEGEND_LINE);
            let middle = y + LEGEND_LINE / 2 - 1;
            if item.is_line {
                let ends = [x, x + SWATCH].map(|x| (x as i32, middle as i32));
                self.area.draw(&PathElement::new(ends, item.style))?;
            } else {
                self.rectangle(x, middle - 5, SWATCH, 10, item.style)?;
            }
            let name = self.cut(&item.name, column - SWATCH - 12);
            self.text(&name, x + SWATCH + 6, middle, &self.font(SMALL, theme::INK), HPos::Left)?;
        }
        let used = legend_height(items.len());
        Ok(self.part(0, used, self.width(), self.height() - used))
    }

    /// Draws the axes of a chart, with lines across at the labels of `y`.
    pub(super) fn axes(&self, x: &Axis, y: &Axis) -> Drawn<Plot<'a, '_>> {
        let mut plot = ChartBuilder::on(&self.area)
            .margin_top(6)
            .margin_right(8)
            .set_label_area_size(LabelAreaPosition::Left, y.space)
            .set_label_area_size(LabelAreaPosition::Bottom, x.space)
            .build_cartesian_2d(x.range.clone(), y.range.clone())?;
        plot.configure_mesh()
            .disable_x_mesh()
            .light_line_style(theme::PAPER.mix(0.0))
            .bold_line_style(theme::EDGE.stroke_width(1))
            .axis_style(theme::FAINT.stroke_width(1))
            .label_style(self.font(SMALL, theme::FAINT))
            .x_labels(x.labels)
            .x_label_formatter(&|value| (x.label)(*value))
            .y_labels(y.labels)
            .y_label_formatter(&|value| (y.label)(*value))
            .draw()?;
        Ok(plot)
    }

    /// Draws a legend of the packs, if there are several, and returns the part below it.
    pub(super) fn legend_of_packs(self, report: &StatisticsReport) -> Drawn<Canvas<'a>> {
        let packs = report.packs.iter().enumerate().filter(|_| report.packs.len() > 1);
        let item = |(number, pack): (usize, &PackStatistics)| {
            let style = theme::series(number).filled();
            LegendItem { name: pack.name.clone(), style, is_line: false }
        };
        self.legend(&packs.map(item).collect::<Vec<_>>())
    }
}

/// Returns the height of a legend.
pub(super) fn legend_height(items: usize) -> u32 {
    items.div_ceil(2) as u32 * LEGEND_LINE
}

/// Returns the height of a legend of packs.
pub(super) fn packs_height(report: &StatisticsReport) -> u32 {
    if report.packs.len() > 1 { legend_height(report.packs.len()) } else { 0 }
}

impl Axis {
    /// Returns the axis of percentages at the left.
    pub(super) fn of_percent(range: Range<f64>, labels: usize) -> Axis {
        let label = |percent: f64| format!("{percent:.3}").trim_end_matches('0').trim_end_matches('.').to_string();
        Axis { range, labels, label, space: LEFT }
    }

    /// Returns the axis of ratings at the left.
    pub(super) fn of_er(range: Range<f64>, labels: usize) -> Axis {
        Axis { range, labels, label: |er| format!("{er:.1}"), space: LEFT }
    }

    /// Returns the axis of numbers of clues at the bottom.
    pub(super) fn of_clues(lowest: u32, highest: u32, labels: u32) -> Axis {
        let label = |clues: f64| if clues.fract() == 0.0 { format!("{clues}") } else { String::new() };
        let range = f64::from(lowest) - 0.6..f64::from(highest) + 0.6;
        Axis { range, labels: (highest - lowest + 2).min(labels) as usize, label, space: BOTTOM }
    }
}
