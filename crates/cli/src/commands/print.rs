//! `print`: a pack as a book to print, in PDF, HTML or SVG.

mod pack;
mod setup;
mod writing;

use std::path::PathBuf;

use minirow_print::{Length, Paper};

use crate::args::{InputArgs, TargetArgs, WorkArgs};
use crate::commands::InputVerdict;
use crate::error::Result;

const EXAMPLES: &str = "\
Examples:
  minirow print pack.csv --out pack.pdf      four to a page, with solutions
  minirow print pack.csv --out pack.html     to print from a browser
  minirow print pack.csv --paper letter --large-print --out large.pdf
  minirow print pack.csv --heading level,rating --hint back --out class.pdf
  minirow print book.csv --title \"A Long Journey\" --paper 6x9 --out book.pdf
  minirow print pack.csv --format svg --out pictures      a folder of pictures
  minirow print pack.csv --puzzle 3 --out 3.svg           one puzzle
  minirow print pack.csv --page 3 --out page.svg          one page of the book
  minirow print pack.csv --fallback-font CJK.ttc --title 数独 --out pack.pdf";

/// Print puzzles as a book (PDF, HTML) or as pictures (SVG)
///
/// A book has the sections of the column `section` (see `minirow pack --recipe`), or else the levels if there are several.
/// With a title, it has a title page, an imprint with seed and versions, and a table of contents. The default title is that of
/// the recipe. Paper sizes in inches are the trimmed pages of bound books: sections begin on the right, and the inner margin grows
/// with the number of pages.
///
/// Levels and ratings are those of the pack. Puzzles without them are rated. The command ends with file and line if a
/// line has no grid, a grid does not have exactly one solution, or a given solution is wrong; nothing is written then. The same
/// pack gives the same bytes.
#[derive(clap::Args)]
#[command(before_long_help = EXAMPLES, next_help_heading = "Output")]
pub(crate) struct Args {
    /// Format to write [default: by the ending of FILE, else pdf]
    #[arg(long, value_enum)]
    format: Option<PrintFormat>,
    /// Write one page of the book as SVG
    #[arg(long, value_name = "N", conflicts_with = "puzzle")]
    page: Option<u64>,
    /// Write one puzzle as SVG
    #[arg(long, value_name = "N")]
    puzzle: Option<u64>,
    /// With --puzzle, write its solution
    #[arg(long, requires = "puzzle")]
    solution: bool,
    #[command(flatten)]
    inputs: InputArgs,
    #[command(flatten)]
    texts: Texts,
    #[command(flatten)]
    look: Look,
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    work: WorkArgs,
}

/// The highest number that the first puzzle can have.
const HIGHEST: u64 = 1_000_000_000;

/// The texts of a book.
#[derive(clap::Args)]
#[command(next_help_heading = "Text")]
struct Texts {
    /// Title, for a title page [default: that of the recipe]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Line below the title [default: the number of puzzles]
    #[arg(long, value_name = "TEXT")]
    subtitle: Option<String>,
    /// Author of the book
    #[arg(long, value_name = "TEXT")]
    author: Option<String>,
    /// Paragraph of the imprint, such as a copyright; repeatable
    #[arg(long, value_name = "TEXT")]
    imprint: Vec<String>,
    /// Leave out the title page
    #[arg(long)]
    no_title_page: bool,
    /// Text above each grid, next to its number
    #[arg(long, value_name = "TEXT,...", value_delimiter = ',', default_value = "level")]
    heading: Vec<Heading>,
    /// Sections of the book
    #[arg(long, value_name = "BY", value_enum, default_value_t = Sections::Auto)]
    sections: Sections,
    /// Number of the first puzzle
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(..=HIGHEST))]
    first_number: u64,
    /// Language of the book, for screen readers
    #[arg(long, value_name = "TAG", default_value = "en", value_parser = language)]
    lang: String,
    /// Replace a word of the pages, as in clues=Hinweise; repeatable
    ///
    /// The words are contents, solutions, hints, puzzles, clues and the levels.
    #[arg(long, value_name = "WORD=TEXT", value_parser = setup::word)]
    word: Vec<(setup::Word, String)>,
}

/// The look of pages.
#[derive(clap::Args)]
#[command(next_help_heading = "Pages")]
struct Look {
    /// Paper, such as a4, letter, 6x9 or 170x240mm
    ///
    /// Sheets: a3, a4, a5, b5, letter, legal. Trimmed pages in inches: 5x8, 5.5x8.5, 6x9, 7x10, 8x10, 8.5x8.5, 8.5x11.
    #[arg(long, value_name = "SIZE", default_value = "a4")]
    paper: Paper,
    /// Turn the paper on its side
    #[arg(long)]
    landscape: bool,
    /// Puzzles on a page, 1 to 12 [default: 4]
    ///
    /// The default is 1 on narrow paper and in large print.
    #[arg(long, value_name = "N")]
    per_page: Option<usize>,
    /// Solutions on a page, up to 30; 0 for none [default: 12]
    ///
    /// The default is lower in large print.
    #[arg(long, value_name = "N")]
    solutions_per_page: Option<usize>,
    /// Print all text in 16 points or more, with heavier lines
    #[arg(long)]
    large_print: bool,
    /// Margins [default: 15mm; of bound books 0.5in]
    #[arg(long, value_name = "LENGTH")]
    margin: Option<Length>,
    /// Margin at the binding; makes pages face each other
    ///
    /// The default for bound books is 0.625in or more, by the number of pages.
    #[arg(long, value_name = "LENGTH")]
    inner_margin: Option<Length>,
    /// Print small candidates in empty cells
    #[arg(long)]
    pencilmarks: bool,
    /// Print a hint for the first step
    #[arg(long, value_name = "WHERE", value_enum)]
    hint: Option<Hint>,
    /// Leave out the page numbers
    #[arg(long)]
    no_page_numbers: bool,
    /// Font of the book (.ttf, .otf, .ttc) [default: Noto Sans]
    ///
    /// Characters that it lacks are printed in Noto Sans, which is built in.
    #[arg(long, value_name = "FILE")]
    font: Option<PathBuf>,
    /// Bold font of the same family
    #[arg(long, value_name = "FILE", requires = "font")]
    bold_font: Option<PathBuf>,
    /// Font for characters that the others lack; repeatable
    #[arg(long, value_name = "FILE")]
    fallback_font: Vec<PathBuf>,
}

/// The format of a book.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum PrintFormat {
    /// A book with all fonts embedded
    Pdf,
    /// A page to print from a browser
    #[value(alias = "htm")]
    Html,
    /// Pictures
    Svg,
}

/// A text above a grid.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Heading {
    /// The level: easy, medium, hard, ...
    Level,
    /// The rating: ER 2.6
    Rating,
    /// The number of clues
    Clues,
    /// The id in the pack
    Id,
    /// The number alone
    None,
}

/// The sections of a book.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Sections {
    /// Sections of the pack, or else levels if there are several
    Auto,
    /// Sections of the column `section`
    Pack,
    /// Levels, easiest first
    Level,
    /// No sections
    None,
}

/// The place of hints.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Hint {
    /// The cell of the first step is shaded
    Cell,
    /// Upside down below the grid
    Below,
    /// In a list before the solutions
    Back,
}

/// Parses the tag of a language, such as `pt-BR`.
fn language(text: &str) -> Result<String, String> {
    let is_part = |part: &str| (1..=8).contains(&part.len()) && part.chars().all(|c| c.is_ascii_alphanumeric());
    if text.split('-').all(is_part) { Ok(text.into()) } else { Err("expected a language such as en or pt-BR".into()) }
}

impl Args {
    pub(crate) fn run(self) -> Result<InputVerdict> {
        writing::run(&self)?;
        Ok(InputVerdict::AllValid)
    }
}
