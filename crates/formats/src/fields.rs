//! The fields of a record: named values in the order of the file.

use std::borrow::Cow;
use std::sync::Arc;

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
            Value::Text(text) => serde_json::to_string(text).expect("text").into(),
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

/// The maximum number of fields of a record that is read. The time of finding a field grows with their number.
pub(crate) const MOST_FIELDS: usize = 4096;

/// Named values in order. Names are compared case-insensitively.
///
/// ```
/// use minirow_formats::Fields;
/// let mut fields = Fields::NONE;
/// fields.set("Author", "Ruud");
/// assert_eq!(fields.text("author").as_deref(), Some("Ruud"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fields(Vec<(Arc<str>, Value)>);

impl Fields {
    /// The empty list of fields.
    pub const NONE: Fields = Fields(Vec::new());

    /// Returns the value of a field, or `None` if there is no such field.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// Returns the text of a field, or `None` if the field is missing or empty.
    pub fn text(&self, name: &str) -> Option<Cow<'_, str>> {
        self.get(name).map(Value::text).filter(|text| !text.is_empty())
    }

    /// Sets the value of a field. An existing field keeps its place.
    pub fn set(&mut self, name: impl Into<Arc<str>>, value: impl Into<Value>) {
        let (name, value) = (name.into(), value.into());
        match self.0.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(&name)) {
            Some((_, old)) => *old = value,
            None => self.0.push((name, value)),
        }
    }

    /// Appends a line to the text of a field.
    pub(crate) fn add_line(&mut self, name: &str, line: &str) {
        match self.0.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
            Some((_, Value::Text(text))) => {
                text.push('\n');
                text.push_str(line);
            }
            _ => self.set(name, line),
        }
    }

    /// Removes a field, and returns its value.
    pub fn remove(&mut self, name: &str) -> Option<Value> {
        let place = self.0.iter().position(|(known, _)| known.eq_ignore_ascii_case(name))?;
        Some(self.0.remove(place).1)
    }

    /// Removes a field if its text satisfies a condition.
    pub(crate) fn remove_if(&mut self, name: &str, is_so: impl FnOnce(&str) -> bool) {
        if self.get(name).is_some_and(|value| is_so(&value.text())) {
            self.remove(name);
        }
    }

    /// Returns the names and values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&Arc<str>, &Value)> {
        self.0.iter().map(|(name, value)| (name, value))
    }

    /// Returns the number of fields.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns `true` if there are no fields.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<N: Into<Arc<str>>, V: Into<Value>> FromIterator<(N, V)> for Fields {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(fields: I) -> Fields {
        Fields(fields.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
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
