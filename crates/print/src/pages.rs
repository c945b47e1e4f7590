//! Drawing the pages of a book, with a submodule for each kind.

mod foot;
mod front;
mod grids;
mod lists;

use crate::book::Item;
use crate::drawing::Drawing;
use crate::layout::Layout;
use crate::plan::PageContent;

pub(crate) use foot::running;
pub(crate) use front::numbers_of;
pub(crate) use lists::contents_lines;

/// A page that is being drawn.
struct Page<'a> {
    layout: &'a Layout<'a>,
    /// The number of the page, from 1.
    number: u64,
    drawing: Drawing,
}

impl Layout<'_> {
    /// Draws a page. `items` returns the puzzles of the page by their index in the book.
    ///
    /// # Errors
    /// The errors of `items`.
    ///
    /// # Panics
    /// Panics if there is no page of this number.
    pub fn draw<E>(&self, number: u64, items: &mut impl FnMut(u64) -> Result<Item, E>) -> Result<Drawing, E> {
        let mut page = Page { layout: self, number, drawing: Drawing::new(self.size()) };
        let words = &self.book.words;
        match self.page(number).expect("a page of the book") {
            PageContent::Title => page.title(&items(0)?.puzzle),
            PageContent::Imprint => {
                page.imprint();
            }
            PageContent::Contents { first, count } => page.contents(first, count),
            PageContent::Blank => {}
            PageContent::Section(section) => page.section(section),
            PageContent::HintsTitle => page.divider(&words.hints, &[]),
            PageContent::SolutionsTitle => page.divider(&words.solutions, &[]),
            PageContent::Puzzles { first, count, .. } => page.grids(false, first..first + count, items)?,
            PageContent::Hints { first, count } => page.hints(first..first + count, items)?,
            PageContent::Solutions { first, count } => page.grids(true, first..first + count, items)?,
        }
        page.foot();
        Ok(page.drawing)
    }
}
