//! PNG pictures of a page or a grid, in shades of grey, with their resolution.

use ::png::{BitDepth, ColorType, Encoder, PixelDimensions, Unit};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::drawing::Drawing;
use crate::error::Error;
use crate::svg;
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
    let (width, height) = (width as u32, height as u32);
    let svg = svg::picture(typeface, drawing, "", "");
    let tree = Tree::from_str(&svg, &Options::default()).expect("a drawing is well-formed SVG");
    let mut pixmap = Pixmap::new(width, height).expect("a size that was checked");
    // Rounding to whole pixels changes the scale a little, so that no edge is cut off.
    let scale = (width as f32 / tree.size().width(), height as f32 / tree.size().height());
    resvg::render(&tree, Transform::from_scale(scale.0, scale.1), &mut pixmap.as_mut());
    // A drawing has only shades of grey.
    let greys: Vec<u8> = pixmap.pixels().iter().map(|pixel| pixel.red()).collect();
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_color(ColorType::Grayscale);
    encoder.set_depth(BitDepth::Eight);
    let to_the_metre = (dpi / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(PixelDimensions { xppu: to_the_metre, yppu: to_the_metre, unit: Unit::Meter }));
    let mut writer = encoder.write_header().expect("memory takes every picture");
    writer.write_image_data(&greys).expect("one byte for each pixel");
    writer.finish().expect("memory takes every picture");
    Ok(bytes)
}
