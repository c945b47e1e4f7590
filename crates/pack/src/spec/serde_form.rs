//! Specifications in JSON and TOML, spelled as on the command line. Plainer values of these formats (a number, a list) are
//! read too: `clues = 24`, `missing-digits = [5]`.

use std::collections::BTreeMap;

use serde::de::{Deserializer, Error};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use toml::Value;

use super::{ArgumentKind, ConstraintInfo, InvalidValue, PuzzleSpec};

/// The constraints that are written even if they have their default value: those of the first versions.
///
/// Constraints that were added later are not, so that the recipes of older packs stay the same, and these packs can still be
/// resumed and merged.
const ALWAYS_WRITTEN: &str = "level er ep ed needs without steps clues minimal even symmetry with-digits missing-digits \
                              solution mask exact search max-tries";

/// A flag is a boolean, a list a list of strings; other constraints are strings, or null if they have no value.
impl Serialize for PuzzleSpec {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let set: Vec<&str> = self.set_constraints().iter().map(|constraint| constraint.info().name).collect();
        let mut map = to.serialize_map(None)?;
        for constraint in self.constraints() {
            let ConstraintInfo { name, kind, .. } = constraint.info();
            if !set.contains(name) && !ALWAYS_WRITTEN.split(' ').any(|written| written == *name) {
                continue;
            }
            let words = constraint.words();
            match kind {
                ArgumentKind::Flag => map.serialize_entry(name, &!words.is_empty())?,
                ArgumentKind::List => map.serialize_entry(name, &words)?,
                ArgumentKind::Value | ArgumentKind::Range { .. } | ArgumentKind::OneOf(_) => {
                    map.serialize_entry(name, &words.first())?;
                }
            }
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for PuzzleSpec {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<PuzzleSpec, D::Error> {
        let values = BTreeMap::<String, Option<Value>>::deserialize(from)?;
        let values = values.into_iter().map(|(name, value)| (name, Ok(value)));
        PuzzleSpec::from_values(values, |info| info.name.into()).map_err(D::Error::custom)
    }
}

/// Returns a value of JSON or TOML as text for [`ConstraintValue::parse`](super::ConstraintValue::parse), or `None` if it
/// leaves the constraint unset.
pub(super) fn text_of(kind: ArgumentKind, value: Option<Value>) -> Result<Option<String>, InvalidValue> {
    match (kind, value) {
        (_, None) => Ok(None),
        (ArgumentKind::List, Some(Value::Array(values))) if values.is_empty() => Ok(None),
        (ArgumentKind::Flag, Some(Value::Boolean(flag))) => Ok(Some(flag.to_string())),
        (ArgumentKind::Flag, Some(value)) => Err(unexpected(&value, "true or false")),
        (_, Some(value)) => words(value).map(Some),
    }
}

fn words(value: Value) -> Result<String, InvalidValue> {
    match value {
        Value::String(text) => Ok(text),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        Value::Array(values) => Ok(values.into_iter().map(words).collect::<Result<Vec<_>, _>>()?.join(",")),
        value => Err(unexpected(&value, "a string, a number, or a list of these")),
    }
}

fn unexpected(value: &Value, expected: &str) -> InvalidValue {
    InvalidValue::new(format!("found a {}, expected {expected}", value.type_str()))
}
