//! Which page has what: a few runs of pages, so that a book of any length takes no more memory than its sections.

use crate::book::{Book, HintPlace, Section};

/// What is on a page. Puzzles are counted from 0 through the whole book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Page {
    /// The title, with the imprint at its foot unless there is a page for it.
    Title,
    /// The imprint, on the back of the title.
    Imprint,
    /// A part of the list of sections.
    Contents {
        /// The first line of it.
        first: u64,
        /// How many lines.
        count: u64,
    },
    /// Nothing, so that what follows is on the right-hand side.
    Blank,
    /// The name of a section.
    Section(usize),
    /// Puzzles of a section.
    Puzzles {
        /// The section.
        section: usize,
        /// The first of them.
        first: u64,
        /// How many.
        count: u64,
    },
    /// The word hints.
    HintsTitle,
    /// Hints.
    Hints {
        /// The first of them.
        first: u64,
        /// How many.
        count: u64,
    },
    /// The word solutions.
    SolutionsTitle,
    /// Solutions.
    Solutions {
        /// The first of them.
        first: u64,
        /// How many.
        count: u64,
    },
}

/// Pages of a kind, one after the other.
#[derive(Clone, Copy, Debug)]
struct Run {
    /// The number of the first page, from 1.
    page: u64,
    /// What is on the first page, with the count of all pages together.
    start: Page,
    /// How many entries there are on each page but the last; nothing where a run is one page.
    per_page: Option<u64>,
}

/// The pages of a book.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    runs: Vec<Run>,
    pages: u64,
}

/// How many lines the lists of a book have on a page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ListLengths {
    pub(crate) contents: u64,
    pub(crate) hints: u64,
}

/// The lines of the list of contents.
pub(crate) fn contents_lines(book: &Book) -> u64 {
    let back = u64::from(book.style.solutions_per_page > 0) + u64::from(book.style.hints == Some(HintPlace::Back));
    book.sections.len() as u64 + back
}

impl Plan {
    /// Plans a book. `facing` says that pages lie beside each other, so that what is new begins on the right.
    pub(crate) fn new(book: &Book, facing: bool, lists: ListLengths) -> Plan {
        let style = &book.style;
        let mut plan = Plan { runs: Vec::new(), pages: 0 };
        let named = style.section_pages && book.sections.iter().any(|section| !section.name.is_empty());
        if book.has_title_page() {
            plan.add(Page::Title, None);
            if facing {
                plan.add(Page::Imprint, None);
            }
            if named && book.sections.len() > 1 {
                plan.add(Page::Contents { first: 0, count: contents_lines(book) }, Some(lists.contents));
            }
        }
        let mut first = 0;
        for (section, Section { name, count, .. }) in book.sections.iter().enumerate() {
            let count = *count;
            if count == 0 {
                continue;
            }
            if named && !name.is_empty() {
                plan.begin(Page::Section(section), facing);
            }
            plan.add(Page::Puzzles { section, first, count }, Some(style.per_page as u64));
            first += count;
        }
        if style.hints == Some(HintPlace::Back) {
            plan.divide(Page::HintsTitle, named, facing);
            plan.add(Page::Hints { first: 0, count: first }, Some(lists.hints));
        }
        if style.solutions_per_page > 0 {
            plan.divide(Page::SolutionsTitle, named, facing);
            plan.add(Page::Solutions { first: 0, count: first }, Some(style.solutions_per_page as u64));
        }
        plan
    }

    fn add(&mut self, start: Page, per_page: Option<u64>) {
        self.runs.push(Run { page: self.pages + 1, start, per_page });
        self.pages += match (count(start), per_page) {
            (Some(count), Some(per_page)) => count.div_ceil(per_page),
            _ => 1,
        };
    }

    /// Adds a page that begins something new.
    fn begin(&mut self, page: Page, facing: bool) {
        if facing && self.pages % 2 == 1 {
            self.add(Page::Blank, None);
        }
        self.add(page, None);
    }

    fn divide(&mut self, page: Page, with_page: bool, facing: bool) {
        if with_page {
            self.begin(page, facing);
        }
    }

    /// How many pages there are.
    pub(crate) fn pages(&self) -> u64 {
        self.pages
    }

    /// What is on a page, by its number from 1.
    pub(crate) fn page(&self, number: u64) -> Option<Page> {
        if number == 0 || number > self.pages {
            return None;
        }
        let run = self.runs[self.runs.partition_point(|run| run.page <= number) - 1];
        let Some(per_page) = run.per_page else { return Some(run.start) };
        let skipped = (number - run.page) * per_page;
        let part = |first: u64, all: u64| (first + skipped, (all - skipped).min(per_page));
        Some(match run.start {
            Page::Contents { first, count } => {
                let (first, count) = part(first, count);
                Page::Contents { first, count }
            }
            Page::Puzzles { section, first, count } => {
                let (first, count) = part(first, count);
                Page::Puzzles { section, first, count }
            }
            Page::Hints { first, count } => {
                let (first, count) = part(first, count);
                Page::Hints { first, count }
            }
            Page::Solutions { first, count } => {
                let (first, count) = part(first, count);
                Page::Solutions { first, count }
            }
            other => other,
        })
    }

    /// The number of the page that a wanted run begins on.
    fn start(&self, wanted: impl Fn(Page) -> bool) -> Option<u64> {
        self.runs.iter().find(|run| wanted(run.start)).map(|run| run.page)
    }

    /// Where a section begins.
    pub(crate) fn page_of_section(&self, number: usize) -> Option<u64> {
        self.start(|page| match page {
            Page::Section(section) | Page::Puzzles { section, .. } => section == number,
            _ => false,
        })
    }

    /// Where the list of contents is.
    pub(crate) fn page_of_contents(&self) -> Option<u64> {
        self.start(|page| matches!(page, Page::Contents { .. }))
    }

    /// Where the hints begin.
    pub(crate) fn page_of_hints(&self) -> Option<u64> {
        self.start(|page| matches!(page, Page::HintsTitle | Page::Hints { .. }))
    }

    /// Where the solutions begin.
    pub(crate) fn page_of_solutions(&self) -> Option<u64> {
        self.start(|page| matches!(page, Page::SolutionsTitle | Page::Solutions { .. }))
    }

    /// The page that a puzzle is on.
    pub(crate) fn page_of_puzzle(&self, index: u64) -> Option<u64> {
        self.page_in(index, |page| match page {
            Page::Puzzles { first, count, .. } => Some((first, count)),
            _ => None,
        })
    }

    /// The page that the solution of a puzzle is on.
    pub(crate) fn page_of_solution(&self, index: u64) -> Option<u64> {
        self.page_in(index, |page| match page {
            Page::Solutions { first, count } => Some((first, count)),
            _ => None,
        })
    }

    fn page_in(&self, index: u64, range: impl Fn(Page) -> Option<(u64, u64)>) -> Option<u64> {
        self.runs.iter().find_map(|run| {
            let (first, count) = range(run.start)?;
            let inside = (first..first + count).contains(&index);
            inside.then(|| run.page + (index - first) / run.per_page.unwrap_or(1))
        })
    }
}

fn count(page: Page) -> Option<u64> {
    match page {
        Page::Contents { count, .. }
        | Page::Puzzles { count, .. }
        | Page::Hints { count, .. }
        | Page::Solutions { count, .. } => Some(count),
        _ => None,
    }
}
