//! Writing a book in its format: PDF and HTML to one file, pictures to one file or a folder of them.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use minirow_core::CellSet;
use minirow_print::{Error as PrintError, GridFace, Item, Layout, Typeface, html, pdf, svg};

use super::pack::Pack;
use super::setup::{self, Words};
use super::{Args, PrintFormat};
use crate::error::{Error, Result};
use crate::interrupt;
use crate::output::{self, Output};
use crate::progress::Progress;
use minirow_table::PROGRAM;
use minirow_table::files::{self, FileGroup, StagedFolder, WriteOptions};
use serde_json::Value;

/// How wide a picture of one grid is, in points; pictures can be scaled.
const SIDE: f64 = 360.0;

/// Reads the pack, lays it out, and writes it.
pub(super) fn run(args: &Args) -> Result<()> {
    let format = format(args)?;
    let wants_folder = format == PrintFormat::Svg && args.page.is_none() && args.puzzle.is_none();
    match &args.target.out {
        Some(path) if wants_folder => check_folder(path, args.target.force)?,
        Some(_) => output::check(&args.target)?,
        None if wants_folder => {
            let why = "pictures of all puzzles need a folder: --out FOLDER; --puzzle N or --page N writes one of them";
            return Err(Error::usage(why));
        }
        None if format == PrintFormat::Pdf && io::stdout().is_terminal() => {
            return Err(Error::usage("a PDF is nothing for a terminal; --out FILE writes it to a file"));
        }
        None => {}
    }
    let fonts = FontFiles::read(args)?;
    let typeface = fonts.typeface()?;
    let words = Words::of(&args.texts);
    let mut pack = Pack::read(args, &typeface, format, &words)?;
    let book = setup::book(args, &pack, &words, &typeface)?;
    let refused = |error: PrintError| match &error {
        PrintError::Text { error: missing, .. } if matches!(**missing, PrintError::MissingCharacter(_)) => {
            setup::refused(format!("{error}; --fallback-font FILE adds one that has it"))
        }
        _ => setup::refused(error),
    };
    let layout = match format {
        PrintFormat::Html => Layout::for_any_font(&book, &typeface),
        PrintFormat::Pdf | PrintFormat::Svg => Layout::new(&book, &typeface),
    };
    let layout = layout.map_err(refused)?;
    match format {
        PrintFormat::Pdf if layout.pages() > pdf::MOST_PAGES => {
            let (pages, most) = (layout.pages(), pdf::MOST_PAGES);
            Err(Error::data(format!("{pages} pages are more than the {most} that a PDF can have: print it in parts")))
        }
        PrintFormat::Pdf => {
            let mut output = Output::open(&args.target)?;
            let progress = Progress::bar(2 * pack.len(), "grids", args.work.quiet);
            let mut items = |index| {
                progress.add(1);
                pack.item(index)
            };
            pdf::write(&layout, PROGRAM, &mut items, &mut |bytes| output.write(bytes))?;
            drop(progress);
            output.finish()
        }
        PrintFormat::Html => {
            let mut output = Output::open(&args.target)?;
            html::write(&layout, PROGRAM, &mut |index| pack.item(index), &mut |text| output.write(text.as_bytes()))?;
            output.finish()
        }
        PrintFormat::Svg if wants_folder => folder(args, &layout, &mut pack),
        PrintFormat::Svg => {
            let picture = picture(args, &layout, &mut pack)?;
            let mut output = Output::open(&args.target)?;
            output.write(picture.as_bytes())?;
            output.finish()
        }
    }
}

/// Returns the format: that of the option, or that of the name of the output.
fn format(args: &Args) -> Result<PrintFormat> {
    let extension = args.target.out.as_deref().and_then(Path::extension).and_then(|extension| extension.to_str());
    let by_name = match extension.map(str::to_ascii_lowercase).as_deref() {
        Some("html" | "htm") => Some(PrintFormat::Html),
        Some("svg") => Some(PrintFormat::Svg),
        _ if args.page.is_some() || args.puzzle.is_some() => Some(PrintFormat::Svg),
        _ => None,
    };
    let format = args.format.or(by_name).unwrap_or(PrintFormat::Pdf);
    if format != PrintFormat::Svg && (args.page.is_some() || args.puzzle.is_some()) {
        return Err(Error::usage("--page and --puzzle are for pictures: --format svg"));
    }
    Ok(format)
}

/// The bytes of fonts that were asked for.
struct FontFiles {
    main: Option<(PathBuf, Vec<u8>)>,
    bold: Option<(PathBuf, Vec<u8>)>,
    fallback: Vec<(PathBuf, Vec<u8>)>,
}

impl FontFiles {
    fn read(args: &Args) -> Result<FontFiles> {
        let read = |path: &PathBuf| match fs::read(path) {
            Ok(bytes) => Ok((path.clone(), bytes)),
            Err(error) => Err(Error::usage(format!("{}: cannot be read: {error}", path.display()))),
        };
        Ok(FontFiles {
            main: args.look.font.as_ref().map(read).transpose()?,
            bold: args.look.bold_font.as_ref().map(read).transpose()?,
            fallback: args.look.fallback_font.iter().map(read).collect::<Result<_>>()?,
        })
    }

    fn typeface(&self) -> Result<Typeface<'_>> {
        let refused = |path: &Path, why| Error::usage(format!("{}: {why}", path.display()));
        let mut typeface = Typeface::new();
        if let Some((path, main)) = &self.main {
            let bold = self.bold.as_ref().map(|(_, bold)| bold.as_slice());
            if let Some((path, bold)) = &self.bold {
                minirow_print::Font::read(bold).map_err(|why| refused(path, why))?;
            }
            typeface.set_in(main, bold).map_err(|why| refused(path, why))?;
        }
        for (path, font) in &self.fallback {
            typeface.fall_back_to(font).map_err(|why| refused(path, why))?;
        }
        Ok(typeface)
    }
}

/// One page or one grid.
fn picture(args: &Args, layout: &Layout, pack: &mut Pack) -> Result<String> {
    if let Some(page) = args.page {
        if layout.page(page).is_none() {
            return Err(Error::usage(format!("--page {page}: the book has {} pages", layout.pages())));
        }
        let drawing = layout.draw(page, &mut |index| pack.item(index))?;
        let title = args.texts.title.as_deref().unwrap_or("Sudoku");
        return Ok(svg::picture(layout.typeface(), &drawing, &format!("{title}, page {page}"), ""));
    }
    let (number, first) = (args.puzzle.unwrap_or_default(), args.texts.first_number);
    let Some(index) = number.checked_sub(first).filter(|&index| index < pack.len()) else {
        let last = first + pack.len() - 1;
        return Err(Error::usage(format!("--puzzle {number}: the puzzles have the numbers {first} to {last}")));
    };
    let item = pack.item(index)?;
    Ok(grid(layout, &item, number, args.solution))
}

/// A grid as a picture of its own.
fn grid(layout: &Layout, item: &Item, number: u64, solution: bool) -> String {
    let remark = if item.remark.is_empty() { String::new() } else { format!(", {}", item.remark) };
    let kind = if solution { "Solution of puzzle" } else { "Puzzle" };
    let face: GridFace = if solution { layout.solution_face(item) } else { layout.puzzle_face(item) };
    debug_assert!(face.bold != CellSet::EMPTY);
    svg::grid(layout.typeface(), &face, SIDE, &format!("{kind} {number}{remark}"))
}

/// Checks that a folder can be filled.
fn check_folder(path: &Path, force: bool) -> Result<()> {
    let cannot_read = |error| Error::usage(format!("{}: cannot be read: {error}", path.display()));
    match fs::metadata(path) {
        Ok(metadata) if !metadata.is_dir() => Err(Error::usage(format!(
            "{}: is a file, expected a folder; --puzzle N writes one picture",
            path.display()
        ))),
        Ok(_) if force || fs::read_dir(path).map_err(cannot_read)?.next().is_none() => Ok(()),
        Ok(_) => Err(Error::usage(format!("{}: has files already; --force writes among them", path.display()))),
        Err(_) => Ok(()),
    }
}

/// Writes a picture of each puzzle and of each solution. All of them get their names at once: in a new folder, or among the
/// files of one that is there.
fn folder(args: &Args, layout: &Layout, pack: &mut Pack) -> Result<()> {
    let path = args.target.out.as_deref().expect("a folder was asked for");
    let options = WriteOptions { overwrite: args.target.force, label: "minirow print", ..WriteOptions::default() };
    let first = args.texts.first_number;
    let digits = (first + pack.len()).to_string().len().max(4);
    let name =
        |number: u64, solution: bool| format!("{}-{number:0digits$}.svg", if solution { "solution" } else { "puzzle" });
    let mut pictures = if path.exists() {
        Pictures::AmongOthers(FileGroup::open(&path.join(name(first, false)), &options)?)
    } else {
        Pictures::New(Box::new(StagedFolder::open(path, &Value::Null, &options, &|_| false)?))
    };
    let progress = Progress::bar(pack.len(), "puzzles", args.work.quiet);
    // A signal to end comes between two pictures, so that nothing is left of them.
    interrupt::finish_first();
    for index in 0..pack.len() {
        if interrupt::requested() {
            pictures.discard()?;
            return Err(Error::Interrupted);
        }
        let (item, number) = (pack.item(index)?, first + index);
        let kinds: &[bool] = if layout.has_solutions() { &[false, true] } else { &[false] };
        for &solution in kinds {
            pictures.write(path, &name(number, solution), &grid(layout, &item, number, solution))?;
        }
        progress.add(1);
    }
    pictures.finish()
}

/// The folder that pictures are written to.
enum Pictures {
    New(Box<StagedFolder>),
    AmongOthers(FileGroup),
}

impl Pictures {
    fn write(&mut self, folder: &Path, name: &str, contents: &str) -> Result<()> {
        let mut member = match self {
            Pictures::New(staged) => staged.create(name)?,
            Pictures::AmongOthers(group) => group.create(&folder.join(name))?,
        };
        let written = member.write_all(contents.as_bytes());
        written.map_err(|error| files::Error::from_write(error, member.path()))?;
        match self {
            Pictures::New(staged) => staged.add(member)?,
            Pictures::AmongOthers(group) => group.add(member)?,
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
