//! Properties of constraints, each with the values that it may have.

use std::fmt;
use std::str::FromStr;

use minirow_core::Puzzle;
use minirow_research::{PropertyColumn, PropertyKind};

use super::value::{ListItem, parse_flag};
use super::{CountRange, InvalidValue};

/// A property that puzzles must have: a column of `minirow properties`, and its value. A number has a range.
///
/// ```
/// use minirow_core::Puzzle;
/// use minirow_pack::spec::WantedProperty;
/// let wanted: WantedProperty = "empty_boxes=1..".parse()?;
/// let puzzle: Puzzle = "9...34....7.............95.28.1..4...3.....854...76......3.1.62..12..7.......8...".parse()?;
/// assert!(!wanted.accepts(&puzzle) && "backdoor:x-wing=1".parse::<WantedProperty>()?.accepts(&puzzle));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct WantedProperty {
    column: PropertyColumn,
    value: WantedValue,
}

#[derive(Clone, PartialEq, Debug)]
enum WantedValue {
    Numbers(CountRange),
    Text(String),
}

impl WantedProperty {
    /// Returns `true` if a puzzle has the property.
    pub fn accepts(&self, puzzle: &Puzzle) -> bool {
        let value = self.column.of_puzzle(puzzle);
        match &self.value {
            WantedValue::Numbers(range) => value.parse().is_ok_and(|number| range.contains(number)),
            WantedValue::Text(text) => value == *text,
        }
    }

    /// Returns `true` if equivalent puzzles have the property alike.
    pub fn is_invariant(&self) -> bool {
        self.column.property().is_invariant
    }
}

impl ListItem for WantedProperty {}

impl FromStr for WantedProperty {
    type Err = InvalidValue;

    fn from_str(text: &str) -> Result<WantedProperty, InvalidValue> {
        let expected = || InvalidValue::new(format!("found {text:?}, expected COLUMN=VALUE, such as empty_boxes=1.."));
        let (name, value) = text.split_once('=').ok_or_else(expected)?;
        let column: PropertyColumn = name.trim().parse().map_err(InvalidValue::new)?;
        let of_column = |error| InvalidValue::new(format!("{column}: {error}"));
        let value = match column.property().kind {
            PropertyKind::Number => WantedValue::Numbers(value.parse().map_err(of_column)?),
            PropertyKind::Flag => WantedValue::Text(parse_flag(value.trim()).map_err(of_column)?.to_string()),
            PropertyKind::Text => WantedValue::Text(value.trim().into()),
        };
        Ok(WantedProperty { column, value })
    }
}

/// Writes the canonical spelling.
impl fmt::Display for WantedProperty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.value {
            WantedValue::Numbers(range) => write!(f, "{}={range}", self.column),
            WantedValue::Text(text) => write!(f, "{}={text}", self.column),
        }
    }
}
