//! All layouts: nothing is outside the margins, every puzzle and solution occurs once with the same number, and
//! impossible layouts are refused.

use crate::common::{book, bounds, drawing, item};
use crate::size::stride;
use minirow_core::Cell;
use minirow_print::{
    Book, Error, HintPlace, Layout, Length, Mark, PageContent, Paper, Preset, Rectangle, Section, State, Style, Turn,
    Typeface, Weight,
};

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
    for style in styles().into_iter().step_by(stride(5)) {
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

#[test]
fn large_print_has_no_small_letter() {
    let typeface = Typeface::new();
    for (paper, per_page) in [("a4", 1), ("letter", 1), ("6x9", 1), ("8.5x11", 1), ("6x9", 3), ("6x9", 4)] {
        let paper = paper.parse().unwrap();
        let style = Style { paper, per_page, large_print: true, hints: Some(HintPlace::Back), ..Style::default() };
        let mut book = book(style);
        book.style.solutions_per_page = Layout::solutions_that_fit(&book, &typeface, &item);
        let layout = Layout::new(&book, &typeface, &item).unwrap();
        for page in 1..=layout.pages() {
            for mark in drawing(&layout, page).marks {
                if let Mark::Text { size, line, .. } = mark {
                    let is_leader = line.glyphs.iter().all(|glyph| glyph.character == '.');
                    assert!(size >= 16.0 - 1e-9 || is_leader, "{paper:?} {:?} {size}", layout.page(page));
                }
            }
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

#[test]
fn large_print_shows_the_whole_imprint() {
    let typeface = Typeface::new();
    for (paper, title_page) in [("a4", true), ("a4", false), ("6x9", true), ("6x9", false)] {
        let (paper_size, bound) = (paper.parse().unwrap(), paper == "6x9");
        let style = Style { paper: paper_size, bound, per_page: 1, solutions_per_page: 1, ..Style::default() };
        let mut book = book(Style { large_print: true, title_page, imprint_page: true, ..style });
        let rights = "No part of this book may be reproduced in any form without permission of the publisher, except for \
                      short quotations in reviews";
        book.imprint =
            ["A Maker", rights, "© 2026", "Made from seed 42 by generator minirow 2, printed by minirow 0.1.0"]
                .map(String::from)
                .to_vec();
        let layout = Layout::new(&book, &typeface, &item).unwrap();
        let page = match (title_page, paper) {
            (true, "a4") => 1,
            (true, _) => 2,
            (false, _) => layout.pages(),
        };
        let lines = drawing(&layout, page).marks.into_iter().filter_map(|mark| match mark {
            Mark::Text { line, .. } => Some(line.glyphs.iter().map(|glyph| glyph.character).collect()),
            _ => None,
        });
        let text = lines.collect::<Vec<String>>().join(" ");
        assert!(text.contains(&book.imprint.join(" ")), "{paper} {title_page}: {text}");
    }
}

/// Returns the texts of a page.
fn texts(layout: &Layout, page: u64) -> Vec<String> {
    let line = |mark| match mark {
        Mark::Text { line, .. } => Some(line.glyphs.iter().map(|glyph| glyph.character).collect()),
        _ => None,
    };
    drawing(layout, page).marks.into_iter().filter_map(line).collect()
}

#[test]
fn no_heading_and_no_hint_is_cut_off() {
    let typeface = Typeface::new();
    let long = "Look at rows 1, 4 and 7: the digits 3, 5 and 8 can be in the columns 2, 6 and 9 only, so that they are nowhere \
                else in these columns, r1c2≠3, r4c2≠3, r7c6≠5, r2c9≠8";
    for (paper, per_page, hints, large_print) in [
        ("a4", 4, HintPlace::Back, false),
        ("6x9", 2, HintPlace::Back, false),
        ("6x9", 1, HintPlace::Back, true),
        ("6x9", 2, HintPlace::Below, false),
        ("a4", 6, HintPlace::Below, false),
    ] {
        let style = Style { paper: paper.parse().unwrap(), per_page, hints: Some(hints), ..Style::default() };
        let book = book(Style { large_print, solutions_per_page: 2, bound: true, ..style });
        let mut texts_of_hint = ["Box 5".to_string(), "Naked Single".into(), "r1c1=2".into()];
        if hints == HintPlace::Back {
            texts_of_hint[2] = long.into();
        } else {
            texts_of_hint[1] = "Sue de Coq with a very long name · and more to say about it · and more".into();
        }
        let remark = "Diabolical · ER 7.6 · 24 clues · 2026-a6118b64-1234567";
        let long_item = |index: u64| {
            let mut item = item(index);
            item.remark = remark.into();
            if index.is_multiple_of(3) {
                item.hint.as_mut().unwrap().texts = texts_of_hint.clone();
            }
            item
        };
        let layout = Layout::new(&book, &typeface, &long_item).unwrap();
        let draw = |page| layout.draw(page, &mut |index| Ok::<_, std::convert::Infallible>(long_item(index))).unwrap();
        let mut all = String::new();
        for page in 1..=layout.pages() {
            let inside = layout.inside(page);
            for mark in draw(page).marks {
                let bounds = bounds(&mark, &typeface);
                assert!(
                    bounds.is_none_or(|bounds| bounds.bottom() <= inside.bottom() + 1.5),
                    "{paper} {page} {mark:?}"
                );
                if let Mark::Text { line, turn, .. } = mark {
                    let text: String = line.glyphs.iter().map(|glyph| glyph.character).collect();
                    // The lines of a text that is upside down are from bottom to top.
                    all = if turn == Turn::Half { format!("{all} {text}") } else { all + " " + &text };
                }
            }
        }
        assert!(!all.contains('…'), "{paper}: {all}");
        // The end of a line may replace the dot between two texts.
        let joined = |text: &str| text.split_whitespace().filter(|word| *word != "·").collect::<String>();
        let all = joined(&all);
        let count = |text: &str| all.matches(&joined(text)).count();
        assert_eq!(count(remark), 26, "{paper}: {all}");
        assert_eq!(count(&texts_of_hint[if hints == HintPlace::Back { 2 } else { 1 }]), 9, "{paper}: {all}");
    }
    let book = book(Style { per_page: 12, ..Style::default() });
    let endless = |index: u64| minirow_print::Item { remark: "word ".repeat(100), ..item(index) };
    let refused = Layout::new(&book, &typeface, &endless).err();
    let expected =
        "puzzle 1: found too many lines in the heading \"word word word word word word word word…\", expected fewer: ";
    assert!(refused.as_ref().is_some_and(|error| error.to_string().starts_with(expected)), "{refused:?}");
}

/// The second line of a heading does not begin within a text.
#[test]
fn a_long_heading_breaks_between_its_texts() {
    let typeface = Typeface::new();
    let book = book(Style { first_number: 190, ..Style::default() });
    let remark = "Expert · 10 minutes · 30 chiffres donnés · ER 5,6";
    let item = |index: u64| minirow_print::Item { remark: remark.into(), ..item(index) };
    let layout = Layout::new(&book, &typeface, &item).unwrap();
    let page = layout.draw(4, &mut |index| Ok::<_, std::convert::Infallible>(item(index))).unwrap();
    let texts = page.marks.iter().filter_map(|mark| match mark {
        Mark::Text { line, .. } => Some(line.glyphs.iter().map(|glyph| glyph.character).collect::<String>()),
        _ => None,
    });
    let texts: Vec<String> = texts.map(|text| text.replace('\u{a0}', " ")).collect();
    assert!(texts.contains(&"Expert · 10 minutes".into()), "{texts:?}");
    assert!(texts.contains(&"30 chiffres donnés · ER 5,6".into()), "{texts:?}");
}

/// Texts of any length are on their page, or the book is refused.
#[test]
fn no_text_of_a_book_is_cut_off() {
    let typeface = Typeface::new();
    let mut refused = 0;
    for (paper, large_print) in [("5x8", true), ("5.5x8.5", true), ("6x9", true), ("a4", false), ("5x8", false)] {
        for length in [1, 5, 10, 30, 3000] {
            let text = |word: &str| format!("{word} ").repeat(length).trim().to_string();
            let (paper, bound) = (paper.parse().unwrap(), length % 2 == 0);
            let hints = Some(HintPlace::Back);
            let style = Style {
                paper,
                large_print,
                bound,
                hints,
                rules: true,
                per_page: 1,
                solutions_per_page: 2,
                ..Style::default()
            };
            let mut book = book(style);
            (book.title, book.subtitle, book.author) =
                (Some("Title".into()), Some(text("subtitle")), Some(text("Author")));
            book.sections = ["A", "B"].map(|name| Section { name: text(name), count: 4, ..Section::default() }).into();
            book.sections[0].note = Some(text("note"));
            book.words.hint_notes[0] = text("numbers");
            let layout = match Layout::new(&book, &typeface, &item) {
                Ok(layout) => layout,
                Err(error) => {
                    assert!(
                        length >= 30 && matches!(error, Error::LongTextOfPage { .. } | Error::LongText { .. }),
                        "{length}: {error}"
                    );
                    refused += 1;
                    continue;
                }
            };
            for page in 1..=layout.pages() {
                let inside = layout.inside(page);
                for mark in drawing(&layout, page).marks {
                    let bounds = bounds(&mark, &typeface);
                    let is_inside = bounds.is_none_or(|bounds| bounds.bottom() <= inside.bottom() + 1.5);
                    let is_cut = matches!(&mark, Mark::Text { line, .. } if line.glyphs.iter().any(|glyph| glyph.character == '…'));
                    assert!(is_inside && !is_cut, "{length} page {page}: {mark:?}");
                }
            }
        }
    }
    assert!((5..=9).contains(&refused), "{refused}");
}

/// The columns of the last page of hints are equally long.
#[test]
fn the_last_page_of_hints_is_balanced() {
    let typeface = Typeface::new();
    let book = book(Style { hints: Some(HintPlace::Back), ..Style::default() });
    let layout = Layout::new(&book, &typeface, &item).unwrap();
    let page = (1..=layout.pages()).find(|&page| matches!(layout.page(page), Some(PageContent::Hints { .. }))).unwrap();
    let number = |mark: &Mark| match mark {
        Mark::Text { x, y, line, .. } if line.glyphs.iter().all(|glyph| glyph.character.is_ascii_digit()) => {
            Some((x.round() as u64, *y))
        }
        _ => None,
    };
    let marks = drawing(&layout, page).marks;
    let mut columns = std::collections::BTreeMap::new();
    // The number of the page is the last one.
    let numbers: Vec<_> = marks.iter().filter_map(number).collect();
    numbers[..26].iter().for_each(|(x, _)| *columns.entry(*x).or_insert(0) += 1);
    let counts: Vec<i32> = columns.into_values().collect();
    assert!(
        counts.len() > 1 && counts.iter().max().unwrap() - counts.iter().min().unwrap() <= counts.len() as i32,
        "{counts:?}"
    );
}

#[test]
fn the_page_of_its_solution_is_below_a_puzzle() {
    let typeface = Typeface::new();
    let book = book(Style { solution_pages: true, hints: Some(HintPlace::Below), ..Style::default() });
    let layout = Layout::new(&book, &typeface, &item).unwrap();
    for page in 1..=layout.pages() {
        let Some(PageContent::Puzzles { first, count, .. }) = layout.page(page) else { continue };
        let lines = texts(&layout, page);
        let found: Vec<&String> = lines.iter().filter(|text| text.starts_with("Solution on page ")).collect();
        assert_eq!(found.len() as u64, count);
        // Hints name boxes by their numbers.
        assert!(lines.contains(&book.words.box_numbers), "{lines:?}");
        for (index, text) in (first..).zip(found) {
            let to: u64 = text.rsplit(' ').next().unwrap().parse().unwrap();
            let Some(PageContent::Solutions { first, count }) = layout.page(to) else { panic!("page {to}") };
            assert!((first..first + count).contains(&index));
        }
    }
}

/// A worksheet has lines for name and date, a code below each puzzle, and pages for notes.
#[test]
fn pages_to_write_on_have_their_lines() {
    let typeface = Typeface::new();
    let qr_link = Some("https://example.org/#play?puzzle=".into());
    let book = book(Style { name_line: true, qr_link, notes: 3, first_page: 11, ..Style::default() });
    let layout = Layout::new(&book, &typeface, &item).unwrap();
    let mut kinds = std::collections::BTreeMap::new();
    for page in 1..=layout.pages() {
        let (lines, areas) = (texts(&layout, page), drawing(&layout, page).marks);
        let areas = areas.iter().filter(|mark| matches!(mark, Mark::Area { .. })).count();
        match layout.page(page) {
            Some(PageContent::Puzzles { count, .. }) => {
                assert!(lines[0] == "Name" && lines[1] == "Date", "{lines:?}");
                assert!(areas as u64 > 100 * count, "{areas} areas of codes");
                *kinds.entry("puzzles").or_insert(0) += 1;
            }
            Some(PageContent::Notes) => {
                assert_eq!(lines[0], "Notes");
                *kinds.entry("notes").or_insert(0) += 1;
            }
            _ => assert!(!lines.contains(&"Name".to_string())),
        }
    }
    assert_eq!(kinds, [("notes", 3), ("puzzles", 8)].into());
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
        let marks = layout.draw(page, &mut |index| Ok::<_, std::convert::Infallible>(numbered(index))).unwrap().marks;
        all.extend(marks.into_iter().filter_map(|mark| match mark {
            Mark::Text { line, .. } => Some(line.glyphs.iter().map(|glyph| glyph.character).collect::<String>()),
            _ => None,
        }));
    }
    for index in 0..26 {
        assert_eq!(all.iter().filter(|text| **text == format!("A{index}")).count(), 2, "puzzle and solution {index}");
    }
    assert!(all.contains(&"104".to_string()) && !all.contains(&"3".repeat(3)), "the fourth page is page 104");
}

/// The number of puzzles or solutions that a refusal names fits, and the next one does not.
#[test]
fn the_number_that_a_refusal_names_fits() {
    let typeface = Typeface::new();
    let long =
        |index: u64| minirow_print::Item { remark: "Easy · about 12 minutes · 28 clues".into(), ..item(index) };
    let mut refused = 0;
    for name in ["kdp-5x8", "kdp-5x8-large-print", "kdp-8.5x11-large-print"] {
        for (hints, pencilmarks) in [(None, false), (Some(HintPlace::Below), false), (None, true)] {
            let preset: Preset = name.parse().unwrap();
            let large_print = preset.large_print;
            let style = Style { preset: Some(preset), paper: preset.paper, large_print, ..Style::default() };
            let mut book = book(Style { hints, pencilmarks, solutions_per_page: 30, per_page: 12, ..style });
            book.sections.truncate(1);
            book.sections[0].count = 2;
            // First the puzzles, and then the solutions.
            while let Err(error) = Layout::new(&book, &typeface, &long) {
                let (Error::SmallDigits { what, most, .. } | Error::GridsTooSmall { what, most, .. }) = error else {
                    panic!("{name}: {error}")
                };
                if most == 0 {
                    break;
                }
                for count in [most + 1, most] {
                    match what {
                        "solutions" => book.style.solutions_per_page = count,
                        _ => book.style.per_page = count,
                    }
                    let of = match Layout::new(&book, &typeface, &long) {
                        Err(Error::SmallDigits { what, .. } | Error::GridsTooSmall { what, .. }) => what,
                        _ => "",
                    };
                    assert_eq!(of == what, count > most, "{name}: {error}; with {count}");
                }
                refused += 1;
            }
        }
    }
    assert!(refused > 10, "{refused}");
}

#[test]
fn impossible_books_are_refused_with_the_reason() {
    let typeface = Typeface::new();
    let refused = |change: &dyn Fn(&mut minirow_print::Book)| {
        let mut book = book(Style::default());
        change(&mut book);
        Layout::new(&book, &typeface, &item).err().map(|error| error.to_string()).expect("an error")
    };
    assert_eq!(refused(&|book| book.sections.clear()), "there is no puzzle to print");
    assert_eq!(refused(&|book| book.style.per_page = 0), "found 0 puzzles on a page, expected from 1 to 12");
    assert_eq!(
        refused(&|book| book.style.solutions_per_page = 31),
        "found 31 solutions on a page, expected from 1 to 30"
    );
    assert_eq!(
        refused(&|book| book.author = Some("数独".into())),
        "author: no font here has the character 数 (U+6570)"
    );
    let message = refused(&|book| book.style.margin = Some(Length::millimetres(100.0)));
    assert!(message.starts_with("found grids of 10 mm, expected at least 16 mm"), "{message}");
    let small = |book: &mut minirow_print::Book| {
        book.style = Style { paper: "60x70mm".parse().unwrap(), per_page: 1, ..Style::default() };
    };
    let expected = "found solutions of 5 mm, expected at least 16 mm: only one of the solutions fits on a page";
    assert_eq!(refused(&small), expected);
    let small = |book: &mut minirow_print::Book| book.style.paper = "6x9".parse().unwrap();
    let solutions = refused(&|book| (small(book), book.style.solutions_per_page = 30).1);
    assert_eq!(solutions, "found digits of 4.8 points, expected at least 5: at most 24 solutions fit on a page");
    let candidates = refused(&|book| (small(book), book.style.pencilmarks = true).1);
    assert!(
        candidates.ends_with("expected at least 5: at most 2 puzzles with candidates fit on a page"),
        "{candidates}"
    );
    // So do the candidates of a file.
    let mut small_book = book(Style { per_page: 4, ..Style::default() });
    small(&mut small_book);
    let candidates = Some(minirow_core::CandidateSet::from(&minirow_core::Grid::EMPTY));
    let half_done = |index: u64| minirow_print::Item { state: State { candidates, ..State::default() }, ..item(index) };
    assert!(Layout::new(&small_book, &typeface, &item).is_ok());
    let error = Layout::new(&small_book, &typeface, &half_done).err();
    assert!(matches!(error, Some(Error::SmallDigits { what: "candidates", most: 2, .. })), "{error:?}");
    let message = refused(&|book| {
        book.style.large_print = true;
        book.style.per_page = 12;
    });
    assert!(
        message.starts_with("found digits of ") && message.contains(" points, expected at least 16 for large print"),
        "{message}"
    );
    assert!(message.ends_with(": at most 6 puzzles fit on a page"), "{message}");
    let mut narrow = book(Style { paper: "2x2in".parse().unwrap(), large_print: true, ..Style::default() });
    narrow.style.per_page = 1;
    assert!(matches!(
        Layout::new(&narrow, &typeface, &item).err(),
        Some(Error::SmallDigits { most: 0, .. } | Error::GridsTooSmall { .. })
    ));
    let title = Error::Text { what: "title".into(), error: Error::ControlCharacter('\u{7}').into() };
    assert_eq!(title.to_string(), "title: found the control character U+0007, expected text");
    assert!(typeface.line(Weight::Bold, "1").width() > 0.0);
}
