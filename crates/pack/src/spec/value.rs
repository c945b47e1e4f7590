//! Values of constraints as text.

use std::fmt;
use std::str::FromStr;

use minirow_core::{Digit, DigitSet, PatternSymmetry};
use minirow_gen::Sampling;
use minirow_grade::Level;
use minirow_hodoku::Level as HodokuLevel;

use super::{InvalidValue, NumberRange, RangeKind};

/// The value of a constraint, or a part of it.
pub(super) trait ConstraintValue: Sized {
    /// Parses a value. Lists are separated by commas; a flag is `true` or `false`.
    fn parse(text: &str) -> Result<Self, InvalidValue>;

    /// Returns the value in canonical spelling, or `None` if there is none. A flag that is set gives `true`.
    fn text(&self) -> Option<String>;
}

impl<V: ConstraintValue> ConstraintValue for Option<V> {
    fn parse(text: &str) -> Result<Option<V>, InvalidValue> {
        V::parse(text).map(Some)
    }

    fn text(&self) -> Option<String> {
        self.as_ref()?.text()
    }
}

/// Parses `true` or `false`.
pub(super) fn parse_flag(text: &str) -> Result<bool, InvalidValue> {
    text.parse().map_err(|_| InvalidValue::new(format!("found {text:?}, expected true or false")))
}

impl ConstraintValue for bool {
    fn parse(text: &str) -> Result<bool, InvalidValue> {
        parse_flag(text)
    }

    fn text(&self) -> Option<String> {
        self.then(|| "true".into())
    }
}

/// A value of a list.
pub(super) trait ListItem: FromStr<Err = InvalidValue> + fmt::Display {}

impl<I: ListItem> ConstraintValue for Vec<I> {
    fn parse(text: &str) -> Result<Vec<I>, InvalidValue> {
        text.split(',').map(|item| item.trim().parse()).collect()
    }

    fn text(&self) -> Option<String> {
        let texts: Vec<String> = self.iter().map(I::to_string).collect();
        (!texts.is_empty()).then(|| texts.join(","))
    }
}

impl ConstraintValue for DigitSet {
    fn parse(text: &str) -> Result<DigitSet, InvalidValue> {
        let digit = |text: &str| {
            let digit = text.trim().parse().ok().and_then(Digit::new);
            let expected = "digits from 1 to 9, separated by commas";
            digit.ok_or_else(|| InvalidValue::new(format!("found {text:?}, expected {expected}")))
        };
        text.split(',').map(digit).collect()
    }

    fn text(&self) -> Option<String> {
        let digits: Vec<String> = self.iter().map(|digit| digit.to_string()).collect();
        Some(digits.join(","))
    }
}

impl ConstraintValue for HodokuLevel {
    fn parse(text: &str) -> Result<HodokuLevel, InvalidValue> {
        let level = HodokuLevel::ALL.into_iter().find(|level| level.slug() == text);
        let expected = || format!("expected one of {}", HodokuLevel::ALL.map(HodokuLevel::slug).join(", "));
        level.ok_or_else(|| InvalidValue::new(expected()))
    }

    fn text(&self) -> Option<String> {
        Some(self.slug().into())
    }
}

/// A value that is parsed and written by the traits of the standard library.
pub(super) trait Standard: FromStr<Err: fmt::Display> + fmt::Display {}

impl Standard for Level {}
impl Standard for PatternSymmetry {}
impl Standard for Sampling {}
impl<K: RangeKind> Standard for NumberRange<K> {}

impl<S: Standard> ConstraintValue for S {
    fn parse(text: &str) -> Result<S, InvalidValue> {
        text.parse().map_err(InvalidValue::new)
    }

    fn text(&self) -> Option<String> {
        Some(self.to_string())
    }
}
