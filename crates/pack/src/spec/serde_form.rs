//! Specifications in JSON and TOML, spelled as on the command line. Where these have a plainer way to write a value (a
//! number, a list), it is read too: `clues = 24`, `missing-digits = [5]`.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

use super::constraint::{ArgumentKind, DescribedConstraint};
use super::puzzle_spec::unknown_key;
use super::{ConstraintInfo, PuzzleSpec};

/// A flag is a boolean, a list a list of strings; other constraints are strings, or null if they have no value.
impl Serialize for PuzzleSpec {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let set: Vec<&str> = self.set_constraints().iter().map(|constraint| constraint.info().name).collect();
        let mut map = to.serialize_map(None)?;
        for constraint in self.constraints() {
            let ConstraintInfo { name, kind, is_always_written, .. } = constraint.info();
            if !is_always_written && !set.contains(name) {
                continue;
            }
            let words = constraint.words();
            match kind {
                ArgumentKind::Flag => map.serialize_entry(name, &!words.is_empty())?,
                ArgumentKind::List => map.serialize_entry(name, &words)?,
                ArgumentKind::Value | ArgumentKind::OneOf(_) => map.serialize_entry(name, &words.first())?,
            }
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for PuzzleSpec {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<PuzzleSpec, D::Error> {
        from.deserialize_map(SpecVisitor)
    }
}

/// Reads a value into a constraint that has its default value.
pub(super) fn deserialize_into<'de, D: Deserializer<'de>>(
    constraint: &mut dyn DescribedConstraint,
    value: D,
) -> Result<(), D::Error> {
    let kind = constraint.info().kind;
    let text = match kind {
        ArgumentKind::Flag => Some(bool::deserialize(value)?.to_string()),
        _ => match Words::deserialize(value)? {
            Words(None) => None,
            Words(Some(words)) if words.is_empty() && matches!(kind, ArgumentKind::List) => None,
            Words(Some(words)) => Some(words.join(",")),
        },
    };
    text.map_or(Ok(()), |text| constraint.parse(&text).map_err(D::Error::custom))
}

struct SpecVisitor;

impl<'de> Visitor<'de> for SpecVisitor {
    type Value = PuzzleSpec;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a table of constraints")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<PuzzleSpec, A::Error> {
        let mut spec = PuzzleSpec::default();
        let mut seen = Vec::new();
        while let Some(name) = map.next_key::<String>()? {
            if seen.contains(&name) {
                return Err(A::Error::custom(format!("duplicate field `{name}`")));
            }
            let constraint = spec.reset(&name).ok_or_else(|| A::Error::custom(unknown_key(&name)))?;
            map.next_value_seed(Seed(constraint))?;
            seen.push(name);
        }
        Ok(spec)
    }
}

/// A constraint that takes the value that comes next.
struct Seed<'a>(&'a mut dyn DescribedConstraint);

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<(), D::Error> {
        deserialize_into(self.0, value)
    }
}

/// A text, a number, or a list of these; nothing for null.
struct Words(Option<Vec<String>>);

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Words, D::Error> {
        from.deserialize_any(WordsVisitor)
    }
}

struct WordsVisitor;

impl<'de> Visitor<'de> for WordsVisitor {
    type Value = Words;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text, a number, or a list of these")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Words, E> {
        Ok(Words(Some(vec![text.into()])))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Words, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Words, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Words, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_unit<E: Error>(self) -> Result<Words, E> {
        Ok(Words(None))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Words, A::Error> {
        let mut all = Vec::new();
        while let Some(Words(words)) = values.next_element()? {
            all.extend(words.unwrap_or_default());
        }
        Ok(Words(Some(all)))
    }
}
