//! The shapes that charts are made of, as SVG and as pixels. Lengths are pixels of the SVG file.

use std::fmt::Write;
use std::sync::LazyLock;

use minirow_print::{Color, Raster, Rectangle, Turn, Typeface, Weight, svg};

/// The size of most text.
pub(super) const SMALL: f64 = 11.3;

/// The distance from the middle of a text to its baseline, in units of its size: half of a capital letter.
const BASELINE: f64 = 0.36;

/// The radius of a dot.
const RADIUS: f64 = 3.0;

/// The lengths of dashes and gaps.
const DASH: [f32; 2] = [5.0, 4.0];

/// The embedded font. Text is measured with it, so that a chart is the same on every machine.
static TYPEFACE: LazyLock<Typeface<'static>> = LazyLock::new(Typeface::new);

/// A shape. Later ones cover earlier ones.
pub(super) enum Shape {
    /// A filled rectangle.
    Rectangle(Rectangle, Color),
    /// Straight lines from point to point.
    Line { points: Vec<(f64, f64)>, stroke: Stroke },
    /// A filled circle.
    Dot { middle: (f64, f64), color: Color },
    /// Text whose middle is at the height `y`.
    Text { text: String, x: f64, y: f64, size: f64, side: Side, color: Color },
}

/// The style of a line.
#[derive(Clone, Copy)]
pub(super) struct Stroke {
    pub(super) color: Color,
    pub(super) width: u8,
    pub(super) is_dashed: bool,
}

impl Stroke {
    /// Returns the style of a line without gaps.
    pub(super) fn new(color: Color, width: u8) -> Stroke {
        Stroke { color, width, is_dashed: false }
    }
}

/// The part of a text that is at its position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Middle,
    Right,
}

/// Returns the width of a text in pixels.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    TYPEFACE.line(Weight::Regular, text).width() * size
}

impl Shape {
    /// Writes the shape as an element of SVG.
    pub(super) fn write_svg(&self, out: &mut String) {
        let _ = match self {
            Shape::Rectangle(Rectangle { x, y, width, height }, color) => {
                writeln!(out, r#"<rect x="{x}" y="{y}" width="{width}" height="{height}"{}/>"#, colored("fill", *color))
            }
            Shape::Line { points, stroke: Stroke { color, width, is_dashed } } => {
                let points: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
                let dash =
                    if *is_dashed { format!(r#" stroke-dasharray="{} {}""#, DASH[0], DASH[1]) } else { String::new() };
                let stroke = colored("stroke", *color);
                let points = points.join(" ");
                writeln!(out, r#"<polyline points="{points}" fill="none"{stroke} stroke-width="{width}"{dash}/>"#)
            }
            Shape::Dot { middle: (x, y), color } => {
                writeln!(out, r#"<circle cx="{x}" cy="{y}" r="{RADIUS}"{}/>"#, colored("fill", *color))
            }
            Shape::Text { text, x, y, size, side, color } => {
                let anchor = match side {
                    Side::Left => "",
                    Side::Middle => r#" text-anchor="middle""#,
                    Side::Right => r#" text-anchor="end""#,
                };
                let (y, fill, text) = (baseline(*y, *size), colored("fill", *color), svg::escape(text));
                writeln!(out, r#"<text x="{x}" y="{y}" font-size="{size}"{anchor}{fill}>{text}</text>"#)
            }
        };
    }

    /// Draws the shape in pixels.
    pub(super) fn paint(&self, raster: &mut Raster) {
        match self {
            Shape::Rectangle(area, color) => raster.rectangle(*area, *color),
            Shape::Line { points, stroke: Stroke { color, width, is_dashed } } => {
                raster.line(points.iter().copied(), (*width).into(), if *is_dashed { &DASH } else { &[] }, *color);
            }
            Shape::Dot { middle, color } => raster.circle(*middle, RADIUS, *color),
            Shape::Text { text, x, y, size, side, color } => {
                let line = TYPEFACE.line(Weight::Regular, text);
                let left = match side {
                    Side::Left => *x,
                    Side::Middle => x - line.width() * size / 2.0,
                    Side::Right => x - line.width() * size,
                };
                raster.text(&TYPEFACE, &line, (left, baseline(*y, *size)), *size, Turn::None, *color);
            }
        }
    }
}

/// Returns the height of the baseline of a text, in tenths of a pixel.
fn baseline(middle: f64, size: f64) -> f64 {
    ((middle + BASELINE * size) * 10.0).round() / 10.0
}

/// Returns an attribute with a colour. The style sheet for dark pages replaces exactly this form.
fn colored(property: &str, Color { rgb: [red, green, blue], opacity }: Color) -> String {
    let color = format!(r##" {property}="#{red:02X}{green:02X}{blue:02X}""##);
    if opacity < 1.0 { format!(r#"{color} {property}-opacity="{opacity:.2}""#) } else { color }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_the_embedded_font() {
        // The digits of Noto Sans are 572 thousandths of an em wide.
        assert!((text_width("0123456789", 10.0) - 57.2).abs() < 0.01, "{}", text_width("0123456789", 10.0));
        assert_eq!(text_width("", 10.0), 0.0);
    }

    #[test]
    fn shapes_are_elements_with_colours_that_a_style_sheet_can_replace() {
        let color = Color { rgb: [0x1f, 0x6f, 0xb4], opacity: 0.5 };
        let mut svg = String::new();
        Shape::Dot { middle: (1.5, 2.0), color }.write_svg(&mut svg);
        let stroke = Stroke { is_dashed: true, ..Stroke::new(Color { opacity: 1.0, ..color }, 2) };
        Shape::Line { points: vec![(0.0, 1.0), (2.0, 3.0)], stroke }.write_svg(&mut svg);
        let expected = "<circle cx=\"1.5\" cy=\"2\" r=\"3\" fill=\"#1F6FB4\" fill-opacity=\"0.50\"/>\n\
             <polyline points=\"0,1 2,3\" fill=\"none\" stroke=\"#1F6FB4\" stroke-width=\"2\" stroke-dasharray=\"5 4\"/>\n";
        assert_eq!(svg, expected);
    }
}
