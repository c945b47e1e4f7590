//! Sudoku on paper: books as PDF, single puzzles and pages as SVG, and HTML with styles for printing.
//!
//! A [`Book`] says what is printed and how. A [`Layout`] knows what is on each page and where; it returns an [`Error`] for a
//! book that cannot be printed, before anything is written. Then [`pdf::write`], [`html::write`] and [`svg::picture`] write it. Puzzles are asked
//! for one by one, so that a book of any length takes little memory; and as they are of the type
//! [`Puzzle`](minirow_core::Puzzle), nothing that has several solutions can be printed.
//!
//! ```
//! use std::convert::Infallible;
//!
//! use minirow_core::Puzzle;
//! use minirow_print::{Book, Item, Layout, Section, Style, Typeface, Words, pdf};
//!
//! let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let item = Item { puzzle: Puzzle::new(clues.parse()?)?, remark: "Easy".into(), hint: None };
//! let book = Book {
//!     title: Some("One & only".into()),
//!     subtitle: None,
//!     author: None,
//!     imprint: vec!["Made by hand.".into()],
//!     language: "en".into(),
//!     words: Words::default(),
//!     sections: vec![Section { name: "Easy".into(), note: None, count: 1 }],
//!     style: Style::default(),
//! };
//! let typeface = Typeface::new();
//! let layout = Layout::new(&book, &typeface)?;
//! assert_eq!(layout.pages(), 5); // the title, the section, the puzzle, "Solutions", the solution
//! let mut file = Vec::new();
//! let written: Result<(), Infallible> =
//!     pdf::write(&layout, "an example", &mut |_| Ok(item.clone()), &mut |bytes| Ok(file.extend_from_slice(bytes)));
//! assert!(written.is_ok() && file.starts_with(b"%PDF-1.7"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arrangement;
mod book;
mod drawing;
mod error;
mod font;
mod grid;
pub mod html;
mod layout;
mod length;
mod pages;
mod paper;
mod paragraph;
pub mod pdf;
mod plan;
mod sizes;
pub mod svg;
pub mod template;
mod typeface;

pub use book::{Book, Hint, HintPlace, Item, Section, Style, Words};
pub use drawing::{Drawing, Link, Mark, Rectangle};
pub use error::Error;
pub use font::{Font, Ink};
pub use grid::GridFace;
pub use layout::{Layout, MOST_PUZZLES, MOST_SOLUTIONS};
pub use length::Length;
pub use paper::{Margins, Paper};
pub use plan::PageContent;
pub use sizes::LARGE_PRINT;
pub use typeface::{Glyph, GlyphLine, NOTO_SANS, Typeface, Weight};
