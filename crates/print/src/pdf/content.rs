//! The content stream of a PDF page, in which y points up.

use pdf_writer::types::LineCapStyle;
use pdf_writer::{Content, Name, Settings, Str};

use crate::drawing::{Drawing, Mark, Rectangle, Turn};
use crate::pdf::file::number;
use crate::pdf::fonts::Fonts;
use crate::pdf::spots::Spots;
use crate::tone::Tone;
use crate::typeface::GlyphLine;

/// The content stream of a page so far, with the graphics state, so that no setting is repeated.
struct Painter<'a, 'b> {
    content: Content,
    height: f64,
    fonts: &'a mut Fonts<'b>,
    spots: &'a mut Spots,
    font: Option<(usize, f32)>,
    fill: Option<Tone>,
    line_width: Option<f32>,
    line: Option<Tone>,
    in_text: bool,
}

/// Returns the content stream of a page whose drawing is moved by `(x, y)`, to the right and up.
pub(super) fn of(drawing: &Drawing, fonts: &mut Fonts, spots: &mut Spots, (x, y): (f64, f64)) -> Vec<u8> {
    let mut content = Content::with_settings(Settings { pretty: false });
    content.set_line_cap(LineCapStyle::ButtCap);
    if (x, y) != (0.0, 0.0) {
        content.transform([1.0, 0.0, 0.0, 1.0, number(x), number(y)]);
    }
    let (font, fill, line_width, line) = (None, None, None, None);
    let height = drawing.size.1;
    let mut painter = Painter { content, height, fonts, spots, font, fill, line_width, line, in_text: false };
    drawing.marks.iter().for_each(|mark| painter.mark(mark));
    painter.end_text();
    painter.content.finish().into_vec()
}

impl Painter<'_, '_> {
    fn mark(&mut self, mark: &Mark) {
        match mark {
            Mark::Lines { width, tone, segments } => {
                self.end_text();
                self.set_line(*width, tone);
                for [x1, y1, x2, y2] in segments {
                    self.content.move_to(number(*x1), number(self.height - y1));
                    self.content.line_to(number(*x2), number(self.height - y2));
                }
                self.content.stroke();
            }
            Mark::Frame { width, tone, rectangle } => {
                self.end_text();
                self.set_line(*width, tone);
                self.rectangle(rectangle).stroke();
            }
            Mark::Area { tone, rectangle } => {
                self.end_text();
                self.set_fill(tone);
                self.rectangle(rectangle).fill_nonzero();
            }
            Mark::Text { x, y, size, tone, turn, line } => {
                self.set_fill(tone);
                if !std::mem::replace(&mut self.in_text, true) {
                    self.content.begin_text();
                }
                self.text((*x, *y), *size, *turn, line);
            }
        }
    }

    fn rectangle(&mut self, area: &Rectangle) -> &mut Content {
        let y = self.height - area.bottom();
        self.content.rect(number(area.x), number(y), number(area.width), number(area.height))
    }

    /// Shows a line of glyphs, of which those that follow each other in a font are shown together.
    fn text(&mut self, (mut x, mut y): (f64, f64), size: f64, turn: Turn, line: &GlyphLine) {
        let (right, down) = turn.direction();
        let [across, along] = [right as f32, down as f32];
        for run in line.glyphs.chunk_by(|a, b| a.font == b.font) {
            let font = (run[0].font, number(size));
            if self.font != Some(font) {
                self.content.set_font(Name(Fonts::name(font.0).as_bytes()), font.1);
                self.font = Some(font);
            }
            let place = [across, -along, along, across, number(x), number(self.height - y)];
            self.content.set_text_matrix(place);
            let codes: Vec<u8> = run.iter().flat_map(|glyph| self.fonts.code(glyph).to_be_bytes()).collect();
            self.content.show(Str(&codes));
            let width = size * run.iter().map(|glyph| glyph.advance).sum::<f64>();
            (x, y) = (x + right * width, y + down * width);
        }
    }

    fn end_text(&mut self) {
        if std::mem::take(&mut self.in_text) {
            self.content.end_text();
        }
    }

    fn set_line(&mut self, width: f64, tone: &Tone) {
        if self.line.as_ref() != Some(tone) {
            match tone {
                // Black is the colour of a new page.
                Tone::Grey(0.0) if self.line.is_none() => {}
                Tone::Grey(grey) => drop(self.content.set_stroke_gray(number(*grey))),
                Tone::Spot(spot, tint) => {
                    let name = self.spots.name(spot);
                    self.content.set_stroke_color_space(Name(name.as_bytes())).set_stroke_color([number(*tint)]);
                }
            }
            self.line = Some(tone.clone());
        }
        let width = number(width);
        if self.line_width != Some(width) {
            self.content.set_line_width(width);
            self.line_width = Some(width);
        }
    }

    fn set_fill(&mut self, tone: &Tone) {
        if self.fill.as_ref() == Some(tone) {
            return;
        }
        match tone {
            Tone::Grey(0.0) if self.fill.is_none() => {}
            Tone::Grey(grey) => drop(self.content.set_fill_gray(number(*grey))),
            Tone::Spot(spot, tint) => {
                let name = self.spots.name(spot);
                self.content.set_fill_color_space(Name(name.as_bytes())).set_fill_color([number(*tint)]);
            }
        }
        self.fill = Some(tone.clone());
    }
}
