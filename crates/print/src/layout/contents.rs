//! The lines of the contents: names, numbers of puzzles, and notes.

use super::{Layout, MOST_LINES};
use crate::book::{HintPlace, Section, Style};
use crate::drawing::Rectangle;
use crate::paragraph::{LINE, Paragraph, fitted, whole_line};
use crate::sizes::{CONTENTS, CONTENTS_NOTE, contents_leading};
use crate::typeface::{GlyphLine, Weight};

/// Returns the numbers of the puzzles of a section, such as `1–20`. Puzzles with numbers of their own have no range.
pub(crate) fn numbers_of(layout: &Layout, index: usize) -> String {
    if layout.lists.own_numbers {
        return String::new();
    }
    let first = layout.book.style.first_number + layout.book.puzzles_before(index);
    match layout.book.sections[index].count {
        1 => first.to_string(),
        count => {
            let last = first + count - 1;
            layout.book.words.range.replace("{first}", &first.to_string()).replace("{last}", &last.to_string())
        }
    }
}

/// A line of the contents.
pub(crate) struct ContentsLine {
    pub(crate) name: String,
    /// The numbers of the puzzles, which only sections have.
    pub(crate) numbers: String,
    /// The text about the section.
    pub(crate) note: Option<String>,
    pub(crate) page: u64,
}

/// Returns the lines of the contents. Before there is a plan, their page is 0.
pub(crate) fn contents_lines(layout: &Layout) -> impl Iterator<Item = ContentsLine> {
    let Layout { book, plan, .. } = layout;
    let (words, style) = (&book.words, &book.style);
    let line = |name: &str, page: Option<u64>| ContentsLine {
        name: name.into(),
        numbers: String::new(),
        note: None,
        page: page.unwrap_or_default(),
    };
    let of_section = move |(index, section): (usize, &Section)| ContentsLine {
        numbers: numbers_of(layout, index),
        note: section.note.clone(),
        ..line(&section.name, plan.page_of_section(index))
    };
    let rules = style.rules.then(|| line(&words.rules, plan.page_of_rules()));
    let sections = book.sections.iter().enumerate().filter(|(_, section)| section.count > 0).map(of_section);
    let hints = (style.hints == Some(HintPlace::Back)).then(|| line(&words.hints, plan.page_of_hints()));
    let solutions = (style.solutions_per_page > 0).then(|| line(&words.solutions, plan.page_of_solutions()));
    rules.into_iter().chain(sections).chain(hints).chain(solutions)
}

/// A line of the contents with its glyphs.
pub(crate) struct SetContentsLine {
    /// The name, of several lines if it is too long for one.
    pub(crate) name: Paragraph,
    pub(crate) numbers: GlyphLine,
    pub(crate) note: Option<Paragraph>,
}

impl SetContentsLine {
    pub(crate) fn new(layout: &Layout, line: &ContentsLine, area: &Rectangle) -> SetContentsLine {
        let typeface = layout.typeface;
        let (size, small) = (layout.text_size(CONTENTS), layout.text_size(CONTENTS_NOTE));
        let numbers = typeface.line(Weight::Regular, &line.numbers);
        let width = (area.width - 5.0 * size - numbers.width() * small).max(3.0 * size);
        let sizes = (size, layout.smallest(size));
        let name = match whole_line(typeface, Weight::Regular, &line.name, sizes, width) {
            Some((line, size)) => Paragraph { lines: vec![line], size, cut: None },
            None => fitted(typeface, Weight::Regular, &line.name, (size, size), (width, f64::INFINITY)),
        };
        let note = line.note.as_ref().map(|note| layout.note_in_contents(note, area));
        SetContentsLine { name, numbers, note }
    }

    /// Returns `true` if the note is longer than a note in the contents may be.
    pub(crate) fn has_long_note(&self) -> bool {
        self.note.as_ref().is_some_and(|note| note.cut.is_some())
    }

    /// Returns the distance to the next line, with or without the note.
    pub(crate) fn height(&self, style: &Style, with_note: bool) -> f64 {
        let note_lines = self.note.as_ref().filter(|_| with_note).map_or(0, |note| note.lines.len());
        contents_leading(style, note_lines) + self.name.leading() * (self.name.lines.len() - 1) as f64
    }
}

impl Layout<'_> {
    /// Sets the text about a section in the contents.
    pub(crate) fn note_in_contents(&self, note: &str, area: &Rectangle) -> Paragraph {
        let size = self.text_size(CONTENTS_NOTE);
        self.few_lines(note, size, (area.width - 2.0 * size, LINE * size * MOST_LINES as f64))
    }
}
