//! The fields of a record: named values in the order of the file.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use minirow_text::json_string;

/// The value of a field.
///
/// ```
/// use minirow_formats::Value;
/// let number = Value::from("2.3");
/// assert_eq!((number.text().as_ref(), number.json().as_ref()), ("2.3", "2.3"));
/// assert_eq!(Value::from("hard").json(), "\"hard\"");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A text, in all forms except JSON. It may be the text of a number.
    Text(String),
    /// The source of a JSON value, so that numbers and strings are written unchanged.
    Json(Box<str>),
}

impl Value {
    /// Returns the value as text: the content of a JSON string, or the source of any other JSON value. Null is empty.
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Value::Text(text) => text.into(),
            Value::Json(json) if &**json == "null" => "".into(),
            Value::Json(json) => match serde_json::from_str::<String>(json) {
                Ok(text) => text.into(),
                Err(_) => (&**json).into(),
            },
        }
    }

    /// Returns the value as JSON. The text of a plain number or boolean is written without quotes; empty text becomes
    /// null.
    pub fn json(&self) -> Cow<'_, str> {
        match self {
            Value::Json(json) => (&**json).into(),
            Value::Text(text) if text.is_empty() => "null".into(),
            Value::Text(text) if text == "true" || text == "false" || is_number(text) => text.into(),
            Value::Text(text) => json_string(text).into(),
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.into())
    }
}

/// Returns `true` if every program parses the text as the same JSON number: at most 15 digits, no exponent.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = digits.split_once('.').map_or((digits, None), |(whole, rest)| (whole, Some(rest)));
    let all_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    all_digits(whole)
        && fraction.is_none_or(all_digits)
        && (whole == "0" || !whole.starts_with('0'))
        && digits.len() <= 15
}

/// The maximum number of fields of a record that is read, and of columns of a table.
pub(crate) const MOST_FIELDS: usize = 4096;

/// The number of fields from which a hash table finds them.
const MANY: usize = 64;

/// Named values in order. Names are compared case-insensitively.
///
/// ```
/// use minirow_formats::Fields;
/// let mut fields = Fields::NONE;
/// fields.set("Author", "Ruud");
/// assert_eq!(fields.text("author").as_deref(), Some("Ruud"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Fields {
    entries: Vec<(Arc<str>, Value)>,
    /// Made once a place in many fields was wanted. Most records have none, and are small.
    places: Option<Box<Places>>,
}

/// The places of fields by their names in lower case.
#[derive(Clone, Debug)]
struct Places(HashMap<String, usize>);

/// Fields are equal if their names and values are.
impl PartialEq for Fields {
    fn eq(&self, other: &Fields) -> bool {
        self.entries == other.entries
    }
}

impl Eq for Fields {}

impl Fields {
    /// The empty list of fields.
    pub const NONE: Fields = Fields { entries: Vec::new(), places: None };

    /// Returns the place of a field, counted from 0.
    pub(crate) fn place(&self, name: &str) -> Option<usize> {
        match &self.places {
            Some(places) => places.0.get(&name.to_ascii_lowercase()).copied(),
            None => self.entries.iter().position(|(known, _)| known.eq_ignore_ascii_case(name)),
        }
    }

    /// Prepares for finding many of the fields: the time to find one does not grow with their number.
    pub(crate) fn index(&mut self) {
        if self.places.is_none() && self.entries.len() >= MANY {
            let mut places = HashMap::with_capacity(2 * self.entries.len());
            for (place, (name, _)) in self.entries.iter().enumerate() {
                places.entry(name.to_ascii_lowercase()).or_insert(place);
            }
            self.places = Some(Box::new(Places(places)));
        }
    }

    /// Returns the value of a field, or `None` if there is no such field.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.place(name).map(|place| &self.entries[place].1)
    }

    /// Returns the text of a field, or `None` if the field is missing or empty.
    pub fn text(&self, name: &str) -> Option<Cow<'_, str>> {
        self.get(name).map(Value::text).filter(|text| !text.is_empty())
    }

    /// Sets the value of a field. An existing field keeps its place.
    pub fn set(&mut self, name: impl Into<Arc<str>>, value: impl Into<Value>) {
        let (name, value) = (name.into(), value.into());
        self.index();
        match self.place(&name) {
            Some(place) => self.entries[place].1 = value,
            None => {
                if let Some(places) = &mut self.places {
                    places.0.insert(name.to_ascii_lowercase(), self.entries.len());
                }
                self.entries.push((name, value));
            }
        }
    }

    /// Appends a line to the text of a field.
    pub(crate) fn add_line(&mut self, name: &str, line: &str) {
        match self.place(name).map(|place| &mut self.entries[place].1) {
            Some(Value::Text(text)) => {
                text.push('\n');
                text.push_str(line);
            }
            _ => self.set(name, line),
        }
    }

    /// Removes a field, and returns its value.
    pub fn remove(&mut self, name: &str) -> Option<Value> {
        let place = self.place(name)?;
        self.places = None;
        Some(self.entries.remove(place).1)
    }

    /// Removes a field if its text satisfies a condition.
    pub(crate) fn remove_if(&mut self, name: &str, is_so: impl FnOnce(&str) -> bool) {
        if self.get(name).is_some_and(|value| is_so(&value.text())) {
            self.remove(name);
        }
    }

    /// Returns the names and values, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Arc<str>, &Value)> {
        self.entries.iter().map(|(name, value)| (name, value))
    }

    /// Returns the size in memory in bytes, roughly.
    pub(crate) fn bytes(&self) -> usize {
        let text = |value: &Value| match value {
            Value::Text(text) => text.len(),
            Value::Json(json) => json.len(),
        };
        let entry = size_of::<(Arc<str>, Value)>();
        self.entries.iter().map(|(name, value)| entry + name.len() + text(value)).sum()
    }

    /// Returns the number of fields.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns `true` if there are no fields.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

/// Returns the first name that is there twice. Names that differ in case only are equal.
pub(crate) fn repeated_name<'a>(names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let mut known = HashSet::new();
    names.into_iter().find(|name| !known.insert(name.to_ascii_lowercase()))
}

impl<N: Into<Arc<str>>, V: Into<Value>> FromIterator<(N, V)> for Fields {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(fields: I) -> Fields {
        let entries = fields.into_iter().map(|(name, value)| (name.into(), value.into())).collect();
        Fields { entries, places: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_becomes_a_number_only_if_every_program_parses_it_as_the_same() {
        for number in ["0", "7", "-3", "2.30", "123456789012345", "true", "false"] {
            assert_eq!(Value::from(number).json(), number);
        }
        for text in ["007", "1e5", "1234567890123456", ".5", "5.", "+1", "-", "NaN", "42-7", "True", " 1"] {
            assert_eq!(Value::from(text).json(), format!("{text:?}"));
        }
        assert_eq!(Value::from("").json(), "null");
    }

    #[test]
    fn a_json_value_is_unchanged_and_has_a_text() {
        for (json, text) in [("\"7\"", "7"), ("7.0", "7.0"), ("null", ""), ("[1,2]", "[1,2]"), ("\"a\\nb\"", "a\nb")] {
            let value = Value::Json(json.into());
            assert_eq!((value.text().as_ref(), value.json().as_ref()), (text, json));
        }
    }
}
