//! Letters: measured and, where there are only pixels, drawn with a font that comes along.
//!
//! Plotters would ask for the fonts of the machine, or guess; so this stands between it and what it draws on.

use std::sync::LazyLock;

use ab_glyph::{Font, FontRef, Glyph, PxScale, ScaleFont, point};
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind};

static FONT: LazyLock<FontRef<'static>> =
    LazyLock::new(|| FontRef::try_from_slice(minirow_print::NOTO_SANS).expect("a font that was tested"));

/// How much of the size of a font plotters takes for an em: as its SVG files have it.
const EM: f64 = 1.0 / 1.24;

/// The height of capitals and digits, in ems.
const CAPITALS: f32 = 0.714;

/// How wide a text is, in pixels.
pub(super) fn width(text: &str, size: f64) -> f32 {
    let font = FONT.as_scaled(scale(size));
    text.chars().map(|character| font.h_advance(font.glyph_id(character))).sum()
}

fn scale(size: f64) -> PxScale {
    let units = FONT.units_per_em().unwrap_or(1000.0);
    PxScale::from((size * EM) as f32 * FONT.height_unscaled() / units)
}

/// A backend that measures letters with our font, and draws them if it is told to.
pub(super) struct Lettered<B> {
    backend: B,
    draws: bool,
}

impl<B> Lettered<B> {
    /// On what knows letters itself, but no sizes.
    pub(super) fn measured(backend: B) -> Lettered<B> {
        Lettered { backend, draws: false }
    }

    /// On what knows pixels only.
    pub(super) fn drawn(backend: B) -> Lettered<B> {
        Lettered { backend, draws: true }
    }
}

type Done<B> = Result<(), DrawingErrorKind<<B as DrawingBackend>::ErrorType>>;

impl<B: DrawingBackend> Lettered<B> {
    fn letters(&mut self, text: &str, size: f64, color: BackendColor, pen: (f32, f32)) -> Done<B> {
        let font = FONT.as_scaled(scale(size));
        let (columns, rows) = self.backend.get_size();
        let mut x = pen.0;
        for character in text.chars() {
            let glyph: Glyph = font.glyph_id(character).with_scale_and_position(font.scale(), point(x, pen.1));
            x += font.h_advance(glyph.id);
            let Some(outline) = font.outline_glyph(glyph) else { continue };
            let corner = outline.px_bounds().min;
            let mut pixels = Vec::new();
            outline.draw(|column, row, cover| {
                pixels.push((corner.x as i32 + column as i32, corner.y as i32 + row as i32, f64::from(cover)));
            });
            for (column, row, cover) in pixels {
                let is_inside = (0..columns as i32).contains(&column) && (0..rows as i32).contains(&row);
                if is_inside && cover > 0.0 {
                    let color = BackendColor { alpha: color.alpha * cover.min(1.0), rgb: color.rgb };
                    self.backend.draw_pixel((column, row), color)?;
                }
            }
        }
        Ok(())
    }
}

impl<B: DrawingBackend> DrawingBackend for Lettered<B> {
    type ErrorType = B::ErrorType;

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<B::ErrorType>> {
        let size = style.size();
        Ok((width(text, size).ceil() as u32, (size * EM).ceil() as u32))
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Done<B> {
        if !self.draws {
            return self.backend.draw_text(text, style, at);
        }
        let (size, anchor) = (style.size(), style.anchor());
        let width = width(text, size);
        let capitals = CAPITALS * (size * EM) as f32;
        let x = match anchor.h_pos {
            HPos::Left => 0.0,
            HPos::Center => -width / 2.0,
            HPos::Right => -width,
        };
        let y = match anchor.v_pos {
            VPos::Top => capitals,
            VPos::Center => capitals / 2.0,
            VPos::Bottom => 0.0,
        };
        self.letters(text, size, style.color(), (at.0 as f32 + x, at.1 as f32 + y))
    }

    fn get_size(&self) -> (u32, u32) {
        self.backend.get_size()
    }

    fn ensure_prepared(&mut self) -> Done<B> {
        self.backend.ensure_prepared()
    }

    fn present(&mut self) -> Done<B> {
        self.backend.present()
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Done<B> {
        self.backend.draw_pixel(point, color)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Done<B> {
        self.backend.draw_line(from, to, style)
    }

    fn draw_rect<S: BackendStyle>(&mut self, one: BackendCoord, other: BackendCoord, style: &S, fill: bool) -> Done<B> {
        self.backend.draw_rect(one, other, style, fill)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Done<B> {
        self.backend.draw_path(path, style)
    }

    fn draw_circle<S: BackendStyle>(&mut self, middle: BackendCoord, radius: u32, style: &S, fill: bool) -> Done<B> {
        self.backend.draw_circle(middle, radius, style, fill)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Done<B> {
        self.backend.fill_polygon(path, style)
    }

    fn blit_bitmap(&mut self, at: BackendCoord, size: (u32, u32), pixels: &[u8]) -> Done<B> {
        self.backend.blit_bitmap(at, size, pixels)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_the_font() {
        // The digits of Noto Sans are 572 thousandths of an em wide; 12.4 is ten pixels for an em.
        assert!((width("0123456789", 12.4) - 57.2).abs() < 0.01, "{}", width("0123456789", 12.4));
        assert_eq!(width("", 12.4), 0.0);
    }
}
