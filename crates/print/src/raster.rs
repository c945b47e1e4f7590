//! Pictures of pixels with smooth edges: rectangles, lines, circles and text.

use miniz_oxide::deflate::compress_to_vec_zlib;
use ttf_parser::OutlineBuilder;
use zeno::{Command, Fill, Mask, PathBuilder, Stroke, Style, Transform};

use crate::drawing::{Rectangle, Turn};
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
    width: u32,
    height: u32,
    /// Red, green and blue, row by row.
    pixels: Vec<[u8; 3]>,
    scale: Transform,
}

impl Raster {
    /// Creates a white picture of a drawing with a size.
    pub fn new(size: (f64, f64), (width, height): (u32, u32)) -> Raster {
        // Rounding to whole pixels changes the scale a little, so that no edge is cut off.
        let scale = Transform::scale(width as f32 / size.0 as f32, height as f32 / size.1 as f32);
        Raster { width, height, pixels: vec![[255; 3]; width as usize * height as usize], scale }
    }

    /// Fills a rectangle.
    pub fn rectangle(&mut self, area: Rectangle, color: Color) {
        self.cover(&outline(area), Fill::NonZero, self.scale, color);
    }

    /// Draws the edges of a rectangle.
    pub fn frame(&mut self, area: Rectangle, width: f64, color: Color) {
        self.cover(&outline(area), Stroke::new(width as f32), self.scale, color);
    }

    /// Draws straight lines from point to point, with dashes and gaps of these lengths if there are any.
    pub fn line(&mut self, points: impl IntoIterator<Item = (f64, f64)>, width: f64, dash: &[f32], color: Color) {
        let mut path = Vec::new();
        for (x, y) in points {
            let point = [x as f32, y as f32];
            if path.is_empty() {
                path.move_to(point)
            } else {
                path.line_to(point)
            };
        }
        self.cover(&path, Stroke::new(width as f32).cap(zeno::Cap::Butt).dash(dash, 0.0), self.scale, color);
    }

    /// Fills a circle.
    pub fn circle(&mut self, (x, y): (f64, f64), radius: f64, color: Color) {
        let mut path = Vec::new();
        path.add_circle([x as f32, y as f32], radius as f32);
        self.cover(&path, Fill::NonZero, self.scale, color);
    }

    /// Draws glyphs on a baseline.
    pub fn text(
        &mut self,
        typeface: &Typeface,
        line: &GlyphLine,
        (x, y): (f64, f64),
        size: f64,
        turn: Turn,
        color: Color,
    ) {
        let (right, down) = turn.direction();
        let mut start = 0.0;
        for glyph in &line.glyphs {
            let font = typeface.font(glyph.font);
            let mut outline = Outline(Vec::new());
            font.trace(glyph.id, &mut outline);
            let units = (size * font.em(1.0)) as f32;
            let (across, along) = (right as f32 * units, down as f32 * units);
            let (x, y) = (x + size * start * right, y + size * start * down);
            let at = Transform::new(across, along, along, -across, x as f32, y as f32).then(&self.scale);
            self.cover(&outline.0, Fill::NonZero, at, color);
            start += glyph.advance;
        }
    }

    /// Covers the pixels of a shape with a colour, those at its edges in part.
    fn cover<'a>(&mut self, path: &Vec<Command>, style: impl Into<Style<'a>>, transform: Transform, color: Color) {
        let (mask, place) = Mask::new(path).style(style).transform(Some(transform)).render();
        for (row, covered) in (place.top..).zip(mask.chunks(place.width.max(1) as usize)) {
            for (column, &part) in (place.left..).zip(covered) {
                let is_inside = (0..self.width as i32).contains(&column) && (0..self.height as i32).contains(&row);
                if part == 0 || !is_inside {
                    continue;
                }
                let part = f64::from(part) / 255.0 * color.opacity;
                let pixel = &mut self.pixels[row as usize * self.width as usize + column as usize];
                for (below, above) in pixel.iter_mut().zip(color.rgb) {
                    *below = (f64::from(*below) + (f64::from(above) - f64::from(*below)) * part).round() as u8;
                }
            }
        }
    }

    /// Returns the picture as a PNG file with a resolution in pixels to the inch. Without colours, it has a byte for each pixel.
    pub fn png(&self, dpi: f64) -> Vec<u8> {
        let is_grey = self.pixels.iter().all(|[red, green, blue]| red == green && green == blue);
        let samples = if is_grey { 1 } else { 3 };
        // Each row begins with the number of its filter, which is none: pictures have areas of one colour, which the compression finds.
        let row = |pixels: &[[u8; 3]]| pixels.iter().flat_map(|pixel| pixel[..samples].to_vec()).collect::<Vec<u8>>();
        let rows = self.pixels.chunks(self.width as usize).map(|pixels| [vec![0], row(pixels)].concat());
        let data: Vec<u8> = rows.collect::<Vec<_>>().concat();
        let size = [self.width.to_be_bytes(), self.height.to_be_bytes()].concat();
        let form = [8, if is_grey { 0 } else { 2 }, 0, 0, 0]; // bits of a sample, colour type, and the only methods there are
        let to_the_metre = ((dpi / 0.0254).round() as u32).to_be_bytes();
        let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
        chunk(&mut bytes, b"IHDR", &[&size[..], &form].concat());
        chunk(&mut bytes, b"pHYs", &[&to_the_metre[..], &to_the_metre, &[1]].concat());
        chunk(&mut bytes, b"IDAT", &compress_to_vec_zlib(&data, COMPRESSION));
        chunk(&mut bytes, b"IEND", &[]);
        bytes
    }
}

/// The level of compression of pictures, from 0 to 10.
const COMPRESSION: u8 = 9;

/// Adds a chunk of a PNG file: its length, name, contents and checksum.
fn chunk(bytes: &mut Vec<u8>, name: &[u8; 4], contents: &[u8]) {
    bytes.extend((contents.len() as u32).to_be_bytes());
    let start = bytes.len();
    bytes.extend(name);
    bytes.extend(contents);
    let mut checksum = u32::MAX;
    for &byte in &bytes[start..] {
        checksum ^= u32::from(byte);
        for _ in 0..8 {
            checksum = checksum >> 1 ^ (0xedb8_8320 & (checksum & 1).wrapping_neg());
        }
    }
    bytes.extend((!checksum).to_be_bytes());
}

fn outline(area: Rectangle) -> Vec<Command> {
    let mut path = Vec::new();
    path.add_rect([area.x as f32, area.y as f32], area.width as f32, area.height as f32);
    path
}

/// The outline of a glyph as a path.
struct Outline(Vec<Command>);

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to([x, y]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to([x, y]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to([x1, y1], [x, y]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.curve_to([x1, y1], [x2, y2], [x, y]);
    }

    fn close(&mut self) {
        self.0.close();
    }
}
