//! Records of every kind, as proptest makes them, and the way there and back.

use minirow_core::text::Board;
use minirow_core::{Candidate, CandidateSet, Cell, Digit, Grid};
use minirow_formats::{Fields, Form, Progress, Reader, Record, Value, Writer};
use proptest::prelude::*;

/// Any digits in any cells: what can be written need not be a puzzle.
pub(crate) fn grids() -> impl Strategy<Value = Grid> {
    let cell = prop_oneof![2 => Just(0u8), 1 => 1..=9u8];
    prop::collection::vec(cell, 81).prop_map(|cells| Grid::from_numbers(cells.try_into().unwrap()).unwrap())
}

pub(crate) fn candidates() -> impl Strategy<Value = CandidateSet> {
    let any = prop::collection::vec(any::<u16>(), 81);
    // Few in each cell as well: where no cell has several, candidates look like digits.
    let few = prop::collection::vec(prop_oneof![Just(0u16), (0..9u16).prop_map(|bit| 1 << bit)], 81);
    prop_oneof![any, few].prop_map(|masks| {
        let has = |cell: Cell, digit: Digit| masks[cell.index()] & (1 << digit.index()) != 0;
        let all = Cell::ALL.into_iter().flat_map(|cell| Digit::ALL.map(|digit| Candidate { cell, digit }));
        all.filter(|candidate| has(candidate.cell, candidate.digit)).collect()
    })
}

/// Text that is hard on every format: what XML, JSON and CSV escape, accents, brackets, numbers that are none.
pub(crate) fn texts() -> impl Strategy<Value = String> {
    let words = "[a-zA-Z0-9<>&\"'éß#:;,|\\[\\]{}=+.\\\\/\u{1F9E9}-]{1,12}( [a-z<&\",0-9]{1,8}){0,3}";
    prop_oneof![4 => words, 1 => "0[0-9]{1,3}", 1 => "[0-9]{1,20}", 1 => Just("]]>".to_string())]
}

/// One line or several.
fn long_texts() -> impl Strategy<Value = String> {
    prop_oneof![4 => texts(), 1 => prop::collection::vec(texts(), 1..4).prop_map(|lines| lines.join("\n"))]
}

pub(crate) fn fields() -> impl Strategy<Value = Fields> {
    let shared = prop::sample::subsequence(
        vec!["name", "author", "description", "comment", "date", "source", "level", "url", "id", "er", "My column"],
        0..5,
    );
    let hodoku = prop::option::weighted(0.2, ("0[1-9][0-9]{2}(-1)?", "[1-9]{1,3}", "([1-9]{3}( [1-9]{3}){0,2})?"));
    let sections = prop::option::weighted(0.2, Just("0,1,2\n3,4,5"));
    (shared, prop::collection::vec(long_texts(), 5), hodoku, sections).prop_map(|(names, texts, hodoku, sections)| {
        let mut fields: Fields =
            names.into_iter().zip(texts).map(|(name, text)| (name.to_string(), Value::Text(text))).collect();
        if let Some((technique, digits, eliminations)) = hodoku {
            fields.set("hodoku-technique", technique.as_str());
            fields.set("hodoku-digits", digits.as_str());
            fields.set("hodoku-eliminations", eliminations.as_str());
        }
        if let Some(lines) = sections {
            fields.set("[Colors]", lines);
        }
        fields
    })
}

/// A grid with placed digits and pencilmarks, as a reader would make it.
fn with_progress() -> impl Strategy<Value = Record> {
    (grids(), grids(), prop::option::of(candidates()), 0..3usize).prop_map(|(clues, other, candidates, kind)| {
        let mut record = Record::from(clues);
        let mut placed = other;
        clues.clues().for_each(|(cell, _)| placed.set(cell, None));
        if kind == 0 {
            placed = Grid::EMPTY;
        }
        // Mostly what a person has: some of the candidates that the digits leave.
        let candidates = candidates.map(|set| {
            let mut state = clues;
            placed.clues().for_each(|(cell, digit)| state.set(cell, Some(digit)));
            let left = CandidateSet::from(&state);
            if kind == 2 { set } else { set.iter().filter(|&one| left.contains(one)).collect() }
        });
        record.set_progress(placed, candidates);
        record
    })
}

pub(crate) fn records() -> impl Strategy<Value = Record> {
    let boards = prop_oneof![
        2 => grids().prop_map(Record::from),
        1 => candidates().prop_map(|set| Record::from(Board::Candidates(set))),
        2 => with_progress(),
    ];
    let solution = prop::option::weighted(0.3, "[1-9]{81}");
    (boards, solution, fields()).prop_map(|(record, solution, fields)| Record { solution, fields, ..record })
}

/// A file of records, and what was dropped of each.
pub(crate) fn write(records: &[Record], form: Form, blank: Option<char>) -> (String, Vec<Vec<String>>) {
    let mut writer = Writer::new(form, blank);
    let mut text = writer.header(records.iter());
    let mut dropped = Vec::new();
    for record in records {
        let written = writer.record(record);
        text += &written.text;
        dropped.push(written.dropped);
    }
    (text + writer.footer(), dropped)
}

/// The records of a text without errors.
#[track_caller]
pub(crate) fn read(text: &str) -> Vec<Record> {
    let found = Reader::new(text.as_bytes()).map(|item| item.map(|found| found.record));
    found.collect::<Result<_, _>>().unwrap_or_else(|problem| panic!("{problem}\n{text}"))
}

/// The candidates, the clues with the progress, the solution and the fields of a record.
pub(crate) type Said = (CandidateSet, Option<(Grid, Option<Progress>)>, Option<String>, Vec<(String, String)>);

/// All that a record says, in a form that can be compared: text where types differ between formats.
pub(crate) fn said(record: &Record) -> Said {
    let clues = match record.board {
        Board::Grid(grid) => Some((grid, record.progress.as_deref().cloned())),
        Board::Candidates(_) => None,
    };
    let mut fields: Vec<(String, String)> = record
        .fields
        .iter()
        .map(|(name, value)| (name.to_lowercase(), value.text().into_owned()))
        .filter(|(_, text)| !text.is_empty())
        .collect();
    fields.sort();
    (record.candidates(), clues, record.solution.clone(), fields)
}
