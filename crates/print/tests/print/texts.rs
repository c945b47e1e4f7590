//! The texts of pages: they are whole, legible, and beside what they are about.

use crate::common::{book, bounds, drawing, item, texts};
use minirow_print::{Error, HintPlace, Layout, Mark, PageContent, Section, Style, Turn, Typeface};

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
        let text = texts(&drawing(&layout, page)).join(" ");
        assert!(text.contains(&book.imprint.join(" ")), "{paper} {title_page}: {text}");
    }
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
    let texts: Vec<String> = texts(&page).iter().map(|text| text.replace('\u{a0}', " ")).collect();
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
        let lines = texts(&drawing(&layout, page));
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
        let drawing = drawing(&layout, page);
        let lines = texts(&drawing);
        let areas = drawing.marks.iter().filter(|mark| matches!(mark, Mark::Area { .. })).count();
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
