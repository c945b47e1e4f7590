//! Lines to write on: those for name and date above puzzles, and the pages for notes.

use crate::drawing::Anchor;
use crate::pages::Page;
use crate::typeface::Weight;

/// The width of lines to write on, and the distance between those for notes, 9 mm, in points.
const LINE: f64 = 0.75;
const DISTANCE: f64 = 25.5;

impl Page<'_> {
    /// Draws the lines for name and date at the head of the page, if the style has them.
    pub(super) fn name_line(&mut self) {
        let layout = self.layout;
        if !layout.book.style.name_line {
            return;
        }
        let (area, size) = (layout.area(self.number), layout.text_size(10.0));
        let baseline = area.y + 1.1 * size;
        let middle = area.x + 0.64 * area.width;
        let parts = [(area.x, middle - 1.5 * size), (middle, area.right())];
        for (word, (left, right)) in layout.book.words.name_and_date.iter().zip(parts) {
            let (line, size) = self.one_line(Weight::Regular, word, size, 0.6 * (right - left));
            let start = left + line.width() * size + 0.6 * size;
            self.drawing.text(line, size, (left, baseline), Anchor::Start);
            self.drawing.rule(LINE, (start, right), baseline + 2.0);
        }
    }

    /// Draws a page for notes.
    pub(super) fn notes(&mut self) {
        let layout = self.layout;
        let area = layout.area(self.number);
        let top = self.heading(&area, &layout.book.words.notes, layout.text_size(12.0));
        let count = ((area.bottom() - top) / DISTANCE) as usize;
        let heights = (1..=count).map(|number| top + DISTANCE * number as f64);
        heights.for_each(|y| self.drawing.rule(LINE, (area.x, area.right()), y));
    }
}
