//! Writes a book as PDF or HTML, or one page or puzzle as a picture.

use minirow_core::CellSet;
use minirow_print::pdf::Press;
use minirow_print::{Below, Error as PrintError, GridFace, Layout, Length, Preset, html, pdf, svg};
use minirow_table::PROGRAM;
use minirow_text::counted;

use super::Args;
use super::folder::{check_folder, write_folder};
use super::label::Label;
use super::options::{Hint, PrintFormat, Spine};
use super::pack::Pack;
use super::picture::Picture;
use super::setup;
use crate::args::Given;
use crate::endings::{self, Endings};
use crate::error::{Error, Result, print_message};
use crate::fonts::FontFiles;
use crate::interrupt;
use crate::output::Output;
use crate::progress::Progress;
use crate::words::Words;

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
    "inner-margin", "no-page-numbers", "solution-pages", "first-page", "section-text", "notes", "name-line", "qr-link",
];

/// The options that affect pictures of puzzles only.
const OF_PICTURES: &[&str] = &["solution-below", "previous-solution", "label", "date"];

/// The options that affect a cover whose spine has a given width.
#[rustfmt::skip]
const OF_COVERS: &[&str] = &[
    "cover", "crop-marks", "pdf-x", "format", "out", "force", "dpi", "column", "puzzle-column", "threads", "quiet", "title", "subtitle", "author", "language", "word",
    "paper", "preset", "landscape", "large-print", "line-width", "line-color", "box-color", "font", "bold-font", "fallback-font", "sections",
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
        let is_one = is_one(args);
        Ok(Wanted {
            format,
            is_one,
            is_folder: !is_one && !format.is_book(),
            sets_words: format == PrintFormat::Pdf && args.puzzle.is_none()
                || args.page.is_some()
                || args.cover.is_some(),
        })
    }

    /// Refuses options that have no effect on the output.
    fn refuse_options(&self, args: &Args, label: Option<&Label>, given: &Given) -> Result<()> {
        let (format, is_folder) = (self.format, self.is_folder);
        let is_grid = is_folder || args.puzzle.is_some();
        let used = label.map(Label::used_options).unwrap_or_default();
        let of_title = ["heading", "language", "word", "numbers"].into_iter();
        let untitled: Vec<&str> = of_title.filter(|option| !used.contains(option)).collect();
        if let Some(Spine::Width(_)) = args.cover {
            given.refuse_others("with --cover LENGTH", OF_COVERS)?;
        }
        let grids = if is_folder { "in a folder of pictures" } else { "with --puzzle" };
        given.refuse(&[
            (format != PrintFormat::Png, "without --format png, or --out FILE.png", &["dpi"]),
            (args.puzzle.is_none(), "without --puzzle", &["solution"]),
            (args.cover.is_some(), "with --cover", OF_PICTURES),
            (args.page.is_some(), "with --page", OF_PICTURES),
            (!is_grid, "without pictures of puzzles", OF_PICTURES),
            (
                self.is_one && args.cover.is_none() || format != PrintFormat::Pdf,
                "without a book or a cover as PDF",
                &["crop-marks", "pdf-x"],
            ),
            (args.date.is_some(), "with --date, which keeps the order of the file", &["sections"]),
            (is_grid && label.is_none() && !args.previous_solution, grids, &["fallback-font"]),
            (args.look.fonts.font.is_none(), "without --font", &["bold-font"]),
            (format == PrintFormat::Html, "with --format html", &["bleed", "fallback-font"]),
            (is_grid, grids, OF_PAGES),
            (is_grid && args.look.hint != Some(Hint::Cell), grids, &["hint"]),
            (is_grid && format == PrintFormat::Png, "with --format png, which has no title", &untitled),
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
            None => match self.format {
                PrintFormat::Pdf => args.target.refuse_terminal("PDF"),
                PrintFormat::Png => args.target.refuse_terminal("PNG picture"),
                PrintFormat::Html | PrintFormat::Svg | PrintFormat::Eps => Ok(()),
            },
        }
    }

    /// Prints what may not be meant.
    fn print_notes(&self, args: &Args, pack: &Pack) {
        if (self.sets_words || self.format == PrintFormat::Html) && args.texts.word.is_empty() {
            args.texts.language.print_note();
        }
        if pack.repeated > 0 && !args.work.quiet {
            let (repeated, all) = (pack.repeated, pack.len());
            print_message(&format!(
                "note: {repeated} of {all} puzzles are repeated; `minirow dedup` leaves out repeated ones"
            ));
        }
        if !args.work.quiet {
            args.look.fonts.print_note();
        }
    }
}

/// Reads the pack, lays it out, and writes it.
pub(super) fn run(args: &Args, given: &Given) -> Result<()> {
    let wanted = Wanted::of(args)?;
    let words = Words::new(&args.texts.language, &args.texts.word)?;
    let label = Label::of(args, &words)?;
    wanted.refuse_options(args, label.as_ref(), given)?;
    wanted.check_target(args)?;
    let fonts = FontFiles::read(&args.look.fonts)?;
    let typeface = fonts.typeface(words.language())?;
    if wanted.sets_words {
        words.check(&typeface)?;
    }
    let pack = Pack::read(args, wanted.sets_words.then_some(&typeface), &words)?;
    wanted.print_notes(args, &pack);
    let book = setup::book(args, &pack, &words, &typeface, wanted.is_folder)?;
    if let (Some(preset), true) = (&args.look.preset, args.look.first_page.is_multiple_of(2)) {
        let (page, name) = (args.look.first_page, preset.name);
        return Err(Error::usage(format!(
            "--first-page {page}: expected an odd number with {name}, whose first page is on the right"
        )));
    }
    let is_page = wanted.format == PrintFormat::Html || args.page.is_some();
    given.refuse(&[
        (book.style.solutions_per_page == 0, "without solutions", &["solution-pages"]),
        (book.title.is_none(), "without --title", &["subtitle", "no-title-page"]),
        (book.title.is_none() && is_page, "without --title", &["author"]),
        (
            book.title.is_none()
                && wanted.format == PrintFormat::Html
                && !book.style.page_numbers
                && !book.style.solution_pages,
            "without page numbers",
            &["first-page"],
        ),
    ])?;
    if wanted.sets_words || wanted.format == PrintFormat::Html {
        setup::refuse_words(args, &book.style)?;
    }
    if args.cover.is_some() && book.title.is_none() {
        return Err(Error::usage("--cover needs --title"));
    }
    let items = |index| pack.item(index);
    let layout = match wanted.sets_words {
        true => Layout::new(&book, &typeface, &items),
        false => Layout::for_any_font(&book, &typeface, &items),
    };
    let layout = layout.map_err(|error| match &error {
        PrintError::Text { error: missing, .. } if matches!(**missing, PrintError::MissingCharacter(_)) => {
            Error::usage(format!("{error}; --fallback-font FILE adds a font that has it"))
        }
        _ => with_option(&error),
    })?;
    let grids = Grids { args, words: &words, layout: &layout, pack: &pack, label: label.as_ref() };
    if wanted.is_folder {
        (0..pack.len()).try_for_each(|index| grids.check_texts(index))?;
        return write_folder(args, wanted.format, &grids);
    }
    if wanted.is_one {
        let picture = picture(&grids, wanted.format)?;
        let mut output = Output::open(&args.target, "minirow print")?;
        output.write(&picture)?;
        return output.finish();
    }
    write_book(args, wanted.format, &layout, &pack)
}

/// Writes a book as PDF or HTML.
fn write_book(args: &Args, format: PrintFormat, layout: &Layout, pack: &Pack) -> Result<()> {
    if format == PrintFormat::Pdf {
        layout.check_pages().map_err(|error| with_option(&error))?;
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
    if let (Some(path), false) = (args.target.file(), args.work.quiet) {
        let [white, cream] = Preset::spines(layout.pages()).map(|width| width.get() / 72.0);
        let spine = format!("; spine of {white:.3} in on white paper, {cream:.3} in on cream paper");
        // The cover of a bound book is made from it.
        let spine = if layout.has_facing_pages() { spine } else { String::new() };
        print_message(&format!("{}: {}{spine}", path.display(), counted(layout.pages(), "page")));
    }
    Ok(())
}

/// Returns an error of a layout with the option to change.
fn with_option(error: &PrintError) -> Error {
    let option = match error {
        PrintError::NotALink => return Error::usage(format!("--qr-link: {error}")),
        PrintError::GridsTooSmall { what: "solutions", .. }
        | PrintError::SmallDigits { what: "solutions", .. }
        | PrintError::GridsPerPage { what: "solutions", .. } => "--solutions-per-page",
        PrintError::SmallDigits { what: "candidates", .. } => "--pencilmarks",
        PrintError::GridsTooSmall { .. }
        | PrintError::SmallDigits { .. }
        | PrintError::GridsPerPage { .. }
        | PrintError::Pages { .. } => "--per-page",
        PrintError::LongText { what: "heading", .. } => "--heading or --per-page",
        PrintError::LongText { .. } => "--hint or --per-page",
        PrintError::SmallMargin { which: "inner", .. } => "--inner-margin",
        PrintError::SmallMargin { .. } => "--margin",
        PrintError::ThinLines { .. } | PrintError::WideLines { .. } => "--line-width",
        _ => return Error::usage(error),
    };
    Error::usage(format!("{error} ({option})"))
}

/// Returns the format of the option, or that of the ending of the output.
fn format(args: &Args) -> Result<PrintFormat> {
    let is_one = is_one(args);
    let default = if is_one && args.cover.is_none() { PrintFormat::Svg } else { PrintFormat::Pdf };
    let format = endings::format_of(args.format, args.target.file(), ENDINGS)?.unwrap_or(default);
    if is_one && format == PrintFormat::Html {
        return Err(Error::usage("--page, --puzzle and --cover are for pictures: --format svg, pdf, eps or png"));
    }
    if args.size.is_some() && !is_one && format.is_book() {
        return Err(Error::usage("--size is for pictures, expected --puzzle N or --format svg, eps or png"));
    }
    Ok(format)
}

/// Returns `true` if the options ask for one picture: a page, a puzzle or the cover.
fn is_one(args: &Args) -> bool {
    args.page.is_some() || args.puzzle.is_some() || args.cover.is_some()
}

/// Returns a picture of one page, one grid or the cover.
fn picture(grids: &Grids, format: PrintFormat) -> Result<Vec<u8>> {
    let Grids { args, layout, pack, .. } = *grids;
    let encoded = |picture: Picture| picture.encoded(layout.typeface(), format, args.dpi);
    let title = args.texts.title.as_deref().unwrap_or("Sudoku");
    if let Some(spine) = args.cover {
        let width = match spine {
            Spine::Width(width) => width,
            Spine::White | Spine::Cream => {
                layout.check_pages().map_err(Error::usage)?;
                Preset::spines(layout.pages())[usize::from(matches!(spine, Spine::Cream))]
            }
        };
        let drawing = layout.cover(width, &pack.item(0)).map_err(Error::usage)?;
        let press =
            Press { bleed: Preset::BLEED.get(), crop_marks: args.look.crop_marks, pdf_x: args.look.pdf_x.clone() };
        return encoded(Picture { drawing, press, title: title.into(), description: String::new() });
    }
    if let Some(page) = args.page {
        if layout.page(page).is_none() {
            let pages = counted(layout.pages(), "page");
            return Err(Error::data(format!("--page {page}: the book has {pages}")));
        }
        let drawing = layout.draw(page, &mut |index| Ok::<_, Error>(pack.item(index)))?;
        let title = format!("{title}, page {page}");
        return encoded(Picture { drawing, press: Press::default(), title, description: String::new() });
    }
    let number = args.puzzle.unwrap_or_default().to_string();
    let number_of = |index| layout.number_of(index, &pack.item(index));
    let Some(index) = (0..pack.len()).find(|&index| number_of(index) == number) else {
        let [first, last] = [0, pack.len() - 1].map(number_of);
        return Err(Error::data(format!("--puzzle {number}: the puzzles have the numbers {first} to {last}")));
    };
    if index == 0 && args.previous_solution {
        return Err(Error::data(format!("--previous-solution: no puzzle is before puzzle {number}")));
    }
    grids.check_texts(index)?;
    encoded(grids.picture(index, args.solution))
}

/// The sources of pictures of grids.
pub(super) struct Grids<'a> {
    pub(super) args: &'a Args,
    pub(super) words: &'a Words,
    pub(super) layout: &'a Layout<'a>,
    pub(super) pack: &'a Pack,
    pub(super) label: Option<&'a Label>,
}

impl Grids<'_> {
    /// Returns the label of a puzzle, which is empty without one.
    fn label(&self, index: u64) -> String {
        let (number, item) = (self.number(index), self.pack.item(index));
        self.label.map(|label| label.text(self.words, index, &number, &item)).unwrap_or_default()
    }

    /// Returns the text beside the solution of a puzzle.
    fn caption(&self, index: u64) -> String {
        let label = if self.label.is_some() { self.label(index) } else { self.number(index) };
        self.words.filled("solution-of", &[("label", &label)])
    }

    /// Checks that the fonts have the characters of the texts in the picture of a puzzle, and that its lines leave space for digits.
    fn check_texts(&self, index: u64) -> Result<()> {
        let caption = index.checked_sub(1).filter(|_| self.args.previous_solution).map(|before| self.caption(before));
        for text in [self.label(index)].into_iter().chain(caption) {
            let checked = self.layout.typeface().check(&text);
            checked.map_err(|why| {
                Error::usage(format!("{text:?}: {why}; --fallback-font FILE adds a font that has it"))
            })?;
        }
        let side = self.args.size.map_or(SIDE, Length::get);
        self.layout.puzzle_face(&self.pack.item(index)).check_lines(side).map_err(|error| with_option(&error))
    }

    fn number(&self, index: u64) -> String {
        self.layout.number_of(index, &self.pack.item(index))
    }

    /// Returns the picture of a puzzle or of its solution, by its place in the book.
    pub(super) fn picture(&self, index: u64, solution: bool) -> Picture {
        let Grids { args, layout, pack, .. } = *self;
        let item = pack.item(index);
        let remark = if item.remark.is_empty() { String::new() } else { format!(", {}", item.remark) };
        let kind = if solution { "Solution of puzzle" } else { "Puzzle" };
        let face: GridFace = if solution { layout.solution_face(&item) } else { layout.puzzle_face(&item) };
        debug_assert!(face.bold != CellSet::EMPTY);
        let below = match index.checked_sub(1) {
            _ if solution => None,
            _ if args.solution_below => Some(Below { face: layout.solution_face(&item), caption: None }),
            Some(before) if args.previous_solution => {
                Some(Below { face: layout.solution_face(&pack.item(before)), caption: Some(self.caption(before)) })
            }
            _ => None,
        };
        let side = args.size.map_or(SIDE, Length::get);
        Picture {
            drawing: face.labelled(layout.typeface(), side, &self.label(index), below.as_ref()),
            press: Press::default(),
            title: format!("{kind} {}{remark}", self.number(index)),
            description: svg::in_words(&face.digits),
        }
    }
}
