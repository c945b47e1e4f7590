//! The sizes of text, and the space that headings, hints and lists need on a page.

use crate::book::{HintPlace, Style};
use crate::drawing::Rectangle;
use crate::limits::LARGE_PRINT;
use crate::plan::ListLengths;
use crate::preset::Preset;

/// The minimum size of a heading.
const SMALLEST_HEADING: f64 = 7.5;

/// The height of a heading relative to its size: the letters, and the space below them.
pub(crate) const HEADING: f64 = 1.5;

/// The height of a hint relative to its size.
pub(crate) const HINT: f64 = 1.9;

/// The line spacing of the list of contents relative to its size.
pub(crate) const LEADING: f64 = 2.0;

/// The line spacing of the list of hints relative to its size.
pub(crate) const HINT_LEADING: f64 = 1.55;

/// The height of the note over a list of hints relative to its size: three lines.
pub(crate) const HINT_NOTE: f64 = 3.9;

/// The minimum width of a column of hints relative to its size.
const HINT_WIDTH: f64 = 17.0;

/// Returns the minimum size of text.
pub(crate) fn least_text(style: &Style) -> f64 {
    match style.preset {
        _ if style.large_print => LARGE_PRINT,
        Some(_) => Preset::TEXT.get(),
        None => 0.0,
    }
}

/// Returns the size of a text with a given usual size.
pub(crate) fn text_size(style: &Style, size: f64) -> f64 {
    size.max(least_text(style))
}

/// Returns the size of a heading over a grid: a twentieth of its side, within bounds.
pub(crate) fn heading_size(style: &Style, side: f64) -> f64 {
    if style.large_print { (0.05 * side).max(LARGE_PRINT) } else { (0.05 * side).clamp(SMALLEST_HEADING, 14.0) }
}

/// Returns the size of the number over a solution.
pub(crate) fn solution_heading_size(style: &Style, side: f64) -> f64 {
    if style.large_print { LARGE_PRINT } else { (0.085 * side).clamp(text_size(style, 6.5), 11.0) }
}

/// Returns the size of a hint under a grid.
pub(crate) fn hint_size(style: &Style, side: f64) -> f64 {
    if style.large_print { LARGE_PRINT } else { (0.034 * side).clamp(text_size(style, 5.5), 9.0) }
}

/// Returns the height that a puzzle needs in addition to its grid: relative to its side, and the minimum in points.
pub(crate) fn puzzle_extras(style: &Style) -> (f64, f64) {
    let smallest = |small: f64| text_size(style, small);
    let below = if style.hints == Some(HintPlace::Below) { 1.0 } else { 0.0 };
    (HEADING * 0.05 + below * HINT * 0.034, HEADING * smallest(SMALLEST_HEADING) + below * HINT * smallest(5.5))
}

/// Returns the height that a solution needs in addition to its grid: relative to its side, and the minimum in points.
pub(crate) fn solution_extras(style: &Style) -> (f64, f64) {
    if style.large_print { (0.0, HEADING * LARGE_PRINT) } else { (HEADING * 0.085, HEADING * text_size(style, 6.5)) }
}

/// Returns the number of lines of each list on a page.
pub(crate) fn list_lengths(style: &Style, area: &Rectangle) -> ListLengths {
    let (contents, hint) = (text_size(style, 12.0), text_size(style, 9.0));
    let lines = |height: f64| (height.max(0.0) as u64).max(1);
    let columns = hint_columns(style, area) as u64;
    ListLengths {
        contents: lines((area.height - 4.0 * contents) / (LEADING * contents)),
        hints: columns * lines((area.height - (4.0 + HINT_NOTE) * hint) / (HINT_LEADING * hint)),
    }
}

/// Returns the number of columns of the list of hints.
pub(crate) fn hint_columns(style: &Style, area: &Rectangle) -> usize {
    ((area.width / (HINT_WIDTH * text_size(style, 9.0))) as usize).max(1)
}
