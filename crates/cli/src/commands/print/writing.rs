//! Writes a book as PDF or HTML, or one page or puzzle as a picture.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use clap::{Arg, Args as _, Command};
use minirow_print::pdf::Press;
use minirow_print::{Book, Error as PrintError, Layout, Preset, Typeface, pdf};
use minirow_text::counted;

use super::Args;
use super::folder::{check_folder, write_folder};
use super::grids::{Grids, with_option};
use super::label::Label;
use super::options::{ENDINGS, Heading, Hint, PrintFormat, Spine};
use super::pack::Pack;
use super::picture::Picture;
use super::setup;
use crate::args::Given;
use crate::endings;
use crate::error::{Error, Result, print_message};
use crate::fonts::FontFiles;
use crate::output::Output;
use crate::progress::Progress;
use crate::words::{Words, tip_for};

/// The options that affect pages only.
#[rustfmt::skip]
const OF_PAGES: &[&str] = &[
    "title", "subtitle", "author", "copyright", "imprint", "rules", "no-title-page", "paper", "bind", "landscape", "per-page", "margin",
    "inner-margin", "no-page-numbers", "solution-pages", "first-page", "section-text", "notes", "name-line", "qr-link",
];

/// The options that affect pictures of puzzles only.
const OF_PICTURES: &[&str] = &["solution-below", "previous-solution", "label", "date"];

/// The output that the options ask for.
#[derive(Clone, Copy)]
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
        let grids = if is_folder { "in a folder of pictures" } else { "with --puzzle" };
        if args.texts.heading.len() > 1 && args.texts.heading.contains(&Heading::None) {
            return Err(Error::usage("--heading none has no effect with other texts"));
        }
        let (paper, preset) = (args.look.paper, &args.look.preset);
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
            (paper.turned() == paper, "on square paper", &["landscape"]),
            (preset.is_some_and(|preset| preset.large_print), "with a preset of large print", &["large-print"]),
            (format == PrintFormat::Html, "with --format html", &["bleed", "fallback-font"]),
            (is_grid, grids, OF_PAGES),
            (is_grid && args.look.hint != Some(Hint::Cell), grids, &["hint"]),
            (is_grid && !used.contains(&"heading"), grids, &["heading"]),
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

    /// Checks the texts of all pictures in a folder, or the number of pages of a book as PDF.
    fn check(&self, grids: &Grids) -> Result<()> {
        let Wanted { format, is_one, is_folder, .. } = *self;
        if is_folder {
            return (0..grids.pack.len()).try_for_each(|index| grids.check_texts(index));
        }
        if is_one || format != PrintFormat::Pdf {
            return Ok(());
        }
        grids.layout.check_pages().map_err(|error| with_option(&error))?;
        let (pages, most) = (grids.layout.pages(), pdf::MOST_PAGES);
        if pages > most {
            let why = format!("found {pages} pages, expected at most {most} in a PDF; print fewer puzzles");
            return Err(Error::data(why));
        }
        Ok(())
    }

    /// Prints what may not be meant.
    fn print_notes(&self, args: &Args, Job { pack, typeface, .. }: &Job) {
        if (self.sets_words || self.format == PrintFormat::Html) && args.texts.word.is_empty() {
            args.texts.language.print_note();
        }
        if pack.repeated > 0 && !args.work.quiet {
            let (repeated, all) = (pack.repeated, pack.len());
            let are = if repeated == 1 { "is" } else { "are" };
            print_message(&format!(
                "note: {repeated} of {all} puzzles {are} repeated; `minirow dedup` leaves out repeated ones"
            ));
        }
        if !args.work.quiet {
            args.look.fonts.print_note(typeface);
        }
    }
}

/// Reads the pack, lays it out, and writes it.
pub(super) fn run(args: &Args, given: &Given) -> Result<()> {
    let wanted = Wanted::of(args)?;
    let words = Words::new(&args.texts.language, &args.texts.word)?;
    wanted.refuse_options(args, Label::of(args, &words)?.as_ref(), given)?;
    wanted.check_target(args)?;
    Job::read(args, wanted, |job| {
        wanted.print_notes(args, job);
        if let (Some(preset), true) = (&args.look.preset, args.look.first_page.is_multiple_of(2)) {
            let (page, name) = (args.look.first_page, preset.name);
            return Err(Error::usage(format!(
                "--first-page {page}: expected an odd number with {name}, whose first page is on the right"
            )));
        }
        job.with_grids(args, |grids| {
            job.refuse_for(given, args, grids.book)?;
            wanted.check(grids)?;
            job.refuse_without_effect(given, args, grids)?;
            job.write(grids)
        })
    })
}

/// The options with which the pack or the fonts must be read again.
const OF_FILES: &[&str] = &["heading", "sections", "numbers", "hint", "hint-scale", "fallback-font"];

/// The options of fonts, which may be those that are built in.
const FONTS: &[&str] = &["font", "bold-font"];

/// A pack that was read, and the output that the options ask for.
struct Job<'a> {
    wanted: Wanted,
    pack: Pack,
    typeface: &'a Typeface<'a>,
}

impl Job<'_> {
    /// Reads the fonts and the pack.
    fn read<T>(args: &Args, wanted: Wanted, then: impl FnOnce(&Job) -> Result<T>) -> Result<T> {
        let words = Words::new(&args.texts.language, &args.texts.word)?;
        let fonts = FontFiles::read(&args.look.fonts)?;
        let typeface = &fonts.typeface(words.language())?;
        if wanted.sets_words {
            words.check(typeface, &args.texts.word)?;
        }
        then(&Job { wanted, pack: Pack::read(args, wanted.sets_words.then_some(typeface))?, typeface })
    }

    /// Lays out the book that arguments describe.
    fn with_grids<T>(&self, args: &Args, then: impl FnOnce(&Grids) -> Result<T>) -> Result<T> {
        let Job { wanted, pack, typeface } = self;
        let words = Words::new(&args.texts.language, &args.texts.word)?;
        let label = Label::of(args, &words)?;
        let book = setup::book(args, pack, &words, typeface, wanted.is_folder)?;
        if args.cover.is_some() && book.title.is_none() {
            return Err(Error::usage("--cover needs --title"));
        }
        let items = |index| pack.item(index, &words);
        let layout = match wanted.sets_words {
            true => Layout::new(&book, typeface, &items),
            false => Layout::for_any_font(&book, typeface, &items),
        };
        let layout = layout.map_err(|error| match &error {
            PrintError::Text { .. } => Error::usage(format!("{error}{}", tip_for(&error))),
            _ => with_option(&error),
        })?;
        then(&Grids { args, words: &words, book: &book, layout: &layout, pack, label: label.as_ref() })
    }

    /// Refuses options that have no effect on a book.
    fn refuse_for(&self, given: &Given, args: &Args, book: &Book) -> Result<()> {
        let is_html = self.wanted.format == PrintFormat::Html;
        let is_whole_imprint = |text: &String| text == "none" || text.ends_with(".txt");
        let has_imprint = !args.texts.imprint.iter().any(is_whole_imprint);
        let has_author_in_imprint = has_imprint && book.title.is_some() && book.style.imprint_page;
        let has_title_page = book.title.is_some() && book.style.title_page;
        let has_metadata = args.page.is_none() && book.title.is_some() && (is_html || book.style.preset.is_none());
        let (has_title, has_solutions) = (book.title.is_some(), book.style.solutions_per_page > 0);
        let has_folios = book.style.page_numbers || book.style.solution_pages;
        if args.look.hint == Some(Hint::Cell)
            && book.style.box_tone.as_ref().is_some_and(|tone| tone.lightness() < 0.85)
        {
            return Err(Error::usage(
                "--box-color: expected at most 15% of black with --hint cell, which is told by its grey",
            ));
        }
        let of_file = [Heading::Section, Heading::Title, Heading::Id];
        let is_missing = |heading: &&Heading| of_file.contains(heading) && !self.pack.has_heading(**heading);
        if let Some(heading) = args.texts.heading.iter().find(is_missing).filter(|_| given.has("heading")) {
            let name = heading.name();
            return Err(Error::usage(format!("--heading {name} has no effect: no puzzle of the file has one")));
        }
        given.refuse(&[
            (!self.pack.has_hint(), "without a puzzle that has a hint", &["hint"]),
            (!self.pack.has_empty_cell(), "without an empty cell", &["pencilmarks"]),
            (!has_solutions, "without solutions", &["solution-pages"]),
            (!book.style.page_numbers, "with --no-page-numbers", &["solution-pages"]),
            (!has_title, "without --title", &["subtitle", "no-title-page"]),
            (!has_title_page, "without a title page", &["subtitle"]),
            (!has_title_page && !has_metadata && !has_author_in_imprint, "without a title page", &["author"]),
            (!has_imprint, "with --imprint none or a file", &["copyright"]),
            (!has_title && is_html && !has_folios, "without page numbers", &["first-page"]),
        ])
    }

    /// Refuses options without which the output is the same: replaced words, the language of pictures of grids, and for one page all
    /// options of the book, but for those that state a default. For a cover, they describe the book that has it.
    fn refuse_without_effect(&self, given: &Given, args: &Args, grids: &Grids) -> Result<()> {
        if args.cover.is_some() {
            return Ok(());
        }
        let command = Args::augment_args(Command::new(""));
        let of_book = |option: &str| {
            let is_it = |arg: &&Arg| arg.get_long() == Some(option);
            let heading = command.get_arguments().find(is_it).and_then(Arg::get_help_heading);
            matches!(heading, Some("Text" | "Pages")) && !FONTS.contains(&option)
        };
        let states_default = |option: &str, others: &Args| {
            let (name, value) = option.trim_start_matches("--").split_once(' ').unwrap_or((option, ""));
            let default = command.get_arguments().find(|arg| arg.get_long() == Some(name)).map(Arg::get_default_values);
            let is_default =
                default.is_some_and(|default| !value.is_empty() && default == value.split(',').collect::<Vec<_>>());
            is_default || self.with_grids(others, |others| Ok(others.book == grids.book)).unwrap_or(false)
        };
        let (mut whole, mut useless) = (None, Vec::new());
        let is_grid = self.wanted.is_folder || args.puzzle.is_some();
        let is_tried = |option: &str| {
            option == "word" || option == "language" && is_grid || args.page.is_some() && of_book(option)
        };
        for (option, others) in given.each_without(is_tried) {
            if whole.is_none() {
                let mut hashes = Vec::new();
                self.each_part(grids, &mut |bytes| {
                    hashes.push(hash(bytes));
                    Ok(())
                })?;
                whole = Some(hashes);
            }
            let is_same = |job: &Job| {
                job.with_grids(&others, |grids| {
                    job.wanted.check(grids)?;
                    job.has_parts(grids, whole.as_deref().unwrap_or_default())
                })
            };
            let is_of_files = OF_FILES.iter().any(|name| option.starts_with(&format!("--{name}")));
            let result = if is_of_files { Job::read(&others, self.wanted, is_same) } else { is_same(self) };
            // An option without which there is an error has an effect.
            let is_word = option.starts_with("--word");
            if result.unwrap_or(false) && (is_word || is_of_files || !states_default(&option, &others)) {
                useless.push(option);
            }
        }
        match &useless[..] {
            [] => Ok(()),
            [one] => Err(Error::usage(format!("{one} has no effect: the output is the same without it"))),
            several => {
                let several = several.join(", ");
                Err(Error::usage(format!("{several} have no effect: the output is the same without them")))
            }
        }
    }

    /// Returns `true` if the parts of the output have these hashes.
    fn has_parts(&self, grids: &Grids, hashes: &[u64]) -> Result<bool> {
        let (mut hashes, mut is_same) = (hashes.iter(), true);
        let result = self.each_part(grids, &mut |bytes| {
            is_same = hashes.next() == Some(&hash(bytes));
            if is_same { Ok(()) } else { Err(Error::Interrupted) }
        });
        if is_same { result.map(|()| hashes.next().is_none()) } else { Ok(false) }
    }

    /// Makes the output part by part.
    fn each_part(&self, grids: &Grids, visit: &mut dyn FnMut(&[u8]) -> Result<()>) -> Result<()> {
        let Wanted { format, is_one, is_folder, .. } = self.wanted;
        if is_one {
            return visit(&picture(grids, format)?);
        }
        if is_folder {
            let mut pictures = (0..self.pack.len()).flat_map(|index| grids.pictures(index));
            return pictures.try_for_each(|(_, picture)| visit(&grids.encoded(&picture, format)?));
        }
        grids.write_book(format, &mut |_| {}, visit)
    }

    /// Writes the output.
    fn write(&self, grids: &Grids) -> Result<()> {
        let (Wanted { format, is_one, is_folder, .. }, args) = (self.wanted, grids.args);
        if is_folder {
            return write_folder(args, format, grids);
        }
        let picture = if is_one { Some(picture(grids, format)?) } else { None };
        let mut output = Output::open(&args.target, "minirow print")?;
        if let Some(picture) = picture {
            output.write(&picture)?;
            return output.finish();
        }
        let progress =
            (format == PrintFormat::Pdf).then(|| Progress::bar(2 * self.pack.len(), "grids", args.work.quiet));
        let mut made = |number| progress.iter().for_each(|progress| progress.add(number));
        grids.write_book(format, &mut made, &mut |bytes| Ok(output.write(bytes)?))?;
        output.finish()?;
        if let (Some(path), false) = (args.target.file(), args.work.quiet) {
            let layout = grids.layout;
            let [white, cream] = Preset::spines(layout.pages()).map(|width| width.get() / 72.0);
            let spine = format!("; spine of {white:.3} in on white paper, {cream:.3} in on cream paper");
            // The cover of a bound book is made from it.
            let spine = if layout.has_facing_pages() { spine } else { String::new() };
            print_message(&format!("{}: {}{spine}", path.display(), counted(layout.pages(), "page")));
        }
        Ok(())
    }
}

/// Returns a hash of some bytes, to compare them in one run.
fn hash(bytes: &[u8]) -> u64 {
    BuildHasherDefault::<DefaultHasher>::new().hash_one(bytes)
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
    let encoded = |picture: Picture| grids.encoded(&picture, format);
    let title = args.texts.title.as_deref().unwrap_or("Sudoku");
    if let Some(spine) = args.cover {
        let width = match spine {
            Spine::Width(width) => width,
            Spine::White | Spine::Cream => {
                layout.check_pages().map_err(Error::usage)?;
                Preset::spines(layout.pages())[usize::from(matches!(spine, Spine::Cream))]
            }
        };
        let drawing = layout.cover(width, &grids.item(0)).map_err(Error::usage)?;
        let press =
            Press { bleed: Preset::BLEED.get(), crop_marks: args.look.crop_marks, pdf_x: args.look.pdf_x.clone() };
        return encoded(Picture { drawing, press, title: title.into(), description: String::new() });
    }
    if let Some(page) = args.page {
        if layout.page(page).is_none() {
            let pages = counted(layout.pages(), "page");
            return Err(Error::data(format!("--page {page}: the book has {pages}")));
        }
        let drawing = layout.draw(page, &mut |index| Ok::<_, Error>(grids.item(index)))?;
        let title = format!("{title}, page {page}");
        return encoded(Picture { drawing, press: Press::default(), title, description: String::new() });
    }
    let number = args.puzzle.as_deref().unwrap_or_default().trim();
    let number_of = |index| grids.number(index);
    let Some(index) = (0..pack.len()).find(|&index| number_of(index) == number) else {
        let [first, last] = [0, pack.len() - 1].map(number_of);
        let numbers = match &args.texts.numbers {
            Some(column) => {
                format!("found no such number in the column {column}: the first is {first}, and the last {last}")
            }
            None => format!("the puzzles have the numbers {first} to {last}"),
        };
        return Err(Error::data(format!("--puzzle {number}: {numbers}")));
    };
    if index == 0 && args.previous_solution {
        return Err(Error::data(format!("--previous-solution: no puzzle is before puzzle {number}")));
    }
    grids.check_texts(index)?;
    encoded(grids.picture(index, args.solution))
}
