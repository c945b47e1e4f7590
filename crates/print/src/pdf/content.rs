//! The content stream of a PDF page, in which y points up.

use pdf_writer::types::LineCapStyle;
use pdf_writer::{Content, Name, Settings, Str};

use crate::drawing::{Drawing, Mark, Rectangle};
use crate::pdf::file::number;
use crate::pdf::fonts::Fonts;

/// The current graphics state, to avoid repeated settings.
#[derive(Default)]
struct State {
    font: Option<(usize, f32)>,
    grey: f32,
    line_width: Option<f32>,
    line_grey: f32,
    in_text: bool,
}

/// Returns the content stream of a page whose drawing is moved by `(x, y)`, to the right and up.
pub(super) fn of(drawing: &Drawing, fonts: &mut Fonts, (x, y): (f64, f64)) -> Vec<u8> {
    let mut content = Content::with_settings(Settings { pretty: false });
    let mut state = State::default();
    let height = drawing.size.1;
    let rect = |content: &mut Content, r: &Rectangle| {
        content.rect(number(r.x), number(height - r.bottom()), number(r.width), number(r.height));
    };
    content.set_line_cap(LineCapStyle::ButtCap);
    if (x, y) != (0.0, 0.0) {
        content.transform([1.0, 0.0, 0.0, 1.0, number(x), number(y)]);
    }
    for mark in &drawing.marks {
        if !matches!(mark, Mark::Text { .. }) && std::mem::take(&mut state.in_text) {
            content.end_text();
        }
        match mark {
            Mark::Lines { width, grey, segments } => {
                set_line(&mut content, &mut state, *width, *grey);
                for [x1, y1, x2, y2] in segments {
                    content.move_to(number(*x1), number(height - y1));
                    content.line_to(number(*x2), number(height - y2));
                }
                content.stroke();
            }
            Mark::Frame { width, rectangle } => {
                set_line(&mut content, &mut state, *width, 0.0);
                rect(&mut content, rectangle);
                content.stroke();
            }
            Mark::Area { grey, rectangle } => {
                set_grey(&mut content, &mut state, *grey);
                rect(&mut content, rectangle);
                content.fill_nonzero();
            }
            Mark::Text { x, y, size, grey, turned, line } => {
                set_grey(&mut content, &mut state, *grey);
                if !std::mem::replace(&mut state.in_text, true) {
                    content.begin_text();
                }
                let direction = if *turned { -1.0 } else { 1.0 };
                let mut start = *x;
                for run in line.glyphs.chunk_by(|a, b| a.font == b.font) {
                    let font = (run[0].font, number(*size));
                    if state.font != Some(font) {
                        content.set_font(Name(Fonts::name(font.0).as_bytes()), font.1);
                        state.font = Some(font);
                    }
                    let at = (number(start), number(height - y));
                    content.set_text_matrix([direction as f32, 0.0, 0.0, direction as f32, at.0, at.1]);
                    let codes: Vec<u8> = run.iter().flat_map(|glyph| fonts.code(glyph).to_be_bytes()).collect();
                    content.show(Str(&codes));
                    start += direction * size * run.iter().map(|glyph| glyph.advance).sum::<f64>();
                }
            }
        }
    }
    if state.in_text {
        content.end_text();
    }
    content.finish().into_vec()
}

fn set_line(content: &mut Content, state: &mut State, width: f64, grey: f64) {
    let (width, grey) = (number(width), number(grey));
    if state.line_grey != grey {
        content.set_stroke_gray(grey);
        state.line_grey = grey;
    }
    if state.line_width != Some(width) {
        content.set_line_width(width);
        state.line_width = Some(width);
    }
}

fn set_grey(content: &mut Content, state: &mut State, grey: f64) {
    let grey = number(grey);
    if state.grey != grey {
        content.set_fill_gray(grey);
        state.grey = grey;
    }
}
