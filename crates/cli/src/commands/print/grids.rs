//! The pictures of the grids of a book, with their labels.

use minirow_core::CellSet;
use minirow_print::pdf::Press;
use minirow_print::{Below, Book, Error as PrintError, GridFace, Item, Layout, Length, html, pdf, svg};
use minirow_table::PROGRAM;

use super::Args;
use super::label::Label;
use super::options::PrintFormat;
use super::pack::Pack;
use super::picture::Picture;
use crate::error::{Error, Result};
use crate::interrupt;
use crate::words::{Words, tip_for};

/// The width of a picture of one grid, in points. Pictures can be scaled.
const SIDE: f64 = 360.0;

/// The sources of pictures of grids.
pub(super) struct Grids<'a> {
    pub(super) args: &'a Args,
    pub(super) words: &'a Words,
    pub(super) book: &'a Book,
    pub(super) layout: &'a Layout<'a>,
    pub(super) pack: &'a Pack,
    pub(super) label: Option<&'a Label>,
}

impl Grids<'_> {
    /// Returns a puzzle by its place in the book.
    pub(super) fn item(&self, index: u64) -> Item {
        self.pack.item(index, self.words)
    }

    /// Writes a book as PDF or HTML. `made` gets the number of grids after each one.
    pub(super) fn write_book(
        &self,
        format: PrintFormat,
        made: &mut dyn FnMut(u64),
        write: &mut dyn FnMut(&[u8]) -> Result<()>,
    ) -> Result<()> {
        let layout = self.layout;
        let mut items = |index| {
            made(1);
            interrupt::token().check(Error::Interrupted)?;
            Ok(self.item(index))
        };
        if format == PrintFormat::Html {
            return html::write(layout, PROGRAM, &mut items, &mut |text| write(text.as_bytes()));
        }
        pdf::write(layout, PROGRAM, &mut items, &mut |bytes| write(bytes))
    }

    /// Returns the pictures of a puzzle and of its solution, if there are solutions. The solution is the one with `true`.
    pub(super) fn pictures(&self, index: u64) -> impl Iterator<Item = (bool, Picture)> {
        let kinds: &[bool] = if self.layout.has_solutions() { &[false, true] } else { &[false] };
        kinds.iter().map(move |&solution| (solution, self.picture(index, solution)))
    }

    /// Returns the file of a picture.
    pub(super) fn encoded(&self, picture: &Picture, format: PrintFormat) -> Result<Vec<u8>> {
        picture.encoded(self.layout.typeface(), format, self.args.dpi)
    }

    /// Returns the label of a puzzle, which is empty without one.
    fn label(&self, index: u64) -> String {
        let (number, item) = (self.number(index), self.item(index));
        self.label.map(|label| label.text(self.words, index, &number, &item)).unwrap_or_default()
    }

    /// Returns the text beside the solution of a puzzle.
    fn caption(&self, index: u64) -> String {
        let label = if self.label.is_some() { self.label(index) } else { self.number(index) };
        self.words.filled("solution-of", &[("label", &label)])
    }

    /// Checks that the fonts have the characters of the texts in the picture of a puzzle, and that its lines leave space for digits,
    /// which are legible if their size is given.
    pub(super) fn check_texts(&self, index: u64) -> Result<()> {
        let caption = index.checked_sub(1).filter(|_| self.args.previous_solution).map(|before| self.caption(before));
        for (what, text) in [("label", self.label(index))].into_iter().chain(caption.map(|text| ("caption", text))) {
            let checked = self.layout.typeface().check(&text);
            checked.map_err(|why| Error::usage(format!("{what} {text:?}: {why}{}", tip_for(&why))))?;
        }
        let side = self.args.size.map_or(SIDE, Length::get);
        let (face, below) = self.faces(index, self.args.solution);
        let is_legible = || match self.args.size {
            Some(_) => face.check_digits(self.layout.typeface(), side, below.as_ref()),
            // A picture without a size can be scaled.
            None => Ok(()),
        };
        face.check_lines(side).and_then(|()| is_legible()).map_err(|error| with_option(&error))
    }

    pub(super) fn number(&self, index: u64) -> String {
        self.layout.number_of(index, &self.item(index))
    }

    /// Returns the grid of a puzzle or of its solution, by its place in the book, and the solution below it.
    fn faces(&self, index: u64, solution: bool) -> (GridFace, Option<Below>) {
        let Grids { args, layout, .. } = *self;
        let item = self.item(index);
        let face = if solution { layout.solution_face(&item) } else { layout.puzzle_face(&item) };
        debug_assert!(face.bold != CellSet::EMPTY);
        let below = match index.checked_sub(1) {
            _ if solution => None,
            _ if args.solution_below => Some(Below { face: layout.solution_face(&item), caption: None }),
            Some(before) if args.previous_solution => {
                Some(Below { face: layout.solution_face(&self.item(before)), caption: Some(self.caption(before)) })
            }
            _ => None,
        };
        (face, below)
    }

    /// Returns the picture of a puzzle or of its solution, by its place in the book.
    pub(super) fn picture(&self, index: u64, solution: bool) -> Picture {
        let Grids { args, layout, .. } = *self;
        let remark = self.item(index).remark;
        let remark = if remark.is_empty() { String::new() } else { format!(", {remark}") };
        let name = self.words.counted("numbers", 1, &[("numbers", &self.number(index))]);
        let name = if solution { self.words.filled("solution-of", &[("label", &name)]) } else { name };
        let (face, below) = self.faces(index, solution);
        let side = args.size.map_or(SIDE, Length::get);
        Picture {
            drawing: face.labelled(layout.typeface(), side, &self.label(index), below.as_ref()),
            press: Press::default(),
            title: name + &remark,
            description: svg::in_words(&face.digits),
        }
    }
}

/// Returns an error of a layout with the option to change.
pub(super) fn with_option(error: &PrintError) -> Error {
    let option = match error {
        PrintError::NotALink => return Error::usage(format!("--qr-link: {error}")),
        PrintError::GridsTooSmall { what: "solutions", .. }
        | PrintError::SmallDigits { what: "solutions", .. }
        | PrintError::GridsPerPage { what: "solutions", .. } => "--solutions-per-page",
        PrintError::SmallDigits { what: "candidates", most: 0, .. } => "--pencilmarks, --paper or --preset",
        PrintError::SmallDigits { what: "candidates", .. } => "--per-page or --pencilmarks",
        PrintError::GridsTooSmall { .. }
        | PrintError::SmallDigits { .. }
        | PrintError::GridsPerPage { .. }
        | PrintError::Pages { .. } => "--per-page",
        // The text of a level is there without an option.
        PrintError::LongTextOfPage { what, .. } if what.starts_with("text of section") => {
            "--section-text or --sections none"
        }
        PrintError::LongText { what: "heading", .. } => "--heading or --per-page",
        PrintError::LongText { .. } => "--hint or --per-page",
        PrintError::SmallPicture { what: "solution", .. } => "--size, --solution-below or --previous-solution",
        PrintError::SmallPicture { what: "candidates", .. } => "--size or --pencilmarks",
        PrintError::SmallPicture { .. } => "--size",
        PrintError::SmallMargin { which: "inner", .. } => "--inner-margin",
        PrintError::SmallMargin { .. } => "--margin",
        PrintError::ThinLines { .. } | PrintError::WideLines { .. } => "--line-width",
        _ => return Error::usage(error),
    };
    Error::usage(format!("{error} ({option})"))
}
