//! Encapsulated PostScript (EPS) pictures of a page or a grid. Digits and letters are outlines.

use std::collections::BTreeSet;
use std::fmt::Write;

use ttf_parser::OutlineBuilder;

use crate::drawing::{Drawing, Mark, Rectangle, Turn};
use crate::svg::{name, short, thousandth};
use crate::tone::Tone;
use crate::typeface::{GlyphLine, Typeface};

/// Returns a drawing as an EPS file of language level 2.
///
/// ```
/// use minirow_core::{CellSet, Grid};
/// use minirow_print::{GridFace, Typeface, eps};
/// let typeface = Typeface::new();
/// let drawing = GridFace::new(Grid::EMPTY, CellSet::EMPTY).drawing(&typeface, 170.0);
/// let picture = eps::picture(&typeface, &drawing, "An empty grid");
/// assert!(picture.starts_with("%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 170 170\n"));
/// ```
pub fn picture(typeface: &Typeface, drawing: &Drawing, title: &str) -> String {
    let (width, height) = drawing.size;
    let mut outlines = BTreeSet::new();
    let body = body(drawing, &mut outlines);
    // Comments are lines of at most 255 ASCII characters.
    let is_plain = |c: char| c == ' ' || c.is_ascii_graphic();
    let title: String = title.chars().map(|c| if is_plain(c) { c } else { '?' }).take(200).collect();
    let mut text = format!(
        "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 {} {}\n%%HiResBoundingBox: 0 0 {} {}\n%%Title: {title}\n\
         %%LanguageLevel: 2\n%%EndComments\n%%BeginProlog\n",
        width.ceil(),
        height.ceil(),
        short(width),
        short(height)
    );
    for (font, glyph) in outlines {
        let font_of_glyph = typeface.font(font);
        let scale = f64::from(font_of_glyph.thousandths());
        let mut outline = Outline { text: "newpath\n".into(), scale, end: (0.0, 0.0) };
        font_of_glyph.trace(glyph, &mut outline);
        let _ = writeln!(text, "/{} {{{}fill}} bind def", name(font, glyph), outline.text);
    }
    // Drawings are measured downwards from the upper left corner.
    let _ =
        write!(text, "%%EndProlog\ngsave\n0 {} translate 1 -1 scale\n{body}grestore\nshowpage\n%%EOF\n", short(height));
    text
}

/// Returns the operators that select a colour.
fn color(tone: &Tone) -> String {
    match tone {
        Tone::Grey(grey) => format!("{} setgray", short(*grey)),
        Tone::Spot(spot, tint) => {
            let [cyan, magenta, yellow, black] = spot.cmyk.map(short);
            // The tint is on the stack, and is multiplied by each share.
            let cmyk = format!("dup {cyan} mul exch dup {magenta} mul exch dup {yellow} mul exch {black} mul");
            format!("[/Separation ({}) /DeviceCMYK {{{cmyk}}}] setcolorspace {} setcolor", spot.name, short(*tint))
        }
    }
}

/// Writes the marks of a drawing, and collects their glyphs.
fn body(drawing: &Drawing, outlines: &mut BTreeSet<(usize, u16)>) -> String {
    let mut text = String::new();
    let operands = |area: &Rectangle| [area.x, area.y, area.width, area.height].map(short).join(" ");
    for mark in &drawing.marks {
        let _ = match mark {
            Mark::Lines { width, tone, segments } => {
                let line = |[x1, y1, x2, y2]: [String; 4]| format!("{x1} {y1} moveto {x2} {y2} lineto\n");
                let path: String = segments.iter().map(|ends| line(ends.map(short))).collect();
                writeln!(text, "{} {} setlinewidth newpath\n{path}stroke", color(tone), short(*width))
            }
            Mark::Frame { width, tone, rectangle } => {
                let (width, area) = (short(*width), operands(rectangle));
                writeln!(text, "{} {width} setlinewidth {area} rectstroke", color(tone))
            }
            Mark::Area { tone, rectangle } => writeln!(text, "{} {} rectfill", color(tone), operands(rectangle)),
            Mark::Text { x, y, size, tone, turn, line } => {
                let scale = thousandth(*size);
                let turn = match turn {
                    Turn::None => format!("{scale} {scale} scale"),
                    Turn::Quarter => format!("90 rotate {scale} {scale} scale"),
                    Turn::Half => format!("-{scale} -{scale} scale"),
                };
                let (x, y, glyphs) = (short(*x), short(*y), glyphs(line, outlines));
                writeln!(text, "gsave {x} {y} translate {turn} {} {glyphs}grestore", color(tone))
            }
        };
    }
    text
}

/// Writes the glyphs of a line, and collects them.
fn glyphs(line: &GlyphLine, outlines: &mut BTreeSet<(usize, u16)>) -> String {
    let (mut text, mut skipped) = (String::new(), 0.0);
    for glyph in &line.glyphs {
        if !glyph.character.is_whitespace() {
            outlines.insert((glyph.font, glyph.id));
            let _ = write!(text, "{} 0 translate {} ", short(skipped), name(glyph.font, glyph.id));
            skipped = 0.0;
        }
        skipped += 1000.0 * glyph.advance;
    }
    text
}

/// The outline of a glyph as a procedure that fills it, in thousandths of the size of the font, downwards.
struct Outline {
    text: String,
    scale: f64,
    /// The end of the last curve.
    end: (f64, f64),
}

impl Outline {
    fn add(&mut self, points: &[(f64, f64)], operator: &str) {
        for (x, y) in points {
            let tenth = |value: f64| short((value * 10.0).round() / 10.0);
            let _ = write!(self.text, "{} {} ", tenth(*x), tenth(*y));
        }
        self.text += operator;
        self.text.push('\n');
        self.end = points.last().copied().unwrap_or(self.end);
    }

    fn at(&self, x: f32, y: f32) -> (f64, f64) {
        (self.scale * f64::from(x), -self.scale * f64::from(y))
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.add(&[self.at(x, y)], "moveto");
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.add(&[self.at(x, y)], "lineto");
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        // PostScript has only cubic curves.
        let (start, control, end) = (self.end, self.at(x1, y1), self.at(x, y));
        let near =
            |from: (f64, f64)| (from.0 + 2.0 / 3.0 * (control.0 - from.0), from.1 + 2.0 / 3.0 * (control.1 - from.1));
        self.add(&[near(start), near(end), end], "curveto");
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.add(&[self.at(x1, y1), self.at(x2, y2), self.at(x, y)], "curveto");
    }

    fn close(&mut self) {
        self.text += "closepath\n";
    }
}
