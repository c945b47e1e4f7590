//! Pictures of pixels with smooth edges: rectangles, lines, circles and text.

use ::png::{BitDepth, ColorType, Encoder, PixelDimensions, Unit};
use tiny_skia::{FillRule, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, StrokeDash, Transform};
use ttf_parser::OutlineBuilder;

use crate::drawing::Rectangle;
use crate::typeface::{GlyphLine, Typeface};

/// A colour, and how much of what lies below it covers.
///
/// ```
/// use minirow_print::Color;
/// assert_eq!(Color::grey(1.0), Color { rgb: [255; 3], opacity: 1.0 });
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Color {
    /// Red, green and blue.
    pub rgb: [u8; 3],
    /// From 0 (invisible) to 1 (covers everything).
    pub opacity: f64,
}

impl Color {
    /// Returns a shade of grey, from 0 (black) to 1 (white).
    pub fn grey(grey: f64) -> Color {
        Color { rgb: [(grey * 255.0).round() as u8; 3], opacity: 1.0 }
    }

    fn paint(self) -> Paint<'static> {
        let [red, green, blue] = self.rgb;
        let mut paint = Paint::default();
        paint.set_color_rgba8(red, green, blue, (self.opacity * 255.0).round() as u8);
        paint
    }
}

/// A picture of pixels. Lengths are those of a drawing, from the upper left corner.
///
/// ```
/// use minirow_print::{Color, Raster, Rectangle};
/// let mut raster = Raster::new((10.0, 5.0), (20, 10));
/// raster.rectangle(Rectangle { x: 1.0, y: 1.0, width: 3.0, height: 3.0 }, Color::grey(0.0));
/// assert!(raster.png(144.0).starts_with(b"\x89PNG"));
/// ```
pub struct Raster {
    pixels: Pixmap,
    scale: Transform,
}

impl Raster {
    /// Creates a white picture of a drawing with a size.
    ///
    /// # Panics
    /// Panics if a number of pixels is zero, or the picture does not fit into memory.
    pub fn new(size: (f64, f64), (width, height): (u32, u32)) -> Raster {
        let mut pixels = Pixmap::new(width, height).expect("a picture has a size");
        pixels.fill(tiny_skia::Color::WHITE);
        // Rounding to whole pixels changes the scale a little, so that no edge is cut off.
        let scale = Transform::from_scale(width as f32 / size.0 as f32, height as f32 / size.1 as f32);
        Raster { pixels, scale }
    }

    /// Fills a rectangle.
    pub fn rectangle(&mut self, area: Rectangle, color: Color) {
        if let Some(area) = rectangle(area) {
            self.pixels.fill_path(&PathBuilder::from_rect(area), &color.paint(), FillRule::Winding, self.scale, None);
        }
    }

    /// Draws the edges of a rectangle.
    pub fn frame(&mut self, area: Rectangle, width: f64, color: Color) {
        if let Some(area) = rectangle(area) {
            self.stroke(&PathBuilder::from_rect(area), width, None, color);
        }
    }

    /// Draws straight lines from point to point, with dashes and gaps of these lengths if there are any.
    pub fn line(
        &mut self,
        points: impl IntoIterator<Item = (f64, f64)>,
        width: f64,
        dash: Option<[f32; 2]>,
        color: Color,
    ) {
        let mut path = PathBuilder::new();
        for (x, y) in points {
            let (x, y) = (x as f32, y as f32);
            if path.is_empty() { path.move_to(x, y) } else { path.line_to(x, y) }
        }
        if let Some(path) = path.finish() {
            self.stroke(&path, width, dash, color);
        }
    }

    /// Fills a circle.
    pub fn circle(&mut self, (x, y): (f64, f64), radius: f64, color: Color) {
        if let Some(circle) = PathBuilder::from_circle(x as f32, y as f32, radius as f32) {
            self.pixels.fill_path(&circle, &color.paint(), FillRule::Winding, self.scale, None);
        }
    }

    /// Draws glyphs on a baseline. If `turned` is set, they are upside down and run to the left.
    pub fn text(
        &mut self,
        typeface: &Typeface,
        line: &GlyphLine,
        (x, y): (f64, f64),
        size: f64,
        turned: bool,
        color: Color,
    ) {
        let direction = if turned { -size as f32 } else { size as f32 };
        let mut start = 0.0;
        for glyph in &line.glyphs {
            let font = typeface.font(glyph.font);
            let mut outline = Outline(PathBuilder::new());
            font.trace(glyph.id, &mut outline);
            if let Some(path) = outline.0.finish() {
                let units = direction * font.em(1.0) as f32;
                let at = self.scale.pre_translate(x as f32, y as f32).pre_scale(units, -units);
                let at = at.pre_translate((start / font.em(1.0)) as f32, 0.0);
                self.pixels.fill_path(&path, &color.paint(), FillRule::Winding, at, None);
            }
            start += glyph.advance;
        }
    }

    fn stroke(&mut self, path: &Path, width: f64, dash: Option<[f32; 2]>, color: Color) {
        let dash = dash.and_then(|lengths| StrokeDash::new(lengths.to_vec(), 0.0));
        let stroke = Stroke { width: width as f32, dash, ..Stroke::default() };
        self.pixels.stroke_path(path, &color.paint(), &stroke, self.scale, None);
    }

    /// Returns the picture as a PNG file with a resolution in pixels to the inch. Without colours, it has a byte for each pixel.
    pub fn png(&self, dpi: f64) -> Vec<u8> {
        let pixels = self.pixels.pixels().iter().map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]);
        let is_grey = pixels.clone().all(|[red, green, blue]| red == green && green == blue);
        let data: Vec<u8> = if is_grey { pixels.map(|[grey, ..]| grey).collect() } else { pixels.flatten().collect() };
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, self.pixels.width(), self.pixels.height());
        encoder.set_color(if is_grey { ColorType::Grayscale } else { ColorType::Rgb });
        encoder.set_depth(BitDepth::Eight);
        let to_the_metre = (dpi / 0.0254).round() as u32;
        encoder.set_pixel_dims(Some(PixelDimensions { xppu: to_the_metre, yppu: to_the_metre, unit: Unit::Meter }));
        let mut writer = encoder.write_header().expect("memory takes every picture");
        writer.write_image_data(&data).expect("all pixels have the bytes of their colour type");
        writer.finish().expect("memory takes every picture");
        bytes
    }
}

fn rectangle(area: Rectangle) -> Option<Rect> {
    Rect::from_xywh(area.x as f32, area.y as f32, area.width as f32, area.height as f32)
}

/// The outline of a glyph as a path.
struct Outline(PathBuilder);

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}
