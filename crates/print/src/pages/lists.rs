//! Pages with lists: the contents, and the hints at the back.

use crate::book::Item;
use crate::drawing::{Anchor, Link, Rectangle};
use crate::hint_columns::{self, HintColumns};
use crate::layout::Layout;
use crate::layout::contents::{SetContentsLine, contents_lines};
use crate::pages::Page;
use crate::paragraph::Paragraph;
use crate::sizes::{CONTENTS, CONTENTS_NOTE};
use crate::typeface::{GlyphLine, Weight};

/// Returns the heading of a list of hints, such as `Hints 1`.
pub(crate) fn heading_of_hints(layout: &Layout, list: usize) -> String {
    format!("{} {}", layout.book.words.hints, list + 1)
}

impl Page<'_> {
    /// Draws the heading of a list, and returns the upper end of its lines.
    pub(super) fn heading(&mut self, area: &Rectangle, text: &str, size: f64) -> f64 {
        let (line, heading) = self.one_line(Weight::Bold, text, 1.6 * size, area.width);
        self.drawing.text(line, heading, (area.x, area.y + 1.6 * size), Anchor::Start);
        self.drawing.rule(1.5, (area.x, area.right()), area.y + 2.4 * size);
        area.y + 4.0 * size
    }

    /// Draws a part of the list of contents.
    pub(super) fn contents(&mut self, first: u64, count: u64) {
        let layout = self.layout;
        let (area, size) = (layout.area(self.number), layout.text_size(CONTENTS));
        let (small, has_notes) = (layout.text_size(CONTENTS_NOTE), layout.lists.has_notes);
        let dot = layout.typeface.line(Weight::Regular, ".");
        let mut top = self.heading(&area, &layout.book.words.contents, size);
        // The numbers are in a column behind the longest name that has some.
        let width = |name: &str| layout.typeface.line(Weight::Regular, name).width() * size;
        let named = contents_lines(layout).filter(|line| !line.numbers.is_empty());
        let widest = named.map(|line| width(&line.name)).fold(0.0, f64::max).min(0.5 * area.width);
        for line in contents_lines(layout).skip(first as usize).take(count as usize) {
            let set = SetContentsLine::new(layout, &line, &area);
            let (height, to) = (set.height(&layout.book.style, has_notes), line.page);
            let SetContentsLine { name, numbers, note } = set;
            self.drawing.lines(&name, (area.x, top + size), Anchor::Start);
            let baseline = top + size + name.leading() * (name.lines.len() - 1) as f64;
            if let Some(note) = note.filter(|_| has_notes) {
                self.drawing.lines(&note, (area.x, baseline + 1.4 * note.size), Anchor::Start);
            }
            let folio = layout.typeface.line(Weight::Regular, &layout.folio(to).to_string());
            let last = name.lines.last().map_or(0.0, GlyphLine::width);
            let mut x = area.x + (last * name.size + 0.8 * size);
            let width = numbers.width() * small;
            if width > 0.0 {
                x = x.max(area.x + widest + 1.2 * size);
                self.drawing.text(numbers, small, (x, baseline), Anchor::Start);
                x += width + 0.8 * size;
            }
            let right = area.right() - folio.width() * size - 0.6 * size;
            self.drawing.text(folio, size, (area.right(), baseline), Anchor::End);
            // Dots lead from the name to the number. They are aligned from line to line.
            let step = 0.55 * size;
            let mut at = area.right() - step * ((area.right() - x) / step).floor();
            while at < right {
                self.drawing.text(dot.clone(), small, (at, baseline), Anchor::Middle);
                at += step;
            }
            let link = Rectangle { x: area.x, y: top, width: area.width, height: baseline - top + 0.3 * size };
            self.drawing.links.push(Link { rectangle: link, page: to });
            top += height;
        }
    }

    /// Draws a part of a list of hints in columns.
    pub(super) fn hints<E>(
        &mut self,
        list: usize,
        entries: std::ops::Range<u64>,
        items: &mut impl FnMut(u64) -> Result<Item, E>,
    ) -> Result<(), E> {
        let layout = self.layout;
        let (area, size) = (layout.area(self.number), layout.text_size(9.0));
        let top = self.heading(&area, &heading_of_hints(layout, list), size);
        let note = hint_columns::note(layout.book, layout.typeface, list, &area);
        let columns = (layout.lists.columns[list], layout.lists.number_width);
        let columns = HintColumns::new(layout.book, columns, &note, &area);
        let below = top + hint_columns::note_height(layout.book, &note);
        self.paragraph(note, top - 0.8 * size, Anchor::Start);
        let top = below;
        let starts = &layout.lists.hints[list];
        let (mut x, mut y) = (area.x - columns.width, top);
        for index in entries {
            if starts.binary_search(&index).is_ok() {
                (x, y) = (x + columns.width, top);
            }
            let item = items(index)?;
            let Some(hint) = &item.hint else { continue };
            let number = layout.typeface.line(Weight::Bold, &layout.number_of(index, &item));
            self.drawing.text(number, size, (x, y + size), Anchor::Start);
            let lines = columns.lines(layout.typeface, &hint.texts[list]);
            let height = columns.height_of(lines.len());
            self.drawing.lines(&Paragraph { lines, size, cut: None }, (x + columns.indent, y + size), Anchor::Start);
            y += height;
        }
        Ok(())
    }
}
