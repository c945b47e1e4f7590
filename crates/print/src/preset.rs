//! Presets of Kindle Direct Publishing (KDP): trim sizes of paperbacks, and what its help pages ask of a file.

use std::str::FromStr;

use crate::error::Error;
use crate::grid::LineWidths;
use crate::length::Length;
use crate::limits::LEAST_LINES;
use crate::paper::{Paper, trim};

/// A paperback of KDP: its trim size, and the limits that a file for it must keep.
///
/// ```
/// use minirow_print::{Length, Preset};
/// let preset: Preset = "kdp-6x9".parse()?;
/// assert_eq!(preset.paper.width, Length::inches(6.0));
/// assert_eq!(preset.least_inner_margin(200), Length::inches(0.5));
/// # Ok::<(), minirow_print::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Preset {
    /// The name, such as `kdp-6x9`.
    pub name: &'static str,
    /// The trim size.
    pub paper: Paper,
    /// `true` if all text must have the size of large print.
    pub large_print: bool,
    /// The maximum number of pages, in black on white paper.
    pub most_pages: u64,
}

const fn paperback(name: &'static str, width: f64, height: f64, most_pages: u64, large_print: bool) -> Preset {
    Preset { name, paper: trim(width, height), large_print, most_pages }
}

impl Preset {
    /// All presets.
    pub const ALL: [Preset; 14] = [
        paperback("kdp-5x8", 5.0, 8.0, 828, false),
        paperback("kdp-5.5x8.5", 5.5, 8.5, 828, false),
        paperback("kdp-6x9", 6.0, 9.0, 828, false),
        paperback("kdp-7x10", 7.0, 10.0, 828, false),
        paperback("kdp-8x10", 8.0, 10.0, 828, false),
        paperback("kdp-8.5x8.5", 8.5, 8.5, 590, false),
        paperback("kdp-8.5x11", 8.5, 11.0, 590, false),
        paperback("kdp-5x8-large-print", 5.0, 8.0, 828, true),
        paperback("kdp-5.5x8.5-large-print", 5.5, 8.5, 828, true),
        paperback("kdp-6x9-large-print", 6.0, 9.0, 828, true),
        paperback("kdp-7x10-large-print", 7.0, 10.0, 828, true),
        paperback("kdp-8x10-large-print", 8.0, 10.0, 828, true),
        paperback("kdp-8.5x8.5-large-print", 8.5, 8.5, 590, true),
        paperback("kdp-8.5x11-large-print", 8.5, 11.0, 590, true),
    ];

    /// The minimum number of pages.
    pub const LEAST_PAGES: u64 = 24;

    /// The minimum widths of lines.
    pub const LINES: LineWidths = LineWidths { cells: LEAST_LINES.0, boxes: LEAST_LINES.1 };

    /// The minimum size of text.
    pub const TEXT: Length = Length::points(7.0);

    /// The minimum resolution of pictures, in pixels to the inch.
    pub const PIXELS: f64 = 300.0;

    /// The distance by which a page with bleed extends beyond the trim, at the head, the foot and the outer side.
    pub const BLEED: Length = Length::inches(0.125);

    /// Returns the width of the spine of a book with a number of pages in black: on white and on cream paper.
    pub fn spines(pages: u64) -> [Length; 2] {
        [0.002_252, 0.0025].map(|page| Length::inches(page * pages as f64))
    }

    /// Returns the minimum margin at the head, the foot and the outer side.
    pub const fn least_outer_margin(&self, bleed: bool) -> Length {
        Length::inches(if bleed { 0.375 } else { 0.25 })
    }

    /// Returns the minimum margin at the binding of a book with this number of pages.
    pub const fn least_inner_margin(&self, pages: u64) -> Length {
        Length::inches(match pages {
            0..=150 => 0.375,
            151..=300 => 0.5,
            301..=500 => 0.625,
            501..=700 => 0.75,
            _ => 0.875,
        })
    }
}

impl FromStr for Preset {
    type Err = Error;

    fn from_str(name: &str) -> Result<Preset, Error> {
        let known = || Preset::ALL.map(|preset| preset.name).join(", ");
        Preset::ALL
            .into_iter()
            .find(|preset| preset.name == name)
            .ok_or_else(|| Error::UnknownPreset { known: known() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_has_the_size_of_its_name() {
        for preset in Preset::ALL {
            assert_eq!(preset.name.parse(), Ok(preset));
            let size = preset.name.trim_start_matches("kdp-").trim_end_matches("-large-print");
            assert_eq!(size.parse(), Ok(preset.paper), "{}", preset.name);
            assert_eq!(preset.name.ends_with("-large-print"), preset.large_print);
        }
        assert!(matches!("kdp-a4".parse::<Preset>(), Err(Error::UnknownPreset { .. })));
    }
}
