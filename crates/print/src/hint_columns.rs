//! The columns of the lists of hints at the back. Texts are broken into lines, so that none is cut off.

use crate::book::{Book, Items, Style};
use crate::drawing::Rectangle;
use crate::error::Error;
use crate::paragraph::{LINE, Paragraph, fitted, unparted, wrapped};
use crate::sizes::{HINT_NOTE, text_size};
use crate::typeface::{GlyphLine, Typeface, Weight};

/// The distance from one hint of one line to the next relative to its size.
const LEADING: f64 = 1.55;

/// The minimum width of a column relative to the size of its text, and that in large print.
const WIDTH: f64 = 15.0;
const WIDTH_OF_LARGE_PRINT: f64 = 9.5;

/// The sizes of the columns of hints, in points.
pub(crate) struct HintColumns {
    /// The number of columns on a page.
    pub(crate) count: usize,
    /// The width of a column with the space behind it.
    pub(crate) width: f64,
    /// The space for the number before a text.
    pub(crate) indent: f64,
    /// The size of the text.
    pub(crate) size: f64,
    height: f64,
}

/// Returns the maximum number of columns on a page.
pub(crate) fn most(style: &Style, area: &Rectangle) -> usize {
    let width = if style.large_print { WIDTH_OF_LARGE_PRINT } else { WIDTH };
    ((area.width / (width * text_size(style, 9.0))) as usize).max(1)
}

impl HintColumns {
    /// Returns the columns of a list on a page with an area, below its note. `number` is the width of the widest number, in units of the
    /// font size.
    pub(crate) fn new(book: &Book, (count, number): (usize, f64), note: &Paragraph, area: &Rectangle) -> HintColumns {
        let size = text_size(&book.style, 9.0);
        HintColumns {
            count,
            width: area.width / count as f64,
            indent: (number + 0.8).max(if book.style.large_print { 0.0 } else { 3.2 }) * size,
            size,
            height: area.height - 4.0 * size - note_height(book, note),
        }
    }

    /// Returns the number of columns of a list with which it has the fewest pages, the largest one of several, and the first hint of
    /// each column.
    ///
    /// # Errors
    /// [`Error::LongText`] if a hint is longer than a column.
    pub(crate) fn fewest_pages(
        book: &Book,
        typeface: &Typeface,
        list: usize,
        number: f64,
        area: &Rectangle,
        items: Items,
    ) -> Result<(usize, Vec<u64>), Error> {
        let note = note(book, typeface, list, area);
        let mut best = Err(Error::NoPuzzle);
        for count in 1..=most(&book.style, area) {
            let columns = HintColumns::new(book, (count, number), &note, area);
            let starts = columns.starts(book, typeface, list, items).map(|starts| (count, starts));
            let pages = |(count, starts): &(usize, Vec<u64>)| starts.len().div_ceil(*count);
            match (&best, &starts) {
                (Ok(known), Ok(found)) if pages(known) < pages(found) => {}
                (Ok(_), Err(_)) => {}
                _ => best = starts,
            }
        }
        best
    }

    /// Returns the lines of a hint.
    pub(crate) fn lines(&self, typeface: &Typeface, text: &str) -> Vec<GlyphLine> {
        wrapped(typeface, Weight::Regular, &unparted(text), (self.width - self.indent) / self.size - 1.0).0
    }

    /// Returns the height of a hint with a number of lines.
    pub(crate) fn height_of(&self, lines: usize) -> f64 {
        self.size * (LEADING + LINE * lines.saturating_sub(1) as f64)
    }

    /// Returns the first hint of each column of a list. The columns of its last page are equally long, as far as texts allow.
    ///
    /// # Errors
    /// [`Error::LongText`] if a hint is longer than a column.
    fn starts(&self, book: &Book, typeface: &Typeface, list: usize, items: Items) -> Result<Vec<u64>, Error> {
        let height = |text: &String| self.height_of(self.lines(typeface, text).len());
        let height_of = |index| items(index).hint.map_or(0.0, |hint| height(&hint.texts[list]));
        let heights: Vec<f64> = (0..book.puzzles()).map(height_of).collect();
        if let Some(long) = heights.iter().position(|height| *height > self.height) {
            let item = items(long as u64);
            let text = item.hint.as_ref().map(|hint| hint.texts[list].clone()).unwrap_or_default();
            return Err(Error::LongText { what: "hint", number: book.number_of(long as u64, &item), text });
        }
        let mut starts = filled(&heights, 0, self.height);
        let last_page = (starts.len() - 1) / self.count * self.count;
        let first = starts[last_page];
        let left = &heights[first..];
        let mut height = left.iter().sum::<f64>() / self.count as f64;
        while filled(left, first, height).len() > self.count {
            height += self.size;
        }
        starts.truncate(last_page);
        starts.append(&mut filled(left, first, height));
        Ok(starts.into_iter().map(|start| start as u64).collect())
    }
}

/// Sets the note over a list of hints.
pub(crate) fn note(book: &Book, typeface: &Typeface, list: usize, area: &Rectangle) -> Paragraph {
    let (text, size) = (&book.words.hint_notes[list], text_size(&book.style, 9.0));
    let smallest = text_size(&book.style, 7.0).min(size);
    let note = |height| fitted(typeface, Weight::Regular, text, (size, smallest), (area.width, height));
    Some(note(HINT_NOTE * size)).filter(|note| note.cut.is_none()).unwrap_or_else(|| note(f64::INFINITY))
}

/// Returns the height of the note over a list of hints with the space below it.
pub(crate) fn note_height(book: &Book, note: &Paragraph) -> f64 {
    note.height().max(HINT_NOTE * text_size(&book.style, 9.0))
}

/// Returns the first entries of columns or pages of a height, counted from `first`.
pub(crate) fn filled(heights: &[f64], first: usize, most: f64) -> Vec<usize> {
    let (mut starts, mut height) = (vec![first], 0.0);
    for (index, next) in (first..).zip(heights) {
        if height > 0.0 && height + next > most + 1e-6 {
            starts.push(index);
            height = 0.0;
        }
        height += next;
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_ends_before_the_hint_that_does_not_fit() {
        assert_eq!(filled(&[1.0, 1.0, 2.0, 1.0, 3.0], 0, 3.0), [0, 2, 4]);
        assert_eq!(filled(&[1.0; 4], 10, 2.0), [10, 12]);
        assert_eq!(filled(&[5.0, 1.0], 0, 3.0), [0, 1]);
    }
}
