//! Pixels as a PNG file.

use png::{BitDepth, ColorType, Compression, Encoder};

/// A file of 24-bit pixels, without any date or name of a program.
pub(super) fn encode(pixels: &[u8], width: u32, height: u32) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::High);
    let mut writer = encoder.write_header().expect("a vector takes everything");
    writer.write_image_data(pixels).expect("a vector takes everything");
    writer.finish().expect("a vector takes everything");
    file
}
