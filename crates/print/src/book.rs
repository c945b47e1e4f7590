//! The texts, sections and style of a book, and its puzzles.

use minirow_core::{Candidate, CandidateSet, Grid, Puzzle};

use crate::grid::LineWidths;
use crate::length::Length;
use crate::paper::Paper;
use crate::preset::Preset;
use crate::tone::Tone;

/// A book without its puzzles.
///
/// ```
/// use minirow_print::{Book, Section, Style, Words};
/// let book = Book {
///     title: Some("Two sections".into()),
///     subtitle: None,
///     author: None,
///     imprint: Vec::new(),
///     language: "en".into(),
///     words: Words::default(),
///     sections: ["Easy", "Hard"].map(|name| Section { name: name.into(), count: 20, ..Section::default() }).into(),
///     style: Style { per_page: 2, ..Style::default() },
/// };
/// assert_eq!(book.sections[1].name, "Hard");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Book {
    /// The title. Without it there is no title page.
    pub title: Option<String>,
    /// The text below the title.
    pub subtitle: Option<String>,
    /// The author.
    pub author: Option<String>,
    /// The imprint, one paragraph per item.
    pub imprint: Vec<String>,
    /// The language of the book, such as `en` or `pt-BR`.
    pub language: String,
    /// The words that the program adds.
    pub words: Words,
    /// The sections, in order.
    pub sections: Vec<Section>,
    /// The style.
    pub style: Style,
}

impl Book {
    /// Returns `true` if there are pages for title, imprint and contents.
    pub(crate) fn has_title_page(&self) -> bool {
        self.title.is_some() && self.style.title_page
    }

    /// Returns `true` if the imprint is the last page, because there is no title page.
    pub(crate) fn ends_with_imprint(&self) -> bool {
        self.style.imprint_page && !self.has_title_page() && !self.imprint.is_empty()
    }

    /// Returns the number of puzzles on a page of a section.
    pub(crate) fn per_page(&self, section: usize) -> usize {
        self.sections[section].per_page.unwrap_or(self.style.per_page)
    }

    /// Returns the number of a puzzle as it is printed.
    pub(crate) fn number_of(&self, index: u64, item: &Item) -> String {
        item.number.clone().unwrap_or_else(|| (self.style.first_number + index).to_string())
    }

    /// Returns the number of all puzzles.
    pub(crate) fn puzzles(&self) -> u64 {
        self.puzzles_before(self.sections.len())
    }

    /// Returns the number of puzzles before a section.
    pub(crate) fn puzzles_before(&self, section: usize) -> u64 {
        self.sections[..section].iter().map(|section| section.count).sum()
    }
}

/// A section of a book.
///
/// ```
/// use minirow_print::Section;
/// let section = Section { name: "Easy".into(), note: Some("Singles only".into()), count: 100, ..Section::default() };
/// assert_eq!(section.per_page, None);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Section {
    /// The name. A section without a name has no title page.
    pub name: String,
    /// A text below the name.
    pub note: Option<String>,
    /// The number of puzzles.
    pub count: u64,
    /// The number of puzzles on a page, instead of that of the style.
    pub per_page: Option<usize>,
}

/// The words that pages need, in the language of the book. The default is English.
///
/// ```
/// use minirow_print::Words;
/// let german = Words { solutions: "Lösungen".into(), ..Words::default() };
/// assert_eq!((german.contents.as_str(), german.numbers.as_str()), ("Contents", "Puzzles {numbers}"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Words {
    /// The heading of the list of sections.
    pub contents: String,
    /// The heading of the solutions.
    pub solutions: String,
    /// The heading of the hints, if they are at the back.
    pub hints: String,
    /// The lines below the heading of each list of hints.
    pub hint_notes: [String; HINT_LISTS],
    /// The sentence about the numbers of boxes, below puzzles with their hints.
    pub box_numbers: String,
    /// A range, with `{first}` and `{last}` in place of its numbers.
    pub range: String,
    /// The bookmark of a section without a name.
    pub puzzles: String,
    /// The line on the page of a section of one puzzle, with `{numbers}` in place of its number.
    pub number: String,
    /// The line on the page of a section, with `{numbers}` in place of the range of its numbers.
    pub numbers: String,
    /// The line below a puzzle, with `{page}` in place of the page of its solution.
    pub solution_page: String,
    /// The heading of the rules.
    pub rules: String,
    /// The rules, in one paragraph.
    pub rules_text: String,
    /// The name of the example of the rules.
    pub example: String,
    /// The name of its solution.
    pub example_solution: String,
    /// The heading of the pages for notes.
    pub notes: String,
    /// The words before the two lines at the head of a worksheet.
    pub name_and_date: [String; 2],
}

impl Default for Words {
    fn default() -> Words {
        let word = String::from;
        Words {
            contents: word("Contents"),
            solutions: word("Solutions"),
            hints: word("Hints"),
            hint_notes: ["Where to look.", "The technique.", "The step."].map(word),
            box_numbers: word("Boxes are numbered from 1 to 9: row by row, from left to right."),
            range: word("{first}–{last}"),
            puzzles: word("Puzzles"),
            number: word("Puzzle {numbers}"),
            numbers: word("Puzzles {numbers}"),
            solution_page: word("Solution on page {page}"),
            rules: word("Rules"),
            rules_text: word("Every row, every column and every box contains the digits from 1 to 9 once each."),
            example: word("Example"),
            example_solution: word("Its solution"),
            notes: word("Notes"),
            name_and_date: ["Name", "Date"].map(word),
        }
    }
}

/// The style of pages. The default has four puzzles on an A4 page.
///
/// ```
/// use minirow_print::{HintPlace, Paper, Style};
/// let style = Style { paper: "6x9".parse()?, bound: true, hints: Some(HintPlace::Back), ..Style::default() };
/// assert!(style.bound && style.page_numbers);
/// # Ok::<(), minirow_print::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Style {
    /// The size of the paper.
    pub paper: Paper,
    /// `true` for the pages of a bound book, as with every preset: they face each other, sections begin on the right, and the margin at
    /// the binding grows with the number of pages.
    pub bound: bool,
    /// The margin on all sides. `None` means the usual margin: 15 mm, or 0.5 in of a bound book.
    pub margin: Option<Length>,
    /// The margin at the binding. If it is set, pages face each other.
    pub inner_margin: Option<Length>,
    /// The number of puzzles on a page, 1 to 12.
    pub per_page: usize,
    /// The number of solutions on a page, up to 30; 0 for no solutions.
    pub solutions_per_page: usize,
    /// `true` if all letters and digits must have at least [`crate::LARGE_PRINT`] points, except digits of candidates.
    pub large_print: bool,
    /// `true` to print the page of its solution below each puzzle, if there are solutions.
    pub solution_pages: bool,
    /// The limits of a printer to keep. The paper must be that of the preset.
    pub preset: Option<Preset>,
    /// `true` if pages of a PDF extend beyond the trim, and sections have tabs at the outer edge.
    pub bleed: bool,
    /// `true` if pages of a PDF have marks where they are to be trimmed.
    pub crop_marks: bool,
    /// The printing condition of a PDF/X-1a file, such as `FOGRA39`.
    pub pdf_x: Option<String>,
    /// The widths of lines of grids. Without them, the widths follow from the side of a grid.
    pub line_widths: Option<LineWidths>,
    /// The colour of lines of grids.
    pub line_tone: Tone,
    /// The background of every second box.
    pub box_tone: Option<Tone>,
    /// The start of a link to each puzzle, for a QR code below it. The digits of the puzzle follow, with 0 for empty cells.
    pub qr_link: Option<String>,
    /// `true` for lines for name and date at the head of pages of puzzles.
    pub name_line: bool,
    /// The number of pages for notes at the end.
    pub notes: u64,
    /// `true` to print candidates in empty cells.
    pub pencilmarks: bool,
    /// `true` to shade the cells of clues.
    pub shaded_clues: bool,
    /// The place of hints. `None` means no hints.
    pub hints: Option<HintPlace>,
    /// `true` if a book with a title has pages for title, imprint and contents.
    pub title_page: bool,
    /// `true` if a book without a title page ends with a page for its imprint. Otherwise the last paragraph of the imprint
    /// is at the foot of the last page.
    pub imprint_page: bool,
    /// `true` to print a page with the rules and an example before the first puzzle.
    pub rules: bool,
    /// `true` if each section with a name begins with a title page.
    pub section_pages: bool,
    /// `true` to print page numbers at the foot.
    pub page_numbers: bool,
    /// The number of the first puzzle.
    pub first_number: u64,
    /// The number of the first page.
    pub first_page: u64,
}

impl Style {
    /// Returns the usual number of puzzles on a page: 4, or 1 in large print and on narrow paper.
    pub fn usual_per_page(paper: Paper, large_print: bool) -> usize {
        let is_narrow = paper.width.get().min(paper.height.get()) < 480.0;
        if large_print || is_narrow { 1 } else { 4 }
    }

    /// Returns `true` for the pages of a bound book.
    pub(crate) fn is_bound(&self) -> bool {
        self.bound || self.preset.is_some()
    }
}

impl Default for Style {
    fn default() -> Style {
        Style {
            paper: Paper::A4,
            bound: false,
            margin: None,
            inner_margin: None,
            per_page: 4,
            solutions_per_page: 12,
            large_print: false,
            solution_pages: false,
            preset: None,
            bleed: false,
            crop_marks: false,
            pdf_x: None,
            line_widths: None,
            line_tone: Tone::BLACK,
            box_tone: None,
            qr_link: None,
            name_line: false,
            notes: 0,
            pencilmarks: false,
            shaded_clues: false,
            hints: None,
            title_page: true,
            imprint_page: false,
            rules: false,
            section_pages: true,
            page_numbers: true,
            first_number: 1,
            first_page: 1,
        }
    }
}

/// The place of hints.
///
/// ```
/// use minirow_print::{HintPlace, Style};
/// assert_eq!(Style::default().hints, None);
/// let upside_down = Style { hints: Some(HintPlace::Below), ..Style::default() };
/// assert_eq!(upside_down.hints, Some(HintPlace::Below));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HintPlace {
    /// The first cell to fill is shaded, without its digit.
    Cell,
    /// The hint is upside down below the grid.
    Below,
    /// The hints are in lists before the solutions, one for each text.
    Back,
}

/// A puzzle with its heading and hint.
///
/// ```
/// use minirow_core::Puzzle;
/// use minirow_print::{Hint, Item, State};
/// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = Puzzle::new(clues.parse()?)?;
/// let step = minirow_core::Candidate { cell: "r5c5".parse()?, digit: minirow_core::Digit::D5 };
/// let texts = ["Look at box 5", "Hidden Single", "r5c5=5"].map(String::from);
/// let hint = Hint { placement: step, texts };
/// let item = Item { number: None, puzzle, state: State::default(), remark: "Easy, ER 1.2".into(), hint: Some(hint) };
/// assert_eq!(item.puzzle.clues().clue_count(), 30);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// The number above the grid, instead of the place in the book.
    pub number: Option<String>,
    /// The puzzle, which has one solution.
    pub puzzle: Puzzle,
    /// The digits that are placed in empty cells, and the pencilmarks of the others: a half-filled worksheet.
    pub state: State,
    /// The text above the grid, next to the number: level, rating.
    pub remark: String,
    /// The hint.
    pub hint: Option<Hint>,
}

/// The puzzles of a book by their index, from 0.
pub type Items<'a> = &'a dyn Fn(u64) -> Item;

impl Item {
    /// Returns the clues and the placed digits.
    pub fn digits(&self) -> Grid {
        let mut digits = *self.puzzle.clues();
        for (cell, digit) in self.state.placed.clues() {
            if digits.get(cell).is_none() {
                digits.set(cell, Some(digit));
            }
        }
        digits
    }
}

/// Digits and pencilmarks beside the clues of a puzzle. The default has none.
///
/// ```
/// use minirow_print::State;
/// assert_eq!(State::default().placed.clue_count(), 0);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct State {
    /// The placed digits. Those of clues have no effect.
    pub placed: Grid,
    /// The candidates of the cells that are empty, if there are pencilmarks.
    pub candidates: Option<CandidateSet>,
}

/// A hint: the first digit to place, and texts about a step in rising order of help.
///
/// ```
/// use minirow_core::{Candidate, Digit};
/// use minirow_print::Hint;
/// let placement = Candidate { cell: "r5c5".parse()?, digit: Digit::D5 };
/// let texts = ["Look at box 5", "Hidden Single", "r5c5=5"].map(String::from);
/// let hint = Hint { placement, texts };
/// assert_eq!(hint.placement.cell.to_string(), "r5c5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The cell and digit.
    pub placement: Candidate,
    /// Where to look, which technique helps, and the step itself. [`HintPlace::Back`] prints a list of each, and
    /// [`HintPlace::Below`] the first two.
    pub texts: [String; HINT_LISTS],
}

impl Hint {
    /// Returns the text below the grid of a puzzle: all but the step itself.
    pub(crate) fn text_below(&self) -> String {
        let [place, technique, _] = &self.texts;
        [place, technique].into_iter().filter(|text| !text.is_empty()).cloned().collect::<Vec<_>>().join(" · ")
    }
}

/// The number of lists of hints, in rising order of help.
pub const HINT_LISTS: usize = 3;
