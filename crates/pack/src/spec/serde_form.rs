//! Specifications in JSON and TOML, spelled as on the command line. Plainer values of these formats (a number, a list) are
//! read too: `clues = 24`, `missing-digits = [5]`.

use std::collections::BTreeMap;

use serde::de::{Deserializer, Error};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{ArgumentKind, CONSTRAINTS, Constraint, InvalidValue, PuzzleSpec};

/// The constraints that are written even if they have their default value: those of the first versions.
///
/// Constraints that were added later are not, so that the recipes of older packs stay the same, and these packs can still be
/// resumed and merged.
const ALWAYS_WRITTEN: &str = "level er ep ed needs without steps clues minimal even symmetry with-digits missing-digits \
                              solution mask exact search max-tries";

/// A flag is a boolean, a list a list of strings; other constraints are strings, or null if they have no value.
impl Serialize for PuzzleSpec {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        for constraint in CONSTRAINTS {
            let Constraint { name, kind, .. } = constraint;
            if !self.is_set(constraint) && !ALWAYS_WRITTEN.split(' ').any(|written| written == *name) {
                continue;
            }
            let text = self.text(constraint);
            match kind {
                ArgumentKind::Flag => map.serialize_entry(name, &text.is_some())?,
                ArgumentKind::List => {
                    let words: Vec<&str> = text.iter().flat_map(|text| text.split(',')).collect();
                    map.serialize_entry(name, &words)?;
                }
                ArgumentKind::Value | ArgumentKind::Range { .. } | ArgumentKind::OneOf(_) => {
                    map.serialize_entry(name, &text)?;
                }
            }
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for PuzzleSpec {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<PuzzleSpec, D::Error> {
        let values = BTreeMap::<String, Value>::deserialize(from)?;
        PuzzleSpec::from_arguments(values, |constraint| constraint.name.into()).map_err(D::Error::custom)
    }
}

impl Constraint {
    /// Returns a value of JSON or TOML as text, or `None` if it leaves the constraint unset.
    pub(super) fn text_of(&self, value: &Value) -> Result<Option<String>, InvalidValue> {
        match (self.kind, value) {
            (_, Value::Null) => Ok(None),
            (ArgumentKind::List, Value::Array(values)) if values.is_empty() => Ok(None),
            (ArgumentKind::Flag, Value::Bool(flag)) => Ok(Some(flag.to_string())),
            (ArgumentKind::Flag, value) => Err(unexpected(value, "true or false")),
            (_, value) => words(value).map(Some),
        }
    }
}

fn words(value: &Value) -> Result<String, InvalidValue> {
    match value {
        Value::String(text) => Ok(text.clone()),
        // 24.0 is read as 24.
        Value::Number(number) if number.is_f64() => Ok(number.as_f64().unwrap_or_default().to_string()),
        Value::Number(number) => Ok(number.to_string()),
        Value::Array(values) => Ok(values.iter().map(words).collect::<Result<Vec<_>, _>>()?.join(",")),
        _ => Err(unexpected(value, "a string, a number, or a list of these")),
    }
}

fn unexpected(value: &Value, expected: &str) -> InvalidValue {
    let found = match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        // A date of TOML is an object, too.
        Value::Object(_) => "a table or a date",
    };
    InvalidValue::new(format!("found {found}, expected {expected}"))
}
