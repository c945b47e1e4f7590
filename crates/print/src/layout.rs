//! The layout of a book: the content and positions of each page, checked before anything is written.

use crate::arrangement::Arrangement;
use crate::book::{Book, HintPlace};
use crate::drawing::Rectangle;
use crate::error::Error;
use crate::grid::{GridFace, size_for_digits};
use crate::length::Length;
use crate::paper::Margins;
use crate::paragraph::{Paragraph, one_line};
use crate::plan::{ListLengths, PageContent, Plan};
use crate::sizes::{self, LARGE_PRINT, SMALLEST_SIDE};
use crate::typeface::{Typeface, Weight};

/// The maximum number of puzzles on a page.
pub const MOST_PUZZLES: usize = 12;

/// The maximum number of solutions on a page.
pub const MOST_SOLUTIONS: usize = 30;

/// The layout of a book that can be printed. See the [crate documentation](crate) for an example.
pub struct Layout<'a> {
    pub(crate) book: &'a Book,
    pub(crate) typeface: &'a Typeface<'a>,
    pub(crate) plan: Plan,
    pub(crate) margins: Margins,
    pub(crate) facing: bool,
    pub(crate) puzzles: Arrangement,
    pub(crate) solutions: Option<Arrangement>,
}

impl<'a> Layout<'a> {
    /// Lays out a book.
    ///
    /// # Errors
    /// [`Error`] if the book cannot be printed in its style.
    pub fn new(book: &'a Book, typeface: &'a Typeface<'a>) -> Result<Layout<'a>, Error> {
        check_texts(book, |text| typeface.check(text))?;
        Layout::checked(book, typeface)
    }

    /// Lays out a book for [`crate::html`], which uses the fonts of the browser.
    ///
    /// # Errors
    /// [`Error`] if the book cannot be printed in its style.
    pub fn for_any_font(book: &'a Book, typeface: &'a Typeface<'a>) -> Result<Layout<'a>, Error> {
        check_texts(book, |text| match typeface.check(text) {
            Err(Error::ControlCharacter(character)) => Err(Error::ControlCharacter(character)),
            _ => Ok(()),
        })?;
        Layout::checked(book, typeface)
    }

    fn checked(book: &'a Book, typeface: &'a Typeface<'a>) -> Result<Layout<'a>, Error> {
        if book.sections.iter().all(|section| section.count == 0) {
            return Err(Error::NoPuzzle);
        }
        let style = &book.style;
        let too_many = |what, most| Err(Error::GridsPerPage { what, most });
        if !(1..=MOST_PUZZLES).contains(&style.per_page) {
            return too_many("puzzles", MOST_PUZZLES);
        }
        if style.solutions_per_page > MOST_SOLUTIONS {
            return too_many("solutions", MOST_SOLUTIONS);
        }
        let facing = style.paper.bound || style.inner_margin.is_some();
        // The margins depend on the number of pages, and that hardly on the lengths of the lists.
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
            return Err(Error::GridsTooSmall { side: area.width.min(area.height) });
        }
        layout.plan = Plan::new(book, facing, sizes::list_lengths(style, &layout.area(1)));
        layout.puzzles = layout.arrange("puzzles", style.per_page, sizes::puzzle_extras(style))?;
        layout.solutions = match style.solutions_per_page {
            0 => None,
            count => Some(layout.arrange("solutions", count, sizes::solution_extras(style))?),
        };
        Ok(layout)
    }

    /// Returns the largest of some usual numbers of solutions that fit on a page in large print.
    pub fn solutions_in_large_print(book: &Book, typeface: &Typeface) -> usize {
        let fits = |&count: &usize| {
            let mut book = book.clone();
            book.style = crate::Style { solutions_per_page: count, per_page: 1, ..book.style };
            Layout::new(&book, typeface).is_ok()
        };
        [20, 12, 6, 4, 2, 1].into_iter().find(fits).unwrap_or(1)
    }

    fn arrange(&self, what: &'static str, count: usize, besides: (f64, f64)) -> Result<Arrangement, Error> {
        let area = self.area(1);
        let arrangement = Arrangement::of(count, &area, besides);
        if arrangement.side < SMALLEST_SIDE {
            return Err(Error::GridsTooSmall { side: arrangement.side });
        }
        let size = |arrangement: &Arrangement| {
            let height = arrangement.side / 9.0 * GridFace::digit_height(true);
            size_for_digits(self.typeface, Weight::Regular, height)
        };
        if self.book.style.large_print && size(&arrangement) < LARGE_PRINT {
            let is_large = |&count: &usize| size(&Arrangement::of(count, &area, besides)) >= LARGE_PRINT;
            let most = (1..count).rev().find(is_large).unwrap_or(0);
            return Err(Error::NotLargePrint { what, size: size(&arrangement), most });
        }
        Ok(arrangement)
    }

    /// Returns the fonts.
    pub fn typeface(&self) -> &'a Typeface<'a> {
        self.typeface
    }

    /// Returns the margins of each page.
    pub fn margins(&self) -> Margins {
        self.margins
    }

    /// Returns `true` if solutions are printed.
    pub fn has_solutions(&self) -> bool {
        self.solutions.is_some()
    }

    /// Returns the number of pages.
    pub fn pages(&self) -> u64 {
        self.plan.pages()
    }

    /// Returns the content of a page, by its number from 1, or `None` if there is no such page.
    pub fn page(&self, number: u64) -> Option<PageContent> {
        self.plan.page(number)
    }

    /// Returns the width and the height of every page, in points.
    pub fn size(&self) -> (f64, f64) {
        (self.book.style.paper.width.get(), self.book.style.paper.height.get())
    }

    /// Returns a page without its margins.
    pub fn inside(&self, number: u64) -> Rectangle {
        let (width, height) = self.size();
        let (outer, inner) = (self.margins.outer.get(), self.margins.inner.get());
        let left = if self.is_left(number) { outer } else { inner };
        Rectangle { x: left, y: outer, width: width - outer - inner, height: height - 2.0 * outer }
    }

    /// Returns `true` if a page lies on the left of an open book.
    pub(crate) fn is_left(&self, number: u64) -> bool {
        self.facing && number.is_multiple_of(2)
    }

    /// Returns the area for grids: the page without its margins and its foot.
    pub(crate) fn area(&self, number: u64) -> Rectangle {
        let inside = self.inside(number);
        let foot = if self.book.style.page_numbers { 2.4 * self.text_size(9.0) } else { 0.0 };
        Rectangle { height: inside.height - foot, ..inside }
    }

    /// Returns the size of a text whose usual size is given.
    pub(crate) fn text_size(&self, size: f64) -> f64 {
        sizes::text_size(&self.book.style, size)
    }

    /// Sets one line of text. It is smaller or cut off where it is too wide; in large print it is only cut off.
    pub(crate) fn one_line(&self, weight: Weight, text: &str, size: f64, width: f64) -> Paragraph {
        let smallest = if self.book.style.large_print { size } else { 0.6 * size };
        one_line(self.typeface, weight, text, (size, smallest), width)
    }
}

/// Checks that all texts of the book can be set.
fn check_texts(book: &Book, check: impl Fn(&str) -> Result<(), Error>) -> Result<(), Error> {
    let words = &book.words;
    let texts = [("title", &book.title), ("subtitle", &book.subtitle), ("author", &book.author)];
    let texts = texts.into_iter().filter_map(|(what, text)| text.as_ref().map(|text| (what, text)));
    let texts = texts.chain(book.imprint.iter().map(|text| ("imprint", text)));
    let of_section = book.sections.iter().flat_map(|section| {
        [Some(("name of a section", &section.name)), section.note.as_ref().map(|note| ("note of a section", note))]
    });
    let words = [&words.contents, &words.solutions, &words.hints, &words.puzzles].map(|word| ("word", word));
    for (what, text) in texts.chain(of_section.flatten()).chain(words) {
        check(text).map_err(|error| Error::Text { what, error: error.into() })?;
    }
    Ok(())
}

/// Returns `true` if a style prints hints at a place.
pub(crate) fn has_hints(book: &Book, place: HintPlace) -> bool {
    book.style.hints == Some(place)
}
