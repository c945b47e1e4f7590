//! JSON objects with all data of a puzzle, one per line. They are also read over several lines, and in an array.

mod objects;

use std::fmt;
use std::sync::Arc;

use minirow_core::text::{self, json_string, safe_json};
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::counts::{counts_json, counts_text};
use crate::error::ErrorKind;
use crate::fields::{MOST_FIELDS, Value, repeated_name};
use crate::form::{FileForm, Reading, TextContext, TextParser};
use crate::forms::json_lines::objects::Objects;
use crate::record::Record;
use crate::table::{CLUES, PUZZLE_COLUMNS, PUZZLE_KEYS, SOLUTION_COLUMNS, is_count, known_values};

pub(crate) static JSON_LINES: FileForm = FileForm {
    name: "jsonl",
    about: "A JSON object a line, with all fields; one array in a file .json",
    endings: &["jsonl", "ndjson", "json"],
    reading: Reading::Text(|| Box::new(ObjectParser::default())),
    lost_of_board: |_| Vec::new(),
    holds_field: |_, _| true,
    write: |record, file, _| write(record, file.blank.unwrap_or('.')),
    ..FileForm::BASE
};

/// Reads objects on one line or several, alone or in an array.
#[derive(Default)]
struct ObjectParser {
    objects: Objects,
}

impl TextParser for ObjectParser {
    fn resume(&mut self, text: &str, context: &mut TextContext) -> bool {
        // In other languages than JSON, a brace is around an array.
        if self.objects.is_brace() && text.starts_with(|first: char| first == '{' || first.is_ascii_digit()) {
            self.objects = Objects::default();
        }
        if self.objects.is_open() {
            self.begin(text, context);
            return true;
        }
        if self.objects.has_array() && !text.is_empty() && !text.starts_with('#') {
            let continues = self.objects.continues_array(text, context);
            if continues {
                self.begin(text, context);
            }
            return continues;
        }
        false
    }

    fn is_idle(&self) -> bool {
        !self.objects.is_open() && !self.objects.has_array()
    }

    fn begins(&self, text: &str, _in_array: bool) -> bool {
        objects::begin(text)
    }

    fn begin(&mut self, text: &str, context: &mut TextContext) {
        context.close();
        if context.is_in_array {
            self.objects.begin_array();
        }
        // An object that is whole on its line is no part of one that was not closed.
        if self.objects.is_open() && text.starts_with('{') && is_whole(text.trim_end_matches([',', ']'])) {
            self.objects.end_object(context);
        }
        self.objects.push(text, context);
    }

    fn end(&mut self, context: &mut TextContext) {
        self.objects.end(context);
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

/// The most objects around the one with the puzzle.
const MOST_DEPTH: usize = 4;

/// Returns `true` if a text is an object, whatever it holds.
fn is_whole(text: &str) -> bool {
    serde_json::from_str::<Object>(text).is_ok()
}

/// Returns the keys and values of an object, or `None` for another text.
pub(crate) fn entries(text: &str) -> Option<Vec<(String, Box<RawValue>)>> {
    Some(serde_json::from_str::<Object>(text).ok()?.0)
}

fn read(text: &str) -> Result<Record, ErrorKind> {
    read_at(text, 0)
}

/// Reads the puzzle of an object in an object, if one value is an object with a puzzle.
fn read_inner(entries: Vec<(String, Box<RawValue>)>, depth: usize) -> Option<Result<Record, ErrorKind>> {
    let (inner, others): (Vec<_>, Vec<_>) = entries.into_iter().partition(|(_, value)| value.get().starts_with('{'));
    let [(_, object)] = &inner[..] else { return None };
    let record = (depth < MOST_DEPTH).then(|| read_at(object.get(), depth + 1))?;
    Some(record.map(|mut record| {
        for (key, value) in others {
            if record.fields.get(&key).is_none() {
                record.fields.set(key, Value::Json(value.get().into()));
            }
        }
        record
    }))
}

fn read_at(text: &str, depth: usize) -> Result<Record, ErrorKind> {
    let not_json = |error| ErrorKind::form(format!("an object that cannot be parsed ({error})"), "JSON");
    let Object(mut entries) = serde_json::from_str(text).map_err(not_json)?;
    if entries.len() > MOST_FIELDS {
        return Err(ErrorKind::too_many_fields(entries.len()));
    }
    if let Some(key) = repeated_name(entries.iter().map(|(key, _)| key.as_str())) {
        return Err(ErrorKind::form(format!("two keys {key:?} in an object"), "keys that differ"));
    }
    let mut take = |names: &[&'static str], is_value: fn(&str) -> bool| {
        let place_of = |name: &str| {
            entries.iter().position(|(key, value)| key.eq_ignore_ascii_case(name) && is_value(value.get()))
        };
        let (place, name) = names.iter().find_map(|name| Some((place_of(name)?, *name)))?;
        Some((name, Value::Json(entries.remove(place).1.get().into())))
    };
    let is_board = |value: &str| text::parse(&Value::Json(value.into()).text()).is_ok();
    let puzzle = take(&PUZZLE_COLUMNS, |value| !value.starts_with('{')).or_else(|| take(&PUZZLE_KEYS, is_board));
    let Some((_, puzzle)) = puzzle else {
        return read_inner(entries, depth).unwrap_or_else(|| {
            let expected = format!("a key {}", PUZZLE_COLUMNS.join(", "));
            Err(ErrorKind::form("an object without a puzzle", expected))
        });
    };
    let board = text::parse(&puzzle.text()).map_err(|error| ErrorKind::from(error).at("as the puzzle of an object"))?;
    let (solution_column, solution) = take(&SOLUTION_COLUMNS, |_| true).unzip();
    let solution = solution.map(|value| value.text().trim().to_string()).filter(|text| !text.is_empty());
    let fields = entries.into_iter().map(|(key, value)| match counts_text(&key, value.get()) {
        Some(text) => (key, Value::Text(text)),
        None => (key, Value::Json(value.get().into())),
    });
    let mut record = Record { solution, solution_column, fields: fields.collect(), ..Record::from(board) };
    record.take_progress();
    record.fields.remove_if(CLUES, |text| is_count(text, &record.board));
    Ok(record)
}

fn write(record: &Record, blank: char) -> String {
    let field = |(name, value): (&Arc<str>, &Value)| {
        let json = counts_json(name, &value.text()).unwrap_or_else(|| value.json().into_owned());
        (name.to_string(), json)
    };
    let (leading, others): (Vec<_>, Vec<_>) =
        record.fields.iter().partition(|(name, _)| name.eq_ignore_ascii_case("id"));
    let known = known_values(record, blank)
        .map(|(name, text)| (name.to_string(), if name == CLUES { text } else { json_string(&text) }));
    let parts = leading.into_iter().map(field).chain(known).chain(others.into_iter().map(field));
    let parts: Vec<String> = parts.map(|(name, json)| format!("{}:{json}", json_string(&name))).collect();
    // A value that was read over several lines may have line ends between its parts; within a string they are escaped.
    safe_json(format!("{{{}}}\n", parts.join(",").replace(['\n', '\r'], " ")))
}
