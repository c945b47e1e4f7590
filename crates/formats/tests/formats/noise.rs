//! Damaged files and noise: readers report errors, and never panic, hang or continue forever.

use std::io::BufReader;

use crate::common::{cases, records, write};
use minirow_formats::{Form, Reader};
use proptest::prelude::*;

/// A line that a reader with the whole line in its buffer reads in another way than a reader with a part of it.
const PLAIN_LINE: &str = "\n53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";

/// Reads to the end. Errors must have line numbers of the file, and the size of the buffer must not matter.
fn read_all(bytes: &[u8]) {
    let with_small_buffer = Reader::new(BufReader::with_capacity(50, bytes));
    assert!(
        Reader::new(bytes).map(|item| format!("{item:?}")).eq(with_small_buffer.map(|item| format!("{item:?}"))),
        "the size of the buffer matters: {:?}",
        String::from_utf8_lossy(bytes)
    );
    let lines = bytes.iter().filter(|&&byte| matches!(byte, b'\n' | b'\r')).count() as u64 + 2;
    let mut items = 0;
    for item in Reader::new(bytes) {
        items += 1;
        assert!(items <= bytes.len() + 1, "more items than bytes");
        match item {
            Ok(found) => assert!(found.line >= 1 && found.line <= lines, "line {} of {lines}", found.line),
            Err(problem) => {
                assert!(problem.line >= 1 && problem.line <= lines, "line {} of {lines}", problem.line);
                let message = problem.kind.to_string();
                assert!(!message.is_empty() && message.len() < 2_000, "{problem}");
            }
        }
    }
    assert!(items > 0, "an empty result looks like success");
}

/// A kind of damage to a file.
#[derive(Clone, Debug)]
enum Damage {
    Replace(usize, u8),
    Insert(usize, Vec<u8>),
    Remove(usize, usize),
    Double(usize, usize),
    Cut(usize),
}

fn damages() -> impl Strategy<Value = Damage> {
    let pieces = prop::sample::select(vec![
        "\n",
        "\r",
        "\n\n",
        "[",
        "]",
        "{",
        "}",
        "\"",
        ",",
        "#",
        "#A",
        ":",
        "+",
        "*---*",
        "|",
        "<",
        ">",
        "&",
        "&amp;",
        "[State]",
        "[PencilMarks]",
        "[Puzzle]",
        "<game ",
        "data=\"",
        "</opensudoku>",
        "version: 2 ",
        "version: 5&#10;",
        "cells_data=\"",
        "</folder>",
        "bd=",
        "S9B",
        "\u{feff}",
        "é",
        "puzzle,",
        "{}",
        "{12}",
        "\0",
        "---------",
        "\\",
        PLAIN_LINE,
    ]);
    let piece = prop_oneof![pieces.prop_map(|text| text.as_bytes().to_vec()), prop::collection::vec(any::<u8>(), 1..4)];
    prop_oneof![
        (any::<usize>(), any::<u8>()).prop_map(|(at, byte)| Damage::Replace(at, byte)),
        (any::<usize>(), piece).prop_map(|(at, piece)| Damage::Insert(at, piece)),
        (any::<usize>(), 1..40usize).prop_map(|(at, size)| Damage::Remove(at, size)),
        (any::<usize>(), 1..200usize).prop_map(|(at, size)| Damage::Double(at, size)),
        any::<usize>().prop_map(Damage::Cut),
    ]
}

fn damage(bytes: &mut Vec<u8>, damage: &Damage) {
    let place = |at: usize| at % (bytes.len() + 1);
    let range = |at: usize, size: usize| place(at)..(place(at) + size).min(bytes.len());
    match damage {
        Damage::Replace(at, byte) => {
            let at = place(*at);
            bytes.splice(at..(at + 1).min(bytes.len()), [*byte]);
        }
        Damage::Insert(at, piece) => {
            let at = place(*at);
            bytes.splice(at..at, piece.iter().copied());
        }
        Damage::Remove(at, size) => {
            bytes.drain(range(*at, *size));
        }
        Damage::Double(at, size) => {
            let range = range(*at, *size);
            let piece = bytes[range.clone()].to_vec();
            bytes.splice(range.start..range.start, piece);
        }
        Damage::Cut(at) => bytes.truncate(place(*at)),
    }
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn damaged_files_are_read_or_refused(
        records in prop::collection::vec(records(), 1..4),
        form in prop::sample::select(Form::ALL.to_vec()),
        damages in prop::collection::vec(damages(), 1..5),
    ) {
        let mut bytes = write(&records, form, None).0.into_bytes();
        damages.iter().for_each(|one| damage(&mut bytes, one));
        read_all(&bytes);
    }

    #[test]
    fn files_of_different_forms_one_after_the_other(
        records in prop::collection::vec(records(), 1..3),
        forms in prop::collection::vec(prop::sample::select(Form::ALL.to_vec()), 2..4),
        damages in prop::collection::vec(damages(), 0..3),
    ) {
        let mut bytes: Vec<u8> = forms.iter().flat_map(|&form| write(&records, form, None).0.into_bytes()).collect();
        damages.iter().for_each(|one| damage(&mut bytes, one));
        read_all(&bytes);
    }

    #[test]
    fn noise(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        read_all(&bytes);
    }

    #[test]
    fn noise_of_the_characters_that_formats_use(text in "[0-9.+*|:{}\\[\\],\"<>/=&;# \nA-Za-z-]{0,400}") {
        read_all(text.as_bytes());
        read_all(format!("<opensudoku>{text}").as_bytes());
        read_all(format!("puzzle,{text}").as_bytes());
        read_all(format!(":0000:{text}").as_bytes());
    }

    /// A file that is cut off anywhere: all records before are read, and a whole-file form reports the missing end.
    #[test]
    fn truncated_files(records in prop::collection::vec(records(), 2..4), form in prop::sample::select(Form::ALL.to_vec())) {
        let text = write(&records, form, None).0;
        for at in [text.len() / 4, text.len() / 2, text.len() - 2] {
            read_all(&text.as_bytes()[..at]);
        }
    }
}
