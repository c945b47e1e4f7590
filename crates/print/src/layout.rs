//! A book laid out: what is on each page and where, checked before anything is written.

use std::fmt;

use crate::arrangement::Arrangement;
use crate::book::{Book, HintPlace, Item};
use crate::drawing::{Drawing, Rectangle};
use crate::grid::{Face, size_for_digits};
use crate::length::Length;
use crate::pages;
use crate::paper::Margins;
use crate::paragraph::{Paragraph, one_line};
use crate::plan::{ListLengths, Page, Plan};
use crate::typeface::{CannotSet, Typeface, Weight};

/// No text in large print is smaller than this many points.
pub const LARGE_PRINT: f64 = 16.0;

/// The most puzzles on a page.
pub const MOST_PUZZLES: usize = 12;

/// The most solutions on a page.
pub const MOST_SOLUTIONS: usize = 30;

/// A book that can be printed.
pub struct Layout<'a> {
    pub(crate) book: &'a Book,
    pub(crate) typeface: &'a Typeface<'a>,
    pub(crate) plan: Plan,
    pub(crate) margins: Margins,
    pub(crate) facing: bool,
    pub(crate) puzzles: Arrangement,
    pub(crate) solutions: Option<Arrangement>,
}

/// Why a book cannot be printed as it is asked for.
#[derive(Clone, PartialEq, Debug)]
pub enum Refusal {
    /// There is nothing to print.
    Empty,
    /// A text cannot be set.
    Text {
        /// What text it is.
        what: &'static str,
        /// Why not.
        why: CannotSet,
    },
    /// The margins leave too little of the paper, or too many grids share it.
    NoRoom {
        /// The side of the grids, in points.
        side: f64,
    },
    /// More grids are asked for on a page than there can be.
    TooMany {
        /// What kind of grids.
        what: &'static str,
        /// How many there can be.
        most: usize,
    },
    /// Digits are too small for large print.
    NotLarge {
        /// What kind of grids.
        what: &'static str,
        /// Their size, in points.
        size: f64,
        /// How many of them a page can have; 0 where even one is too small.
        most: usize,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Empty => f.write_str("there is no puzzle to print"),
            Refusal::Text { what, why } => write!(f, "{what}: {why}"),
            Refusal::NoRoom { side } => write!(
                f,
                "the grids would be {:.0} mm wide, expected at least {:.0}: fewer to a page, smaller margins or larger \
                 paper",
                side.max(0.0) * 25.4 / 72.0,
                SMALLEST_SIDE * 25.4 / 72.0
            ),
            Refusal::TooMany { what, most } => write!(f, "expected from 1 to {most} {what} on a page"),
            Refusal::NotLarge { what, size, most: 0 } => {
                write!(
                    f,
                    "large print has digits of at least {LARGE_PRINT} points, and one of the {what} on this paper has \
                     {size:.1}"
                )
            }
            Refusal::NotLarge { what, size, most } => write!(
                f,
                "large print has digits of at least {LARGE_PRINT} points, and so many {what} on a page give {size:.1}: \
                 at most {most} can be there"
            ),
        }
    }
}

impl std::error::Error for Refusal {}

/// Smaller grids cannot be read.
const SMALLEST_SIDE: f64 = 45.0;

impl<'a> Layout<'a> {
    /// Lays a book out.
    ///
    /// # Errors
    /// [`Refusal`] says what cannot be as it is asked for.
    pub fn new(book: &'a Book, typeface: &'a Typeface<'a>) -> Result<Layout<'a>, Refusal> {
        check_texts(book, |text| typeface.check(text))?;
        Layout::checked(book, typeface)
    }

    /// The same for [`crate::html`], which leaves letters to the fonts of the browser.
    ///
    /// # Errors
    /// [`Refusal`] says what cannot be as it is asked for.
    pub fn for_any_font(book: &'a Book, typeface: &'a Typeface<'a>) -> Result<Layout<'a>, Refusal> {
        check_texts(book, |text| match typeface.check(text) {
            Err(CannotSet::Control(character)) => Err(CannotSet::Control(character)),
            _ => Ok(()),
        })?;
        Layout::checked(book, typeface)
    }

    fn checked(book: &'a Book, typeface: &'a Typeface<'a>) -> Result<Layout<'a>, Refusal> {
        if book.sections.iter().all(|section| section.count == 0) {
            return Err(Refusal::Empty);
        }
        let style = &book.style;
        let too_many = |what, most| Err(Refusal::TooMany { what, most });
        if !(1..=MOST_PUZZLES).contains(&style.per_page) {
            return too_many("puzzles", MOST_PUZZLES);
        }
        if style.solutions_per_page > MOST_SOLUTIONS {
            return too_many("solutions", MOST_SOLUTIONS);
        }
        let facing = style.paper.bound || style.inner_margin.is_some();
        // How many pages there are does not hang on the margins but for the lists, and those hardly.
        let mut layout = Layout {
            book,
            typeface,
            plan: Plan::new(book, facing, ListLengths { contents: 20, hints: 40 }),
            margins: Margins::even(Length::millimetres(15.0)),
            facing,
            puzzles: Arrangement::of(1, &Rectangle { x: 0.0, y: 0.0, width: 99.0, height: 99.0 }, (0.0, 0.0)),
            solutions: None,
        };
        if style.paper.bound {
            layout.margins = Margins::for_binding(layout.plan.pages());
        }
        if let Some(margin) = style.margin {
            let inner = if style.paper.bound { layout.margins.inner } else { margin };
            layout.margins = Margins { outer: margin, inner };
        }
        layout.margins.inner = style.inner_margin.unwrap_or(layout.margins.inner);
        let area = layout.area(1);
        if area.width < SMALLEST_SIDE || area.height < SMALLEST_SIDE {
            return Err(Refusal::NoRoom { side: area.width.min(area.height) });
        }
        layout.plan = Plan::new(book, facing, pages::list_lengths(&layout));
        layout.puzzles = layout.arrange("puzzles", style.per_page, pages::puzzle_extras(style))?;
        layout.solutions = match style.solutions_per_page {
            0 => None,
            count => Some(layout.arrange("solutions", count, pages::solution_extras(style))?),
        };
        Ok(layout)
    }

    /// The most solutions of some usual numbers that large print can have on a page.
    pub fn solutions_in_large_print(book: &Book, typeface: &Typeface) -> usize {
        let fits = |&count: &usize| {
            let mut book = book.clone();
            book.style = crate::Style { solutions_per_page: count, per_page: 1, ..book.style };
            Layout::new(&book, typeface).is_ok()
        };
        [20, 12, 6, 4, 2, 1].into_iter().find(fits).unwrap_or(1)
    }

    fn arrange(&self, what: &'static str, count: usize, besides: (f64, f64)) -> Result<Arrangement, Refusal> {
        let area = self.area(1);
        let arrangement = Arrangement::of(count, &area, besides);
        if arrangement.side < SMALLEST_SIDE {
            return Err(Refusal::NoRoom { side: arrangement.side });
        }
        let size = |arrangement: &Arrangement| {
            let height = arrangement.side / 9.0 * Face::digit_height(true);
            size_for_digits(self.typeface, Weight::Regular, height)
        };
        if self.book.style.large_print && size(&arrangement) < LARGE_PRINT {
            let is_large = |&count: &usize| size(&Arrangement::of(count, &area, besides)) >= LARGE_PRINT;
            let most = (1..count).rev().find(is_large).unwrap_or(0);
            return Err(Refusal::NotLarge { what, size: size(&arrangement), most });
        }
        Ok(arrangement)
    }

    /// The fonts that it is set in.
    pub fn typeface(&self) -> &'a Typeface<'a> {
        self.typeface
    }

    /// What stays empty around each page.
    pub fn margins(&self) -> Margins {
        self.margins
    }

    /// Whether solutions are printed.
    pub fn has_solutions(&self) -> bool {
        self.solutions.is_some()
    }

    /// How a puzzle looks.
    pub fn puzzle_face(&self, item: &Item) -> Face {
        pages::puzzle_face(self, item)
    }

    /// How a solution looks: the clues are bold.
    pub fn solution_face(&self, item: &Item) -> Face {
        pages::solution_face(self, item)
    }

    /// How many pages there are.
    pub fn pages(&self) -> u64 {
        self.plan.pages()
    }

    /// What is on a page, by its number from 1; nothing if there is no such page.
    pub fn page(&self, number: u64) -> Option<Page> {
        self.plan.page(number)
    }

    /// The width and the height of every page, in points.
    pub fn size(&self) -> (f64, f64) {
        (self.book.style.paper.width.get(), self.book.style.paper.height.get())
    }

    /// What the margins leave of a page.
    pub fn inside(&self, number: u64) -> Rectangle {
        let (width, height) = self.size();
        let (outer, inner) = (self.margins.outer.get(), self.margins.inner.get());
        let left = if self.is_left(number) { outer } else { inner };
        Rectangle { x: left, y: outer, width: width - outer - inner, height: height - 2.0 * outer }
    }

    /// Whether a page lies on the left of an open book.
    pub(crate) fn is_left(&self, number: u64) -> bool {
        self.facing && number.is_multiple_of(2)
    }

    /// What is left for grids: the page without its margins and its foot.
    pub(crate) fn area(&self, number: u64) -> Rectangle {
        let inside = self.inside(number);
        let foot = if self.book.style.page_numbers { 2.4 * self.text_size(9.0) } else { 0.0 };
        Rectangle { height: inside.height - foot, ..inside }
    }

    /// The size of text that is usually so large.
    pub(crate) fn text_size(&self, size: f64) -> f64 {
        if self.book.style.large_print { size.max(LARGE_PRINT) } else { size }
    }

    /// One line of text, smaller or cut off where it is too wide; in large print only cut off.
    pub(crate) fn one_line(&self, weight: Weight, text: &str, size: f64, width: f64) -> Paragraph {
        let smallest = if self.book.style.large_print { size } else { 0.6 * size };
        one_line(self.typeface, weight, text, (size, smallest), width)
    }

    /// Draws a page, and asks for the puzzles that it needs, by their index in the book.
    ///
    /// # Errors
    /// What `items` gives.
    ///
    /// # Panics
    /// If there is no such page.
    pub fn draw<E>(&self, number: u64, items: &mut impl FnMut(u64) -> Result<Item, E>) -> Result<Drawing, E> {
        pages::draw(self, number, items)
    }
}

/// Whether all texts of the book can be set.
fn check_texts(book: &Book, check: impl Fn(&str) -> Result<(), CannotSet>) -> Result<(), Refusal> {
    let words = &book.words;
    let texts = [("title", &book.title), ("subtitle", &book.subtitle), ("author", &book.author)];
    let texts = texts.into_iter().filter_map(|(what, text)| text.as_ref().map(|text| (what, text)));
    let texts = texts.chain(book.imprint.iter().map(|text| ("imprint", text)));
    let of_section = book.sections.iter().flat_map(|section| {
        [Some(("name of a section", &section.name)), section.note.as_ref().map(|note| ("note of a section", note))]
    });
    let words = [&words.contents, &words.solutions, &words.hints, &words.puzzles].map(|word| ("word", word));
    for (what, text) in texts.chain(of_section.flatten()).chain(words) {
        check(text).map_err(|why| Refusal::Text { what, why })?;
    }
    Ok(())
}

/// Whether a style prints hints at a place.
pub(crate) fn has_hints(book: &Book, place: HintPlace) -> bool {
    book.style.hints == Some(place)
}
