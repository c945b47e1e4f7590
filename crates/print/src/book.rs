//! What is printed, and how: a book with its sections, and the puzzles as they are asked for.

use minirow_core::{Candidate, Puzzle};

use crate::length::Length;
use crate::paper::Paper;

/// A book, apart from its puzzles.
#[derive(Clone, Debug)]
pub struct Book {
    /// What it is called; without it there is no title page.
    pub title: Option<String>,
    /// What stands under the title.
    pub subtitle: Option<String>,
    /// Who made the book.
    pub author: Option<String>,
    /// What it was made from and with, a paragraph each.
    pub imprint: Vec<String>,
    /// The language of its words, as in `en` or `pt-BR`.
    pub language: String,
    /// The words that the program adds.
    pub words: Words,
    /// Its sections, in order.
    pub sections: Vec<Section>,
    /// How it looks.
    pub style: Style,
}

impl Book {
    /// Returns `true` if there are pages for title, imprint and contents.
    pub(crate) fn has_title_page(&self) -> bool {
        self.title.is_some() && self.style.title_page
    }
}

/// A section of a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// What it is called; a section without a name has no page of its own.
    pub name: String,
    /// A line under the name.
    pub note: Option<String>,
    /// How many puzzles there are in it.
    pub count: u64,
}

/// The words that pages need, in the language of the book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Words {
    /// Over the list of sections.
    pub contents: String,
    /// Over the solutions.
    pub solutions: String,
    /// Over the hints, where they are at the back.
    pub hints: String,
    /// Before the range of numbers on the page of a section.
    pub puzzles: String,
}

impl Default for Words {
    fn default() -> Words {
        let word = String::from;
        Words {
            contents: word("Contents"),
            solutions: word("Solutions"),
            hints: word("Hints"),
            puzzles: word("Puzzles"),
        }
    }
}

/// How pages look.
#[derive(Clone, Debug)]
pub struct Style {
    /// The sheets.
    pub paper: Paper,
    /// What stays empty around; nothing: as the paper asks for.
    pub margin: Option<Length>,
    /// What stays empty at the binding. Where it is given, or the paper is bound, pages face each other.
    pub inner_margin: Option<Length>,
    /// How many puzzles there are on a page, 1 to 12.
    pub per_page: usize,
    /// How many solutions there are on a page, up to 30; 0 for none at all.
    pub solutions_per_page: usize,
    /// Whether no letter and no digit is smaller than [`crate::LARGE_PRINT`] points (digits of candidates aside).
    pub large_print: bool,
    /// Whether candidates are printed small in empty cells.
    pub pencilmarks: bool,
    /// Where hints are.
    pub hints: Option<HintPlace>,
    /// Whether a book with a title has pages for title, imprint and contents.
    pub title_page: bool,
    /// Whether sections that have a name begin with a page of their own.
    pub section_pages: bool,
    /// Whether pages have their number at the foot.
    pub page_numbers: bool,
    /// The number of the first puzzle.
    pub first_number: u64,
}

impl Default for Style {
    fn default() -> Style {
        Style {
            paper: Paper::A4,
            margin: None,
            inner_margin: None,
            per_page: 4,
            solutions_per_page: 12,
            large_print: false,
            pencilmarks: false,
            hints: None,
            title_page: true,
            section_pages: true,
            page_numbers: true,
            first_number: 1,
        }
    }
}

/// Where hints are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HintPlace {
    /// The cell to begin with is shaded; its digit is not told.
    Cell,
    /// Upside down under the grid.
    Below,
    /// In a list before the solutions.
    Back,
}

/// A puzzle as it is printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// The puzzle, which has one solution.
    pub puzzle: Puzzle,
    /// What stands over the grid beside the number: level, rating.
    pub remark: String,
    /// Where to begin.
    pub hint: Option<Hint>,
}

/// Where to begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The first digit to place.
    pub placement: Candidate,
    /// It in words.
    pub text: String,
}
