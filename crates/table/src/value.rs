//! The values of a row, and the types of the columns that hold them.

use std::borrow::Cow;
use std::fmt;

use minirow_core::{Grid, Solution};
use minirow_grade::Rating;
use strum::{Display, EnumString, IntoStaticStr, VariantArray};

use crate::error::ValueError;

/// The highest rating that is read.
pub(crate) const MOST_RATING: f64 = 20.0;

/// Rounds a rating to tenths, which are printed.
pub(crate) fn rounded(rating: Rating) -> Rating {
    Rating::new(f64::from(rating.tenths()) / 10.0)
}

/// The type of a column. Its name is that of the type in data frames.
///
/// ```
/// use minirow_table::ColumnType;
/// assert_eq!(ColumnType::UInt8.to_string(), "uint8");
/// assert_eq!(ColumnType::UInt8.expected(), "a whole number from 0 to 255");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Display, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum ColumnType {
    /// `true` or `false`.
    Bool,
    /// A whole number from 0 to 255.
    UInt8,
    /// A whole number from 0 to 65,535.
    UInt16,
    /// A whole number from 0 to 2^64 - 1.
    UInt64,
    /// A finite number of 64 bits.
    Float64,
    /// Text in UTF-8.
    #[strum(serialize = "string")]
    Utf8,
}

impl ColumnType {
    /// Describes the values that the type holds, for messages.
    pub fn expected(self) -> &'static str {
        match self {
            ColumnType::Bool => "true or false",
            ColumnType::UInt8 => "a whole number from 0 to 255",
            ColumnType::UInt16 => "a whole number from 0 to 65535",
            ColumnType::UInt64 => "a whole number from 0 to 18446744073709551615",
            ColumnType::Float64 => "a number",
            ColumnType::Utf8 => "text",
        }
    }

    /// Returns the largest whole number that the type holds; `None` if it holds none.
    pub fn max(self) -> Option<u64> {
        match self {
            ColumnType::UInt8 => Some(u8::MAX.into()),
            ColumnType::UInt16 => Some(u16::MAX.into()),
            ColumnType::UInt64 => Some(u64::MAX),
            ColumnType::Bool | ColumnType::Float64 | ColumnType::Utf8 => None,
        }
    }

    /// Converts a value to this type. Text is parsed; a missing value stays missing.
    ///
    /// A number in text must be valid JSON too, so that every format can hold it: `NaN` and `.5` are refused. Leading zeros
    /// and the plus sign of a whole number are dropped.
    ///
    /// # Errors
    /// Returns an error if the value is not of this type; `column` is the name in the message.
    ///
    /// ```
    /// use minirow_table::{ColumnType, Value};
    /// assert_eq!(ColumnType::UInt8.convert("clues", &Value::from("25")), Ok(Value::UInt(25)));
    /// let error = ColumnType::Float64.convert("er", &Value::from("hard")).unwrap_err();
    /// assert_eq!(error.to_string(), "er is `hard`, expected a number");
    /// ```
    pub fn convert<'a>(self, column: &str, value: &'a Value<'_>) -> Result<Value<'a>, ValueError> {
        if value.is_missing() {
            return Ok(Value::Missing);
        }
        let converted = match (self, value) {
            (ColumnType::Utf8, value) => Some(Value::Text(value.text())),
            (ColumnType::Bool, Value::Bool(_)) => Some(value.borrowed()),
            (ColumnType::Bool, Value::Text(text)) => text.parse().ok().map(Value::Bool),
            (ColumnType::Float64, Value::Float(_) | Value::Rating(_)) => Some(value.borrowed()),
            (ColumnType::Float64, Value::UInt(number)) => Some(Value::Float(*number as f64)),
            (ColumnType::Float64, Value::Text(text)) => json_number(text).map(Value::Float),
            (_, Value::UInt(number)) => Some(Value::UInt(*number)),
            (_, Value::Text(text)) => text.parse().ok().map(Value::UInt),
            _ => None,
        };
        let in_range = |value: &Value| match (value, self.max()) {
            (Value::UInt(number), Some(max)) => *number <= max,
            (Value::Float(number), _) => number.is_finite(),
            _ => true,
        };
        converted.filter(in_range).ok_or_else(|| ValueError {
            column: column.into(),
            value: value.to_string(),
            expected: self.expected().into(),
        })
    }
}

/// Reads a number in the syntax of JSON, without spaces around it.
fn json_number(text: &str) -> Option<f64> {
    let is_json = text.trim().len() == text.len() && serde_json::from_str::<f64>(text).is_ok();
    // `serde_json` may be off by the last bit.
    text.parse().ok().filter(|_| is_json)
}

/// A value of a row.
///
/// A column of numbers can have text, which comes from a file of another program. CSV keeps it to the byte; other formats
/// check it.
///
/// ```
/// use minirow_grade::Rating;
/// use minirow_table::Value;
/// assert_eq!(Value::Rating(Rating::new(7.0)).to_string(), "7.0");
/// assert_eq!(Value::Float(0.1 + 0.2).to_string(), "0.30000000000000004");
/// assert_eq!(Value::from("43.0").uint(), Some(43));
/// assert!(Value::from("").is_missing());
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Value<'a> {
    /// No value: nothing in CSV, `null` elsewhere.
    #[default]
    Missing,
    /// A truth value.
    Bool(bool),
    /// A whole number.
    UInt(u64),
    /// A finite number. It is written with the fewest digits that identify it.
    Float(f64),
    /// A rating, or another number in tenths. It is written with one decimal.
    Rating(Rating),
    /// Text; empty text is a missing value.
    Text(Cow<'a, str>),
}

impl<'a> Value<'a> {
    /// Returns `true` if there is no value, or empty text.
    pub fn is_missing(&self) -> bool {
        match self {
            Value::Missing => true,
            Value::Text(text) => text.is_empty(),
            _ => false,
        }
    }

    /// Returns the text of the value in CSV.
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Value::Missing => "".into(),
            Value::Bool(true) => "true".into(),
            Value::Bool(false) => "false".into(),
            Value::Text(text) => Cow::Borrowed(text),
            Value::UInt(_) | Value::Float(_) | Value::Rating(_) => self.to_string().into(),
        }
    }

    /// Reads a truth value. Text may also be `1`, `0`, `yes` or `no`, in any case.
    pub fn bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            Value::UInt(1) => Some(true),
            Value::UInt(0) => Some(false),
            Value::Text(text) => match text.trim().to_ascii_lowercase().as_str() {
                "true" | "1" | "yes" => Some(true),
                "false" | "0" | "no" => Some(false),
                _ => None,
            },
            _ => None,
        }
    }

    /// Reads a whole number. Text may end in `.0`, as data frames write whole numbers where some are missing.
    pub fn uint(&self) -> Option<u64> {
        match self {
            Value::UInt(number) => Some(*number),
            Value::Float(number) => whole(*number),
            Value::Text(text) => {
                let text = text.trim();
                text.strip_suffix(".0").unwrap_or(text).parse().ok()
            }
            _ => None,
        }
    }

    /// Reads a finite number.
    pub fn float(&self) -> Option<f64> {
        let number = match self {
            Value::UInt(number) => Some(*number as f64),
            Value::Float(number) => Some(*number),
            Value::Rating(rating) => Some(f64::from(rating.tenths()) / 10.0),
            Value::Text(text) => text.trim().parse().ok(),
            _ => None,
        };
        number.filter(|number| number.is_finite())
    }

    /// Reads a rating from 0.0 to 20.0, rounded to one decimal.
    pub fn rating(&self) -> Option<Rating> {
        self.tenths(MOST_RATING)
    }

    /// Reads a number from 0.0 to `most`, rounded to one decimal.
    pub fn tenths(&self, most: f64) -> Option<Rating> {
        let number = match self {
            Value::Rating(rating) => *rating,
            other => Rating::new(other.float().filter(|number| (0.0..=most).contains(number))?),
        };
        Some(rounded(number))
    }

    /// Reads a grid of 81 characters.
    pub fn grid(&self) -> Option<Grid> {
        if let Value::Text(text) = self { text.parse().ok() } else { None }
    }

    /// Reads a full grid that breaks no rule.
    pub fn solution(&self) -> Option<Solution> {
        Solution::new(self.grid()?).ok()
    }

    /// Converts the value to one that owns its text.
    pub fn into_owned(self) -> Value<'static> {
        match self {
            Value::Text(text) => Value::Text(text.into_owned().into()),
            Value::Missing => Value::Missing,
            Value::Bool(value) => Value::Bool(value),
            Value::UInt(number) => Value::UInt(number),
            Value::Float(number) => Value::Float(number),
            Value::Rating(rating) => Value::Rating(rating),
        }
    }

    /// Returns a copy that borrows the text.
    pub fn borrowed(&self) -> Value<'_> {
        match self {
            Value::Text(text) => Value::Text(Cow::Borrowed(text)),
            other => other.clone(),
        }
    }

    /// Returns `true` if text means this value. Numbers can be written in several ways: `2.30` means `2.3`.
    ///
    /// ```
    /// use minirow_table::Value;
    /// assert!(Value::UInt(43).is_same_as("43.0"));
    /// assert!(!Value::from("easy").is_same_as("Easy"));
    /// ```
    pub fn is_same_as(&self, text: &str) -> bool {
        let number = |text: &str| text.trim().parse::<f64>().ok();
        let own = self.text();
        own == text || number(&own).is_some_and(|own| number(text) == Some(own))
    }
}

/// Converts a float that is a whole number from 0 to 2^53.
fn whole(number: f64) -> Option<u64> {
    let is_whole = number.fract() == 0.0 && (0.0..=9_007_199_254_740_992.0).contains(&number);
    is_whole.then_some(number as u64)
}

/// Writes the text of the value in CSV.
impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Missing => Ok(()),
            Value::Bool(value) => write!(f, "{value}"),
            Value::UInt(number) => write!(f, "{number}"),
            Value::Float(number) => write!(f, "{number}"),
            Value::Rating(rating) => write!(f, "{rating}"),
            Value::Text(text) => f.write_str(text),
        }
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Value<'a> {
        Value::Text(text.into())
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Value::Text(text.into())
    }
}

impl From<bool> for Value<'_> {
    fn from(value: bool) -> Self {
        Value::Bool(value)
    }
}

impl From<u8> for Value<'_> {
    fn from(number: u8) -> Self {
        Value::UInt(number.into())
    }
}

impl From<u64> for Value<'_> {
    fn from(number: u64) -> Self {
        Value::UInt(number)
    }
}

impl From<f64> for Value<'_> {
    fn from(number: f64) -> Self {
        Value::Float(number)
    }
}

impl From<Rating> for Value<'_> {
    fn from(rating: Rating) -> Self {
        Value::Rating(rating)
    }
}

impl<'a, T: Into<Value<'a>>> From<Option<T>> for Value<'a> {
    fn from(value: Option<T>) -> Value<'a> {
        value.map_or(Value::Missing, Into::into)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_data_frames_write_them() {
        let uint = |text: &'static str| Value::from(text).uint();
        assert_eq!(["43", "43.0", " 7 "].map(uint), [Some(43), Some(43), Some(7)]);
        assert_eq!(["-1", "4.5", "x", ""].map(uint), [None; 4]);
        assert_eq!(
            ["True", "0", "YES", "maybe"].map(|text| Value::from(text).bool()),
            [Some(true), Some(false), Some(true), None]
        );
        let tenths = |text: &'static str| Value::from(text).rating().map(Rating::tenths);
        assert_eq!(["4.4", "7", "0.0", "20", "8.95"].map(tenths), [Some(44), Some(70), Some(0), Some(200), Some(90)]);
        assert_eq!(["-1", "20.1", "NaN", "inf", "4,4", "hard"].map(tenths), [None; 6]);
    }

    #[test]
    fn conversion_is_strict() {
        let convert = |column_type: ColumnType, text: &'static str| {
            column_type.convert("x", &Value::from(text)).map(Value::into_owned).ok()
        };
        assert_eq!(convert(ColumnType::UInt8, "007"), Some(Value::UInt(7)));
        for number in [0.00166072138183394, 0.00023962228793027128, 0.1 + 0.2, 1e100, 5e-324] {
            let text = Value::Float(number).to_string();
            let found = ColumnType::Float64.convert("x", &Value::from(text.as_str())).map(Value::into_owned);
            assert_eq!(found, Ok(Value::Float(number)), "{text}");
        }
        assert_eq!(convert(ColumnType::UInt64, "18446744073709551615"), Some(Value::UInt(u64::MAX)));
        for (column_type, text) in [
            (ColumnType::UInt8, "256"),
            (ColumnType::UInt16, "65536"),
            (ColumnType::UInt64, "-1"),
            (ColumnType::Bool, "True"),
            (ColumnType::Float64, "NaN"),
            (ColumnType::Float64, " 1.2"),
            (ColumnType::Float64, ".5"),
        ] {
            assert_eq!(convert(column_type, text), None, "{column_type} {text}");
        }
        assert!(ColumnType::Float64.convert("x", &Value::Float(f64::NAN)).is_err());
        assert_eq!(ColumnType::Utf8.convert("x", &Value::UInt(7)), Ok(Value::from("7")));
        assert_eq!(convert(ColumnType::Bool, ""), Some(Value::Missing));
    }
}
