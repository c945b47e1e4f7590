//! A part of a picture to draw on: text, rectangles, legends, axes.

use std::cell::RefCell;
use std::ops::Range;

use minirow_print::{Color, Rectangle};

use crate::statistics::charts::shape::{SMALL, Shape, Side, Stroke, text_width};
use crate::statistics::charts::theme;
use crate::statistics::report::StatisticsReport;
use crate::terminal::cut;

/// The size of titles.
const LARGE: f64 = 14.5;

/// The height of a line of a legend, and of the heading of a panel.
const LEGEND_LINE: u32 = 18;
const HEADING: u32 = 20;

/// The width of the labels at the left of a chart.
pub(super) const LEFT: u32 = 36;

/// The height of the labels below a chart.
pub(super) const BOTTOM: u32 = 24;

/// The margins of a chart with axes.
const TOP: u32 = 6;
const RIGHT: u32 = 8;

/// The width of the colour sample in a legend.
const SWATCH: u32 = 12;

/// A part of a picture, which is open below. All parts of a picture have one list of shapes.
#[derive(Clone, Copy)]
pub(super) struct Canvas<'a> {
    pub(super) shapes: &'a RefCell<Vec<Shape>>,
    pub(super) x: u32,
    pub(super) y: u32,
    pub(super) width: u32,
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

/// The inside of a chart with its axes, on which values are drawn.
pub(super) struct Plot<'a> {
    canvas: Canvas<'a>,
    height: u32,
    x: Range<f64>,
    y: Range<f64>,
}

/// An item of a legend. The sample is a line if it has a style for one, and else a square.
pub(super) struct LegendItem {
    name: String,
    pub(super) color: Color,
    pub(super) line: Option<Stroke>,
}

impl LegendItem {
    pub(super) fn new(name: impl Into<String>, color: Color, line: Option<Stroke>) -> LegendItem {
        LegendItem { name: name.into(), color, line }
    }
}

impl<'a> Canvas<'a> {
    /// Returns the part with an upper left corner and a width.
    pub(super) fn part(&self, x: u32, y: u32, width: u32) -> Canvas<'a> {
        Canvas { shapes: self.shapes, x: self.x + x, y: self.y + y, width }
    }

    /// Returns the part for a panel among others in two columns, and draws the heading of the panel.
    pub(super) fn panel(&self, place: usize, height: u32, heading: &str, color: Color) -> Canvas<'a> {
        let width = self.width / 2;
        let part = self.part(place as u32 % 2 * width, place as u32 / 2 * (HEADING + height), width);
        part.text(&part.cut(heading, width - LEFT - RIGHT), LEFT, HEADING / 2, color, Side::Left);
        part.part(0, HEADING, width)
    }

    /// Returns the lower end of panels.
    pub(super) fn end_of_panels(&self, panels: usize, height: u32) -> u32 {
        self.y + panels.div_ceil(2) as u32 * (HEADING + height)
    }

    fn add(&self, shape: Shape) {
        self.shapes.borrow_mut().push(shape);
    }

    /// Draws the title of a chart, and its caption.
    pub(super) fn title(&self, title: &str, caption: &str) {
        self.sized_text(title, 0, 8, LARGE, theme::INK, Side::Left);
        let beside = text_width(title, LARGE).ceil() as u32 + 10;
        self.text(&self.cut(caption, self.width.saturating_sub(beside)), beside, 8, theme::FAINT, Side::Left);
    }

    /// Draws a text with its middle at `y`.
    pub(super) fn text(&self, text: &str, x: u32, y: u32, color: Color, side: Side) {
        self.sized_text(text, x, y, SMALL, color, side);
    }

    /// Draws a text of a size with its middle at `y`.
    pub(super) fn sized_text(&self, text: &str, x: u32, y: u32, size: f64, color: Color, side: Side) {
        let (x, y) = ((self.x + x).into(), (self.y + y).into());
        self.add(Shape::Text { text: text.into(), x, y, size, side, color });
    }

    /// Cuts a text to a width.
    pub(super) fn cut(&self, text: &str, width: u32) -> String {
        cut(text, |text| text_width(text, SMALL) <= width.into())
    }

    /// Draws a rectangle.
    pub(super) fn rectangle(&self, x: u32, y: u32, width: u32, height: u32, color: Color) {
        let [x, y, width, height] = [self.x + x, self.y + y, width, height].map(f64::from);
        self.add(Shape::Rectangle(Rectangle { x, y, width, height }, color));
    }

    /// Draws straight lines between points, which are whole pixels.
    fn line(&self, points: impl IntoIterator<Item = (u32, u32)>, stroke: Stroke) {
        // The middle of a line of one pixel is the middle of that pixel.
        let shift = f64::from(stroke.width % 2) / 2.0;
        let point = |(x, y): (u32, u32)| (f64::from(self.x + x) + shift, f64::from(self.y + y) + shift);
        self.add(Shape::Line { points: points.into_iter().map(point).collect(), stroke });
    }

    /// Draws a legend at the top, unless there is only one item, and returns the part below it.
    pub(super) fn legend(self, items: &[&LegendItem]) -> Canvas<'a> {
        if items.len() < 2 {
            return self;
        }
        let column = self.width / 2;
        for (number, item) in items.iter().enumerate() {
            let (x, y) = (number as u32 % 2 * column, number as u32 / 2 * LEGEND_LINE);
            let middle = y + LEGEND_LINE / 2 - 1;
            match item.line {
                Some(stroke) => self.line([(x, middle), (x + SWATCH, middle)], stroke),
                None => self.rectangle(x, middle - 5, SWATCH, 10, item.color),
            }
            let name = self.cut(&item.name, column - SWATCH - 12);
            self.text(&name, x + SWATCH + 6, middle, theme::INK, Side::Left);
        }
        self.part(0, items.len().div_ceil(2) as u32 * LEGEND_LINE, self.width)
    }

    /// Draws a legend of the packs, and returns the part below it.
    pub(super) fn legend_of_packs(self, report: &StatisticsReport) -> Canvas<'a> {
        let packs = report.packs.iter().enumerate();
        let items: Vec<LegendItem> =
            packs.map(|(number, pack)| LegendItem::new(&pack.name, theme::series(number), None)).collect();
        self.legend(&items.iter().collect::<Vec<_>>())
    }

    /// Draws the axes of a chart with a height, and lines across at the labels of `y`.
    pub(super) fn axes(&self, height: u32, x: Axis, y: Axis) -> Plot<'a> {
        let (width, height) = (self.width - y.space - RIGHT, height - x.space - TOP);
        let inside = self.part(y.space, TOP, width);
        let plot = Plot { canvas: inside, height, x: x.range.clone(), y: y.range.clone() };
        for value in y.values() {
            let (_, middle) = plot.at((x.range.start, value));
            inside.line([(0, middle), (width, middle)], Stroke::new(theme::EDGE, 1));
            self.text(&(y.label)(value), y.space - 6, TOP + middle, theme::FAINT, Side::Right);
        }
        for value in x.values() {
            let (middle, _) = plot.at((value, y.range.start));
            self.text(&(x.label)(value), y.space + middle, TOP + height + x.space / 2, theme::FAINT, Side::Middle);
        }
        inside.line([(0, 0), (0, height), (width, height)], Stroke::new(theme::FAINT, 1));
        plot
    }
}

impl Plot<'_> {
    /// Returns the pixel of a point.
    fn at(&self, (x, y): (f64, f64)) -> (u32, u32) {
        let place = |value: f64, range: &Range<f64>, pixels: u32| {
            let part = (value - range.start) / (range.end - range.start);
            (part.clamp(0.0, 1.0) * f64::from(pixels)).round() as u32
        };
        (place(x, &self.x, self.canvas.width), self.height - place(y, &self.y, self.height))
    }

    /// Fills the rectangle between two corners, the lower left and the upper right one.
    pub(super) fn bar(&self, from: (f64, f64), to: (f64, f64), color: Color) {
        let ((left, bottom), (right, top)) = (self.at(from), self.at(to));
        self.canvas.rectangle(left, top, right - left, bottom - top, color);
    }

    /// Draws straight lines between points.
    pub(super) fn line(&self, points: impl IntoIterator<Item = (f64, f64)>, stroke: Stroke) {
        self.canvas.line(points.into_iter().map(|point| self.at(point)), stroke);
    }

    /// Draws straight lines between points, and a dot at each.
    pub(super) fn dotted_line(&self, points: impl Iterator<Item = (f64, f64)> + Clone, stroke: Stroke) {
        self.line(points.clone(), stroke);
        for (x, y) in points.map(|point| self.at(point)) {
            let middle = (f64::from(self.canvas.x + x), f64::from(self.canvas.y + y));
            self.canvas.add(Shape::Dot { middle, color: stroke.color });
        }
    }
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

    /// Returns the values that have labels: the multiples of the smallest step of 1, 2 or 5 times a power of ten of which there
    /// are not too many.
    fn values(&self) -> Vec<f64> {
        let steps = (-6..18).flat_map(|power| [1.0, 2.0, 5.0].map(|factor| (factor, power)));
        for (factor, power) in steps {
            // Division by a power of ten gives the number nearest to the decimal one.
            let (multiplier, divisor) =
                if power < 0 { (factor, 10_f64.powi(-power)) } else { (factor * 10_f64.powi(power), 1.0) };
            let step = multiplier / divisor;
            let (first, last) = ((self.range.start / step).ceil(), (self.range.end / step).floor());
            if last - first < self.labels as f64 {
                return (first as i64..=last as i64).map(|number| number as f64 * multiplier / divisor).collect();
            }
        }
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_round_numbers_inside_the_range() {
        let values = |range: Range<f64>, labels: usize| Axis { labels, ..Axis::of_er(range, 0) }.values();
        assert_eq!(values(0.0..31.5, 6), [0.0, 10.0, 20.0, 30.0]);
        assert_eq!(values(0.95..2.05, 8), [1.0, 1.2, 1.4, 1.6, 1.8, 2.0]);
        assert_eq!(
            values(21.4..27.6, 14),
            [21.5, 22.0, 22.5, 23.0, 23.5, 24.0, 24.5, 25.0, 25.5, 26.0, 26.5, 27.0, 27.5]
        );
        assert_eq!(values(0.0..1e-6, 6).len(), 2);
        assert_eq!(values(0.0..5.0, 0), Vec::<f64>::new());
    }
}
