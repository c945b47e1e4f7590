//! The cover of a bound book: its back, its spine and its front, on one sheet.

use std::sync::Arc;

use crate::book::Item;
use crate::drawing::{Drawing, Mark, Rectangle, Turn};
use crate::error::Error;
use crate::grid;
use crate::layout::Layout;
use crate::length::Length;
use crate::paragraph::{Paragraph, balanced};
use crate::preset::Preset;
use crate::tone::Tone;
use crate::typeface::{GlyphLine, Weight};

/// The part of the height that is dark, across the sheet.
const DARK: f64 = 0.44;

/// The grey level of the dark part, without a spot colour.
const DARK_GREY: f64 = 0.15;

/// The space that stays free on each side of the text of a spine, and the smallest text, in points. Printers ask for this space,
/// since a spine moves when the book is bound.
const SPINE_SPACE: f64 = 4.5;
const SMALLEST_ON_SPINE: f64 = 7.0;

impl Layout<'_> {
    /// Returns the cover of the book with the width of its spine. The front shows the first puzzle. The lower right corner of the back
    /// is free for a bar code. The dark part extends by the bleed of [`Preset::BLEED`] beyond the drawing. A spine that is too narrow
    /// for letters of 7 points has no text.
    ///
    /// # Errors
    /// [`Error::LongTextOfCover`] if a text does not fit.
    ///
    /// ```
    /// use minirow_core::Puzzle;
    /// use minirow_print::{Book, Item, Layout, Length, Section, State, Style, Typeface, Words};
    /// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let item = Item { number: None, puzzle: Puzzle::new(clues.parse()?)?, state: State::default(), remark: "".into(), hint: None };
    /// let book = Book {
    ///     title: Some("A Journey".into()),
    ///     subtitle: None,
    ///     author: None,
    ///     imprint: Vec::new(),
    ///     language: "en".into(),
    ///     words: Words::default(),
    ///     sections: vec![Section { count: 1, ..Section::default() }],
    ///     style: Style { paper: "6x9".parse()?, bound: true, per_page: 1, ..Style::default() },
    /// };
    /// let typeface = Typeface::new();
    /// let cover = Layout::new(&book, &typeface, &|_| item.clone())?.cover(Length::inches(0.5), &item)?;
    /// assert_eq!(cover.size, (72.0 * 12.5, 72.0 * 9.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cover(&self, spine: Length, first: &Item) -> Result<Drawing, Error> {
        let ((width, height), spine, book) = (self.size(), spine.get(), self.book);
        let (bleed, margin) = (Preset::BLEED.get(), 0.09 * width);
        let dark = match &book.style.line_tone {
            Tone::Spot(ink, _) => Tone::Spot(Arc::clone(ink), 1.0),
            Tone::Grey(_) => Tone::Grey(DARK_GREY),
        };
        let on_dark = Tone::Grey(if dark.lightness() < 0.5 { 1.0 } else { 0.0 });
        let mut cover = Cover { layout: self, drawing: Drawing::new((2.0 * width + spine, height)), on_dark };
        let (left, full) = (-bleed, 2.0 * (width + bleed) + spine);
        cover.area(dark.clone(), Rectangle { x: left, y: -bleed, width: full, height: DARK * height + bleed });
        let rest = Rectangle { x: width, y: DARK * height, width: spine, height: (1.0 - DARK) * height + bleed };
        if spine > 0.0 {
            cover.area(dark, rest);
        }
        let front = Rectangle {
            x: width + spine + margin,
            y: margin,
            width: width - 2.0 * margin,
            height: DARK * height - 2.0 * margin,
        };
        cover.front(&front, first)?;
        let back =
            Rectangle { x: margin, y: DARK * height + margin, width: width - 2.0 * margin, height: 0.25 * height };
        let text =
            cover.set("rules", Weight::Regular, &book.words.rules_text, (11.0, 6.0), (back.width, back.height))?;
        cover.lines(text, back.x + back.width / 2.0, back.y, &Tone::BLACK);
        cover.spine(width, spine);
        Ok(cover.drawing)
    }
}

struct Cover<'a> {
    layout: &'a Layout<'a>,
    drawing: Drawing,
    /// The colour of text in the dark part.
    on_dark: Tone,
}

impl Cover<'_> {
    fn area(&mut self, tone: Tone, rectangle: Rectangle) {
        self.drawing.marks.push(Mark::Area { tone, rectangle });
    }

    fn set(
        &self,
        what: &'static str,
        weight: Weight,
        text: &str,
        sizes: (f64, f64),
        bounds: (f64, f64),
    ) -> Result<Paragraph, Error> {
        let paragraph = balanced(self.layout.typeface, weight, text, sizes, bounds);
        if paragraph.cut.is_some() { Err(Error::LongTextOfCover { what }) } else { Ok(paragraph) }
    }

    /// Draws centred lines from `top` down, and returns their lower end.
    fn lines(&mut self, paragraph: Paragraph, middle: f64, top: f64, tone: &Tone) -> f64 {
        let (size, leading, height) = (paragraph.size, paragraph.leading(), paragraph.height());
        for (line, number) in paragraph.lines.into_iter().zip(0..) {
            let (x, y) = (middle - line.width() * size / 2.0, top + size + leading * f64::from(number));
            self.drawing.marks.push(Mark::Text { x, y, size, tone: tone.clone(), turn: Turn::None, line });
        }
        top + height
    }

    /// Draws the title and the subtitle in the dark part of the front, and below it the first puzzle and the author.
    fn front(&mut self, area: &Rectangle, first: &Item) -> Result<(), Error> {
        let (layout, book, middle) = (self.layout, self.layout.book, area.x + area.width / 2.0);
        let (page, light) = (layout.size().1, self.on_dark.clone());
        let title = book.title.as_deref().unwrap_or_default();
        let largest = 0.14 * area.width;
        let title = self.set("title", Weight::Bold, title, (largest, 10.0), (area.width, 0.72 * area.height))?;
        let subtitle = book.subtitle.as_deref().unwrap_or_default();
        let bounds = (area.width, 0.22 * area.height);
        let subtitle = self.set("subtitle", Weight::Regular, subtitle, (0.36 * largest, 7.0), bounds)?;
        let free = area.height - title.height() - subtitle.height();
        let bottom = self.lines(title, middle, area.y + 0.4 * free.max(0.0), &light);
        self.lines(subtitle, middle, bottom + 0.06 * area.height, &light);
        let author = book.author.as_deref().unwrap_or_default();
        let author = self.set("author", Weight::Regular, author, (0.4 * largest, 7.0), (area.width, 0.08 * page))?;
        let (top, bottom) = (DARK * page, page - area.y - author.height());
        self.lines(author, middle, bottom, &Tone::BLACK);
        let side = (0.78 * (bottom - top)).min(area.width);
        let at = (middle - side / 2.0, top + (bottom - top - side) / 2.0);
        let face = layout.face(*first.puzzle.clues(), first.puzzle.clues().pattern());
        grid::draw(&mut self.drawing, layout.typeface, &face, at, side);
        Ok(())
    }

    /// Draws the title and the author on the spine, if it is wide enough.
    fn spine(&mut self, x: f64, width: f64) {
        let (layout, height) = (self.layout, self.drawing.size.1);
        let largest = (0.75 * (width - 2.0 * SPINE_SPACE)).min(13.5);
        if largest < SMALLEST_ON_SPINE {
            return;
        }
        let margin = 0.06 * height;
        let mut draw = |weight, text: &Option<String>, room: f64, at_end: bool| {
            let line: GlyphLine = layout.typeface.line(weight, text.as_deref().unwrap_or_default());
            let size = largest.min(room / line.width().max(1e-9));
            if size < SMALLEST_ON_SPINE {
                return;
            }
            let y = if at_end { height - margin - line.width() * size } else { margin };
            // The middle of capital letters is in the middle of the spine.
            let x = x + width / 2.0 - 0.36 * size;
            self.drawing.marks.push(Mark::Text { x, y, size, tone: self.on_dark.clone(), turn: Turn::Quarter, line });
        };
        draw(Weight::Bold, &layout.book.title, 0.6 * height, false);
        draw(Weight::Regular, &layout.book.author, 0.24 * height, true);
    }
}
