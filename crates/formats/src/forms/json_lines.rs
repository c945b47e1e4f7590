//! JSON objects with all that is known of a puzzle, one a line; read also over several lines, and in an array.

use std::fmt;
use std::sync::Arc;

use minirow_core::text::{self, Board, Form};
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::fields::{Fields, Value};
use crate::forms::csv::{CLUES, PUZZLE_COLUMNS, SOLUTION_COLUMNS, is_count};
use crate::record::Record;

/// An object with its keys in their order, and the values as they are written.
struct Object(Vec<(String, Box<RawValue>)>);

impl<'de> serde::Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object, D::Error> {
        struct Keys;
        impl<'de> Visitor<'de> for Keys {
            type Value = Object;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Object(entries))
            }
        }
        deserializer.deserialize_map(Keys)
    }
}

/// Whether a text is an object that holds a puzzle, or anything else.
pub(crate) fn is_whole(text: &str) -> bool {
    serde_json::from_str::<Object>(text).is_ok()
}

pub(crate) fn read(text: &str) -> Result<Record, String> {
    let object: Object =
        serde_json::from_str(text).map_err(|error| format!("found an object that is not JSON ({error})"))?;
    let mut entries = object.0;
    let mut take = |names: &[&str]| {
        let place = entries.iter().position(|(key, _)| names.iter().any(|name| key.eq_ignore_ascii_case(name)))?;
        Some(Value::Json(entries.remove(place).1.get().into()))
    };
    let puzzle = take(&PUZZLE_COLUMNS)
        .ok_or_else(|| format!("found an object without a puzzle, expected a key {}", PUZZLE_COLUMNS.join(" or ")))?;
    let board = text::parse(&puzzle.text()).map_err(|error| format!("{error}, as the puzzle of an object"))?;
    let solution = take(&SOLUTION_COLUMNS);
    let solution = solution.map(|value| value.text().trim().to_string()).filter(|text| !text.is_empty());
    let mut record = Record { board, progress: None, solution, fields: Fields::NONE };
    for (key, value) in entries {
        record.fields.set(key, Value::Json(value.get().into()));
    }
    record.take_progress();
    record.fields.remove_if(CLUES, |text| is_count(text, &record.board));
    Ok(record)
}

pub(crate) fn write(record: &Record, blank: char) -> String {
    let mut parts: Vec<(Arc<str>, String)> = Vec::new();
    let string = |text: &str| serde_json::to_string(text).expect("text");
    let (leading, others): (Vec<_>, Vec<_>) =
        record.fields.iter().partition(|(name, _)| name.eq_ignore_ascii_case("id"));
    for (name, value) in leading {
        parts.push((name.clone(), value.json().into_owned()));
    }
    parts.push(("puzzle".into(), string(&puzzle(&record.board, blank))));
    if let Some(solution) = &record.solution {
        parts.push(("solution".into(), string(solution)));
    }
    if record.fields.get(CLUES).is_none() {
        parts.push((CLUES.into(), record.grid().clue_count().to_string()));
    }
    for (name, text) in progress(record, blank) {
        parts.push((name.into(), string(&text)));
    }
    for (name, value) in others {
        parts.push((name.clone(), value.json().into_owned()));
    }
    let parts: Vec<String> = parts.iter().map(|(name, json)| format!("{}:{json}", string(name))).collect();
    // A value that was read over several lines may have line ends between its parts; within a string they are escaped.
    format!("{{{}}}\n", parts.join(",").replace(['\n', '\r'], " "))
}

/// The board as the text of a field.
pub(crate) fn puzzle(board: &Board, blank: char) -> String {
    match board {
        Board::Grid(grid) => grid.to_text(Form::Line, Some(blank)),
        Board::Candidates(candidates) => candidates.to_string(),
    }
}

/// What was done, as fields.
pub(crate) fn progress(record: &Record, blank: char) -> impl Iterator<Item = (&'static str, String)> {
    let state = record.has_placed().then(|| ("state", record.state().to_text(Form::Line, Some(blank))));
    let candidates = record.marks().map(|marks| ("candidates", marks.to_string()));
    state.into_iter().chain(candidates)
}
