//! The sizes of text, and the space that headings, hints and lists need on a page.

use crate::arrangement::Extras;
use crate::book::Style;
use crate::limits::{LARGE_PRINT, SMALLEST_TEXT};
use crate::paragraph::LINE;
use crate::preset::Preset;

/// The minimum size of a heading.
const SMALLEST_HEADING: f64 = 7.5;

/// The height of a heading relative to its size: the letters, and the space below them.
pub(crate) const HEADING: f64 = 1.5;

/// The height of a hint relative to its size.
pub(crate) const HINT: f64 = 1.9;

/// The usual sizes of the contents and of the texts about sections there.
pub(crate) const CONTENTS: f64 = 12.0;
pub(crate) const CONTENTS_NOTE: f64 = 9.6;

/// The line spacing of the list of contents relative to its size.
pub(crate) const LEADING: f64 = 2.0;

/// The minimum height of the note over a list of hints relative to its size: three lines.
pub(crate) const HINT_NOTE: f64 = 3.9;

/// The height of the line with the page of a solution relative to its size.
pub(crate) const SOLUTION_PAGE: f64 = 1.7;

/// The side of a QR code, 20 mm, and its distance from the grid, in points. A telephone reads modules of half a millimetre.
pub(crate) const QR: f64 = 56.7;
pub(crate) const QR_GAP: f64 = 8.0;

/// The numbers of lines above and below the grids of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TextLines {
    /// The lines of the text above a grid.
    pub(crate) heading: usize,
    /// The lines of the hint below a grid, 0 without hints.
    pub(crate) hint: usize,
    /// `true` for a line with the page of the solution.
    pub(crate) has_solution_page: bool,
    /// `true` for a QR code.
    pub(crate) has_qr: bool,
}

impl TextLines {
    /// Returns the height of the text above a grid relative to its size.
    pub(crate) fn above(self) -> f64 {
        HEADING + LINE * (self.heading - 1) as f64
    }

    /// Returns the height of the hint relative to the size of hints.
    pub(crate) fn hint(self) -> f64 {
        if self.hint == 0 { 0.0 } else { HINT + LINE * (self.hint - 1) as f64 }
    }

    /// Returns the side of the QR code below or beside a grid with its distance, in points.
    pub(crate) fn qr(self) -> f64 {
        if self.has_qr { QR + QR_GAP } else { 0.0 }
    }

    /// Returns the height of the text below a grid relative to the size of hints.
    pub(crate) fn below(self) -> f64 {
        self.hint() + if self.has_solution_page { SOLUTION_PAGE } else { 0.0 }
    }
}

/// Returns the minimum size of text.
pub(crate) fn least_text(style: &Style) -> f64 {
    match style.preset {
        _ if style.large_print => LARGE_PRINT,
        Some(_) => Preset::TEXT.get(),
        None => SMALLEST_TEXT,
    }
}

/// Returns the size of a text with a given usual size.
pub(crate) fn text_size(style: &Style, size: f64) -> f64 {
    size.max(least_text(style))
}

/// Returns the size of a heading over a grid: a twentieth of its side, within bounds.
pub(crate) fn heading_size(style: &Style, side: f64) -> f64 {
    if style.large_print { (0.05 * side).max(LARGE_PRINT) } else { (0.05 * side).clamp(SMALLEST_HEADING, 18.0) }
}

/// Returns the size of the number over a solution.
pub(crate) fn solution_heading_size(style: &Style, side: f64) -> f64 {
    if style.large_print { LARGE_PRINT } else { (0.085 * side).clamp(text_size(style, 6.5), 14.0) }
}

/// Returns the size of a hint under a grid.
pub(crate) fn hint_size(style: &Style, side: f64) -> f64 {
    if style.large_print { LARGE_PRINT } else { (0.034 * side).clamp(text_size(style, 5.5), 11.0) }
}

/// Returns the space that a puzzle needs in addition to its grid.
pub(crate) fn puzzle_extras(style: &Style, lines: TextLines) -> Extras {
    let (above, below) = (lines.above(), lines.below());
    let least = above * text_size(style, SMALLEST_HEADING) + below * text_size(style, 5.5);
    Extras { part: above * 0.05 + below * 0.034, least, square: lines.qr() }
}

/// Returns the space that a solution needs in addition to its grid.
pub(crate) fn solution_extras(style: &Style) -> Extras {
    if style.large_print {
        return Extras { least: HEADING * LARGE_PRINT, ..Extras::default() };
    }
    Extras { part: HEADING * 0.085, least: HEADING * text_size(style, 6.5), square: 0.0 }
}

/// Returns the height of the lines for name and date at the head of a page of puzzles.
pub(crate) fn name_line(style: &Style) -> f64 {
    if style.name_line { 2.8 * text_size(style, 10.0) } else { 0.0 }
}

/// Returns the distance between lines of the contents, in points. Lines about a section are below its name.
pub(crate) fn contents_leading(style: &Style, note_lines: usize) -> f64 {
    let (size, note) = (text_size(style, CONTENTS), text_size(style, CONTENTS_NOTE));
    let further = LINE * note * note_lines.saturating_sub(1) as f64;
    if note_lines == 0 { LEADING * size } else { 1.6 * LEADING * size + further }
}
