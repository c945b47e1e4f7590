//! `print`: a pack as a book to print, in PDF or HTML, or as pictures; and checks of the PDF of a book.

#[cfg(feature = "pdf-check")]
mod check;
mod folder;
mod pack;
mod picture;
mod setup;
mod words;
mod writing;

pub(crate) use folder::is_picture;

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use minirow_print::{Length, MOST_PUZZLES, MOST_SOLUTIONS, Paper, Preset};

use crate::args::{Given, TableInputArgs, TargetArgs, WorkArgs, whole};
use crate::commands::InputVerdict;
use crate::error::{Error, Result};
use words::Language;

const EXAMPLES: &str = "\
Examples:
  minirow print pack.csv --out pack.pdf      four to a page, with solutions
  minirow print pack.csv --out pack.html     to print from a browser
  minirow print pack.csv --paper letter --large-print --out large.pdf
  minirow print pack.csv --heading level,rating --hint back --out class.pdf
  minirow print book.csv --title \"A Journey\" --preset kdp-6x9 --out book.pdf
  minirow print --check book.pdf --preset kdp-6x9         before an upload
  minirow print pack.csv --format svg --out pictures      a folder of pictures
  minirow print pack.csv --puzzle 3 --size 60mm --out 3.eps        one puzzle
  minirow print pack.csv --puzzle 3 --label Monday --solution-below --out 3.pdf
  minirow print pack.csv --page 3 --out page.svg          one page of the book
  minirow print pack.csv --language de --rules --out buch.pdf
  minirow print pack.csv --language zh --fallback-font CJK.ttc --out pack.pdf";

/// Print puzzles as a book (PDF, HTML) or as pictures
///
/// A book has the sections of the column `section` (see `minirow pack --recipe`), or else the levels if there are several.
/// With a title, it has a title page, an imprint with seed and versions, and a table of contents. The default title is that of
/// the recipe. With --bind, pages face each other, sections begin on the right, and the inner margin grows with the number of pages.
///
/// Levels and ratings are those of the pack. Puzzles without them are rated. The command ends with file and line if a
/// line has no grid, a grid does not have exactly one solution, or a given solution is wrong; nothing is written then. The same
/// pack gives the same bytes.
///
/// --preset makes the PDF of a paperback for Kindle Direct Publishing. --check checks the PDF of any program against the
/// same limits. Like findings are one line on standard output, with their pages, and the exit status is 1.
#[derive(clap::Args)]
#[command(before_long_help = EXAMPLES, next_help_heading = "Output")]
pub(crate) struct Args {
    /// Format to write [default: by the ending of FILE, else pdf]
    #[arg(long, value_enum)]
    format: Option<PrintFormat>,
    /// Write one page of the book as a picture
    #[arg(long, value_name = "N", conflicts_with = "puzzle", value_parser = whole(1..=u64::MAX))]
    page: Option<u64>,
    /// Write one puzzle as a picture
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX))]
    puzzle: Option<u64>,
    /// With --puzzle, write its solution
    #[arg(long)]
    solution: bool,
    /// With --puzzle, write its solution upside down below it
    #[arg(long, conflicts_with = "solution")]
    solution_below: bool,
    /// With --puzzle, write TEXT above the grid
    #[arg(long, value_name = "TEXT", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    label: Option<String>,
    /// Side of a grid in a picture, such as 60mm [default: 5in]
    #[arg(long, value_name = "LENGTH", value_parser = picture::size, conflicts_with = "page")]
    size: Option<Length>,
    /// Resolution of a PNG picture, in pixels to the inch
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = whole(36..=2400_u32))]
    dpi: u32,
    /// Check a PDF against the preset instead of printing
    #[arg(long, value_name = "PDF", requires = "preset", conflicts_with = "files")]
    check: Option<PathBuf>,
    #[command(flatten)]
    inputs: TableInputArgs,
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
    #[arg(long, value_name = "TEXT", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    title: Option<String>,
    /// Line below the title [default: the number of puzzles]
    #[arg(long, value_name = "TEXT")]
    subtitle: Option<String>,
    /// Author of the book
    #[arg(long, value_name = "TEXT")]
    author: Option<String>,
    /// Copyright line of the imprint, such as "© 2026 A. Author"
    #[arg(long, value_name = "TEXT")]
    copyright: Option<String>,
    /// Paragraph of the imprint; a text FILE for all of it; or none
    ///
    /// Can be repeated for several paragraphs, which come before those of the program. If the value ends in .txt, Minirow reads that
    /// file, with blank lines between paragraphs. It replaces the whole imprint. `none` leaves the imprint out.
    #[arg(long, value_name = "TEXT|FILE|none")]
    imprint: Vec<String>,
    /// Add a page with the rules and an example
    #[arg(long)]
    rules: bool,
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
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=HIGHEST))]
    first_number: u64,
    /// Language of the pages: en, de, es, fr, zh, another tag, or a FILE
    ///
    /// Sets all words that the program prints. With another tag, such as pt-BR, they are English.
    /// FILE ends in .txt and has lines KEY = TEXT, as the files in crates/cli/src/commands/print/languages.
    #[arg(long, alias = "lang", value_name = "TAG|FILE", default_value = "en", value_parser = words::language)]
    language: Language,
    /// Replace a text of the pages, as in clues=Hinweise; repeatable
    ///
    /// The names are those of a language file: contents, solutions, hints, easy, medium, hard and others. `puzzles` and
    /// `clues` replace the noun in all sentences.
    #[arg(long, value_name = "WORD=TEXT", value_parser = words::word)]
    word: Vec<(String, String)>,
}

/// The look of pages.
#[derive(clap::Args)]
#[command(next_help_heading = "Pages")]
struct Look {
    /// Paper, such as a4, letter, 6x9 or 170x240mm
    ///
    /// Sheets: a3, a4, a5, b5, letter, legal. Pages of books, in inches: 5x8, 5.5x8.5, 6x9, 7x10, 8x10, 8.5x8.5, 8.5x11.
    #[arg(long, value_name = "SIZE", default_value = "a4")]
    paper: Paper,
    /// Keep the limits of Kindle Direct Publishing, as in kdp-6x9
    ///
    /// Sets the paper, --bind, and --large-print for names that end in -large-print. Lines, text and margins are at least as large as
    /// KDP requires, the number of pages is even, and a PDF has neither links, bookmarks nor metadata.
    #[arg(long, value_name = "NAME", value_parser = presets(), conflicts_with_all = ["paper", "landscape"])]
    preset: Option<Preset>,
    /// Bind the pages as a book
    ///
    /// Pages face each other, sections begin on the right, and the inner margin grows with the number of pages.
    #[arg(long, conflicts_with = "preset")]
    bind: bool,
    /// Extend the pages by the bleed, with tabs for sections at the edge
    #[arg(long)]
    bleed: bool,
    /// Turn the paper on its side
    #[arg(long)]
    landscape: bool,
    /// Puzzles on a page, 1 to 12 [default: 4]
    ///
    /// The default is 1 on narrow paper and in large print.
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST_PUZZLES))]
    per_page: Option<usize>,
    /// Solutions on a page, up to 30; 0 for none [default: 12]
    ///
    /// The default is lower in large print.
    #[arg(long, value_name = "N", value_parser = whole(0..=MOST_SOLUTIONS))]
    solutions_per_page: Option<usize>,
    /// Print all text in 16 points or more, with heavier lines
    #[arg(long)]
    large_print: bool,
    /// Margins [default: 15mm; with --bind 0.5in]
    #[arg(long, value_name = "LENGTH")]
    margin: Option<Length>,
    /// Margin at the binding; makes pages face each other
    ///
    /// The default with --bind is 0.625in or more, by the number of pages.
    #[arg(long, value_name = "LENGTH")]
    inner_margin: Option<Length>,
    /// Print small candidates in empty cells
    #[arg(long)]
    pencilmarks: bool,
    /// Shade the cells of clues, which shows their pattern
    #[arg(long)]
    shade_clues: bool,
    /// Print "Solution on page N" below each puzzle
    #[arg(long)]
    solution_pages: bool,
    /// Print hints, in rising order of help
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
    #[arg(long, value_name = "FILE")]
    bold_font: Option<PathBuf>,
    /// Font for characters that the others lack; repeatable
    ///
    /// A bold font is for bold text. Of a collection (.ttc), the font is that of the language, as Noto Sans CJK SC for zh.
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
    /// Pictures as Scalable Vector Graphics
    Svg,
    /// Pictures as Encapsulated PostScript
    Eps,
    /// Pictures of pixels, in shades of grey
    Png,
}

/// A text above a grid.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Heading {
    /// The level: easy, medium, hard, ...
    Level,
    /// The level as one to six stars
    Stars,
    /// The rating: ER 2.6
    Rating,
    /// The estimated solving time in minutes
    Minutes,
    /// The number of clues
    Clues,
    /// The section of the pack
    Section,
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
    /// Where to look and which technique helps, upside down below the grid
    Below,
    /// Three lists before the solutions: where to look, which technique, which step
    Back,
}

/// Returns a parser of the names of presets.
fn presets() -> impl TypedValueParser<Value = Preset> {
    PossibleValuesParser::new(Preset::ALL.map(|preset| preset.name)).try_map(|name| name.parse::<Preset>())
}

impl Args {
    pub(crate) fn run(self, given: &Given) -> Result<InputVerdict> {
        if let Some(path) = &self.check {
            given.refuse_others("with --check", &["check", "preset", "bleed", "threads", "quiet"])?;
            let preset =
                self.look.preset.as_ref().ok_or_else(|| Error::usage("--check needs the limits of --preset"))?;
            #[cfg(feature = "pdf-check")]
            return check::run(path, preset, self.look.bleed);
            #[cfg(not(feature = "pdf-check"))]
            return Err(Error::usage(format!(
                "{}: cannot be checked against {}: this minirow was built without `pdf-check`, a feature of its package",
                path.display(),
                preset.name
            )));
        }
        writing::run(&self, given)?;
        Ok(InputVerdict::AllValid)
    }
}
