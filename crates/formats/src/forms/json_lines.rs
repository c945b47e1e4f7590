//! JSON objects with all data of a puzzle, one per line. They are also read over several lines, and in an array.

mod objects;

use std::fmt;
use std::sync::Arc;

use minirow_core::text::{self, ParseError};
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::fields::{Fields, Value};
use crate::form::{FileContext, FileForm, FormError, Reading, TextContext, TextParser};
use crate::forms::json_lines::objects::{Collected, Objects};
use crate::record::Record;
use crate::table::{CLUES, PUZZLE_COLUMNS, SOLUTION_COLUMNS, is_count, progress_texts, puzzle_text};

/// An error in an object.
///
/// ```
/// use minirow_formats::{ErrorKind, Reader, forms::json_lines::JsonLinesError};
/// let error = Reader::new("{\"id\": 1}\n".as_bytes()).next().unwrap().unwrap_err();
/// let ErrorKind::Form(error) = error.kind else { panic!("{error}") };
/// assert!(matches!(error.downcast_ref(), Some(JsonLinesError::NoPuzzle)));
/// ```
#[derive(Debug, thiserror::Error)]
pub enum JsonLinesError {
    /// The text of the object is not JSON.
    #[error("found an object that is not JSON ({0})")]
    Json(serde_json::Error),
    /// The object has no key for the puzzle.
    #[error("found an object without a puzzle, expected a key {}", PUZZLE_COLUMNS.join(" or "))]
    NoPuzzle,
    /// The puzzle is not a grid.
    #[error("{0}, as the puzzle of an object")]
    Grid(ParseError),
    /// Two objects are separated by something other than a comma.
    #[error("found {0:?} between objects, expected a comma")]
    Between(char),
    /// The object does not end.
    #[error("found an object that is not closed, expected }}")]
    NotClosed,
}

pub(crate) struct JsonLines;

impl FileForm for JsonLines {
    fn name(&self) -> &'static str {
        "jsonl"
    }

    fn about(&self) -> &'static str {
        "A JSON object a line, with all that is known of a puzzle"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["jsonl", "ndjson"]
    }

    fn reading(&self) -> Reading {
        Reading::Text(|| Box::new(ObjectParser::default()))
    }

    fn lost_of_board(&self, _record: &Record) -> Vec<&'static str> {
        Vec::new()
    }

    fn holds_field(&self, _name: &str, _text: &str) -> bool {
        true
    }

    fn write(&self, record: &Record, file: &FileContext, _lost: &mut Vec<String>) -> String {
        write(record, file.blank.unwrap_or('.'))
    }
}

/// Reads objects on one line or several, alone or in an array.
#[derive(Default)]
struct ObjectParser {
    objects: Objects,
    /// `true` if the lines since the last object are empty or end its array.
    after_object: bool,
}

impl ObjectParser {
    fn take(&mut self, objects: Vec<Collected>, context: &mut TextContext) {
        for (line, text) in objects {
            context.push(line, text.and_then(|text| read(&text)).map_err(FormError::from));
        }
    }
}

impl TextParser for ObjectParser {
    fn resume(&mut self, text: &str, context: &mut TextContext) -> bool {
        if self.objects.is_open() {
            self.begin(text, context);
            return true;
        }
        let ends_array = self.after_object
            && text.starts_with([']', ','])
            && text.chars().all(|character| matches!(character, ']' | ',' | ' '));
        self.after_object &= ends_array || text.is_empty();
        ends_array
    }

    fn begins(&self, text: &str) -> bool {
        objects::begin(text)
    }

    fn begins_in_array(&self, text: &str) -> bool {
        objects::begin(text)
    }

    fn begin(&mut self, text: &str, context: &mut TextContext) {
        context.close();
        let mut found = Vec::new();
        // An object that is whole on its line is no part of one that was not closed.
        if self.objects.is_open() && text.starts_with('{') && is_whole(text.trim_end_matches([',', ']'])) {
            self.objects.end(&mut found);
        }
        self.objects.push(context.line, text, &mut found);
        self.after_object = true;
        self.take(found, context);
    }

    fn end(&mut self, context: &mut TextContext) {
        let mut found = Vec::new();
        self.objects.end(&mut found);
        self.take(found, context);
    }
}

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

/// Returns `true` if a text is an object, whatever it holds.
fn is_whole(text: &str) -> bool {
    serde_json::from_str::<Object>(text).is_ok()
}

fn read(text: &str) -> Result<Record, JsonLinesError> {
    let object: Object = serde_json::from_str(text).map_err(JsonLinesError::Json)?;
    let mut entries = object.0;
    let mut take = |names: &[&str]| {
        let place = entries.iter().position(|(key, _)| names.iter().any(|name| key.eq_ignore_ascii_case(name)))?;
        Some(Value::Json(entries.remove(place).1.get().into()))
    };
    let puzzle = take(&PUZZLE_COLUMNS).ok_or(JsonLinesError::NoPuzzle)?;
    let board = text::parse(&puzzle.text()).map_err(JsonLinesError::Grid)?;
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

fn write(record: &Record, blank: char) -> String {
    let mut parts: Vec<(Arc<str>, String)> = Vec::new();
    let string = |text: &str| serde_json::to_string(text).expect("text");
    let (leading, others): (Vec<_>, Vec<_>) =
        record.fields.iter().partition(|(name, _)| name.eq_ignore_ascii_case("id"));
    for (name, value) in leading {
        parts.push((name.clone(), value.json().into_owned()));
    }
    parts.push(("puzzle".into(), string(&puzzle_text(&record.board, blank))));
    if let Some(solution) = &record.solution {
        parts.push(("solution".into(), string(solution)));
    }
    if record.fields.get(CLUES).is_none() {
        parts.push((CLUES.into(), record.grid().clue_count().to_string()));
    }
    for (name, text) in progress_texts(record, blank) {
        parts.push((name.into(), string(&text)));
    }
    for (name, value) in others {
        parts.push((name.clone(), value.json().into_owned()));
    }
    let parts: Vec<String> = parts.iter().map(|(name, json)| format!("{}:{json}", string(name))).collect();
    // A value that was read over several lines may have line ends between its parts; within a string they are escaped.
    format!("{{{}}}\n", parts.join(",").replace(['\n', '\r'], " "))
}
