//! Writes a book as PDF or HTML, or one page or puzzle as a picture.

use std::path::{Path, PathBuf};

use minirow_core::CellSet;
use minirow_core::text::counted;
use minirow_files::read_bytes;
use minirow_print::{Error as PrintError, Font, GridFace, Item, Layout, Length, Preset, Typeface, html, pdf, svg};
use minirow_table::PROGRAM;

use super::folder::{check_folder, write_folder};
use super::pack::Pack;
use super::picture::Picture;
use super::setup;
use super::words::{Words, known_languages, tag_without_words};
use super::{Args, Hint, PrintFormat};
use crate::args::Given;
use crate::endings::{self, Endings};
use crate::error::{Error, Result, print_message};
use crate::interrupt;
use crate::output::Output;
use crate::progress::Progress;

/// The width of a picture of one grid, in points. Pictures can be scaled.
const SIDE: f64 = 360.0;

/// The endings of outputs.
pub(super) const ENDINGS: Endings<PrintFormat> = &[
    ("pdf", PrintFormat::Pdf),
    ("html", PrintFormat::Html),
    ("htm", PrintFormat::Html),
    ("svg", PrintFormat::Svg),
    ("eps", PrintFormat::Eps),
    ("png", PrintFormat::Png),
];

/// The options that affect pages only.
#[rustfmt::skip]
const OF_PAGES: &[&str] = &[
    "title", "subtitle", "author", "copyright", "imprint", "rules", "no-title-page", "paper", "bind", "landscape", "per-page", "margin",
    "inner-margin", "no-page-numbers", "fallback-font", "solution-pages",
];

/// The output that the options ask for.
struct Wanted {
    format: PrintFormat,
    /// One page or one puzzle, as a picture.
    is_one: bool,
    /// A folder with a picture of each puzzle.
    is_folder: bool,
    /// Pages with words in the fonts of the book. Pictures of grids have no words, and a browser has its own fonts.
    sets_words: bool,
}

impl Wanted {
    fn of(args: &Args) -> Result<Wanted> {
        let format = format(args)?;
        let is_one = args.page.is_some() || args.puzzle.is_some();
        Ok(Wanted {
            format,
            is_one,
            is_folder: !is_one && !format.is_book(),
            sets_words: format == PrintFormat::Pdf && args.puzzle.is_none() || args.page.is_some(),
        })
    }

    /// Refuses options that have no effect on the output.
    fn refuse_options(&self, args: &Args, given: &Given) -> Result<()> {
        let (format, is_folder) = (self.format, self.is_folder);
        let is_grid = is_folder || args.puzzle.is_some();
        let grids = if is_folder { "in a folder of pictures" } else { "with --puzzle" };
        given.refuse(&[
            (format != PrintFormat::Png, "without --format png, or --out FILE.png", &["dpi"]),
            (args.puzzle.is_none(), "without --puzzle", &["solution", "solution-below", "label"]),
            (args.look.preset.is_none(), "without --preset", &["bleed"]),
            (args.look.font.is_none(), "without --font", &["bold-font"]),
            (format == PrintFormat::Html, "with --format html", &["bleed", "fallback-font"]),
            (is_grid, grids, OF_PAGES),
            (is_grid && args.look.hint != Some(Hint::Cell), grids, &["hint"]),
            (
                is_grid && format == PrintFormat::Png,
                "with --format png, which has no title",
                &["heading", "language", "word"],
            ),
            (is_grid, grids, &["bleed"]),
            (args.puzzle.is_some(), grids, &["solutions-per-page"]),
            (
                is_folder && args.look.solutions_per_page != Some(0),
                "in a folder of pictures, unless it is 0",
                &["solutions-per-page"],
            ),
            (args.solution, "with --solution", &["shade-clues", "pencilmarks", "hint"]),
        ])
    }

    /// Checks that the output can be written, before any work.
    fn check_target(&self, args: &Args) -> Result<()> {
        match args.target.file() {
            Some(path) if self.is_folder => check_folder(path, args.target.force),
            Some(_) => Output::open(&args.target, "minirow print").map(drop),
            None if self.is_folder => Err(Error::usage(
                "expected --out FOLDER for the pictures of all puzzles, or --puzzle N or --page N for one",
            )),
            None if matches!(self.format, PrintFormat::Pdf | PrintFormat::Png) && args.target.is_terminal() => {
                let what = if self.format == PrintFormat::Pdf { "PDF" } else { "PNG picture" };
                Err(Error::usage(format!("a terminal cannot show a {what}; --out FILE writes it to a file")))
            }
            None => Ok(()),
        }
    }

    /// Prints what may not be meant.
    fn print_notes(&self, args: &Args, pack: &Pack) {
        if (self.sets_words || self.format == PrintFormat::Html)
            && args.texts.word.is_empty()
            && let Some(tag) = tag_without_words(&args.texts.language)
        {
            let known = known_languages();
            print_message(&format!(
                "note: --language {tag}: the words are English; expected one of {known}, or a file of words"
            ));
        }
        if pack.repeated > 0 && !args.work.quiet {
            let (repeated, all) = (pack.repeated, pack.len());
            print_message(&format!(
                "note: {repeated} of {all} puzzles are repeated; `minirow dedup` leaves out repeated ones"
            ));
        }
        if args.look.font.is_some() && args.look.bold_font.is_none() {
            print_message("note: --font: without --bold-font, clues look like other digits");
        }
    }
}

/// Reads the pack, lays it out, and writes it.
pub(super) fn run(args: &Args, given: &Given) -> Result<()> {
    let wanted = Wanted::of(args)?;
    wanted.refuse_options(args, given)?;
    wanted.check_target(args)?;
    let words = Words::new(&args.texts.language, &args.texts.word)?;
    let fonts = FontFiles::read(args)?;
    let typeface = fonts.typeface(words.language())?;
    if wanted.sets_words {
        words.check(&typeface)?;
    }
    let pack = Pack::read(args, wanted.sets_words.then_some(&typeface), &words)?;
    wanted.print_notes(args, &pack);
    let book = setup::book(args, &pack, &words, &typeface)?;
    let is_page = wanted.format == PrintFormat::Html || args.page.is_some();
    given.refuse(&[
        (book.title.is_none(), "without --title", &["subtitle", "no-title-page"]),
        (book.title.is_none() && is_page, "without --title", &["author"]),
    ])?;
    let items = |index| pack.item(index);
    let layout = match wanted.sets_words {
        true => Layout::new(&book, &typeface, &items),
        false => Layout::for_any_font(&book, &typeface, &items),
    };
    let layout = layout.map_err(|error| match &error {
        PrintError::Text { error: missing, .. } if matches!(**missing, PrintError::MissingCharacter(_)) => {
            Error::usage(format!("{error}; --fallback-font FILE adds a font that has it"))
        }
        _ => Error::usage(error),
    })?;
    if wanted.is_folder {
        return write_folder(args, wanted.format, &layout, &pack);
    }
    if wanted.is_one {
        let picture = picture(args, wanted.format, &layout, &pack)?;
        let mut output = Output::open(&args.target, "minirow print")?;
        output.write(&picture)?;
        return output.finish();
    }
    write_book(args, wanted.format, &layout, &pack)
}

/// Writes a book as PDF or HTML.
fn write_book(args: &Args, format: PrintFormat, layout: &Layout, pack: &Pack) -> Result<()> {
    if format == PrintFormat::Pdf {
        layout.check_pages().map_err(Error::usage)?;
        let (pages, most) = (layout.pages(), pdf::MOST_PAGES);
        if pages > most {
            let why = format!("found {pages} pages, expected at most {most} in a PDF; print fewer puzzles");
            return Err(Error::data(why));
        }
    }
    let mut output = Output::open(&args.target, "minirow print")?;
    let mut item = |index| if interrupt::requested() { Err(Error::Interrupted) } else { Ok(pack.item(index)) };
    match format {
        PrintFormat::Html => {
            html::write(layout, PROGRAM, &mut item, &mut |text| Ok(output.write(text.as_bytes())?))?;
        }
        _ => {
            let progress = Progress::bar(2 * pack.len(), "grids", args.work.quiet);
            let mut items = |index| {
                progress.add(1);
                item(index)
            };
            pdf::write(layout, PROGRAM, &mut items, &mut |bytes| Ok(output.write(bytes)?))?;
        }
    }
    output.finish()?;
    // The cover is made from them.
    if let (Some(path), Some(_), false) = (args.target.file(), args.look.preset, args.work.quiet) {
        let pages = counted(layout.pages(), "page");
        let [white, cream] = Preset::spines(layout.pages()).map(|width| width.get() / 72.0);
        let spine = format!("spine of {white:.3} in on white paper, {cream:.3} in on cream paper");
        print_message(&format!("{}: {pages}; {spine}", path.display()));
    }
    Ok(())
}

/// Returns the format of the option, or that of the ending of the output.
fn format(args: &Args) -> Result<PrintFormat> {
    let is_one = args.page.is_some() || args.puzzle.is_some();
    let default = if is_one { PrintFormat::Svg } else { PrintFormat::Pdf };
    let format = endings::format_of(args.format, args.target.file(), ENDINGS)?.unwrap_or(default);
    if is_one && format == PrintFormat::Html {
        return Err(Error::usage("--page and --puzzle are for pictures: --format svg, pdf, eps or png"));
    }
    if args.size.is_some() && !is_one && format.is_book() {
        return Err(Error::usage("--size is for pictures, expected --puzzle N or --format svg, eps or png"));
    }
    Ok(format)
}

/// The largest font that is read, in bytes. Those with all of Chinese, Japanese and Korean are smaller.
const LARGEST_FONT: u64 = 128 << 20;

/// The font files of the options, with their contents.
struct FontFiles {
    main: Option<(PathBuf, Vec<u8>)>,
    bold: Option<(PathBuf, Vec<u8>)>,
    fallback: Vec<(PathBuf, Vec<u8>)>,
}

impl FontFiles {
    fn read(args: &Args) -> Result<FontFiles> {
        let read = |path: &PathBuf| match read_bytes(path, LARGEST_FONT) {
            Ok(bytes) => Ok((path.clone(), bytes)),
            Err(error) => Err(Error::unreadable(path.display(), error)),
        };
        Ok(FontFiles {
            main: args.look.font.as_ref().map(read).transpose()?,
            bold: args.look.bold_font.as_ref().map(read).transpose()?,
            fallback: args.look.fallback_font.iter().map(read).collect::<Result<_>>()?,
        })
    }

    fn typeface(&self, language: &str) -> Result<Typeface<'_>> {
        let refused = |path: &Path, why| Error::usage(format!("{}: {why}", path.display()));
        let mut typeface = Typeface::of_language(language);
        if let Some((path, bold)) = &self.bold {
            Font::read(bold).map_err(|why| refused(path, why))?;
        }
        if let Some((path, main)) = &self.main {
            let bold = self.bold.as_ref().map(|(_, bold)| bold.as_slice());
            typeface.set_in(main, bold).map_err(|why| refused(path, why))?;
        }
        for (path, font) in &self.fallback {
            typeface.fall_back_to(font).map_err(|why| refused(path, why))?;
        }
        Ok(typeface)
    }
}

/// Returns a picture of one page or one grid.
fn picture(args: &Args, format: PrintFormat, layout: &Layout, pack: &Pack) -> Result<Vec<u8>> {
    if let Some(page) = args.page {
        if layout.page(page).is_none() {
            let pages = counted(layout.pages(), "page");
            return Err(Error::data(format!("--page {page}: the book has {pages}")));
        }
        let drawing = layout.draw(page, &mut |index| Ok::<_, Error>(pack.item(index)))?;
        let title = args.texts.title.as_deref().unwrap_or("Sudoku");
        let picture = Picture { drawing, title: format!("{title}, page {page}"), description: String::new() };
        return picture.encoded(layout.typeface(), format, args.dpi);
    }
    let (number, first) = (args.puzzle.unwrap_or_default(), args.texts.first_number);
    let Some(index) = number.checked_sub(first).filter(|&index| index < pack.len()) else {
        let last = first + pack.len() - 1;
        return Err(Error::data(format!("--puzzle {number}: the puzzles have the numbers {first} to {last}")));
    };
    if let Some(label) = &args.label {
        layout.typeface().check(label).map_err(|error| Error::usage(format!("--label: {error}")))?;
    }
    grid(args, layout, &pack.item(index), number, args.solution).encoded(layout.typeface(), format, args.dpi)
}

/// Returns a picture of one grid.
pub(super) fn grid(args: &Args, layout: &Layout, item: &Item, number: u64, solution: bool) -> Picture {
    let remark = if item.remark.is_empty() { String::new() } else { format!(", {}", item.remark) };
    let kind = if solution { "Solution of puzzle" } else { "Puzzle" };
    let face: GridFace = if solution { layout.solution_face(item) } else { layout.puzzle_face(item) };
    debug_assert!(face.bold != CellSet::EMPTY);
    let below = args.solution_below.then(|| layout.solution_face(item));
    let (side, label) = (args.size.map_or(SIDE, Length::get), args.label.as_deref().unwrap_or_default());
    Picture {
        drawing: face.labelled(layout.typeface(), side, label, below.as_ref()),
        title: format!("{kind} {number}{remark}"),
        description: svg::in_words(&face.digits),
    }
}
