//! The pages of a book, a file for each kind.

mod foot;
mod front;
mod grids;
mod lists;

use crate::book::{HintPlace, Item, Style};
use crate::drawing::Drawing;
use crate::layout::{LARGE_PRINT, Layout};
use crate::plan::Page;

pub(crate) use foot::running;
pub(crate) use front::numbers_of;
pub(crate) use grids::{puzzle_face, solution_face};
pub(crate) use lists::{contents_lines, hint_columns, list_lengths};

/// The size of a heading over a grid: a twentieth of its side, within bounds.
pub(crate) fn heading_size(style: &Style, side: f64) -> f64 {
    if style.large_print { (0.05 * side).max(LARGE_PRINT) } else { (0.05 * side).clamp(SMALLEST_HEADING, 14.0) }
}

const SMALLEST_HEADING: f64 = 7.5;

/// The size of the number over a solution.
pub(crate) fn solution_heading_size(style: &Style, side: f64) -> f64 {
    if style.large_print { LARGE_PRINT } else { (0.085 * side).clamp(6.5, 11.0) }
}

/// The size of a hint under a grid.
pub(crate) fn hint_size(style: &Style, side: f64) -> f64 {
    if style.large_print { LARGE_PRINT } else { (0.034 * side).clamp(5.5, 9.0) }
}

/// What a heading takes, in its own size: the letters, and what is empty below them.
pub(crate) const HEADING: f64 = 1.5;

/// What a hint takes, in its own size.
pub(crate) const HINT: f64 = 1.9;

/// What a puzzle needs besides its grid: as a part of its side, and in points at least.
pub(crate) fn puzzle_extras(style: &Style) -> (f64, f64) {
    let smallest = |small: f64| if style.large_print { LARGE_PRINT } else { small };
    let below = if style.hints == Some(HintPlace::Below) { 1.0 } else { 0.0 };
    (HEADING * 0.05 + below * HINT * 0.034, HEADING * smallest(SMALLEST_HEADING) + below * HINT * smallest(5.5))
}

/// The same for a solution.
pub(crate) fn solution_extras(style: &Style) -> (f64, f64) {
    if style.large_print { (0.0, HEADING * LARGE_PRINT) } else { (HEADING * 0.085, HEADING * 6.5) }
}

/// Draws a page.
pub(crate) fn draw<E>(
    layout: &Layout,
    number: u64,
    items: &mut impl FnMut(u64) -> Result<Item, E>,
) -> Result<Drawing, E> {
    let mut drawing = Drawing::new(layout.size());
    match layout.page(number).expect("a page of the book") {
        Page::Title => {
            let first = items(0)?;
            front::title(layout, &mut drawing, number, &first.puzzle);
        }
        Page::Imprint => front::imprint(layout, &mut drawing, number),
        Page::Contents { first, count } => lists::contents(layout, &mut drawing, number, first, count),
        Page::Blank => {}
        Page::Section(section) => front::section(layout, &mut drawing, number, section),
        Page::HintsTitle => front::divider(layout, &mut drawing, number, &layout.book.words.hints, &[]),
        Page::SolutionsTitle => front::divider(layout, &mut drawing, number, &layout.book.words.solutions, &[]),
        Page::Puzzles { first, count, .. } => grids::puzzles(layout, &mut drawing, number, first, count, items)?,
        Page::Hints { first, count } => lists::hints(layout, &mut drawing, number, first, count, items)?,
        Page::Solutions { first, count } => grids::solutions(layout, &mut drawing, number, first, count, items)?,
    }
    foot::draw(layout, &mut drawing, number);
    Ok(drawing)
}
