//! The content stream of a PDF page, in which y points up.

use pdf_writer::types::LineCapStyle;
use pdf_writer::{Content, Name, Settings, Str};

use crate::drawing::{Drawing, Mark, Rectangle};
use crate::pdf::file::number;
use crate::pdf::fonts::Fonts;
use crate::pdf::spots::Spots;
use crate::tone::Tone;

/// The current graphics state, to avoid repeated settings.
#[derive(Default)]
struct State {
    font: Option<(usize, f32)>,
    fill: Option<Tone>,
    line_width: Option<f32>,
    line: Option<Tone>,
    in_text: bool,
}

/// Returns the content stream of a page whose drawing is moved by `(x, y)`, to the right and up.
pub(super) fn of(drawing: &Drawing, fonts: &mut Fonts, spots: &mut Spots, (x, y): (f64, f64)) -> Vec<u8> {
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
            Mark::Lines { width, tone, segments } => {
                set_line(&mut content, &mut state, spots, *width, tone);
                for [x1, y1, x2, y2] in segments {
                    content.move_to(number(*x1), number(height - y1));
                    content.line_to(number(*x2), number(height - y2));
                }
                content.stroke();
            }
            Mark::Frame { width, tone, rectangle } => {
                set_line(&mut content, &mut state, spots, *width, tone);
                rect(&mut content, rectangle);
                content.stroke();
            }
            Mark::Area { tone, rectangle } => {
                set_fill(&mut content, &mut state, spots, tone);
                rect(&mut content, rectangle);
                content.fill_nonzero();
            }
            Mark::Text { x, y, size, tone, turn, line } => {
                set_fill(&mut content, &mut state, spots, tone);
                if !std::mem::replace(&mut state.in_text, true) {
                    content.begin_text();
                }
                let (right, down) = turn.direction();
                let (mut x, mut y) = (*x, *y);
                for run in line.glyphs.chunk_by(|a, b| a.font == b.font) {
                    let font = (run[0].font, number(*size));
                    if state.font != Some(font) {
                        content.set_font(Name(Fonts::name(font.0).as_bytes()), font.1);
                        state.font = Some(font);
                    }
                    let [across, along] = [right as f32, down as f32];
                    content.set_text_matrix([across, -along, along, across, number(x), number(height - y)]);
                    let codes: Vec<u8> = run.iter().flat_map(|glyph| fonts.code(glyph).to_be_bytes()).collect();
                    content.show(Str(&codes));
                    let width = size * run.iter().map(|glyph| glyph.advance).sum::<f64>();
                    (x, y) = (x + right * width, y + down * width);
                }
            }
        }
    }
    if state.in_text {
        content.end_text();
    }
    content.finish().into_vec()
}

fn set_line(content: &mut Content, state: &mut State, spots: &mut Spots, width: f64, tone: &Tone) {
    if state.line.as_ref() != Some(tone) {
        match tone {
            // Black is the colour of a new page.
            Tone::Grey(0.0) if state.line.is_none() => {}
            Tone::Grey(grey) => drop(content.set_stroke_gray(number(*grey))),
            Tone::Spot(spot, tint) => {
                let name = spots.name(spot);
                content.set_stroke_color_space(Name(name.as_bytes())).set_stroke_color([number(*tint)]);
            }
        }
        state.line = Some(tone.clone());
    }
    let width = number(width);
    if state.line_width != Some(width) {
        content.set_line_width(width);
        state.line_width = Some(width);
    }
}

fn set_fill(content: &mut Content, state: &mut State, spots: &mut Spots, tone: &Tone) {
    if state.fill.as_ref() != Some(tone) {
        match tone {
            Tone::Grey(0.0) if state.fill.is_none() => {}
            Tone::Grey(grey) => drop(content.set_fill_gray(number(*grey))),
            Tone::Spot(spot, tint) => {
                let name = spots.name(spot);
                content.set_fill_color_space(Name(name.as_bytes())).set_fill_color([number(*tint)]);
            }
        }
        state.fill = Some(tone.clone());
    }
}
