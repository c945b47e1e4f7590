//! The plan of a book: the content of each page, stored as runs of pages, so that memory depends only on the number of
//! sections.

use crate::book::{Book, HintPlace, Section};

/// The content of a page. Puzzles are counted from 0 through the whole book.
///
/// ```
/// use minirow_print::PageContent;
/// let page = PageContent::Puzzles { section: 0, first: 0, count: 4 };
/// assert!(matches!(page, PageContent::Puzzles { count: 4, .. }));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PageContent {
    /// The title, with the imprint at its foot unless there is a page for it.
    Title,
    /// The imprint, on the back of the title.
    Imprint,
    /// A part of the list of sections.
    Contents {
        /// The first line.
        first: u64,
        /// The number of lines.
        count: u64,
    },
    /// A blank page, so that the next one is on the right.
    Blank,
    /// The name of a section, by its index.
    Section(usize),
    /// Puzzles of a section.
    Puzzles {
        /// The index of the section.
        section: usize,
        /// The first puzzle.
        first: u64,
        /// The number of puzzles.
        count: u64,
    },
    /// The heading of the hints.
    HintsTitle,
    /// Hints.
    Hints {
        /// The first hint.
        first: u64,
        /// The number of hints.
        count: u64,
    },
    /// The heading of the solutions.
    SolutionsTitle,
    /// Solutions.
    Solutions {
        /// The first solution.
        first: u64,
        /// The number of solutions.
        count: u64,
    },
}

/// A run of pages of one kind.
#[derive(Clone, Copy, Debug)]
struct PageRun {
    /// The number of the first page, from 1.
    page: u64,
    /// The content of the first page, with the count of all pages together.
    start: PageContent,
    /// The number of entries on each page but the last; `None` if a run is one page.
    per_page: Option<u64>,
}

/// The pages of a book.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    runs: Vec<PageRun>,
    pages: u64,
}

/// The number of lines on a page, for each list of a book.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ListLengths {
    pub(crate) contents: u64,
    pub(crate) hints: u64,
}

/// Returns the number of lines of the list of contents.
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
            plan.add(PageContent::Title, None);
            if facing {
                plan.add(PageContent::Imprint, None);
            }
            if named && book.sections.len() > 1 {
                plan.add(PageContent::Contents { first: 0, count: contents_lines(book) }, Some(lists.contents));
            }
        }
        let mut first = 0;
        for (section, Section { name, count, .. }) in book.sections.iter().enumerate() {
            let count = *count;
            if count == 0 {
                continue;
            }
            if named && !name.is_empty() {
                plan.begin(PageContent::Section(section), facing);
            }
            plan.add(PageContent::Puzzles { section, first, count }, Some(style.per_page as u64));
            first += count;
        }
        if style.hints == Some(HintPlace::Back) {
            plan.divide(PageContent::HintsTitle, named, facing);
            plan.add(PageContent::Hints { first: 0, count: first }, Some(lists.hints));
        }
        if style.solutions_per_page > 0 {
            plan.divide(PageContent::SolutionsTitle, named, facing);
            plan.add(PageContent::Solutions { first: 0, count: first }, Some(style.solutions_per_page as u64));
        }
        plan
    }

    fn add(&mut self, start: PageContent, per_page: Option<u64>) {
        self.runs.push(PageRun { page: self.pages + 1, start, per_page });
        self.pages += match (count(start), per_page) {
            (Some(count), Some(per_page)) => count.div_ceil(per_page),
            _ => 1,
        };
    }

    /// Adds a page that begins something new.
    fn begin(&mut self, page: PageContent, facing: bool) {
        if facing && self.pages % 2 == 1 {
            self.add(PageContent::Blank, None);
        }
        self.add(page, None);
    }

    fn divide(&mut self, page: PageContent, with_page: bool, facing: bool) {
        if with_page {
            self.begin(page, facing);
        }
    }

    /// Returns the number of pages.
    pub(crate) fn pages(&self) -> u64 {
        self.pages
    }

    /// Returns what is on a page, by its number from 1.
    pub(crate) fn page(&self, number: u64) -> Option<PageContent> {
        if number == 0 || number > self.pages {
            return None;
        }
        let run = self.runs[self.runs.partition_point(|run| run.page <= number) - 1];
        let Some(per_page) = run.per_page else { return Some(run.start) };
        let skipped = (number - run.page) * per_page;
        let part = |first: u64, all: u64| (first + skipped, (all - skipped).min(per_page));
        Some(match run.start {
            PageContent::Contents { first, count } => {
                let (first, count) = part(first, count);
                PageContent::Contents { first, count }
            }
            PageContent::Puzzles { section, first, count } => {
                let (first, count) = part(first, count);
                PageContent::Puzzles { section, first, count }
            }
            PageContent::Hints { first, count } => {
                let (first, count) = part(first, count);
                PageContent::Hints { first, count }
            }
            PageContent::Solutions { first, count } => {
                let (first, count) = part(first, count);
                PageContent::Solutions { first, count }
            }
            other => other,
        })
    }

    /// Returns the number of the page where a wanted run begins.
    fn start(&self, wanted: impl Fn(PageContent) -> bool) -> Option<u64> {
        self.runs.iter().find(|run| wanted(run.start)).map(|run| run.page)
    }

    /// Returns the page where a section begins.
    pub(crate) fn page_of_section(&self, number: usize) -> Option<u64> {
        self.start(|page| match page {
            PageContent::Section(section) | PageContent::Puzzles { section, .. } => section == number,
            _ => false,
        })
    }

    /// Returns the page where the list of contents begins.
    pub(crate) fn page_of_contents(&self) -> Option<u64> {
        self.start(|page| matches!(page, PageContent::Contents { .. }))
    }

    /// Returns the page where the hints begin.
    pub(crate) fn page_of_hints(&self) -> Option<u64> {
        self.start(|page| matches!(page, PageContent::HintsTitle | PageContent::Hints { .. }))
    }

    /// Returns the page where the solutions begin.
    pub(crate) fn page_of_solutions(&self) -> Option<u64> {
        self.start(|page| matches!(page, PageContent::SolutionsTitle | PageContent::Solutions { .. }))
    }

    /// Returns the page of a puzzle.
    pub(crate) fn page_of_puzzle(&self, index: u64) -> Option<u64> {
        self.page_in(index, |page| match page {
            PageContent::Puzzles { first, count, .. } => Some((first, count)),
            _ => None,
        })
    }

    /// Returns the page of the solution of a puzzle.
    pub(crate) fn page_of_solution(&self, index: u64) -> Option<u64> {
        self.page_in(index, |page| match page {
            PageContent::Solutions { first, count } => Some((first, count)),
            _ => None,
        })
    }

    fn page_in(&self, index: u64, range: impl Fn(PageContent) -> Option<(u64, u64)>) -> Option<u64> {
        self.runs.iter().find_map(|run| {
            let (first, count) = range(run.start)?;
            let inside = (first..first + count).contains(&index);
            inside.then(|| run.page + (index - first) / run.per_page.unwrap_or(1))
        })
    }
}

fn count(page: PageContent) -> Option<u64> {
    match page {
        PageContent::Contents { count, .. }
        | PageContent::Puzzles { count, .. }
        | PageContent::Hints { count, .. }
        | PageContent::Solutions { count, .. } => Some(count),
        _ => None,
    }
}
