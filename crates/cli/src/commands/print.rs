//! `print`: a pack as a book to print, in PDF or HTML, or as pictures; and checks of the PDF of a book.

#[cfg(feature = "pdf-check")]
mod check;
pub(crate) mod folder;
mod grids;
mod label;
mod options;
mod pack;
mod picture;
mod setup;
mod writing;

use std::path::PathBuf;

use minirow_print::Length;

use crate::args::{Given, TableInputArgs, TargetArgs, WorkArgs, whole};
use crate::commands::InputVerdict;
use crate::error::{Error, Result};
use label::Day;
use options::{Look, PrintFormat, Spine, Texts};

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
  minirow print week.csv --format eps --date 2026-11-30 --out week
  minirow print book.csv --preset kdp-6x9 --title T --cover white --out c.pdf
  minirow print pack.csv --page 3 --out page.svg          one page of the book
  minirow print pack.csv --language de --rules --out buch.pdf
  minirow print pack.csv --language zh --fallback-font CJK.ttc --out pack.pdf";

/// Print puzzles as a book (PDF, HTML) or as pictures
///
/// A book has the sections of the column `section` (see `minirow pack --recipe`). Without this column, each level is a
/// section if there are several. With a title, a book has a title page, an imprint with seed and versions, and a table of contents. The
/// default title is that of the recipe. With --bind, pages face each other, sections begin on the right, and the inner margin grows
/// with the number of pages.
///
/// Levels and ratings are those of the pack. Puzzles without them are rated. The command stops and
/// names the file and the line if a line has no grid, a grid does not have exactly one solution, or a given solution is wrong; nothing
/// is written then. The same pack gives the same bytes.
///
/// --preset makes the PDF of a paperback for Kindle Direct Publishing. --check checks the PDF of any program against the
/// same limits. Findings with the same cause are one line on standard output, with their pages. If there are findings, the exit status
/// is 1.
#[derive(clap::Args)]
#[command(before_long_help = EXAMPLES, next_help_heading = "Output")]
pub(crate) struct Args {
    /// Format to write [default: by the ending of FILE, else pdf]
    #[arg(long, value_enum)]
    format: Option<PrintFormat>,
    /// Write one page of the book as a picture
    #[arg(long, value_name = "N", conflicts_with = "puzzle", value_parser = whole(1..=u64::MAX))]
    page: Option<u64>,
    /// Write one puzzle as a picture, by its number in the book
    ///
    /// With --numbers, N is the text in that column, such as A-17.
    #[arg(long, value_name = "N", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    puzzle: Option<String>,
    /// With --puzzle, write its solution
    #[arg(long)]
    solution: bool,
    /// In pictures of puzzles, write the solution upside down below the grid
    #[arg(long, conflicts_with = "solution")]
    solution_below: bool,
    /// In pictures of puzzles, write the solution of the previous puzzle below the grid
    #[arg(long, conflicts_with_all = ["solution", "solution_below"])]
    previous_solution: bool,
    /// In pictures of grids, write TEXT above the grid
    ///
    /// {number} and {heading} are the texts above a grid in a book, {weekday} and {date} those of --date.
    #[arg(long, value_name = "TEXT", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    label: Option<String>,
    /// In pictures of grids, date of the first puzzle, as in 2026-11-30
    ///
    /// The others follow day by day, in the order of the file. Without --label, weekday and date are above the grid.
    #[arg(long, value_name = "DATE", value_parser = label::day)]
    date: Option<Day>,
    /// Write the cover: back, spine and front, with a bleed of 0.125in in a PDF
    ///
    /// The width of the spine is a LENGTH, or follows from the number of pages on white or cream paper of Kindle Direct Publishing.
    /// The other options are those of the book.
    #[arg(long, value_name = "white|cream|LENGTH", conflicts_with_all = ["page", "puzzle"], value_parser = options::spine)]
    cover: Option<Spine>,
    /// Side of a grid in a picture, such as 60mm [default: 5in]
    #[arg(long, value_name = "LENGTH", value_parser = picture::size, conflicts_with_all = ["page", "cover"])]
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
