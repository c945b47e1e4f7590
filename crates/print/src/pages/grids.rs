//! Pages of grids: puzzles with their headings and hints, and solutions with the same numbers.

use minirow_core::{CandidateSet, CellSet};

use crate::arrangement::Arrangement;
use crate::book::{HintPlace, Item};
use crate::drawing::{Anchor, Drawing, Link, Mark, Rectangle};
use crate::grid::{self, GridFace};
use crate::layout::{Layout, has_hints};
use crate::sizes::{HEADING, HINT, heading_size, hint_size, solution_heading_size};
use crate::typeface::Weight;

/// Returns the face of a puzzle in a layout.
pub(super) fn puzzle_face(layout: &Layout, item: &Item) -> GridFace {
    let clues = item.puzzle.clues();
    let mut face = GridFace::new(*clues, clues.pattern());
    face.large = layout.book.style.large_print;
    if layout.book.style.pencilmarks {
        face.candidates = Some(CandidateSet::from(clues));
    }
    if let Some(hint) = item.hint.as_ref().filter(|_| has_hints(layout.book, HintPlace::Cell)) {
        face.shaded = CellSet::from_iter([hint.placement.cell]);
    }
    face
}

/// Returns the face of a solution, with bold clues.
pub(super) fn solution_face(layout: &Layout, item: &Item) -> GridFace {
    let mut face = GridFace::new(*item.puzzle.solution().grid(), item.puzzle.clues().pattern());
    face.large = layout.book.style.large_print;
    face
}

/// Draws puzzles.
pub(super) fn puzzles<E>(
    layout: &Layout,
    drawing: &mut Drawing,
    page: u64,
    first: u64,
    count: u64,
    items: &mut impl FnMut(u64) -> Result<Item, E>,
) -> Result<(), E> {
    let style = &layout.book.style;
    let side = layout.puzzles.side;
    let (size, hint) = (heading_size(style, side), hint_size(style, side));
    let below = if has_hints(layout.book, HintPlace::Below) { HINT * hint } else { 0.0 };
    let area = layout.area(page);
    for (index, place) in (first..first + count).zip(layout.puzzles.places(&area)) {
        let item = items(index)?;
        let top = middle(&layout.puzzles, &place, HEADING * size + side + below);
        let number = layout.typeface.line(Weight::Bold, &(style.first_number + index).to_string());
        let width = side - (number.width() + 1.0) * size;
        if let Some(to) = layout.plan.page_of_solution(index) {
            drawing.links.push(link((place.x, top), number.width() * size, size, to));
        }
        let baseline = top + 0.95 * size;
        drawing.text(number, size, (place.x, baseline), Anchor::Start);
        let remark = layout.one_line(Weight::Regular, &item.remark, size, width);
        for line in remark.lines {
            drawing.text(line, remark.size, (place.right(), baseline), Anchor::End);
        }
        let at = (place.x, top + HEADING * size);
        grid::draw(drawing, layout.typeface, &puzzle_face(layout, &item), at, side);
        if let Some(text) = item.hint.as_ref().map(|hint| &hint.text).filter(|_| below > 0.0) {
            let text = layout.one_line(Weight::Regular, text, hint, side);
            for line in text.lines {
                let width = line.width() * text.size;
                // The hint is upside down: it starts on the right, and its letters point down.
                let (x, y) = (place.x + (side + width) / 2.0, at.1 + side + 0.8 * hint);
                drawing.marks.push(Mark::Text { x, y, size: text.size, grey: 0.0, turned: true, line });
            }
        }
    }
    Ok(())
}

/// Draws solutions.
pub(super) fn solutions<E>(
    layout: &Layout,
    drawing: &mut Drawing,
    page: u64,
    first: u64,
    count: u64,
    items: &mut impl FnMut(u64) -> Result<Item, E>,
) -> Result<(), E> {
    let style = &layout.book.style;
    let arrangement = layout.solutions.expect("a layout with solutions");
    let side = arrangement.side;
    let size = solution_heading_size(style, side);
    let area = layout.area(page);
    for (index, place) in (first..first + count).zip(arrangement.places(&area)) {
        let item = items(index)?;
        let top = middle(&arrangement, &place, HEADING * size + side);
        let number = layout.typeface.line(Weight::Bold, &(style.first_number + index).to_string());
        if let Some(to) = layout.plan.page_of_puzzle(index) {
            drawing.links.push(link((place.x, top), number.width() * size, size, to));
        }
        drawing.text(number, size, (place.x, top + 0.95 * size), Anchor::Start);
        let at = (place.x, top + HEADING * size);
        grid::draw(drawing, layout.typeface, &solution_face(layout, &item), at, side);
    }
    Ok(())
}

/// Returns the upper end of an object in its area: centred, or a little higher if it is alone on the page.
fn middle(arrangement: &Arrangement, place: &Rectangle, height: f64) -> f64 {
    let share = if arrangement.rows == 1 { 0.4 } else { 0.5 };
    place.y + share * (place.height - height).max(0.0)
}

fn link((x, y): (f64, f64), width: f64, height: f64, page: u64) -> Link {
    Link { rectangle: Rectangle { x, y, width, height: 1.2 * height }, page }
}
