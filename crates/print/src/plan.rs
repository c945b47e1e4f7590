//! The plan of a book: the content of each page, stored as runs of pages, so that memory depends only on the number of
//! sections.

use crate::book::{Book, HINT_LISTS, HintPlace, Section};

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
    /// The imprint, on the back of the title or on the last page.
    Imprint,
    /// A part of the list of sections.
    Contents {
        /// The first line.
        first: u64,
        /// The number of lines.
        count: u64,
    },
    /// The rules, with an example.
    Rules,
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
        /// The list, from 0: the index of the texts of hints.
        list: usize,
        /// The first hint.
        first: u64,
        /// The number of hints.
        count: u64,
    },
    /// Lines for notes.
    Notes,
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

impl PageContent {
    /// Returns the first entry of a list and the number of entries, or `None` for other pages.
    fn entries(&mut self) -> Option<(&mut u64, &mut u64)> {
        match self {
            PageContent::Contents { first, count }
            | PageContent::Puzzles { first, count, .. }
            | PageContent::Hints { first, count, .. }
            | PageContent::Solutions { first, count } => Some((first, count)),
            _ => None,
        }
    }
}

/// A run of pages of one kind.
#[derive(Clone, Copy, Debug)]
struct PageRun {
    /// The number of the first page, from 1.
    page: u64,
    /// The content of the first page, with the count of all pages together.
    start: PageContent,
    /// The number of entries on each page but the last.
    per_page: u64,
}

/// The pages of a book.
#[derive(Clone, Default, Debug)]
pub(crate) struct Plan {
    runs: Vec<PageRun>,
    /// The number of pages.
    pub(crate) pages: u64,
    /// `true` if pages lie beside each other, so that what is new begins on the right.
    facing: bool,
    /// The number of the first page.
    first_page: u64,
}

/// The parts of the lists of a book that are on one page.
#[derive(Clone, Default, Debug)]
pub(crate) struct Lists {
    /// The number of lines of the contents.
    pub(crate) contents_lines: u64,
    /// The first line of each page of the contents.
    pub(crate) contents: Vec<u64>,
    /// `true` if the contents have the texts about sections.
    pub(crate) has_notes: bool,
    /// The number of columns of each list of hints.
    pub(crate) columns: [usize; HINT_LISTS],
    /// `true` if the puzzles have numbers of their own.
    pub(crate) own_numbers: bool,
    /// The width of the widest number of a puzzle, in units of the font size.
    pub(crate) number_width: f64,
    /// The first hint of each column, by list.
    pub(crate) hints: [Vec<u64>; HINT_LISTS],
}

impl Plan {
    /// Plans a book. `facing` is `true` if pages lie beside each other.
    pub(crate) fn new(book: &Book, facing: bool, lists: &Lists) -> Plan {
        let style = &book.style;
        let mut plan = Plan { runs: Vec::new(), pages: 0, facing, first_page: style.first_page };
        let (has_hints, has_solutions) = (style.hints == Some(HintPlace::Back), style.solutions_per_page > 0);
        let all = book.puzzles();
        let named = style.section_pages && all > 1 && book.sections.iter().any(|section| !section.name.is_empty());
        if book.has_title_page() {
            plan.add(PageContent::Title, 1);
            if facing {
                plan.add(PageContent::Imprint, 1);
            }
            if named && book.sections.len() > 1 {
                let pages = lists.contents.iter().copied();
                plan.add_list(pages, lists.contents_lines, |first, count| PageContent::Contents { first, count });
            }
        }
        if style.rules {
            plan.add(PageContent::Rules, 1);
        }
        let mut first = 0;
        for (section, &Section { ref name, count, .. }) in book.sections.iter().enumerate() {
            if count == 0 {
                continue;
            }
            if named && !name.is_empty() {
                plan.begin(PageContent::Section(section));
            }
            plan.add(PageContent::Puzzles { section, first, count }, book.per_page(section) as u64);
            first += count;
        }
        if has_hints {
            if named {
                plan.begin(PageContent::HintsTitle);
            }
            for (list, starts) in lists.hints.iter().enumerate() {
                let pages = starts.iter().copied().step_by(lists.columns[list]);
                plan.add_list(pages, first, |first, count| PageContent::Hints { list, first, count });
            }
        }
        if has_solutions {
            if named {
                plan.begin(PageContent::SolutionsTitle);
            }
            plan.add(PageContent::Solutions { first: 0, count: first }, style.solutions_per_page as u64);
        }
        for _ in 0..style.notes {
            plan.add(PageContent::Notes, 1);
        }
        if book.ends_with_imprint() {
            plan.add(PageContent::Imprint, 1);
        }
        if style.preset.is_some() && !plan.pages.is_multiple_of(2) {
            plan.add(PageContent::Blank, 1);
        }
        plan
    }

    fn add(&mut self, mut start: PageContent, per_page: u64) {
        self.runs.push(PageRun { page: self.pages + 1, start, per_page });
        self.pages += start.entries().map_or(1, |(_, count)| count.div_ceil(per_page));
    }

    /// Adds the pages of a list of `end` entries, by their first entries.
    fn add_list(
        &mut self,
        starts: impl Iterator<Item = u64> + Clone,
        end: u64,
        page: impl Fn(u64, u64) -> PageContent,
    ) {
        for (start, next) in starts.clone().zip(starts.skip(1).chain([end])) {
            self.add(page(start, next - start), next - start);
        }
    }

    /// Adds a page that begins something new.
    fn begin(&mut self, page: PageContent) {
        if self.facing && (self.pages + self.first_page).is_multiple_of(2) {
            self.add(PageContent::Blank, 1);
        }
        self.add(page, 1);
    }

    /// Returns what is on a page, by its number from 1.
    pub(crate) fn page(&self, number: u64) -> Option<PageContent> {
        if number == 0 || number > self.pages {
            return None;
        }
        let mut run = self.runs[self.runs.partition_point(|run| run.page <= number) - 1];
        if let Some((first, count)) = run.start.entries() {
            let skipped = (number - run.page) * run.per_page;
            (*first, *count) = (*first + skipped, (*count - skipped).min(run.per_page));
        }
        Some(run.start)
    }

    /// Returns the numbers of the first and the last page of each run.
    pub(crate) fn ends_of_runs(&self) -> impl Iterator<Item = u64> {
        let after = self.runs.iter().skip(1).map(|run| run.page).chain([self.pages + 1]);
        self.runs.iter().zip(after).flat_map(|(run, next)| [run.page, next - 1])
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

    /// Returns the page of the rules.
    pub(crate) fn page_of_rules(&self) -> Option<u64> {
        self.start(|page| page == PageContent::Rules)
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
        self.page_in(index, |page| matches!(page, PageContent::Puzzles { .. }))
    }

    /// Returns the page of the solution of a puzzle.
    pub(crate) fn page_of_solution(&self, index: u64) -> Option<u64> {
        self.page_in(index, |page| matches!(page, PageContent::Solutions { .. }))
    }

    fn page_in(&self, index: u64, is_wanted: impl Fn(PageContent) -> bool) -> Option<u64> {
        self.runs.iter().filter(|run| is_wanted(run.start)).find_map(|&PageRun { page, mut start, per_page }| {
            let (&mut first, &mut count) = start.entries()?;
            (first..first + count).contains(&index).then(|| page + (index - first) / per_page)
        })
    }
}
