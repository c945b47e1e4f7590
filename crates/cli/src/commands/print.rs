//! `print`: a pack as a book to print: PDF, HTML or SVG.

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
  minirow print pack.csv --out pack.pdf                         A4, four to a page, solutions at the back
  minirow print book.csv --title \"A Long Journey\" --paper 6x9 --per-page 1 --out book.pdf
  minirow print pack.csv --paper letter --large-print --out large.pdf
  minirow print pack.csv --heading level,rating --pencilmarks --hint back --out class.pdf
  minirow print pack.csv --out pack.html                        to print from a browser
  minirow print pack.csv --format svg --out pictures            a folder with an SVG for each grid
  minirow print pack.csv --format svg --puzzle 3 --out 3.svg    one of them
  minirow print pack.csv --format svg --page 3 --out page.svg   one page of the book
  minirow print pack.csv --fallback-font NotoSansCJK.ttc --title 数独 --out pack.pdf";

const NOTES: &str = "\
A book has sections if its pack has a column `section` (see `pack --recipe`), or else if its puzzles
are of several levels. With a title it has a title page, an imprint with seed and versions, and a
list of contents; the title is that of the recipe if none is given. Sizes in inches are trimmed
pages of bound books: what begins anew is on the right, and the inner margin is as wide as the
number of pages asks for.

Levels and ratings are those of the pack; puzzles that have none there are rated first. A line that
holds no grid, a grid that has no or several solutions, or a solution that is not the right one ends
the command with file and line, before anything is written. The same pack gives the same bytes.";

/// Print puzzles: a book as PDF or HTML, or pictures as SVG
#[derive(clap::Args)]
#[command(before_help = EXAMPLES, after_help = NOTES)]
pub(crate) struct Args {
    #[command(flatten)]
    inputs: InputArgs,
    #[command(flatten)]
    target: TargetArgs,
    /// What to write [default: by the name of the output, else pdf]
    #[arg(long, value_enum)]
    format: Option<PrintFormat>,
    /// One page of the book, as SVG
    #[arg(long, value_name = "N", conflicts_with = "puzzle")]
    page: Option<u64>,
    /// One puzzle, as SVG
    #[arg(long, value_name = "N")]
    puzzle: Option<u64>,
    /// With --puzzle: its solution
    #[arg(long, requires = "puzzle")]
    solution: bool,

    #[command(flatten)]
    texts: Texts,
    #[command(flatten)]
    look: Look,

    #[command(flatten)]
    work: WorkArgs,
}

/// The highest number that the first puzzle can have.
const HIGHEST: u64 = 1_000_000_000;

/// What is said besides the puzzles.
#[derive(clap::Args)]
#[command(next_help_heading = "Text")]
struct Texts {
    /// The title, for a title page [default: that of the recipe the pack was made from]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// A line under the title [default: how many puzzles there are]
    #[arg(long, value_name = "TEXT")]
    subtitle: Option<String>,
    /// Who made the book
    #[arg(long, value_name = "TEXT")]
    author: Option<String>,
    /// A paragraph at the head of the imprint, such as a copyright; may be given again
    #[arg(long, value_name = "TEXT")]
    imprint: Vec<String>,
    /// No title page, though there is a title
    #[arg(long)]
    no_title_page: bool,
    /// What stands over each grid beside its number
    #[arg(long, value_name = "WHAT", value_delimiter = ',', default_value = "level")]
    heading: Vec<Heading>,
    /// What makes a section
    #[arg(long, value_name = "BY", value_enum, default_value_t = Sections::Auto)]
    sections: Sections,
    /// The number of the first puzzle
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(..=HIGHEST))]
    first_number: u64,
    /// The language of the book, for readers that speak
    #[arg(long, value_name = "TAG", default_value = "en", value_parser = language)]
    lang: String,
    /// Another word for one that pages need, as in solutions=Lösungen; may be given again
    #[arg(long, value_name = "WORD=TEXT", value_parser = setup::word)]
    word: Vec<(setup::Word, String)>,
}

/// How pages look.
#[derive(clap::Args)]
#[command(next_help_heading = "Pages")]
struct Look {
    /// a4, letter, a3, a5, b5, legal; trimmed: 6x9, 8.5x11, 5x8, 5.5x8.5, 7x10, 8x10, 8.5x8.5; or a size: 170x240mm
    #[arg(long, value_name = "SIZE", default_value = "a4")]
    paper: Paper,
    /// Paper on its side
    #[arg(long)]
    landscape: bool,
    /// Puzzles on a page, 1 to 12 (usual: 1, 2, 4, 6, 9) [default: 4; 1 on narrow paper and in large print]
    #[arg(long, value_name = "N")]
    per_page: Option<usize>,
    /// Solutions on a page, up to 30 (usual: 6, 12, 20); 0 for no solutions [default: 12; fewer in large print]
    #[arg(long, value_name = "N")]
    solutions_per_page: Option<usize>,
    /// No text smaller than 16 points, and heavier lines
    #[arg(long)]
    large_print: bool,
    /// The margins [default: 15mm; bound: 0.5in]
    #[arg(long, value_name = "LENGTH")]
    margin: Option<Length>,
    /// The margin at the binding; makes pages face each other [default: bound: 0.625in or more, by the number of pages]
    #[arg(long, value_name = "LENGTH")]
    inner_margin: Option<Length>,
    /// Print candidates small in empty cells
    #[arg(long)]
    pencilmarks: bool,
    /// Say where to begin
    #[arg(long, value_name = "WHERE", value_enum)]
    hint: Option<Hint>,
    /// No numbers on pages
    #[arg(long)]
    no_page_numbers: bool,
    /// Set the book in this font (.ttf, .otf, .ttc); what it has not is set in the font that is built in, Noto Sans
    #[arg(long, value_name = "FILE")]
    font: Option<PathBuf>,
    /// The bold one that belongs to it
    #[arg(long, value_name = "FILE", requires = "font")]
    bold_font: Option<PathBuf>,
    /// A font for characters that the others have not; may be given again
    #[arg(long, value_name = "FILE")]
    fallback_font: Vec<PathBuf>,
}

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum PrintFormat {
    /// A book, with all fonts embedded
    Pdf,
    /// A page to print from a browser
    Html,
    /// Pictures
    Svg,
}

/// What stands over a grid.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Heading {
    /// Easy, medium, hard, ...
    Level,
    /// The rating: ER 2.6
    Rating,
    /// The number of clues
    Clues,
    /// What the pack calls it: seed and index
    Id,
    /// The number alone
    None,
}

/// What makes a section.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Sections {
    /// The pack's own, or levels if there are several
    Auto,
    /// The column `section`
    Pack,
    /// Levels, the easiest first
    Level,
    /// No sections
    None,
}

/// Where hints are.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Hint {
    /// The cell to begin with is shaded
    Cell,
    /// Upside down under the grid
    Below,
    /// In a list before the solutions
    Back,
}

/// A tag of a language, as in `pt-BR`.
fn language(text: &str) -> std::result::Result<String, String> {
    let is_part = |part: &str| (1..=8).contains(&part.len()) && part.chars().all(|c| c.is_ascii_alphanumeric());
    if text.split('-').all(is_part) { Ok(text.into()) } else { Err("expected a language such as en or pt-BR".into()) }
}

impl Args {
    pub(crate) fn run(self) -> Result<InputVerdict> {
        writing::run(&self)?;
        Ok(InputVerdict::AllValid)
    }
}
