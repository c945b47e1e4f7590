//! Pages with few words: the title, the imprint, and the headings of parts.

use minirow_core::{CellSet, Grid, Puzzle};

use crate::drawing::Anchor;
use crate::grid::{self, GridFace};
use crate::layout::Layout;
use crate::pages::Page;
use crate::paragraph::{Paragraph, fitted};
use crate::typeface::Weight;

/// Returns the numbers of the puzzles of a section, such as `1 – 20`.
pub(crate) fn numbers_of(layout: &Layout, index: usize) -> String {
    let before: u64 = layout.book.sections[..index].iter().map(|section| section.count).sum();
    let first = layout.book.style.first_number + before;
    match layout.book.sections[index].count {
        1 => first.to_string(),
        count => format!("{first} – {}", first + count - 1),
    }
}

impl Page<'_> {
    /// Sets a paragraph in the width of the page. Its size is between the two `sizes`, `height` is relative to the page.
    fn fitted(&self, weight: Weight, text: &str, sizes: (f64, f64), height: f64) -> Paragraph {
        let inside = self.layout.inside(self.number);
        fitted(self.layout.typeface, weight, text, sizes, (inside.width, height * inside.height))
    }

    /// Draws the lines of a paragraph from `top` down, centred or from the left margin, and returns their lower end.
    fn paragraph(&mut self, paragraph: Paragraph, top: f64, anchor: Anchor) -> f64 {
        let inside = self.layout.inside(self.number);
        let x = if anchor == Anchor::Middle { inside.x + inside.width / 2.0 } else { inside.x };
        let (leading, size) = (paragraph.leading(), paragraph.size);
        let mut baseline = top + size;
        for line in paragraph.lines {
            self.drawing.text(line, size, (x, baseline), anchor);
            baseline += leading;
        }
        baseline - size
    }

    /// Draws the title, the author, and the pattern of clues of the first puzzle.
    pub(super) fn title(&mut self, first: &Puzzle) {
        let (layout, book, inside) = (self.layout, self.layout.book, self.layout.inside(self.number));
        let largest = (0.115 * inside.width).clamp(18.0, 54.0);
        let smallest = layout.text_size(8.0);
        let title = book.title.as_deref().unwrap_or_default();
        let text = self.fitted(Weight::Bold, title, (largest.max(smallest), smallest), 0.3);
        let top = inside.y + 0.26 * inside.height - 0.5 * text.height().min(0.36 * inside.height);
        let mut bottom = self.paragraph(text, top, Anchor::Middle);
        if let Some(subtitle) = &book.subtitle {
            let size = layout.text_size(0.36 * largest);
            let text = self.fitted(Weight::Regular, subtitle, (size, smallest), 0.1);
            bottom = self.paragraph(text, bottom + 0.4 * size, Anchor::Middle);
        }
        let mut foot = inside.bottom();
        if !layout.facing {
            foot = self.imprint() - 0.03 * inside.height;
        }
        if let Some(author) = &book.author {
            let text = self.fitted(Weight::Regular, author, (layout.text_size(0.3 * largest), smallest), 0.08);
            foot -= text.height();
            self.paragraph(text, foot, Anchor::Middle);
        }
        // The remaining space shows the clue pattern of the first puzzle.
        let side = (0.46 * inside.width).min(0.72 * (foot - bottom));
        if side > 40.0 {
            let at = (inside.x + inside.width / 2.0 - side / 2.0, bottom + (foot - bottom - side) / 2.0);
            let face = GridFace { shaded: first.clues().pattern(), ..GridFace::new(Grid::EMPTY, CellSet::EMPTY) };
            grid::draw(&mut self.drawing, layout.typeface, &face, at, side);
        }
    }

    /// Draws the imprint at the foot of the page, and returns its upper end.
    pub(super) fn imprint(&mut self) -> f64 {
        let (layout, texts) = (self.layout, &self.layout.book.imprint);
        let sizes = (layout.text_size(8.5), layout.text_size(5.5));
        let most = if layout.facing { 0.9 } else { 0.2 } / texts.len().max(1) as f64;
        let paragraphs: Vec<Paragraph> =
            texts.iter().map(|text| self.fitted(Weight::Regular, text, sizes, most)).collect();
        let heights = paragraphs.iter().map(Paragraph::height).sum::<f64>();
        let top = layout.inside(self.number).bottom() - heights;
        let mut y = top;
        for paragraph in paragraphs {
            y = self.paragraph(paragraph, y, Anchor::Start);
        }
        top
    }

    /// Draws the first page of a section.
    pub(super) fn section(&mut self, index: usize) {
        let (book, numbers) = (self.layout.book, numbers_of(self.layout, index));
        let notes =
            [book.sections[index].note.clone().unwrap_or_default(), format!("{} {numbers}", book.words.puzzles)];
        self.divider(&book.sections[index].name, &notes);
    }

    /// Draws the first page of a part.
    pub(super) fn divider(&mut self, name: &str, notes: &[String]) {
        let (layout, inside) = (self.layout, self.layout.inside(self.number));
        let largest = (0.09 * inside.width).clamp(16.0, 40.0);
        let smallest = layout.text_size(8.0);
        let text = self.fitted(Weight::Bold, name, (largest.max(smallest), smallest), 0.4);
        let top = inside.y + 0.36 * inside.height - 0.5 * text.height().min(0.5 * inside.height);
        let mut bottom = self.paragraph(text, top, Anchor::Middle) + 0.3 * largest;
        for note in notes.iter().filter(|note| !note.is_empty()) {
            let size = layout.text_size(0.36 * largest);
            let text = self.fitted(Weight::Regular, note, (size.max(smallest), smallest), 0.15);
            bottom = self.paragraph(text, bottom, Anchor::Middle) + 0.1 * largest;
        }
    }
}
