//! Round trips in every form: only data that the writer reports as dropped are lost.

use crate::common::{candidates, cases, contents, read, records, texts, write};
use minirow_formats::{Fields, Form, Reader, Record, Value};
use minirow_text::Board;
use proptest::prelude::*;

proptest! {
    #![proptest_config(cases(80))]

    /// The main property of this crate.
    #[test]
    fn fields_that_are_not_reported_as_dropped_are_kept(
        records in prop::collection::vec(records(), 1..4),
        blank in prop::option::of(prop::sample::select(vec!['.', '0', '_', '*', '-'])),
    ) {
        for form in Form::ALL {
            let (text, dropped) = write(&records, form, blank);
            let back = read(&text);
            prop_assert_eq!(back.len(), records.len(), "{:?}\n{}", form, text);
            for ((before, after), dropped) in records.iter().zip(&back).zip(dropped) {
                if dropped.is_empty() {
                    let (candidates, clues, solution, fields) = contents(before);
                    let (candidates_after, clues_after, solution_after, fields_after) = contents(after);
                    prop_assert_eq!(candidates, candidates_after, "{:?}\n{}", form, text);
                    prop_assert_eq!(solution, solution_after, "{:?}\n{}", form, text);
                    prop_assert_eq!(fields, fields_after, "{:?}\n{}", form, text);
                    // A board of candidates may be read as equivalent clues, and vice versa.
                    if let (Some(clues), Some(clues_after)) = (clues, clues_after) {
                        prop_assert_eq!(clues, clues_after, "{:?}\n{}", form, text);
                    }
                }
            }
        }
    }

    /// Candidates survive 729 characters, pencilmark grids, Simple Sudoku, SadMan, HoDoKu and tables, in any two steps.
    #[test]
    fn candidates_survive_every_form_that_has_them(set in candidates()) {
        use Form::{Candidates, Csv, Hodoku, JsonLines, OpenSudoku, Pencilmarks, Sdk, SimpleSudoku};
        let start = Record::from(Board::Candidates(set));
        for there in [Candidates, Pencilmarks, SimpleSudoku, Csv, JsonLines, Sdk, OpenSudoku, Hodoku] {
            for on in [Candidates, Pencilmarks, SimpleSudoku, Csv, JsonLines] {
                let (first, dropped) = write(std::slice::from_ref(&start), there, None);
                if !dropped[0].is_empty() {
                    prop_assert!(there == Hodoku || there == OpenSudoku && set.singles() == minirow_core::Grid::EMPTY);
                    continue;
                }
                let (second, _) = write(&read(&first), on, None);
                let back = read(&second);
                prop_assert_eq!(back.len(), 1);
                prop_assert_eq!(back[0].candidates(), set, "{:?}, {:?}\n{}\n{}", there, on, first, second);
            }
        }
    }

    /// The fields of a puzzle survive any sequence of forms that can hold them.
    #[test]
    fn the_contents_of_a_record_survive(
        texts in prop::collection::vec(texts(), 7),
        walk in prop::collection::vec(
            prop::sample::select(vec![Form::Sdk, Form::OpenSudoku, Form::Csv, Form::JsonLines]), 1..6),
    ) {
        let names = ["author", "description", "comment", "date", "source", "level", "url"];
        let fields: Fields = names.into_iter().zip(texts).map(|(name, text)| (name, Value::Text(text))).collect();
        let grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let start = Record { fields, ..Record::from(grid.parse::<minirow_core::Grid>().unwrap()) };
        let mut now = vec![start.clone()];
        for form in &walk {
            let (text, dropped) = write(&now, *form, None);
            prop_assert!(dropped[0].is_empty(), "{:?} dropped {:?}", form, dropped);
            now = read(&text);
        }
        prop_assert_eq!(now.len(), 1);
        prop_assert_eq!(contents(&now[0]), contents(&start), "{:?}", walk);
    }

    /// Windows line ends, a byte order mark, and empty lines at the start make no difference.
    #[test]
    fn line_ends_do_not_matter(records in prop::collection::vec(records(), 1..3)) {
        for form in Form::ALL {
            let (text, _) = write(&records, form, None);
            let windows = format!("\u{feff}{}{}", if form == Form::OpenSudoku { "" } else { "\r\n" }, text.replace('\n', "\r\n"));
            let plain = read(&text);
            let back = read(&windows);
            prop_assert_eq!(plain.iter().map(contents).collect::<Vec<_>>(), back.iter().map(contents).collect::<Vec<_>>(), "{:?}", form);
        }
    }
}

/// The reported line is the one where the board starts.
#[test]
fn lines_are_counted_from_one() {
    let grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let records = [grid; 2].map(|grid| Record::from(grid.parse::<minirow_core::Grid>().unwrap()));
    let lines = |form: Form| -> Vec<u64> {
        let (text, _) = write(&records, form, None);
        Reader::new(text.as_bytes()).map(|found| found.unwrap().line).collect()
    };
    assert_eq!(lines(Form::Line), [1, 2]);
    assert_eq!(lines(Form::Csv), [2, 3]);
    assert_eq!(lines(Form::OpenSudoku), [3, 4]);
    assert_eq!(lines(Form::Sdk), [1, 12]);
    assert_eq!(lines(Form::SimpleSudoku), [2, 16]);
    assert_eq!(lines(Form::Boxed), [1, 13]);
}
