//! The foot of a page: its number on the outer side, and its book or section on the inner side.

use crate::drawing::{Anchor, Mark, Rectangle};
use crate::layout::Layout;
use crate::pages::Page;
use crate::paragraph::whole_line;
use crate::plan::PageContent;
use crate::preset::Preset;
use crate::tone::Tone;
use crate::typeface::Weight;

/// Returns the text at the foot of a page, or `None` for pages without.
pub(crate) fn running(layout: &Layout, number: u64) -> Option<String> {
    let book = layout.book;
    let title = || book.title.clone().unwrap_or_default();
    let running = match layout.page(number)? {
        PageContent::Imprint => return None,
        // The imprint of a book without a page for it.
        _ if !book.has_title_page() && !book.ends_with_imprint() && number == layout.pages() => {
            book.imprint.last().cloned().unwrap_or_default()
        }
        PageContent::Puzzles { section, .. } => match &book.sections[section].name {
            // The book on the left page, the section on the right page.
            name if name.is_empty() || (layout.is_left(number) && book.title.is_some()) => title(),
            name => name.clone(),
        },
        PageContent::Contents { .. } | PageContent::Rules | PageContent::Notes => title(),
        PageContent::Hints { .. } => book.words.hints.clone(),
        PageContent::Solutions { .. } => book.words.solutions.clone(),
        _ => return None,
    };
    book.style.page_numbers.then_some(running)
}

impl Page<'_> {
    /// Draws the tab of a section at the outer edge, if the page has a bleed. The tabs of a closed book form a row.
    pub(super) fn tab(&mut self) {
        let (layout, (width, height)) = (self.layout, self.layout.size());
        let (PageContent::Puzzles { section, .. } | PageContent::Section(section)) = self.content() else { return };
        if !layout.book.style.bleed {
            return;
        }
        let (inside, bleed) = (layout.inside(self.number), Preset::BLEED.get());
        let step = inside.height / layout.book.sections.len() as f64;
        let depth = 0.3 * layout.margins.outer;
        let x = if layout.is_left(self.number) { -bleed } else { width - depth };
        let y = (inside.y + step * section as f64).min(height);
        let rectangle = Rectangle { x, y, width: depth + bleed, height: step.min(0.06 * height) };
        self.drawing.marks.push(Mark::Area { tone: Tone::Grey(0.2), rectangle });
    }

    pub(super) fn foot(&mut self) {
        let (layout, number) = (self.layout, self.number);
        let Some(running) = running(layout, number) else { return };
        let (inside, size) = (layout.inside(number), layout.text_size(9.0));
        let folio = layout.typeface.line(Weight::Bold, &layout.folio(number).to_string());
        let left = layout.is_left(number);
        let sides = [(inside.x, Anchor::Start), (inside.right(), Anchor::End)];
        let [(outer, outwards), (inner, inwards)] = if left { sides } else { [sides[1], sides[0]] };
        let baseline = inside.bottom() - 0.3 * size;
        let width = inside.width - size * (folio.width() + 2.0);
        self.drawing.text(folio, size, (outer, baseline), outwards);
        // A text that is too wide is left out: it is on the first page of its part.
        let sizes = (size, layout.smallest(size));
        if let Some((line, size)) = whole_line(layout.typeface, Weight::Regular, &running, sizes, width) {
            self.drawing.text(line, size, (inner, baseline), inwards);
        }
    }
}
