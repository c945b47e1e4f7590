//! The page with the rules: a paragraph, an example and its solution.

use minirow_core::Puzzle;

use crate::digits::Digits;
use crate::drawing::{Anchor, Rectangle};
use crate::grid;
use crate::layout::Layout;
use crate::pages::Page;
use crate::sizes::least_text;
use crate::typeface::Weight;

/// The clues of the example.
const EXAMPLE: &str = "..4.2.653.5...41...2.6...48....863..8432.7569..149....28...9.3...78...2.916.4.8..";

/// Returns the example of the rules.
pub(crate) fn example() -> Puzzle {
    Puzzle::new(EXAMPLE.parse().expect("81 cells")).expect("a puzzle that was generated")
}

impl Page<'_> {
    /// Draws the rules. The grids are side by side, or below each other if they are larger then.
    pub(super) fn rules(&mut self) {
        let layout: &Layout = self.layout;
        let (area, words) = (layout.area(self.number), &layout.book.words);
        let (size, gap) = (layout.text_size(11.0), 0.06 * area.width);
        let top = self.heading(&area, &words.rules, layout.text_size(12.0));
        let text = self.fitted(Weight::Regular, &words.rules_text, (size, layout.text_size(7.0)), 0.4);
        let top = self.paragraph(text, top, Anchor::Start) + size;
        let caption = 1.6 * size;
        let across = ((area.width - gap) / 2.0).min(area.bottom() - top - caption);
        let down = ((area.bottom() - top - gap) / 2.0 - caption).min(0.7 * area.width);
        let puzzle = example();
        let clues = puzzle.clues().pattern();
        let digits = [Weight::Regular, Weight::Bold].map(|weight| Digits::new(layout.typeface, weight));
        let is_readable = |side: f64| {
            let face = layout.face(*puzzle.clues(), clues);
            digits.iter().all(|digits| face.digit_size(digits, face.cell_side(side)) >= least_text(&layout.book.style))
        };
        // The example is alone, and larger, if the digits of two grids are too small.
        let has_solution = is_readable(across.max(down));
        let alone = area.width.min(area.bottom() - top - caption);
        let side = if has_solution { across.max(down) } else { alone };
        if side < crate::limits::SMALLEST_SIDE || !is_readable(side) {
            return;
        }
        let first = (words.example.as_str(), layout.face(*puzzle.clues(), clues));
        let second = (words.example_solution.as_str(), layout.face(*puzzle.solution().grid(), clues));
        let count = if has_solution { 2 } else { 1 };
        for (index, (name, face)) in [first, second].into_iter().take(count).enumerate() {
            let index = index as f64;
            let place = if has_solution && across >= down {
                let left = area.x + (area.width - 2.0 * side - gap) / 2.0;
                Rectangle { x: left + index * (side + gap), y: top, width: side, height: side + caption }
            } else {
                let left = area.x + (area.width - side) / 2.0;
                Rectangle { x: left, y: top + index * (side + caption + gap), width: side, height: side + caption }
            };
            let (line, size) = self.one_line(Weight::Bold, name, size, side);
            self.drawing.text(line, size, (place.x, place.y + size), Anchor::Start);
            grid::draw(&mut self.drawing, layout.typeface, &face, (place.x, place.y + caption), side);
        }
    }
}
