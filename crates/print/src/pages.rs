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
use crate::paragraph::one_line;
use crate::plan::PageContent;
use crate::typeface::{GlyphLine, Weight};

pub(crate) use foot::running;
pub(crate) use front::{MOTIF_GREYS, hints_motif, line_of_section, motif_cells};
pub(crate) use lists::heading_of_hints;
pub(crate) use rules::example;

/// A page that is being drawn.
pub(crate) struct Page<'a> {
    layout: &'a Layout<'a>,
    /// The number of the page, from 1.
    number: u64,
    drawing: Drawing,
    /// A text that is longer than its place.
    pub(crate) cut: Option<String>,
}

impl Page<'_> {
    fn content(&self) -> PageContent {
        self.layout.page(self.number).expect("a page of the book")
    }

    /// Sets one line of text, and returns its size. It is smaller where it is too wide.
    fn one_line(&mut self, weight: Weight, text: &str, size: f64, width: f64) -> (GlyphLine, f64) {
        let sizes = (size, self.layout.smallest(size));
        let (line, is_cut) = one_line(self.layout.typeface, weight, text, sizes, width);
        self.cut = self.cut.take().or(is_cut.then(|| text.into()));
        line
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
        Ok(self.page_drawn(number, items)?.drawing)
    }

    pub(crate) fn page_drawn<E>(
        &self,
        number: u64,
        items: &mut impl FnMut(u64) -> Result<Item, E>,
    ) -> Result<Page<'_>, E> {
        let mut page = Page { layout: self, number, drawing: Drawing::new(self.size()), cut: None };
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
        Ok(page)
    }
}
