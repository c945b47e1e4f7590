//! The foot of a page: its number on the outer side, and its book or section on the inner side.

use crate::drawing::Anchor;
use crate::layout::Layout;
use crate::pages::Page;
use crate::plan::PageContent;
use crate::typeface::Weight;

/// Returns the text at the foot of a page, or `None` for pages without.
pub(crate) fn running(layout: &Layout, number: u64) -> Option<String> {
    let book = layout.book;
    let title = || book.title.clone().unwrap_or_default();
    let running = match layout.page(number)? {
        // A book without a title page has its imprint on the last page.
        _ if !book.has_title_page() && number == layout.pages() => book.imprint.last().cloned().unwrap_or_default(),
        PageContent::Puzzles { section, .. } => match &book.sections[section].name {
            // The book on the left page, the section on the right page.
            name if name.is_empty() || (layout.is_left(number) && book.title.is_some()) => title(),
            name => name.clone(),
        },
        PageContent::Contents { .. } => title(),
        PageContent::Hints { .. } => book.words.hints.clone(),
        PageContent::Solutions { .. } => book.words.solutions.clone(),
        _ => return None,
    };
    book.style.page_numbers.then_some(running)
}

impl Page<'_> {
    pub(super) fn foot(&mut self) {
        let (layout, number) = (self.layout, self.number);
        let Some(running) = running(layout, number) else { return };
        let (inside, size) = (layout.inside(number), layout.text_size(9.0));
        let folio = layout.typeface.line(Weight::Bold, &number.to_string());
        let left = layout.is_left(number);
        let sides = [(inside.x, Anchor::Start), (inside.right(), Anchor::End)];
        let [(outer, outwards), (inner, inwards)] = if left { sides } else { [sides[1], sides[0]] };
        let baseline = inside.bottom() - 0.3 * size;
        let width = inside.width - size * (folio.width() + 2.0);
        self.drawing.text(folio, size, (outer, baseline), outwards);
        let (line, size) = layout.one_line(Weight::Regular, &running, size, width);
        self.drawing.text(line, size, (inner, baseline), inwards);
    }
}
