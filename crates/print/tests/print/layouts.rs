//! All layouts: nothing is outside the margins, and every puzzle and solution occurs once with the same number.

use crate::common::{book, bounds, drawing, item, texts};
use crate::size::stride;
use minirow_core::Cell;
use minirow_print::{Book, Error, HintPlace, Layout, Mark, PageContent, Paper, Preset, Rectangle, Style, Typeface};

const PAPERS: [&str; 7] = ["a4", "letter", "6x9", "8.5x11", "5x8", "8.5x8.5", "a3"];

/// Returns all styles of the usual options.
fn styles() -> Vec<Style> {
    let mut styles = Vec::new();
    for paper in PAPERS {
        // Digits of more solutions on small paper are too small.
        let most = if ["6x9", "5x8"].contains(&paper) { 12 } else { 30 };
        for (per_page, solutions) in [(1, 6), (2, 12), (4, 20), (6, 1), (9, 30), (12, 0)] {
            let solutions_per_page = most.min(solutions);
            let paper: Paper = paper.parse().unwrap();
            let hints = [None, Some(HintPlace::Cell), Some(HintPlace::Below), Some(HintPlace::Back)][per_page % 4];
            let pencilmarks = per_page == 1;
            let bound = per_page != 1;
            let style = Style { paper, bound, per_page, solutions_per_page, hints, pencilmarks, ..Style::default() };
            styles.push(Style { paper: paper.turned(), page_numbers: false, ..style.clone() });
            styles.push(style);
        }
        let preset = Preset::ALL.into_iter().find(|preset| preset.name == format!("kdp-{paper}"));
        let (paper, hints) = (paper.parse().unwrap(), Some(HintPlace::Below));
        if preset.is_some() {
            styles.push(Style { paper, hints, preset, per_page: 2, solutions_per_page: 6, ..Style::default() });
        }
        styles.push(Style { paper, hints, per_page: 1, solutions_per_page: 1, large_print: true, ..Style::default() });
        let qr_link = Some("https://example.org/#play?puzzle=".into());
        styles.push(Style { paper, per_page: 2, qr_link, name_line: true, notes: 2, ..Style::default() });
    }
    styles
}

#[test]
fn nothing_that_is_drawn_leaves_the_margins() {
    let typeface = Typeface::new();
    for style in styles().into_iter().step_by(stride(7)) {
        let mut book = book(style);
        book.sections[0].name = "A section whose name is as long as the names of sections ever are ".repeat(4);
        book.title = Some("Wörter ".repeat(70) + &"x".repeat(200));
        // Not all papers have space for this title.
        if let Err(error) = Layout::new(&book, &typeface, &item).map(drop) {
            assert_eq!(error, Error::LongTextOfPage { number: 1, what: "title".into() });
            book.title = Some("Wörter ".repeat(7) + &"x".repeat(20));
        }
        let layout = Layout::new(&book, &typeface, &item).unwrap_or_else(|error| panic!("{error:?} {:?}", book.style));
        for page in 1..=layout.pages() {
            let inside = layout.inside(page);
            for mark in drawing(&layout, page).marks {
                let bounds = bounds(&mark, &typeface);
                // Letters may slightly exceed the box that their font declares.
                let slack = if matches!(mark, Mark::Text { .. }) { 1.5 } else { 0.0 };
                let (dx, dy) = (inside.x - slack, inside.y - slack);
                let room =
                    Rectangle { x: dx, y: dy, width: inside.width + 2.0 * slack, height: inside.height + 2.0 * slack };
                if let Some(bounds) = bounds {
                    let what = (layout.page(page), book.style.paper, book.style.per_page);
                    assert!(room.contains(&bounds), "{what:?}: {mark:?} {bounds:?} is not in {room:?}");
                }
            }
        }
    }
}

#[test]
fn the_ink_of_every_digit_is_in_the_middle_of_its_cell() {
    let typeface = Typeface::new();
    // The clues of a solution are bold, the other digits regular.
    let book = book(Style { solutions_per_page: 2, ..Style::default() });
    let layout = Layout::new(&book, &typeface, &item).unwrap();
    let is_of_solutions = |page: &u64| matches!(layout.page(*page), Some(PageContent::Solutions { .. }));
    for page in (1..=layout.pages()).filter(is_of_solutions) {
        let marks = drawing(&layout, page).marks;
        let mut grids = 0;
        for (index, mark) in marks.iter().enumerate() {
            let Mark::Frame { rectangle, .. } = mark else { continue };
            grids += 1;
            let side = rectangle.width / 9.0;
            for (cell, digit) in Cell::ALL.into_iter().zip(&marks[index + 1..]) {
                let Mark::Text { line, .. } = digit else { panic!("{cell}: expected a digit, found {digit:?}") };
                assert!(line.glyphs.len() == 1 && line.glyphs[0].character.is_ascii_digit());
                let ink = bounds(digit, &typeface).unwrap();
                let middle = |from: f64, place: usize| from + side * (place as f64 + 0.5);
                let (x, y) = (ink.x + ink.width / 2.0, ink.y + ink.height / 2.0);
                assert!((x - middle(rectangle.x, cell.column())).abs() < 0.007 * side, "{cell}: {x}");
                assert!((y - middle(rectangle.y, cell.row())).abs() < 0.007 * side, "{cell}: {y}");
            }
        }
        assert!(grids > 0, "no grid on page {page}");
    }
}

#[test]
fn every_puzzle_and_every_solution_is_there_once() {
    let typeface = Typeface::new();
    for style in styles() {
        let solutions = style.solutions_per_page;
        let book = book(style);
        let layout = Layout::new(&book, &typeface, &item).unwrap();
        let (mut puzzles, mut solved) = (Vec::new(), Vec::new());
        for page in 1..=layout.pages() {
            match layout.page(page).unwrap() {
                PageContent::Puzzles { first, count, section } => {
                    assert_eq!(section, usize::from(first >= 21));
                    puzzles.extend(first..first + count);
                }
                PageContent::Solutions { first, count } => solved.extend(first..first + count),
                _ => {}
            }
        }
        assert_eq!(puzzles, (0..26).collect::<Vec<u64>>());
        assert_eq!(solved, (0..if solutions == 0 { 0 } else { 26 }).collect::<Vec<u64>>());
        assert_eq!((layout.page(0), layout.page(layout.pages() + 1)), (None, None));
    }
}

#[test]
fn links_lead_from_each_puzzle_to_its_solution_and_back() {
    let typeface = Typeface::new();
    let book = book(Style { paper: "6x9".parse().unwrap(), per_page: 2, ..Style::default() });
    let layout = Layout::new(&book, &typeface, &item).unwrap();
    let holds = |page: u64, index: u64| match layout.page(page) {
        Some(PageContent::Puzzles { first, count, .. } | PageContent::Solutions { first, count }) => {
            (first..first + count).contains(&index)
        }
        _ => false,
    };
    let mut links = 0;
    for page in 1..=layout.pages() {
        if let Some(PageContent::Puzzles { first, .. } | PageContent::Solutions { first, .. }) = layout.page(page) {
            for (index, link) in (first..).zip(drawing(&layout, page).links) {
                assert!(link.page != page && holds(link.page, index), "{page} {index} {link:?}");
                links += 1;
            }
        }
    }
    assert_eq!(links, 2 * 26);
}

#[test]
fn bound_pages_have_their_wide_margin_at_the_binding_and_begin_sections_on_the_right() {
    let typeface = Typeface::new();
    let book = book(Style { paper: "6x9".parse().unwrap(), bound: true, ..Style::default() });
    let layout = Layout::new(&book, &typeface, &item).unwrap();
    let (right, left) = (layout.inside(1), layout.inside(2));
    assert_eq!((right.x, left.x), (45.0, 36.0));
    assert_eq!((right.width, left.right()), (left.width, 432.0 - 45.0));
    for page in 1..=layout.pages() {
        if matches!(
            layout.page(page),
            Some(PageContent::Section(_) | PageContent::SolutionsTitle | PageContent::Contents { .. })
        ) {
            assert_eq!(page % 2, 1, "{page}");
        }
    }
}

/// Returns the largest digit of the first page with solutions relative to its cell, and the smallest one in points.
fn digits_of_solutions(layout: &Layout) -> (f64, f64) {
    let is_of_solutions = |page: &u64| matches!(layout.page(*page), Some(PageContent::Solutions { .. }));
    let page = (1..=layout.pages()).find(is_of_solutions).unwrap();
    let (mut cell, mut sizes) = (f64::INFINITY, Vec::new());
    for mark in drawing(layout, page).marks {
        match mark {
            Mark::Frame { rectangle, .. } => cell = rectangle.width / 9.0,
            // A number with one digit is above the first grid.
            Mark::Text { size, line, .. } if cell.is_finite() && line.glyphs.len() == 1 => sizes.push(size),
            _ => {}
        }
    }
    (sizes.iter().copied().fold(0.0, f64::max) / cell, sizes.iter().copied().fold(f64::INFINITY, f64::min))
}

#[test]
fn digits_of_large_solutions_fill_their_cells_only_if_their_number_is_given() {
    let typeface = Typeface::new();
    for paper in ["a4", "a5", "letter", "6x9", "7x10", "8x10", "8.5x11"] {
        let style = Style { paper: paper.parse().unwrap(), per_page: 1, large_print: true, ..Style::default() };
        let mut book = book(style);
        let usual = Layout::solutions_that_fit(&book, &typeface, &item);
        let digits = |book: &Book| Layout::new(book, &typeface, &item).ok().map(|layout| digits_of_solutions(&layout));
        book.style.solutions_per_page = usual;
        let (share, size) = digits(&book).unwrap();
        assert!(share < 0.78 && size >= 16.0 - 1e-9, "{paper}: {usual} with {share} of the cell, {size} pt");
        // The next larger number that is possible has digits of 16 points, too.
        let more = (usual + 1..=20).find_map(|count| {
            book.style.solutions_per_page = count;
            digits(&book).filter(|(share, _)| *share > 0.78)
        });
        if let Some((share, size)) = more {
            assert!((16.0 - 1e-9..16.1).contains(&size) && share < 0.91, "{paper}: {share} of the cell, {size} pt");
        }
    }
}

/// Sections can have another number of puzzles on a page, and the numbers of pages and puzzles can be others.
#[test]
fn sections_have_their_own_number_of_puzzles_on_a_page() {
    let typeface = Typeface::new();
    let mut book = book(Style { per_page: 4, first_page: 101, ..Style::default() });
    book.sections[1].per_page = Some(1);
    let numbered = |index: u64| minirow_print::Item { number: Some(format!("A{index}")), ..item(index) };
    let layout = Layout::new(&book, &typeface, &numbered).unwrap();
    let pages = (1..=layout.pages()).filter_map(|page| match layout.page(page) {
        Some(PageContent::Puzzles { section, count, .. }) => Some((section, count)),
        _ => None,
    });
    let counts: Vec<(usize, u64)> = pages.collect();
    assert_eq!(counts, [vec![(0, 4); 5], vec![(0, 1)], vec![(1, 1); 5]].concat());
    let side = |section: usize, page: u64| {
        let Some(PageContent::Puzzles { section: found, .. }) = layout.page(page) else { return None };
        let marks = layout.draw(page, &mut |index| Ok::<_, std::convert::Infallible>(numbered(index))).unwrap().marks;
        let frame = marks.iter().find_map(|mark| match mark {
            Mark::Frame { rectangle, .. } => Some(rectangle.width),
            _ => None,
        });
        frame.filter(|_| found == section)
    };
    let sides = [0, 1].map(|section| (1..=layout.pages()).find_map(|page| side(section, page)).unwrap());
    assert!(sides[1] > 1.5 * sides[0], "{sides:?}");
    let mut all = Vec::new();
    for page in 1..=layout.pages() {
        all.extend(texts(&layout.draw(page, &mut |index| Ok::<_, std::convert::Infallible>(numbered(index))).unwrap()));
    }
    for index in 0..26 {
        assert_eq!(all.iter().filter(|text| **text == format!("A{index}")).count(), 2, "puzzle and solution {index}");
    }
    assert!(all.contains(&"104".to_string()) && !all.contains(&"3".repeat(3)), "the fourth page is page 104");
}
