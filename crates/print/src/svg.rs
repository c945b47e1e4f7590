//! SVG pictures of a page or a grid. Digits and letters are outlines, so the picture looks the same everywhere.

use std::collections::BTreeSet;
use std::fmt::Write;

use minirow_core::{Cell, Digit, Grid};
use minirow_text::is_unsafe;

use crate::digits::Digits;
use crate::drawing::{Drawing, Mark, Rectangle, Turn};
use crate::grid::GridFace;
use crate::tone::Tone;
use crate::typeface::{GlyphLine, Typeface, Weight};

/// Escapes a text on one line for XML, as [`escape_markup`] does.
///
/// ```
/// assert_eq!(minirow_print::svg::escape("a <\nb & c"), "a &lt; b &amp; c");
/// ```
pub fn escape(text: &str) -> String {
    escape_markup(&text.replace(['\n', '\r', '\t'], " "))
}

/// Returns `true` for characters that XML and HTML forbid, or that would change other text: those of [`is_unsafe`] other than line
/// ends and tabs.
fn is_forbidden(character: char) -> bool {
    is_unsafe(character) && !matches!(character, '\n' | '\r' | '\t')
}

/// Escapes the characters of a text that XML and HTML take for markup, within elements and quotes, and replaces those that they
/// forbid by U+FFFD.
///
/// ```
/// assert_eq!(minirow_print::svg::escape_markup("<\0\u{fffe}"), "&lt;\u{fffd}\u{fffd}");
/// ```
pub fn escape_markup(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            forbidden if is_forbidden(forbidden) => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}

/// Writes a number to the thousandth, without trailing zeros.
pub(crate) fn short(value: f64) -> String {
    let rounded = (value * 1000.0).round() / 1000.0;
    if rounded == 0.0 { "0".into() } else { rounded.to_string() }
}

/// Returns a drawing as an SVG file, with a title and a description for screen readers.
///
/// ```
/// use minirow_print::{Drawing, Typeface, svg};
/// let empty = Drawing { size: (100.0, 50.0), ..Drawing::default() };
/// let picture = svg::picture(&Typeface::new(), &empty, "Title & more", "Nothing");
/// assert!(picture.contains("Title &amp; more"));
/// ```
pub fn picture(typeface: &Typeface, drawing: &Drawing, title: &str, description: &str) -> String {
    let (width, height) = (short(drawing.size.0), short(drawing.size.1));
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}pt\" height=\"{height}pt\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{}</title>\n",
        escape(title)
    );
    if !description.is_empty() {
        let _ = writeln!(text, "<desc>{}</desc>", escape(description));
    }
    let mut outlines = BTreeSet::new();
    let body = body(drawing, &mut outlines);
    text += "<defs>\n";
    for (font, glyph) in outlines {
        let _ = writeln!(text, "<path id=\"{}\" d=\"{}\"/>", name(font, glyph), typeface.font(font).outline(glyph));
    }
    let _ = writeln!(text, "</defs>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n{body}</svg>");
    text
}

/// Returns a rectangle as an element with further attributes.
pub(crate) fn rectangle(area: &Rectangle, attributes: &str) -> String {
    let [x, y, width, height] = [area.x, area.y, area.width, area.height].map(short);
    format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{attributes}/>")
}

/// Returns the name of the outline of a glyph.
pub(crate) fn name(font: usize, glyph: u16) -> String {
    format!("g{font}-{glyph}")
}

/// Returns a colour in the notation of SVG and CSS.
pub(crate) fn color(tone: &Tone) -> String {
    match tone.rgb() {
        [0, 0, 0] => "#000".into(),
        [red, green, blue] => format!("#{red:02x}{green:02x}{blue:02x}"),
    }
}

/// Writes the marks of a drawing, and collects their glyphs.
fn body(drawing: &Drawing, outlines: &mut BTreeSet<(usize, u16)>) -> String {
    let mut text = String::new();
    for mark in &drawing.marks {
        let _ = match mark {
            Mark::Lines { width, tone, segments } => {
                let line = |[x1, y1, x2, y2]: [String; 4]| format!("M{x1} {y1}L{x2} {y2}");
                let path: String = segments.iter().map(|ends| line(ends.map(short))).collect();
                writeln!(text, "<path stroke=\"{}\" stroke-width=\"{}\" d=\"{path}\"/>", color(tone), short(*width))
            }
            Mark::Frame { width, tone, rectangle: area } => {
                let (stroke, width) = (color(tone), short(*width));
                let attributes = format!(" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{width}\"");
                writeln!(text, "{}", rectangle(area, &attributes))
            }
            Mark::Area { tone, rectangle: area } => {
                writeln!(text, "{}", rectangle(area, &format!(" fill=\"{}\"", color(tone))))
            }
            Mark::Text { x, y, size, tone, turn, line } => {
                let scale = thousandth(*size);
                let turn = match turn {
                    Turn::None => format!("scale({scale})"),
                    Turn::Quarter => format!("rotate(90) scale({scale})"),
                    Turn::Half => format!("scale(-{scale})"),
                };
                let fill = if *tone == Tone::BLACK { String::new() } else { format!(" fill=\"{}\"", color(tone)) };
                let (x, y, glyphs) = (short(*x), short(*y), glyphs(line, outlines));
                writeln!(text, "<g transform=\"translate({x} {y}) {turn}\"{fill}>{glyphs}</g>")
            }
        };
    }
    text
}

/// Writes the glyphs of a line, and collects them.
fn glyphs(line: &GlyphLine, outlines: &mut BTreeSet<(usize, u16)>) -> String {
    let (mut text, mut start) = (String::new(), 0.0);
    for glyph in &line.glyphs {
        outlines.insert((glyph.font, glyph.id));
        let at = if start == 0.0 { String::new() } else { format!(" x=\"{}\"", short(start)) };
        if !glyph.character.is_whitespace() {
            let _ = write!(text, "<use href=\"#{}\"{at}/>", name(glyph.font, glyph.id));
        }
        start += 1000.0 * glyph.advance;
    }
    text
}

/// Returns the scale of outlines, which are in thousandths of the size of the font.
pub(crate) fn thousandth(size: f64) -> f64 {
    (size / 1000.0 * 1e6).round() / 1e6
}

/// Returns one grid as an SVG file. `side` is its width in points.
///
/// ```
/// use minirow_core::{Grid, CellSet};
/// use minirow_print::{GridFace, Typeface, svg};
/// let face = GridFace::new(Grid::EMPTY, CellSet::EMPTY);
/// assert!(svg::grid(&Typeface::new(), &face, 200.0, "An empty grid").starts_with("<svg"));
/// ```
pub fn grid(typeface: &Typeface, face: &GridFace, side: f64, title: &str) -> String {
    picture(typeface, &face.drawing(typeface, side), title, &in_words(&face.digits))
}

/// Describes the rows of a grid in words.
///
/// ```
/// use minirow_core::Grid;
/// assert!(minirow_print::svg::in_words(&Grid::EMPTY).contains("blank"));
/// ```
pub fn in_words(grid: &Grid) -> String {
    let cell = |cell: Cell| grid.get(cell).map_or("blank".into(), |digit| digit.to_string());
    let row = |row: usize| {
        let cells: Vec<String> = (0..9).map(|column| cell(Cell::at(row, column))).collect();
        format!("Row {}: {}.", row + 1, cells.join(" "))
    };
    (0..9).map(row).collect::<Vec<_>>().join(" ")
}

/// Returns the outlines of the nine digits, as paths with the ink centred in a square of the width of a cell.
pub(crate) fn digit_symbols(typeface: &Typeface, weight: Weight, prefix: &str, height: f64) -> String {
    let digits = Digits::new(typeface, weight);
    let size = digits.size(1000.0 * height);
    let symbol = |digit| {
        let (line, (x, y)) = digits.placed(digit, (500.0, 500.0), size);
        let glyph = line.glyphs[0];
        let scale = short(size / 1000.0);
        format!(
            "<path id=\"{prefix}{digit}\" transform=\"translate({} {}) scale({scale})\" d=\"{}\"/>\n",
            short(x),
            short(y),
            typeface.font(glyph.font).outline(glyph.id)
        )
    };
    Digit::ALL.into_iter().map(symbol).collect()
}
