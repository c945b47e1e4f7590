//! Pages with lists: the contents, and the hints at the back.

use crate::book::Item;
use crate::drawing::{Anchor, Link, Rectangle};
use crate::hint_columns::HintColumns;
use crate::layout::Layout;
use crate::pages::Page;
use crate::pages::front::numbers_of;
use crate::paragraph::{Paragraph, fitted};
use crate::sizes::{CONTENTS, CONTENTS_NOTE, HINT_NOTE, contents_leading};
use crate::typeface::Weight;

/// A line of the contents.
pub(crate) struct ContentsLine {
    pub(crate) name: String,
    /// The numbers of the puzzles, which only sections have.
    pub(crate) numbers: String,
    /// The text about the section.
    pub(crate) note: Option<String>,
    pub(crate) page: u64,
}

/// Returns the lines of the contents.
pub(crate) fn contents_lines(layout: &Layout) -> impl Iterator<Item = ContentsLine> {
    let (book, plan) = (layout.book, &layout.plan);
    let part = |name: &str, page: Option<u64>| {
        page.map(|page| ContentsLine { name: name.into(), numbers: String::new(), note: None, page })
    };
    let of_section = move |index: usize| {
        let section = &book.sections[index];
        let (name, note) = (section.name.clone(), section.note.clone());
        plan.page_of_section(index).map(|page| ContentsLine { name, numbers: numbers_of(layout, index), note, page })
    };
    let of_sections = (0..book.sections.len()).filter_map(of_section);
    let hints = part(&book.words.hints, plan.page_of_hints());
    let back = [hints, part(&book.words.solutions, plan.page_of_solutions())].into_iter().flatten();
    part(&book.words.rules, plan.page_of_rules()).into_iter().chain(of_sections).chain(back)
}

/// Returns the heading of a list of hints, such as `Hints 1`.
pub(crate) fn heading_of_hints(layout: &Layout, list: usize) -> String {
    format!("{} {}", layout.book.words.hints, list + 1)
}

impl Page<'_> {
    /// Draws the heading of a list, and returns the upper end of its lines.
    pub(super) fn heading(&mut self, area: &Rectangle, text: &str, size: f64) -> f64 {
        let (line, heading) = self.layout.one_line(Weight::Bold, text, 1.6 * size, area.width);
        self.drawing.text(line, heading, (area.x, area.y + 1.6 * size), Anchor::Start);
        self.drawing.rule(1.5, (area.x, area.right()), area.y + 2.4 * size);
        area.y + 4.0 * size
    }

    /// Draws a part of the list of contents.
    pub(super) fn contents(&mut self, first: u64, count: u64) {
        let layout = self.layout;
        let (area, size) = (layout.area(self.number), layout.text_size(CONTENTS));
        let small = layout.text_size(CONTENTS_NOTE);
        let dot = layout.typeface.line(Weight::Regular, ".");
        let mut top = self.heading(&area, &layout.book.words.contents, size);
        // The numbers are in a column behind the longest name that has some.
        let width = |name: &str| layout.typeface.line(Weight::Regular, name).width() * size;
        let named = contents_lines(layout).filter(|line| !line.numbers.is_empty());
        let widest = named.map(|line| width(&line.name)).fold(0.0, f64::max).min(0.5 * area.width);
        let note_lines = layout.lists.note_lines;
        for line in contents_lines(layout).skip(first as usize).take(count as usize) {
            let ContentsLine { name, numbers, note, page: to } = line;
            let baseline = top + size;
            let note = note.filter(|_| note_lines > 0).map(|note| layout.note_in_contents(&note, &area));
            let height = contents_leading(&layout.book.style, note.as_ref().map_or(0, |note| note.lines.len()));
            if let Some(note) = note {
                self.drawing.lines(&note, (area.x, baseline + 1.4 * note.size), Anchor::Start);
            }
            let folio = layout.typeface.line(Weight::Regular, &layout.folio(to).to_string());
            let numbers = layout.typeface.line(Weight::Regular, &numbers);
            let left = area.width - 5.0 * size - numbers.width() * small;
            let (name, name_size) = layout.one_line(Weight::Regular, &name, size, left.max(3.0 * size));
            let mut x = area.x + (name.width() * name_size + 0.8 * size);
            self.drawing.text(name, name_size, (area.x, baseline), Anchor::Start);
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
            let rectangle = Rectangle { x: area.x, y: top, width: area.width, height: 1.3 * size };
            self.drawing.links.push(Link { rectangle, page: to });
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
        let (note, smallest) = (&layout.book.words.hint_notes[list], layout.text_size(7.0));
        let bounds = (area.width, HINT_NOTE * size);
        let note = fitted(layout.typeface, Weight::Regular, note, (size, smallest.min(size)), bounds);
        self.paragraph(note, top - 0.8 * size, Anchor::Start);
        let top = top + HINT_NOTE * size;
        let columns = HintColumns::new(layout.book, layout.lists.columns, layout.lists.number_width, &area);
        let starts = &layout.lists.hints[list];
        let (mut x, mut y) = (area.x - columns.width, top);
        for index in entries {
            if starts.binary_search(&index).is_ok() {
                (x, y) = (x + columns.width, top);
            }
            let item = items(index)?;
            let number = layout.typeface.line(Weight::Bold, &layout.number_of(index, &item));
            self.drawing.text(number, size, (x, y + size), Anchor::Start);
            let text = item.hint.map(|hint| hint.texts[list].clone()).unwrap_or_default();
            let lines = columns.lines(layout.typeface, &text);
            let height = columns.height_of(lines.len());
            self.drawing.lines(
                &Paragraph { lines, size, is_cut: false },
                (x + columns.indent, y + size),
                Anchor::Start,
            );
            y += height;
        }
        Ok(())
    }
}
