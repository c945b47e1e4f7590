//! Sudoku on paper: books as PDF, single puzzles and pages as SVG, PDF, EPS and PNG, and HTML with styles for printing.
//!
//! # What is in the crate
//! - [`Book`]: the texts, sections and style of a book. Its puzzles are [`Item`]s, which are requested one by one, so a
//!   book of any length takes little memory.
//! - [`Layout`]: the content and positions of each page. It returns an [`Error`] if the book cannot be printed, before
//!   anything is written.
//! - [`pdf::write`] and [`html::write`]: the output of a book.
//! - [`svg::picture`], [`pdf::picture`], [`eps::picture`] and [`png::picture`]: the output of one drawing: a page
//!   ([`Layout::draw`]), a cover ([`Layout::cover`]) or a grid ([`GridFace::drawing`], [`GridFace::labelled`]).
//! - [`Preset`]: the limits of a printer. `check::pdf` (feature `check`) checks any PDF against them.
//! - [`Typeface`]: the fonts. Noto Sans is included.
//!
//! Only a [`Puzzle`](minirow_core::Puzzle) can be printed, and it has exactly one solution.
//!
//! # The way through it
//! Fill in a book, lay it out, and write it:
//! ```
//! use std::convert::Infallible;
//!
//! use minirow_core::Puzzle;
//! use minirow_print::{Book, Item, Layout, Section, State, Style, Typeface, Words, pdf};
//!
//! let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle = Puzzle::new(clues.parse()?)?;
//! let item = Item { number: None, puzzle, state: State::default(), remark: "Easy".into(), hint: None };
//! let book = Book {
//!     title: Some("One & only".into()),
//!     subtitle: None,
//!     author: None,
//!     imprint: vec!["Made by hand.".into()],
//!     language: "en".into(),
//!     words: Words::default(),
//!     sections: vec![Section { name: "Easy".into(), count: 1, ..Section::default() }],
//!     style: Style::default(),
//! };
//! let typeface = Typeface::new();
//! let layout = Layout::new(&book, &typeface, &|_| item.clone())?;
//! assert_eq!(layout.pages(), 3); // the title, the puzzle, the solution
//! let mut file = Vec::new();
//! let written: Result<(), Infallible> =
//!     pdf::write(&layout, "an example", &mut |_| Ok(item.clone()), &mut |bytes| Ok(file.extend_from_slice(bytes)));
//! assert!(written.is_ok() && file.starts_with(b"%PDF-1.7"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Draw a single grid as SVG:
//!
//! ```
//! use minirow_core::Grid;
//! use minirow_print::{GridFace, Typeface, svg};
//!
//! let clues: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let picture = svg::grid(&Typeface::new(), &GridFace::new(clues, clues.pattern()), 300.0, "Puzzle 1");
//! assert!(picture.starts_with("<svg"));
//! # Ok::<(), minirow_core::ParseGridError>(())
//! ```
//!
//! Parse sizes of paper and lengths:
//!
//! ```
//! use minirow_print::{Length, Paper};
//!
//! let paper: Paper = "6x9".parse()?;
//! assert_eq!(paper.width, Length::inches(6.0));
//! assert_eq!("25.4mm".parse::<Length>()?.get(), 72.0);
//! # Ok::<(), minirow_print::Error>(())
//! ```

mod arrangement;
mod book;
#[cfg(feature = "check")]
pub mod check;
mod cover;
mod digits;
mod drawing;
pub mod eps;
mod error;
mod font;
mod grid;
mod hint_columns;
pub mod html;
mod layout;
mod length;
mod limits;
mod pages;
mod paper;
mod paragraph;
pub mod pdf;
mod plan;
pub mod png;
mod preset;
mod qr;
mod raster;
mod sheet;
mod single;
mod sizes;
pub mod svg;
pub mod template;
mod tone;
mod typeface;

pub use book::{Book, HINT_LISTS, Hint, HintPlace, Item, Items, Section, State, Style, Words};
pub use drawing::{Drawing, Link, Mark, Rectangle, Turn};
pub use error::Error;
pub use font::{Font, Ink};
pub use grid::{GridFace, LineWidths, StepMarks};
pub use layout::Layout;
pub use length::Length;
pub use limits::{LARGE_PRINT, MOST_PUZZLES, MOST_SOLUTIONS};
pub use paper::Paper;
pub use plan::PageContent;
pub use preset::Preset;
pub use raster::{Color, Raster};
pub use sheet::{Sheet, SheetStep};
pub use single::Below;
pub use tone::{SpotColor, Tone};
pub use typeface::{Glyph, GlyphLine, NOTO_SANS, Typeface, Weight};
