//! Pages with few words: the title, the imprint, and the headings of parts.

use minirow_core::{Cell, CellSet, Puzzle};

use crate::drawing::{Anchor, Mark, Rectangle};
use crate::layout::Layout;
use crate::layout::contents::numbers_of;
use crate::pages::Page;
use crate::paragraph::{Paragraph, balanced, fitted};
use crate::plan::PageContent;
use crate::tone::Tone;
use crate::typeface::Weight;

/// Returns the line on the page of a section, such as `Puzzles 1–20`.
pub(crate) fn line_of_section(layout: &Layout, index: usize) -> String {
    let (words, numbers) = (&layout.book.words, numbers_of(layout, index));
    if numbers.is_empty() {
        return numbers;
    }
    let line = if layout.book.sections[index].count == 1 { &words.number } else { &words.numbers };
    line.replace("{numbers}", &numbers)
}

/// The space between paragraphs of the imprint relative to the size of its text.
const GAP_OF_PARAGRAPHS: f64 = 0.5;

/// The grey levels of the cells of a pattern on the first page of a part, and of the other cells.
pub(crate) const MOTIF_GREYS: (f64, f64) = (0.2, 0.86);

/// Returns the squares of a pattern on the first page of a part, with gaps between cells and wider ones between boxes.
pub(crate) fn motif_cells(side: f64) -> impl Iterator<Item = (Cell, Rectangle)> {
    // The gaps relative to the side of a cell.
    const GAPS: (f64, f64) = (0.12, 0.36);
    let cell = side / (9.0 + 6.0 * GAPS.0 + 2.0 * GAPS.1);
    let at = move |index: usize| cell * (index as f64 * (1.0 + GAPS.0) + (index / 3) as f64 * (GAPS.1 - GAPS.0));
    let square = move |place: Cell| Rectangle { x: at(place.column()), y: at(place.row()), width: cell, height: cell };
    Cell::ALL.into_iter().map(move |place| (place, square(place)))
}

/// The pattern on the first page of the hints.
pub(crate) fn hints_motif() -> CellSet {
    Cell::at(4, 4).into()
}

impl Page<'_> {
    /// Sets a paragraph in the width of the page. Its size is between the two `sizes`, `height` is relative to the page.
    pub(super) fn fitted(&self, weight: Weight, text: &str, sizes: (f64, f64), height: f64) -> Paragraph {
        let inside = self.layout.inside(self.number);
        fitted(self.layout.typeface, weight, text, sizes, (inside.width, height * inside.height))
    }

    /// Sets a paragraph as [`fitted`](Self::fitted) does, with lines of about the same length, to be centred.
    fn balanced(&self, weight: Weight, text: &str, sizes: (f64, f64), height: f64) -> Paragraph {
        let inside = self.layout.inside(self.number);
        balanced(self.layout.typeface, weight, text, sizes, (inside.width, height * inside.height))
    }

    /// Draws the lines of a paragraph from `top` down, centred or from the left margin, and returns their lower end.
    pub(super) fn paragraph(&mut self, paragraph: Paragraph, top: f64, anchor: Anchor) -> f64 {
        let inside = self.layout.inside(self.number);
        self.cut = self.cut.take().or_else(|| paragraph.cut.clone());
        let x = if anchor == Anchor::Middle { inside.x + inside.width / 2.0 } else { inside.x };
        self.drawing.lines(&paragraph, (x, top + paragraph.size), anchor);
        top + paragraph.height()
    }

    /// Draws the title, the author, and the pattern of clues of the first puzzle.
    pub(super) fn title(&mut self, first: &Puzzle) {
        let (layout, book, inside) = (self.layout, self.layout.book, self.layout.inside(self.number));
        let largest = (0.115 * inside.width).clamp(18.0, 54.0);
        let smallest = layout.text_size(8.0);
        let title = book.title.as_deref().unwrap_or_default();
        let text = self.balanced(Weight::Bold, title, (largest.max(smallest), smallest), 0.3);
        let top = inside.y + 0.2 * inside.height - 0.5 * text.height().min(0.36 * inside.height);
        let bottom = self.paragraph(text, top, Anchor::Middle);
        let mut bottom = self.short_rule(bottom + 0.25 * largest);
        if let Some(subtitle) = &book.subtitle {
            let size = layout.text_size(0.36 * largest);
            let text = self.balanced(Weight::Regular, subtitle, (size, smallest), 0.25);
            bottom = self.paragraph(text, bottom + 0.3 * largest, Anchor::Middle);
        }
        let mut foot = inside.bottom();
        if !layout.facing {
            foot = self.imprint() - 0.03 * inside.height;
        }
        if let Some(author) = &book.author {
            let text = self.balanced(Weight::Regular, author, (layout.text_size(0.3 * largest), smallest), 0.2);
            foot -= text.height();
            self.paragraph(text, foot, Anchor::Middle);
        }
        // The remaining space shows the clue pattern of the first puzzle.
        if foot < bottom && self.cut.is_none() {
            self.cut = book.subtitle.clone().or_else(|| book.title.clone());
        }
        let side = (0.6 * inside.width).min(0.76 * (foot - bottom));
        if side > 40.0 {
            self.motif(first.clues().pattern(), bottom + (foot - bottom - side) / 2.0, side);
        }
    }

    /// Draws a short line in the middle of the page, and returns its lower end.
    fn short_rule(&mut self, top: f64) -> f64 {
        let inside = self.layout.inside(self.number);
        let (middle, half, width) = (inside.x + inside.width / 2.0, 0.07 * inside.width, 2.0);
        self.drawing.rule(width, (middle - half, middle + half), top + width / 2.0);
        top + width
    }

    /// Draws a pattern in the middle of the page: a square for each cell, dark for those of the pattern.
    fn motif(&mut self, pattern: CellSet, top: f64, side: f64) {
        let inside = self.layout.inside(self.number);
        let left = inside.x + (inside.width - side) / 2.0;
        for (place, Rectangle { x, y, width, height }) in motif_cells(side) {
            let grey = if pattern.contains(place) { MOTIF_GREYS.0 } else { MOTIF_GREYS.1 };
            let rectangle = Rectangle { x: left + x, y: top + y, width, height };
            self.drawing.marks.push(Mark::Area { tone: Tone::Grey(grey), rectangle });
        }
    }

    /// Draws the imprint at the foot of the page, and returns its upper end.
    pub(super) fn imprint(&mut self) -> f64 {
        let (layout, texts) = (self.layout, &self.layout.book.imprint);
        let sizes = (layout.text_size(8.5), layout.text_size(5.5));
        let (usual, most) = if self.content() == PageContent::Imprint { (0.9, 0.9) } else { (0.2, 0.4) };
        let share = usual / texts.len().max(1) as f64;
        let needed = |text: &String| {
            let smallest = self.fitted(Weight::Regular, text, (sizes.1, sizes.1), f64::INFINITY);
            smallest.height() / layout.inside(self.number).height
        };
        let gap = GAP_OF_PARAGRAPHS * sizes.0;
        let gaps = gap * texts.len().saturating_sub(1) as f64;
        // Long paragraphs get the space that the others leave.
        let mut free = most
            - gaps / layout.inside(self.number).height
            - texts.iter().map(|text| needed(text).min(share)).sum::<f64>();
        let fitted = |text: &String| {
            let more = (needed(text) - share).min(free).max(0.0);
            free -= more;
            self.fitted(Weight::Regular, text, sizes, share + more + 1e-9)
        };
        let paragraphs: Vec<Paragraph> = texts.iter().map(fitted).collect();
        let heights = paragraphs.iter().map(Paragraph::height).sum::<f64>();
        let top = layout.inside(self.number).bottom() - heights - gaps;
        let mut y = top;
        for paragraph in paragraphs {
            y = self.paragraph(paragraph, y, Anchor::Start) + gap;
        }
        top
    }

    /// Draws the first page of a section, with the clue pattern of its first puzzle.
    pub(super) fn section(&mut self, index: usize, first: &Puzzle) {
        let (section, line) = (&self.layout.book.sections[index], line_of_section(self.layout, index));
        let notes = [section.note.clone().unwrap_or_default(), line];
        self.divider(&section.name, &notes, first.clues().pattern());
    }

    /// Draws the first page of a part: a pattern, the name and the notes below a line.
    pub(super) fn divider(&mut self, name: &str, notes: &[String], pattern: CellSet) {
        let (layout, inside) = (self.layout, self.layout.inside(self.number));
        let largest = (0.09 * inside.width).clamp(16.0, 40.0);
        let smallest = layout.text_size(8.0);
        let size = layout.text_size(0.36 * largest).max(smallest);
        let notes: Vec<&String> = notes.iter().filter(|note| !note.is_empty()).collect();
        let side = 0.26 * inside.width.min(inside.height);
        let top = inside.y + 0.2 * inside.height;
        self.motif(pattern, top, side);
        let top = top + side + 0.6 * largest;
        // What is left for a text if those after it have a line each.
        let free = |top: f64, after: usize| (inside.bottom() - top - 2.0 * size * after as f64) / inside.height;
        let name_in = |height| self.balanced(Weight::Bold, name, (largest.max(smallest), smallest), height);
        let usual = Some(name_in(0.3)).filter(|name| name.cut.is_none());
        let name = usual.unwrap_or_else(|| name_in(free(top + 0.6 * largest, notes.len())));
        let bottom = self.paragraph(name, top, Anchor::Middle) + 0.2 * largest;
        let mut bottom = self.short_rule(bottom) + 0.25 * largest;
        for (note, after) in notes.iter().zip((0..notes.len()).rev()) {
            let text = self.balanced(Weight::Regular, note, (size, smallest), free(bottom, after));
            bottom = self.paragraph(text, bottom, Anchor::Middle) + 0.1 * largest;
        }
    }
}
