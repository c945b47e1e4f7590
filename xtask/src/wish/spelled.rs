//! Wishes in TOML and JSON: spelled as on the command line. Where TOML has a plainer way to write the same (a number, a
//! list), that is read too: `clues = 24`, `missing-digits = [5]`.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serializer};

/// A value that is always there.
pub(super) mod one {
    use super::*;

    pub(in crate::wish) fn serialize<T: Display, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub(in crate::wish) fn deserialize<'de, T, D>(from: D) -> Result<T, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        Words::deserialize(from)?.0.join(",").parse().map_err(D::Error::custom)
    }
}

/// A value that may be missing.
pub(super) mod option {
    use super::*;

    pub(in crate::wish) fn serialize<T: Display, S: Serializer>(value: &Option<T>, to: S) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => to.collect_str(value),
            None => to.serialize_none(),
        }
    }

    pub(in crate::wish) fn deserialize<'de, T, D>(from: D) -> Result<Option<T>, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        one::deserialize(from).map(Some)
    }
}

/// Any number of values.
pub(super) mod list {
    use super::*;

    pub(in crate::wish) fn serialize<T: Display, S: Serializer>(values: &[T], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(values.iter().map(ToString::to_string))
    }

    pub(in crate::wish) fn deserialize<'de, T, D>(from: D) -> Result<Vec<T>, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        let words = Words::deserialize(from)?.0;
        words.iter().map(|word| word.parse().map_err(D::Error::custom)).collect()
    }
}

/// A text, a number, or a list of such.
struct Words(Vec<String>);

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Words, D::Error> {
        from.deserialize_any(WordsVisitor)
    }
}

struct WordsVisitor;

impl<'de> Visitor<'de> for WordsVisitor {
    type Value = Words;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text, a number, or a list of such")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Words, E> {
        Ok(Words(vec![text.into()]))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Words, E> {
        Ok(Words(vec![number.to_string()]))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Words, E> {
        Ok(Words(vec![number.to_string()]))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Words, E> {
        Ok(Words(vec![number.to_string()]))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Words, A::Error> {
        let mut all = Vec::new();
        while let Some(Words(words)) = values.next_element()? {
            all.extend(words);
        }
        Ok(Words(all))
    }
}
