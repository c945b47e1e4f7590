//! Drawing the pages of a book, with a submodule for each kind.

mod foot;
mod front;
mod grids;
mod lists;
mod rules;
mod worksheet;

use minirow_core::CellSet;

use crate::book::Item;
use crate::drawing::{Anchor, Drawing};
use crate::layout::Layout;
use crate::plan::PageContent;

pub(crate) use foot::running;
pub(crate) use front::{MOTIF_GREYS, hints_motif, line_of_section, motif_cells};
pub(crate) use grids::text_below;
pub(crate) use lists::{ContentsLine, contents_lines, heading_of_hints};
pub(crate) use rules::example;

/// A page that is being drawn.
struct Page<'a> {
    layout: &'a Layout<'a>,
    /// The number of the page, from 1.
    number: u64,
    drawing: Drawing,
}

impl Page<'_> {
    fn content(&self) -> PageContent {
        self.layout.page(self.number).expect("a page of the book")
    }
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
        match page.content() {
            PageContent::Title => page.title(&items(0)?.puzzle),
            PageContent::Imprint => {
                page.imprint();
            }
            PageContent::Contents { first, count } => page.contents(first, count),
            PageContent::Rules => page.rules(),
            PageContent::Blank => {}
            PageContent::Notes => page.notes(),
            PageContent::Section(section) => page.section(section, &items(self.book.puzzles_before(section))?.puzzle),
            PageContent::HintsTitle => page.divider(&words.hints, &[], hints_motif()),
            PageContent::SolutionsTitle => page.divider(&words.solutions, &[], CellSet::ALL),
            PageContent::Puzzles { section, first, count } => {
                page.name_line();
                if let Some(note) = self.note_on_boxes(number) {
                    let top = self.area(number).bottom() - note.height();
                    page.paragraph(note, top, Anchor::Start);
                }
                let area = self.puzzle_area(number);
                page.grids(false, &self.puzzles[section], &area, first..first + count, items)?;
            }
            PageContent::Hints { list, first, count } => page.hints(list, first..first + count, items)?,
            PageContent::Solutions { first, count } => {
                let grids = self.solutions.expect("a layout with solutions");
                page.grids(true, &grids, &self.area(number), first..first + count, items)?;
            }
        }
        page.tab();
        page.foot();
        Ok(page.drawing)
    }
}
