//! Pictures of single pages and grids, in the formats of newspapers and web pages.

use minirow_print::pdf::Press;
use minirow_print::{Drawing, Length, Typeface, eps, pdf, png, svg};
use minirow_table::PROGRAM;

use super::options::PrintFormat;
use crate::error::{Error, Result};

/// A picture before it is encoded.
pub(super) struct Picture {
    pub(super) drawing: Drawing,
    /// The surroundings of the drawing, which only PDF has.
    pub(super) press: Press,
    pub(super) title: String,
    /// The description for screen readers, which only SVG has.
    pub(super) description: String,
}

impl PrintFormat {
    /// Returns `true` if a whole book is one file of this format.
    pub(super) fn is_book(self) -> bool {
        matches!(self, PrintFormat::Pdf | PrintFormat::Html)
    }
}

impl Picture {
    /// Returns the file of the picture.
    ///
    /// # Errors
    /// If a picture of pixels is too large.
    pub(super) fn encoded(&self, typeface: &Typeface, format: PrintFormat, dpi: u32) -> Result<Vec<u8>> {
        let Picture { drawing, press, title, description } = self;
        Ok(match format {
            PrintFormat::Svg => svg::picture(typeface, drawing, title, description).into(),
            PrintFormat::Eps => eps::picture(typeface, drawing, title).into(),
            PrintFormat::Png => png::picture(typeface, drawing, dpi.into()).map_err(Error::usage)?,
            PrintFormat::Pdf => pdf::picture(typeface, drawing, press, title, PROGRAM),
            PrintFormat::Html => unreachable!("refused before anything is read"),
        })
    }
}

/// Parses the side of a picture.
pub(super) fn size(text: &str) -> Result<Length, String> {
    const RANGE: (Length, Length) = (Length::millimetres(16.0), Length::millimetres(2000.0));
    let length: Length = text.parse().map_err(|error: minirow_print::Error| error.to_string())?;
    if (RANGE.0..=RANGE.1).contains(&length) { Ok(length) } else { Err("expected 16mm to 2000mm".into()) }
}
