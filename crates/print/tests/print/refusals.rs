//! Books that cannot be printed, and the reason.

use crate::common::{book, item};
use minirow_print::{Error, HintPlace, Layout, Length, Preset, State, Style, Typeface, Weight};

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
