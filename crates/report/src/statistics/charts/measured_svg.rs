//! SVG as a backend of plotters that measures text with the embedded font.
//!
//! Plotters asks its backend for the width of labels to lay out axes, and long names are cut to a width. The fonts of the
//! machine would give different bytes on every machine, so text is measured with Noto Sans.

use std::io;
use std::sync::LazyLock;

use plotters::backend::SVGBackend;
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind};
use ttf_parser::Face;

static FONT: LazyLock<Face<'static>> =
    LazyLock::new(|| Face::parse(minirow_print::NOTO_SANS, 0).expect("the embedded font is tested"));

/// The size of an em, as a part of the font size that plotters writes to SVG.
const EM: f64 = 1.0 / 1.24;

/// Returns the width of a text in pixels.
pub(super) fn text_width(text: &str, size: f64) -> f32 {
    let scale = (size * EM) as f32 / f32::from(FONT.units_per_em());
    let advance = |character| FONT.glyph_hor_advance(FONT.glyph_index(character).unwrap_or_default());
    text.chars().map(|character| scale * f32::from(advance(character).unwrap_or_default())).sum()
}

type Done<T = ()> = Result<T, DrawingErrorKind<io::Error>>;

/// An SVG backend that measures text with the embedded font. All other methods are those of the backend within. Charts have
/// neither polygons nor bitmaps.
pub(super) struct MeasuredSvg<'a>(pub(super) SVGBackend<'a>);

impl DrawingBackend for MeasuredSvg<'_> {
    type ErrorType = io::Error;

    fn estimate_text_size<S: BackendTextStyle>(&self, text: &str, style: &S) -> Done<(u32, u32)> {
        let size = style.size();
        Ok((text_width(text, size).ceil() as u32, (size * EM).ceil() as u32))
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Done {
        self.0.draw_text(text, style, at)
    }

    fn get_size(&self) -> (u32, u32) {
        self.0.get_size()
    }

    fn ensure_prepared(&mut self) -> Done {
        self.0.ensure_prepared()
    }

    fn present(&mut self) -> Done {
        self.0.present()
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Done {
        self.0.draw_pixel(point, color)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Done {
        self.0.draw_line(from, to, style)
    }

    fn draw_rect<S: BackendStyle>(&mut self, one: BackendCoord, other: BackendCoord, style: &S, fill: bool) -> Done {
        self.0.draw_rect(one, other, style, fill)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Done {
        self.0.draw_path(path, style)
    }

    fn draw_circle<S: BackendStyle>(&mut self, middle: BackendCoord, radius: u32, style: &S, fill: bool) -> Done {
        self.0.draw_circle(middle, radius, style, fill)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_the_font() {
        // The digits of Noto Sans are 572 thousandths of an em wide; 12.4 is ten pixels for an em.
        assert!((text_width("0123456789", 12.4) - 57.2).abs() < 0.01, "{}", text_width("0123456789", 12.4));
        assert_eq!(text_width("", 12.4), 0.0);
    }
}
