//! Writes a book in its format: PDF and HTML to one file, pictures to one file or a folder.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use minirow_core::CellSet;
use minirow_core::text::counted;
use minirow_files::{FileGroup, StagedFolder, WriteOptions, read_bytes};
use minirow_print::{Error as PrintError, Font, GridFace, Item, Layout, Length, Preset, Typeface, html, pdf, svg};
use minirow_table::PROGRAM;
use serde_json::Value;

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
const ENDINGS: Endings<PrintFormat> = &[
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

/// Reads the pack, lays it out, and writes it.
pub(super) fn run(args: &Args, given: &Given) -> Result<()> {
    let format = format(args)?;
    let is_one = args.page.is_some() || args.puzzle.is_some();
    let is_folder = !is_one && !format.is_book();
    let is_grid = is_folder || args.puzzle.is_some();
    let grids = if is_folder { "in a folder of pictures" } else { "with --puzzle" };
    given.refuse(&[
        (format != PrintFormat::Png, "without --format png, or --out FILE.png", &["dpi"]),
        (args.puzzle.is_none(), "without --puzzle", &["solution"]),
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
    ])?;
    match args.target.file() {
        Some(path) if is_folder => check_folder(path, args.target.force)?,
        Some(_) => drop(Output::open(&args.target, "minirow print")?),
        None if is_folder => {
            let expected = "expected --out FOLDER for the pictures of all puzzles, or --puzzle N or --page N for one";
            return Err(Error::usage(expected));
        }
        None if matches!(format, PrintFormat::Pdf | PrintFormat::Png) && args.target.is_terminal() => {
            let what = if format == PrintFormat::Pdf { "PDF" } else { "PNG picture" };
            return Err(Error::usage(format!("a terminal cannot show a {what}; --out FILE writes it to a file")));
        }
        None => {}
    }
    let words = Words::new(&args.texts.language, &args.texts.word)?;
    let fonts = FontFiles::read(args)?;
    let typeface = fonts.typeface(words.language())?;
    // Pictures of grids have no words, and a browser has its own fonts.
    let sets_words = format == PrintFormat::Pdf && args.puzzle.is_none() || args.page.is_some();
    if sets_words {
        words.check(&typeface)?;
    }
    if (sets_words || format == PrintFormat::Html)
        && args.texts.word.is_empty()
        && let Some(tag) = tag_without_words(&args.texts.language)
    {
        let known = known_languages();
        print_message(&format!(
            "note: --language {tag}: the words are English; expected one of {known}, or a file of words"
        ));
    }
    let pack = Pack::read(args, sets_words.then_some(&typeface), &words)?;
    if pack.repeated > 0 && !args.work.quiet {
        let (repeated, all) = (pack.repeated, pack.len());
        print_message(&format!(
            "note: {repeated} of {all} puzzles are repeated; `minirow dedup` leaves out repeated ones"
        ));
    }
    if args.look.font.is_some() && args.look.bold_font.is_none() {
        print_message("note: --font: without --bold-font, clues look like other digits");
    }
    let book = setup::book(args, &pack, &words, &typeface)?;
    given.refuse(&[
        (book.title.is_none(), "without --title", &["subtitle", "no-title-page"]),
        (book.title.is_none() && (format == PrintFormat::Html || args.page.is_some()), "without --title", &["author"]),
    ])?;
    let items = |index| pack.item(index);
    let layout = match sets_words {
        true => Layout::new(&book, &typeface, &items),
        false => Layout::for_any_font(&book, &typeface, &items),
    };
    let layout = layout.map_err(|error| match &error {
        PrintError::Text { error: missing, .. } if matches!(**missing, PrintError::MissingCharacter(_)) => {
            Error::usage(format!("{error}; --fallback-font FILE adds a font that has it"))
        }
        _ => Error::usage(error),
    })?;
    if is_folder {
        return write_folder(args, format, &layout, &pack);
    }
    if is_one {
        let picture = picture(args, format, &layout, &pack)?;
        let mut output = Output::open(&args.target, "minirow print")?;
        output.write(&picture)?;
        return output.finish();
    }
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
        PrintFormat::Pdf => {
            let progress = Progress::bar(2 * pack.len(), "grids", args.work.quiet);
            let mut items = |index| {
                progress.add(1);
                item(index)
            };
            pdf::write(&layout, PROGRAM, &mut items, &mut |bytes| Ok(output.write(bytes)?))?;
        }
        PrintFormat::Html => {
            html::write(&layout, PROGRAM, &mut item, &mut |text| Ok(output.write(text.as_bytes())?))?;
        }
        PrintFormat::Svg | PrintFormat::Eps | PrintFormat::Png => unreachable!("pictures are written above"),
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
    grid(args, layout, &pack.item(index), number, args.solution).encoded(layout.typeface(), format, args.dpi)
}

/// Returns a picture of one grid.
fn grid(args: &Args, layout: &Layout, item: &Item, number: u64, solution: bool) -> Picture {
    let remark = if item.remark.is_empty() { String::new() } else { format!(", {}", item.remark) };
    let kind = if solution { "Solution of puzzle" } else { "Puzzle" };
    let face: GridFace = if solution { layout.solution_face(item) } else { layout.puzzle_face(item) };
    debug_assert!(face.bold != CellSet::EMPTY);
    Picture {
        drawing: face.drawing(layout.typeface(), args.size.map_or(SIDE, Length::get)),
        title: format!("{kind} {number}{remark}"),
        description: svg::in_words(&face.digits),
    }
}

/// Checks that a folder can be filled.
fn check_folder(path: &Path, force: bool) -> Result<()> {
    let problem = match fs::metadata(path) {
        Err(_) => return Ok(()),
        Ok(metadata) if !metadata.is_dir() => "is a file, expected a folder; --puzzle N writes one picture".into(),
        Ok(_) if force => return Ok(()),
        Ok(_) => match fs::read_dir(path).map(|mut entries| entries.next().is_none()) {
            Ok(true) => return Ok(()),
            Ok(false) => "has files already; --force adds the pictures".into(),
            Err(error) => format!("cannot be read: {error}"),
        },
    };
    Err(Error::usage(format!("{}: {problem}", path.display())))
}

/// The first parts of the names of pictures of puzzles and solutions, before their numbers.
const KINDS: [&str; 2] = ["puzzle", "solution"];

/// The smallest number of digits in the name of a picture.
const FEWEST_DIGITS: usize = 4;

/// Returns `true` if a file has the name of a picture in a folder.
pub(crate) fn is_picture(path: &Path) -> bool {
    let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
    let is_format = |format: &(&str, PrintFormat)| !format.1.is_book() && path.extension() == Some(format.0.as_ref());
    let is_number = |number: &str| number.len() >= FEWEST_DIGITS && number.bytes().all(|digit| digit.is_ascii_digit());
    ENDINGS.iter().any(is_format)
        && name.rsplit_once('-').is_some_and(|(kind, number)| KINDS.contains(&kind) && is_number(number))
}

/// Writes a picture of each puzzle and of each solution. All of them get their names at once: in a new folder, or among the
/// files of an existing one.
fn write_folder(args: &Args, format: PrintFormat, layout: &Layout, pack: &Pack) -> Result<()> {
    let path = args.target.file().expect("a folder");
    let options = WriteOptions {
        overwrite: args.target.force,
        only_files: true,
        label: "minirow print",
        ..WriteOptions::default()
    };
    let first = args.texts.first_number;
    let digits = (first + pack.len()).to_string().len().max(FEWEST_DIGITS);
    let ending = format.to_possible_value().expect("no format is skipped");
    let name = |number: u64, solution: bool| {
        let kind = KINDS[usize::from(solution)];
        format!("{kind}-{number:0digits$}.{}", ending.get_name())
    };
    FileGroup::finish_interrupted(path, &options)?;
    let mut pictures = if path.exists() {
        Pictures::AmongOthers(Box::new(FileGroup::open(&path.join(name(first, false)), &options)?))
    } else {
        let is_made = |path: &Path| path.parent() == Some(Path::new("")) && is_picture(path);
        Pictures::New(Box::new(StagedFolder::open(path, &Value::Null, &options, &|_| false, &is_made)?))
    };
    let progress = Progress::bar(pack.len(), "puzzles", args.work.quiet);
    // A signal is noticed between two pictures, so that nothing is left of them.
    interrupt::finish_first();
    let mut written = HashSet::new();
    let mut write = |index| {
        if interrupt::requested() {
            return Err(Error::Interrupted);
        }
        let (item, number) = (pack.item(index), first + index);
        let kinds: &[bool] = if layout.has_solutions() { &[false, true] } else { &[false] };
        for &solution in kinds {
            let picture = grid(args, layout, &item, number, solution).encoded(layout.typeface(), format, args.dpi)?;
            let name = name(number, solution);
            pictures.write(path, &name, &picture)?;
            written.insert(PathBuf::from(name));
        }
        progress.add(1);
        Ok(())
    };
    if let Err(error) = (0..pack.len()).try_for_each(&mut write) {
        // The next run could not resume the folder, and the disk may be full.
        let _ = pictures.discard();
        return Err(error);
    }
    pictures.finish()?;
    let entries =
        fs::read_dir(path).into_iter().flatten().filter_map(|entry| Some(PathBuf::from(entry.ok()?.file_name())));
    let mut left: Vec<PathBuf> = entries.filter(|name| is_picture(name) && !written.contains(name)).collect();
    left.sort();
    if let Some(first) = left.first() {
        let number = counted(left.len() as u64, "picture");
        print_message(&format!("{}: is of another run; there are {number} of other runs", path.join(first).display()));
    }
    Ok(())
}

/// The folder of the pictures.
enum Pictures {
    New(Box<StagedFolder>),
    AmongOthers(Box<FileGroup>),
}

impl Pictures {
    fn write(&mut self, folder: &Path, name: &str, contents: &[u8]) -> Result<()> {
        match self {
            Pictures::New(staged) => staged.put(name, contents)?,
            Pictures::AmongOthers(group) => group.put(&folder.join(name), contents)?,
        };
        Ok(())
    }

    fn discard(self) -> Result<()> {
        if let Pictures::New(staged) = self { Ok(staged.discard()?) } else { Ok(()) }
    }

    fn finish(self) -> Result<()> {
        match self {
            Pictures::New(staged) => staged.finish(),
            Pictures::AmongOthers(group) => group.commit(),
        }?;
        Ok(())
    }
}
