//! The layout of a book: the content and positions of each page, checked before anything is written.

pub(crate) mod contents;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::convert::Infallible;

use minirow_core::{CellSet, Grid};

use crate::arrangement::{Arrangement, Extras};
use crate::book::{Book, HINT_LISTS, Hint, HintPlace, Item, Items, Section, Style};
use crate::digits::Digits;
use crate::drawing::Rectangle;
use crate::error::{Error, quoted};
use crate::grid::{CANDIDATE_HEIGHT, GridFace};
use crate::hint_columns::{self, HintColumns};
use crate::length::Length;
use crate::limits::{MOST_PUZZLES, MOST_SOLUTIONS, SMALLEST_SIDE};
use crate::paper::{Margins, inner_margin};
use crate::paragraph::{LINE, Paragraph, fitted, unparted, whole_line};
use crate::plan::{Lists, PageContent, Plan};
use crate::preset::Preset;
use crate::qr;
use crate::sizes::{self, TextLines};
use crate::typeface::{Typeface, Weight};
use contents::{SetContentsLine, contents_lines};

/// The margin of sheets, 15 mm in points.
const MARGIN: f64 = Length::millimetres(15.0).get();

/// The kinds of grids, and of their digits, in messages.
const GRIDS: &str = "grids";
const PUZZLES: &str = "puzzles";
const SOLUTIONS: &str = "solutions";
const CANDIDATES: &str = "candidates";

/// The most lines of the text above a grid, and of a hint below it.
pub(crate) const MOST_LINES: usize = 3;

/// The smallest size of a text above or below a grid relative to its usual size. A longer text has more lines.
const SMALLEST: f64 = 0.8;

/// The grids of pages of one kind, with the texts above and below them.
#[derive(Clone, Copy)]
pub(crate) struct GridPage {
    pub(crate) arrangement: Arrangement,
    /// The size of the text above a grid.
    pub(crate) heading: f64,
    /// The size of the texts below a grid.
    pub(crate) hint: f64,
    pub(crate) lines: TextLines,
}

impl GridPage {
    /// The height of the text above a grid.
    pub(crate) fn above(&self) -> f64 {
        self.lines.above() * self.heading
    }

    /// Returns the places of the grids on a page with this area: from the top of the heading to the end of what is below the grid.
    pub(crate) fn places(&self, area: &Rectangle) -> impl Iterator<Item = Rectangle> + use<> {
        let square = if self.arrangement.beside > 0.0 { 0.0 } else { self.lines.qr() };
        let below = self.lines.below() * self.hint + square;
        self.arrangement.places(area, self.above() + self.arrangement.side + below)
    }
}

/// The layout of a book that can be printed.
///
/// ```
/// use minirow_core::Puzzle;
/// use minirow_print::{Book, Item, Layout, PageContent, Section, State, Style, Typeface, Words};
/// let book = Book {
///     title: None,
///     subtitle: None,
///     author: None,
///     imprint: Vec::new(),
///     language: "en".into(),
///     words: Words::default(),
///     sections: vec![Section { count: 10, ..Section::default() }],
///     style: Style { per_page: 6, solutions_per_page: 12, ..Style::default() },
/// };
/// let typeface = Typeface::new();
/// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = Puzzle::new(clues.parse()?)?;
/// let item = Item { number: None, puzzle, state: State::default(), remark: "Easy".into(), hint: None };
/// let layout = Layout::new(&book, &typeface, &|_| item.clone())?;
/// assert_eq!(layout.pages(), 3);
/// assert_eq!(layout.page(2), Some(PageContent::Puzzles { section: 0, first: 6, count: 4 }));
/// assert_eq!(layout.page(3), Some(PageContent::Solutions { first: 0, count: 10 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Layout<'a> {
    pub(crate) book: &'a Book,
    pub(crate) typeface: &'a Typeface<'a>,
    pub(crate) plan: Plan,
    pub(crate) lists: Lists,
    pub(crate) margins: Margins,
    pub(crate) facing: bool,
    /// The pages of puzzles of each section.
    pub(crate) puzzles: Vec<GridPage>,
    pub(crate) solutions: Option<GridPage>,
}

impl<'a> Layout<'a> {
    /// Lays out a book. `items` tells the lengths of the texts of its puzzles.
    ///
    /// # Errors
    /// [`Error`] if the book cannot be printed in its style.
    pub fn new(book: &'a Book, typeface: &'a Typeface<'a>, items: Items) -> Result<Layout<'a>, Error> {
        let layout = Layout::with_fonts(book, typeface, items);
        layout.map_err(|error| with_most(error, book, &|book| Layout::with_fonts(book, typeface, items).err()))
    }

    /// Lays out a book for [`crate::html`], which uses the fonts of the browser.
    ///
    /// # Errors
    /// [`Error`] if the book cannot be printed in its style.
    pub fn for_any_font(book: &'a Book, typeface: &'a Typeface<'a>, items: Items) -> Result<Layout<'a>, Error> {
        let is_error = |error: &Error| matches!(error, Error::ControlCharacter(_));
        let layout = Layout::checked(book, typeface, items, is_error);
        layout.map_err(|error| with_most(error, book, &|book| Layout::checked(book, typeface, items, is_error).err()))
    }

    /// Lays out a book whose texts are set in its fonts.
    fn with_fonts(book: &'a Book, typeface: &'a Typeface<'a>, items: Items) -> Result<Layout<'a>, Error> {
        let layout = Layout::checked(book, typeface, items, |_| true)?;
        layout.check_texts(items)?;
        Ok(layout)
    }

    /// Lays out a book. `is_error` tells which errors in its texts count.
    fn checked(
        book: &'a Book,
        typeface: &'a Typeface<'a>,
        items: Items,
        is_error: fn(&Error) -> bool,
    ) -> Result<Layout<'a>, Error> {
        for (what, text) in texts(book) {
            if let Some(error) = typeface.check(text).err().filter(is_error) {
                return Err(Error::Text { what, error: error.into() });
            }
        }
        check_counts(book)?;
        let style = &book.style;
        let facing = style.is_bound() || style.inner_margin.is_some();
        let margin = style.margin.map_or(if style.is_bound() { 36.0 } else { MARGIN }, Length::get);
        let margins = Margins { outer: margin, inner: least_inner(style, margin, 0) };
        let (plan, lists) = (Plan::default(), Lists::default());
        let mut layout = Layout { book, typeface, plan, lists, margins, facing, puzzles: Vec::new(), solutions: None };
        layout.lists.own_numbers = items(0).number.is_some();
        layout.plan_pages(items)?;
        if let Some(link) = &style.qr_link {
            qr::check(link)?;
        }
        if let Some(preset) = &style.preset {
            let (found, least) = (style.line_widths.unwrap_or(Preset::LINES), Preset::LINES);
            if found.cells < least.cells || found.boxes < least.boxes {
                return Err(Error::ThinLines { preset: preset.name });
            }
            check_margins(&layout.margins, preset, style.bleed, layout.pages())?;
        }
        layout.puzzles = layout.pages_of_puzzles(items)?;
        layout.solutions = if style.solutions_per_page > 0 { Some(layout.page_of_solutions()?) } else { None };
        Ok(layout)
    }

    /// Plans the pages. The margins depend on the number of pages, and the lists of a page, which have more lines on a wider one, on the
    /// margins.
    fn plan_pages(&mut self, items: Items) -> Result<(), Error> {
        loop {
            let area = self.area(1);
            if area.width < SMALLEST_SIDE || area.height < SMALLEST_SIDE {
                return Err(Error::GridsTooSmall { what: GRIDS, side: area.width.min(area.height), most: 0 });
            }
            self.lists = self.lists(items)?;
            self.plan = Plan::new(self.book, self.facing, &self.lists);
            let inner = least_inner(&self.book.style, self.margins.outer, self.pages());
            if inner <= self.margins.inner {
                return Ok(());
            }
            self.margins.inner = inner;
        }
    }

    fn page_of_solutions(&self) -> Result<GridPage, Error> {
        let style = &self.book.style;
        let extras = sizes::solution_extras(style);
        let arrangement = self.arrange(SOLUTIONS, style.solutions_per_page, &self.area(1), extras)?;
        let heading = sizes::solution_heading_size(style, arrangement.side);
        let lines = TextLines { heading: 1, hint: 0, has_solution_page: false, has_qr: false };
        Ok(GridPage { arrangement, heading, hint: 0.0, lines })
    }

    /// Returns the parts of the lists that are on one page.
    fn lists(&self, items: Items) -> Result<Lists, Error> {
        let (book, area) = (self.book, self.area(1));
        let lines: Vec<_> = contents_lines(self).map(|line| SetContentsLine::new(self, &line, &area)).collect();
        let mut lists = Lists {
            contents_lines: lines.len() as u64,
            // Either all sections have their notes, or none.
            has_notes: !lines.iter().any(SetContentsLine::has_long_note),
            own_numbers: self.lists.own_numbers,
            ..Lists::default()
        };
        let heights: Vec<f64> = lines.iter().map(|line| line.height(&book.style, lists.has_notes)).collect();
        let height = area.height - 4.0 * self.text_size(sizes::CONTENTS);
        lists.contents = hint_columns::filled(&heights, 0, height).into_iter().map(|start| start as u64).collect();
        if book.style.hints == Some(HintPlace::Back) {
            let width = |index| self.typeface.line(Weight::Bold, &self.number_of(index, &items(index))).width();
            lists.number_width = (0..book.puzzles()).map(width).fold(0.0, f64::max);
            for list in 0..HINT_LISTS {
                (lists.columns[list], lists.hints[list]) =
                    HintColumns::fewest_pages(book, self.typeface, list, lists.number_width, &area, items)?;
            }
        }
        Ok(lists)
    }

    /// Returns the pages of puzzles of each section. Sections with as many puzzles on a page have equal ones.
    fn pages_of_puzzles(&self, items: Items) -> Result<Vec<GridPage>, Error> {
        let book = self.book;
        let mut known = BTreeMap::new();
        for section in 0..book.sections.len() {
            if let Entry::Vacant(free) = known.entry(book.per_page(section)) {
                free.insert(self.page_of_puzzles(book.per_page(section), items)?);
            }
        }
        Ok((0..book.sections.len()).map(|section| known[&book.per_page(section)]).collect())
    }

    /// Arranges a number of puzzles on a page, with as many lines of text above and below them as the longest texts need.
    fn page_of_puzzles(&self, per_page: usize, items: Items) -> Result<GridPage, Error> {
        let (book, style) = (self.book, &self.book.style);
        let mut lines = TextLines {
            heading: 1,
            hint: usize::from(style.hints == Some(HintPlace::Below)),
            has_solution_page: style.solution_pages && style.solutions_per_page > 0,
            has_qr: style.qr_link.is_some(),
        };
        let sections = (0..book.sections.len()).filter(|&section| book.per_page(section) == per_page);
        let of_section = |section| book.puzzles_before(section)..book.puzzles_before(section + 1);
        let all: Vec<u64> = sections.flat_map(of_section).collect();
        let area = self.puzzle_area(1);
        let has_candidates = style.pencilmarks || all.iter().any(|&index| items(index).state.candidates.is_some());
        let kind = if has_candidates { CANDIDATES } else { PUZZLES };
        loop {
            let arrangement = self.arrange(kind, per_page, &area, sizes::puzzle_extras(style, lines))?;
            let (heading, hint) =
                (sizes::heading_size(style, arrangement.side), sizes::hint_size(style, arrangement.side));
            let page = GridPage { arrangement, heading, hint, lines };
            let cut = |index: u64| {
                let item = items(index);
                let hint = item.hint.as_ref().filter(|_| lines.hint > 0);
                [
                    self.heading(&page, &self.number_of(index, &item), &item.remark).cut,
                    hint.and_then(|hint| self.hint_below(&page, hint).cut),
                ]
            };
            let Some((index, [heading, hint])) =
                all.iter().map(|&index| (index, cut(index))).find(|(_, cut)| cut.iter().any(Option::is_some))
            else {
                return Ok(page);
            };
            for (what, cut, lines) in [("heading", heading, &mut lines.heading), ("hint", hint, &mut lines.hint)] {
                match cut {
                    Some(text) if *lines == MOST_LINES => {
                        return Err(Error::LongText { what, number: self.number_of(index, &items(index)), text });
                    }
                    cut => *lines += usize::from(cut.is_some()),
                }
            }
        }
    }

    /// Checks that no text is longer than its place, on the first and the last page of each kind.
    fn check_texts(&self, items: Items) -> Result<(), Error> {
        for number in self.plan.ends_of_runs() {
            let Ok(page) = self.page_drawn::<Infallible>(number, &mut |index| Ok(items(index)));
            if let Some(text) = page.cut {
                let named = texts(self.book).find(|(_, known)| **known == text).map(|(name, _)| name);
                let what = named.unwrap_or_else(|| quoted(&text));
                return Err(Error::LongTextOfPage { number: self.folio(number), what });
            }
        }
        Ok(())
    }

    /// Returns the number of a puzzle as it is printed.
    pub fn number_of(&self, index: u64, item: &Item) -> String {
        self.book.number_of(index, item)
    }

    /// Sets the text above a grid, beside its number.
    pub(crate) fn heading(&self, page: &GridPage, number: &str, remark: &str) -> Paragraph {
        let number = self.typeface.line(Weight::Bold, number);
        let width = page.arrangement.side - (number.width() + 1.0) * page.heading;
        self.few_lines(remark, page.heading, (width, LINE * page.heading * page.lines.heading as f64))
    }

    /// Sets the hint below a grid.
    pub(crate) fn hint_below(&self, page: &GridPage, hint: &Hint) -> Paragraph {
        let bounds = (page.arrangement.side, LINE * page.hint * page.lines.hint as f64);
        self.few_lines(&hint.text_below(), page.hint, bounds)
    }

    /// Sets a text with a usual size on one line, or on several lines if it is too wide.
    fn few_lines(&self, text: &str, size: f64, (width, height): (f64, f64)) -> Paragraph {
        let style = &self.book.style;
        let smallest = if style.large_print { size } else { (SMALLEST * size).max(sizes::least_text(style)).min(size) };
        let (typeface, weight, sizes) = (self.typeface, Weight::Regular, (size, smallest));
        let text = &unparted(text);
        if let Some((line, size)) = whole_line(typeface, weight, text, sizes, width) {
            return Paragraph { lines: vec![line], size, cut: None };
        }
        let usual = fitted(typeface, weight, text, sizes, (width, height));
        // Lines end between the parts of a text, if there are no more lines then.
        let parts: Vec<String> = text.split("· ").map(|part| part.replace(' ', "\u{a0}")).collect();
        let fits = |part: &String| typeface.line(weight, part).width() * usual.size <= width;
        let parted =
            parts.iter().all(fits).then(|| fitted(typeface, weight, &parts.join("· "), sizes, (width, height)));
        let is_as_good = |parted: &Paragraph| {
            parted.cut.is_none() && parted.size >= usual.size && parted.lines.len() <= usual.lines.len()
        };
        parted.filter(is_as_good).unwrap_or(usual)
    }

    /// Returns the largest of some usual numbers of solutions that fit on a page in the style of the book. Other errors of the style are
    /// those of [`new`](Layout::new).
    pub fn solutions_that_fit(book: &Book, typeface: &Typeface, items: Items) -> usize {
        let most = if book.style.large_print { 20 } else { Style::default().solutions_per_page };
        let fits = |&count: &usize| {
            let mut book = book.clone();
            book.style.solutions_per_page = count;
            match Layout::with_fonts(&book, typeface, items) {
                Ok(layout) => layout.has_usual_solutions(),
                Err(Error::SmallDigits { what, .. } | Error::GridsTooSmall { what, .. }) => what != SOLUTIONS,
                Err(error) => !matches!(error, Error::WideLines { .. }),
            }
        };
        [20, 12, 6, 4, 2, 1].into_iter().filter(|&count| count <= most).find(fits).unwrap_or(1)
    }

    /// Returns a function that maps the side of a grid to the size of its digits, the smaller one of regular and bold ones.
    fn digit_size(&self, size: impl Fn(&GridFace, &Digits, f64) -> f64) -> impl Fn(f64) -> f64 {
        let face = self.face(Grid::EMPTY, CellSet::EMPTY);
        let digits = [Weight::Regular, Weight::Bold].map(|weight| Digits::new(self.typeface, weight));
        move |side| {
            let [regular, bold] = digits.each_ref().map(|digits| size(&face, digits, face.cell_side(side)));
            regular.min(bold)
        }
    }

    /// Returns `true` if the digits of solutions have the minimum size in their usual proportion to the cells.
    fn has_usual_solutions(&self) -> bool {
        let usual = self.digit_size(GridFace::usual_digit_size);
        self.solutions.is_none_or(|page| usual(page.arrangement.side) >= sizes::least_text(&self.book.style))
    }

    fn arrange(
        &self,
        kind: &'static str,
        count: usize,
        area: &Rectangle,
        extras: Extras,
    ) -> Result<Arrangement, Error> {
        let style = &self.book.style;
        // Large print without a preset does not count the digits of candidates.
        let counts_candidates = kind == CANDIDATES && (!style.large_print || style.preset.is_some());
        let face = self.face(Grid::EMPTY, CellSet::EMPTY);
        let size = self.digit_size(|face, digits, cell| match counts_candidates {
            true => digits.size(CANDIDATE_HEIGHT * cell),
            false => face.digit_size(digits, cell),
        });
        let least = sizes::least_text(style);
        let least_side = least_side(|side| size(side) >= least);
        let grids = if kind == CANDIDATES { PUZZLES } else { kind };
        let what = if counts_candidates { CANDIDATES } else { grids };
        let arrangement = Arrangement::of(count, area, extras, least_side);
        if arrangement.side < SMALLEST_SIDE {
            return Err(Error::GridsTooSmall { what: grids, side: arrangement.side, most: 0 });
        }
        face.check_lines(arrangement.side)?;
        if arrangement.side < least_side {
            return Err(Error::SmallDigits { what, size: size(arrangement.side), least, most: 0 });
        }
        Ok(arrangement)
    }

    /// Returns the fonts.
    pub fn typeface(&self) -> &'a Typeface<'a> {
        self.typeface
    }

    /// Returns `true` if solutions are printed.
    pub fn has_solutions(&self) -> bool {
        self.solutions.is_some()
    }

    /// Returns `true` if pages face each other, as in a bound book.
    pub fn has_facing_pages(&self) -> bool {
        self.facing
    }

    /// Returns the number of pages.
    pub fn pages(&self) -> u64 {
        self.plan.pages
    }

    /// Checks that the preset allows the number of pages. Without a preset, any number is allowed.
    ///
    /// # Errors
    /// [`Error::Pages`].
    pub fn check_pages(&self) -> Result<(), Error> {
        let Some(preset) = &self.book.style.preset else { return Ok(()) };
        let (found, least, most) = (self.pages(), Preset::LEAST_PAGES, preset.most_pages);
        if (least..=most).contains(&found) {
            return Ok(());
        }
        Err(Error::Pages { found, least, most, preset: preset.name })
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
        let Margins { outer, inner } = self.margins;
        let left = if self.is_left(number) { outer } else { inner };
        Rectangle { x: left, y: outer, width: width - outer - inner, height: height - 2.0 * outer }
    }

    /// Returns `true` if a page lies on the left of an open book.
    pub(crate) fn is_left(&self, number: u64) -> bool {
        self.facing && self.folio(number).is_multiple_of(2)
    }

    /// Returns the number that is printed on a page.
    pub(crate) fn folio(&self, number: u64) -> u64 {
        self.book.style.first_page + number - 1
    }

    /// Returns the area for grids: the page without its margins and its foot.
    pub(crate) fn area(&self, number: u64) -> Rectangle {
        let inside = self.inside(number);
        let foot = if self.book.style.page_numbers { 3.0 * self.text_size(9.0) } else { 0.0 };
        Rectangle { height: inside.height - foot, ..inside }
    }

    /// Returns the area for grids of a page of puzzles: below the lines for name and date, above the note on the numbers of boxes.
    pub(crate) fn puzzle_area(&self, number: u64) -> Rectangle {
        let (area, head) = (self.area(number), sizes::name_line(&self.book.style));
        let note = self.note_on_boxes(number).map_or(0.0, |note| note.height() + note.size);
        Rectangle { y: area.y + head, height: area.height - head - note, ..area }
    }

    /// Sets the note on the numbers of boxes at the end of a page of puzzles, which hints below the grids name.
    pub(crate) fn note_on_boxes(&self, number: u64) -> Option<Paragraph> {
        let (size, area) = (self.text_size(7.5), self.area(number));
        let set = || {
            let text = &self.book.words.box_numbers;
            fitted(self.typeface, Weight::Regular, text, (size, size), (area.width, f64::INFINITY))
        };
        (self.book.style.hints == Some(HintPlace::Below)).then(set)
    }

    /// Returns the size of a text whose usual size is given.
    pub(crate) fn text_size(&self, size: f64) -> f64 {
        sizes::text_size(&self.book.style, size)
    }

    /// Returns the smallest size of one line of text whose usual size is given. In large print, no line is smaller than usual.
    pub(crate) fn smallest(&self, size: f64) -> f64 {
        let style = &self.book.style;
        if style.large_print { size } else { (0.6 * size).max(sizes::least_text(style)) }
    }
}

/// Returns an error about small grids or digits with the largest number on a page that fits. Fewer grids have fewer lines of text above
/// them, and more pages, which need wider margins, so the layouts are tried. `error_of` returns the error of one.
fn with_most(mut error: Error, book: &Book, error_of: &dyn Fn(&Book) -> Option<Error>) -> Error {
    let (Error::SmallDigits { what, most, .. } | Error::GridsTooSmall { what, most, .. }) = &mut error else {
        return error;
    };
    let is_solutions = *what == SOLUTIONS;
    let of_sections = (0..book.sections.len()).map(|section| book.per_page(section));
    let found = if is_solutions { Some(book.style.solutions_per_page) } else { of_sections.max() };
    let fits = |&count: &usize| {
        let mut book = book.clone();
        if is_solutions {
            book.style.solutions_per_page = count;
        } else {
            let of_sections = book.sections.iter_mut().filter_map(|section| section.per_page.as_mut());
            of_sections.chain([&mut book.style.per_page]).for_each(|of_page| *of_page = count.min(*of_page));
        }
        match error_of(&book) {
            Some(Error::SmallDigits { what, .. } | Error::GridsTooSmall { what, .. }) => {
                what != GRIDS && (what == SOLUTIONS) != is_solutions
            }
            Some(Error::LongText { .. } | Error::WideLines { .. }) => false,
            _ => true,
        }
    };
    if *what != GRIDS {
        *most = (1..found.unwrap_or(0)).rev().find(fits).unwrap_or(0);
    }
    error
}

/// Returns the smallest side that is large enough, in points. All larger ones are.
pub(crate) fn least_side(is_enough: impl Fn(f64) -> bool) -> f64 {
    let (mut small, mut large) = (0.0, 1e6);
    for _ in 0..80 {
        let middle = (small + large) / 2.0;
        *(if is_enough(middle) { &mut large } else { &mut small }) = middle;
    }
    large
}

/// Checks the numbers of puzzles and of grids on a page.
fn check_counts(book: &Book) -> Result<(), Error> {
    if book.sections.iter().all(|section| section.count == 0) {
        return Err(Error::NoPuzzle);
    }
    let of_sections = (0..book.sections.len()).map(|section| (PUZZLES, book.per_page(section), 1, MOST_PUZZLES));
    let solutions = (SOLUTIONS, book.style.solutions_per_page, 0, MOST_SOLUTIONS);
    let is_wrong = |&(_, found, least, most): &(&str, usize, usize, usize)| !(least..=most).contains(&found);
    match of_sections.chain([solutions]).find(is_wrong) {
        Some((what, found, _, most)) => Err(Error::GridsPerPage { what, found, most }),
        None => Ok(()),
    }
}

/// Returns the inner margin of a book with a number of pages, given the other margins.
fn least_inner(style: &Style, margin: f64, pages: u64) -> f64 {
    let binding = if style.is_bound() { inner_margin(pages) } else { margin };
    style.inner_margin.map_or(binding, Length::get)
}

/// Checks the margins of a book with this number of pages against a preset.
fn check_margins(margins: &Margins, preset: &Preset, bleed: bool, pages: u64) -> Result<(), Error> {
    let outer = ("outer", margins.outer, preset.least_outer_margin(bleed));
    let inner = ("inner", margins.inner, preset.least_inner_margin(pages));
    for (which, found, least) in [outer, inner].map(|(which, found, least)| (which, found, least.get())) {
        if found < least - 1e-9 {
            return Err(Error::SmallMargin { which, found, least, preset: preset.name, pages });
        }
    }
    Ok(())
}

/// Returns the texts of a book with their names.
fn texts<'a>(book: &'a Book) -> impl Iterator<Item = (String, &'a String)> {
    let words = &book.words;
    let of_book =
        [("title", book.title.as_ref()), ("subtitle", book.subtitle.as_ref()), ("author", book.author.as_ref())]
            .into_iter()
            .chain(book.imprint.iter().map(|text| ("imprint", Some(text))))
            .filter_map(|(what, text)| Some((what.to_string(), text?)));
    let of_section = |section: &'a Section| {
        let name = format!("section {}", quoted(&section.name));
        let note = section.note.as_ref().map(|note| (format!("text of {name}"), note));
        [Some((name, &section.name)), note].into_iter().flatten()
    };
    let of_words = [&words.contents, &words.solutions, &words.hints, &words.puzzles, &words.number, &words.numbers]
        .into_iter()
        .chain([&words.box_numbers, &words.rules, &words.rules_text, &words.solution_page, &words.notes])
        .chain(words.name_and_date.iter())
        .chain([&words.example, &words.example_solution, &words.range])
        .chain(words.hint_notes.iter());
    let named = |text: &'a String| (format!("word {}", quoted(text)), text);
    of_book.chain(book.sections.iter().flat_map(of_section)).chain(of_words.map(named))
}
