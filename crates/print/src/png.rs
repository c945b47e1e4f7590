//! PNG pictures of a page or a grid, with their resolution.

use crate::drawing::{Drawing, Mark};
use crate::error::Error;
use crate::raster::{Color, Raster};
use crate::tone::Tone;
use crate::typeface::Typeface;

/// The maximum number of pixels in each direction.
const MOST_PIXELS: u32 = 20_000;

/// Returns a drawing as a PNG file with a resolution in pixels to the inch.
///
/// # Errors
/// [`Error::PictureTooLarge`] if the picture has more than 20,000 pixels in one direction.
///
/// ```
/// use minirow_core::{CellSet, Grid};
/// use minirow_print::{GridFace, Typeface, png};
/// let typeface = Typeface::new();
/// let drawing = GridFace::new(Grid::EMPTY, CellSet::EMPTY).drawing(&typeface, 72.0);
/// assert!(png::picture(&typeface, &drawing, 150.0)?.starts_with(b"\x89PNG"));
/// assert!(png::picture(&typeface, &drawing, 50_000.0).is_err());
/// # Ok::<(), minirow_print::Error>(())
/// ```
pub fn picture(typeface: &Typeface, drawing: &Drawing, dpi: f64) -> Result<Vec<u8>, Error> {
    let pixels = |points: f64| (points / 72.0 * dpi).round().max(1.0);
    let (width, height) = (pixels(drawing.size.0), pixels(drawing.size.1));
    if width.max(height) > f64::from(MOST_PIXELS) {
        return Err(Error::PictureTooLarge { width, height, most: MOST_PIXELS });
    }
    let mut raster = Raster::new(drawing.size, (width as u32, height as u32));
    let color = |tone: &Tone| Color { rgb: tone.rgb(), opacity: 1.0 };
    for mark in &drawing.marks {
        match mark {
            Mark::Lines { width, tone, segments } => {
                for &[x1, y1, x2, y2] in segments {
                    raster.line([(x1, y1), (x2, y2)], *width, &[], color(tone));
                }
            }
            Mark::Frame { width, tone, rectangle } => raster.frame(*rectangle, *width, color(tone)),
            Mark::Area { tone, rectangle } => raster.rectangle(*rectangle, color(tone)),
            Mark::Text { x, y, size, tone, turn, line } => {
                raster.text(typeface, line, (*x, *y), *size, *turn, color(tone));
            }
        }
    }
    Ok(raster.png(dpi))
}
