//! Drawing the pages of a book, with a submodule for each kind.

mod foot;
mod front;
mod grids;
mod lists;

use crate::book::Item;
use crate::drawing::Drawing;
use crate::grid::GridFace;
use crate::layout::Layout;
use crate::plan::PageContent;

pub(crate) use foot::running;
pub(crate) use front::numbers_of;
pub(crate) use lists::contents_lines;

impl Layout<'_> {
    /// Returns the face of a puzzle.
    pub fn puzzle_face(&self, item: &Item) -> GridFace {
        grids::puzzle_face(self, item)
    }

    /// Returns the face of a solution, with bold clues.
    pub fn solution_face(&self, item: &Item) -> GridFace {
        grids::solution_face(self, item)
    }

    /// Draws a page. `items` returns the puzzles of the page by their index in the book.
    ///
    /// # Errors
    /// The errors of `items`.
    ///
    /// # Panics
    /// Panics if there is no page of this number.
    pub fn draw<E>(&self, number: u64, items: &mut impl FnMut(u64) -> Result<Item, E>) -> Result<Drawing, E> {
        draw(self, number, items)
    }
}

fn draw<E>(layout: &Layout, number: u64, items: &mut impl FnMut(u64) -> Result<Item, E>) -> Result<Drawing, E> {
    let mut drawing = Drawing::new(layout.size());
    match layout.page(number).expect("a page of the book") {
        PageContent::Title => {
            let first = items(0)?;
            front::title(layout, &mut drawing, number, &first.puzzle);
        }
        PageContent::Imprint => front::imprint(layout, &mut drawing, number),
        PageContent::Contents { first, count } => lists::contents(layout, &mut drawing, number, first, count),
        PageContent::Blank => {}
        PageContent::Section(section) => front::section(layout, &mut drawing, number, section),
        PageContent::HintsTitle => front::divider(layout, &mut drawing, number, &layout.book.words.hints, &[]),
        PageContent::SolutionsTitle => front::divider(layout, &mut drawing, number, &layout.book.words.solutions, &[]),
        PageContent::Puzzles { first, count, .. } => grids::puzzles(layout, &mut drawing, number, first, count, items)?,
        PageContent::Hints { first, count } => lists::hints(layout, &mut drawing, number, first, count, items)?,
        PageContent::Solutions { first, count } => grids::solutions(layout, &mut drawing, number, first, count, items)?,
    }
    foot::draw(layout, &mut drawing, number);
    Ok(drawing)
}
