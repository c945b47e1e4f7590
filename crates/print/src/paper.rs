//! Sizes of paper, and margins.

use std::str::FromStr;

use crate::error::Error;
use crate::length::Length;

/// A size of paper in portrait orientation.
///
/// ```
/// use minirow_print::Paper;
/// let paper: Paper = "170x240mm".parse()?;
/// assert_eq!(paper.height.get().round(), 680.0);
/// assert_eq!(Paper::A4.turned().width, Paper::A4.height);
/// # Ok::<(), minirow_print::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Paper {
    /// The width.
    pub width: Length,
    /// The height.
    pub height: Length,
}

/// The named sizes. The trimmed sizes of books in inches are those that print shops list.
const NAMED: [(&str, Paper); 13] = [
    ("a3", sheet(297.0, 420.0)),
    ("a4", sheet(210.0, 297.0)),
    ("a5", sheet(148.0, 210.0)),
    ("b5", sheet(176.0, 250.0)),
    ("letter", trim(8.5, 11.0)),
    ("legal", trim(8.5, 14.0)),
    ("5x8", trim(5.0, 8.0)),
    ("5.5x8.5", trim(5.5, 8.5)),
    ("6x9", trim(6.0, 9.0)),
    ("7x10", trim(7.0, 10.0)),
    ("8x10", trim(8.0, 10.0)),
    ("8.5x8.5", trim(8.5, 8.5)),
    ("8.5x11", trim(8.5, 11.0)),
];

const fn sheet(width: f64, height: f64) -> Paper {
    Paper { width: Length::millimetres(width), height: Length::millimetres(height) }
}

/// Returns a size in inches.
pub(crate) const fn trim(width: f64, height: f64) -> Paper {
    Paper { width: Length::inches(width), height: Length::inches(height) }
}

impl Paper {
    /// A4, 210 by 297 mm.
    pub const A4: Paper = sheet(210.0, 297.0);

    /// Returns the names of the named sizes.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMED.iter().map(|(name, _)| *name)
    }

    /// Returns the sheet in landscape orientation.
    #[must_use]
    pub fn turned(self) -> Paper {
        Paper { width: self.height, height: self.width }
    }
}

fn unknown() -> Error {
    Error::UnknownPaper { known: Paper::names().collect::<Vec<_>>().join(", ") }
}

impl FromStr for Paper {
    type Err = Error;

    /// Parses a name, or a size with a unit.
    fn from_str(text: &str) -> Result<Paper, Error> {
        let lower = text.to_ascii_lowercase();
        if let Some((_, paper)) = NAMED.iter().find(|(name, _)| *name == lower) {
            return Ok(*paper);
        }
        let (width, height) = lower.split_once('x').ok_or_else(unknown)?;
        let unit = height.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
        let width = if width.ends_with(unit) { width.to_string() } else { format!("{width}{unit}") };
        let read = |text: &str| text.parse::<Length>().map_err(|_| unknown());
        let paper = Paper { width: read(&width)?, height: read(height)? };
        let fits = |length: Length| (144.0..=2880.0).contains(&length.get());
        if fits(paper.width) && fits(paper.height) { Ok(paper) } else { Err(unknown()) }
    }
}

/// The margins of a page, in points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Margins {
    /// The margin at the head and the foot, and at the side away from the binding.
    pub(crate) outer: f64,
    /// The margin at the binding: left on odd pages, right on even pages.
    pub(crate) inner: f64,
}

/// Returns the margin at the binding of a book with a number of pages, in points. It grows with the thickness of the book.
///
/// It follows the steps that print-on-demand shops publish (3/8 inch up to 150 pages, 1/8 more for each further step), plus
/// 1/8 inch because grids reach the margin. It is at least 5/8 inch.
pub(crate) fn inner_margin(pages: u64) -> f64 {
    let eighths = match pages {
        0..=300 => 5.0,
        301..=500 => 6.0,
        501..=700 => 7.0,
        _ => 8.0,
    };
    72.0 * eighths / 8.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_by_name_or_as_numbers_with_a_unit() {
        let size =
            |text: &str| text.parse::<Paper>().map(|paper| (paper.width.get().round(), paper.height.get().round()));
        assert_eq!(size("a4"), Ok((595.0, 842.0)));
        assert_eq!(size("Letter"), Ok((612.0, 792.0)));
        assert_eq!(size("6x9"), Ok((432.0, 648.0)));
        assert_eq!(size("8.5x11"), Ok((612.0, 792.0)));
        assert_eq!(size("6.14x9.21in"), Ok((442.0, 663.0)));
        assert_eq!(size("170mmx240mm"), Ok((482.0, 680.0)));
        for text in ["", "a", "a0", "6x9in6", "x", "6x9furlongs", "1x1in", "1x1", "6x", "x9in", "400x400in"] {
            assert_eq!(size(text), Err(unknown()), "{text}");
        }
    }

    #[test]
    fn a_thicker_book_has_a_wider_inner_margin() {
        let inner = |pages| inner_margin(pages) / 72.0;
        assert_eq!([100, 200, 400, 600, 800].map(inner), [0.625, 0.625, 0.75, 0.875, 1.0]);
    }
}
