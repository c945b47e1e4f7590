//! Tables of a recipe, whose values are taken one by one. Errors name the key and its line.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::Range;
use std::path::Path;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use super::error::RecipeError;
use crate::closest::unknown;
use crate::spec::InvalidValue;

/// A file that is being parsed.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) path: &'a Path,
    pub(super) text: &'a str,
}

impl Source<'_> {
    /// Returns the number of the line that holds a byte, from 1.
    fn line(self, at: usize) -> usize {
        1 + self.text[..at.min(self.text.len())].matches('\n').count()
    }

    pub(super) fn error(self, span: &Range<usize>, reason: impl Display) -> RecipeError {
        RecipeError::new(self.path, Some(self.line(span.start)), reason)
    }
}

/// The keys that have a meaning in one place of a recipe.
pub(super) struct KeyPlace {
    pub(super) keys: Vec<&'static str>,
    /// The place in words.
    pub(super) place: &'static str,
}

/// A table of a file.
pub(super) struct Table<'a> {
    source: Source<'a>,
    span: Range<usize>,
    /// The values that are not taken yet, with the places of their keys.
    values: BTreeMap<String, (Range<usize>, Spanned<DeValue<'a>>)>,
}

impl<'a> Table<'a> {
    /// Reads the keys of a table. `_` in keys is read as `-`.
    pub(super) fn new(source: Source<'a>, span: Range<usize>, table: DeTable<'a>) -> Table<'a> {
        let pairs = table.into_iter().map(|(key, value)| (key.get_ref().replace('_', "-"), (key.span(), value)));
        Table { source, span, values: pairs.collect() }
    }

    /// Returns the first line of the table, from 1.
    pub(super) fn line(&self) -> usize {
        self.source.line(self.span.start)
    }

    /// Refuses keys that are not among those of this place.
    pub(super) fn check_keys(&self, known: &KeyPlace, other: &KeyPlace) -> Result<(), RecipeError> {
        for (key, (span, _)) in &self.values {
            if known.keys.contains(&key.as_str()) {
                continue;
            }
            let reason = if other.keys.contains(&key.as_str()) {
                format!("found the key {key} {}, expected it {}", known.place, other.place)
            } else {
                format!("unknown key {}", unknown(key, &known.keys, &other.keys))
            };
            return Err(self.source.error(span, reason));
        }
        Ok(())
    }

    /// Takes the tables of an array of tables.
    pub(super) fn take_tables(&mut self, key: &str) -> Result<Vec<Table<'a>>, RecipeError> {
        let source = self.source;
        let Some((span, value)) = self.values.remove(key) else { return Ok(Vec::new()) };
        let DeValue::Array(tables) = value.into_inner() else {
            return Err(source.error(&span, "found one section, expected [[section]] before each"));
        };
        let table = |value: Spanned<DeValue<'a>>| match (value.span(), value.into_inner()) {
            (span, DeValue::Table(table)) => Ok(Table::new(source, span, table)),
            (span, _) => Err(source.error(&span, "expected a table with a name, a count and constraints")),
        };
        tables.into_iter().map(table).collect()
    }

    /// Takes a value, if it is there.
    pub(super) fn take<T: DeserializeOwned>(&mut self, key: &str) -> Result<Option<T>, RecipeError> {
        self.take_as(key, Ok)
    }

    /// Returns the folder of the file.
    pub(super) fn folder(&self) -> &'a Path {
        self.source.path.parent().unwrap_or(Path::new(""))
    }

    /// Takes a value that must be there.
    pub(super) fn require<T: DeserializeOwned>(&mut self, key: &str) -> Result<T, RecipeError> {
        self.take(key)?.ok_or_else(|| self.source.error(&self.span, format!("missing key `{key}`")))
    }

    /// Takes a value, if it is there, and converts it.
    pub(super) fn take_as<T: DeserializeOwned, R>(
        &mut self,
        key: &str,
        convert: impl FnOnce(T) -> Result<R, InvalidValue>,
    ) -> Result<Option<R>, RecipeError> {
        let Some((_, value)) = self.values.remove(key) else { return Ok(None) };
        let (source, span) = (self.source, value.span());
        let value = T::deserialize(ValueDeserializer::from(value)).map_err(|error| {
            let span = error.span().unwrap_or(span.clone());
            source.error(&span, format!("{key}: {}", one_line(error.message())))
        })?;
        convert(value).map(Some).map_err(|error| source.error(&span, format!("{key}: {error}")))
    }
}

/// Joins the lines of a message of the TOML parser.
pub(super) fn one_line(message: &str) -> String {
    message.trim_end().replace('\n', ", ")
}
