//! Values of constraints as text.

use std::fmt;
use std::str::FromStr;

use minirow_core::{Digit, DigitSet, PatternSymmetry};
use minirow_gen::Sampling;
use minirow_grade::{Level, TECHNIQUES, Technique};
use minirow_hodoku::Level as HodokuLevel;

use super::constraints::Search;
use super::{InvalidValue, NumberRange, RangeKind};
use crate::closest;

/// The value of a constraint, which is parsed and written as text.
///
/// ```
/// use minirow_core::DigitSet;
/// use minirow_pack::spec::{ClueRange, ConstraintValue};
/// let clues = <Option<ClueRange>>::parse("24..=28")?;
/// assert_eq!(clues.words(), ["24..=28"]);
/// let digits = <Option<DigitSet>>::parse("9, 5,5")?;
/// assert_eq!(digits.words(), ["5,9"]);
/// # Ok::<(), minirow_pack::spec::InvalidValue>(())
/// ```
pub trait ConstraintValue: Sized {
    /// Parses a value. Lists are separated by commas; a flag is `true` or `false`.
    ///
    /// # Errors
    /// Returns what was found and what was expected.
    fn parse(text: &str) -> Result<Self, InvalidValue>;

    /// Returns the value in canonical spelling, which [`parse`](ConstraintValue::parse) reads: nothing if there is none,
    /// several words for a list only. A flag that is set returns `true`.
    fn words(&self) -> Vec<String>;
}

impl ConstraintValue for bool {
    fn parse(text: &str) -> Result<bool, InvalidValue> {
        text.parse().map_err(|_| InvalidValue::new(format!("found {text:?}, expected true or false")))
    }

    fn words(&self) -> Vec<String> {
        self.then(|| "true".into()).into_iter().collect()
    }
}

impl ConstraintValue for Option<DigitSet> {
    fn parse(text: &str) -> Result<Option<DigitSet>, InvalidValue> {
        let digit = |text: &str| {
            let digit = text.trim().parse().ok().and_then(Digit::new);
            let expected = "digits from 1 to 9, separated by commas";
            digit.ok_or_else(|| InvalidValue::new(format!("found {text:?}, expected {expected}")))
        };
        text.split(',').map(digit).collect::<Result<DigitSet, _>>().map(Some)
    }

    fn words(&self) -> Vec<String> {
        let text = |digits: &DigitSet| digits.iter().map(|digit| digit.to_string()).collect::<Vec<_>>().join(",");
        self.iter().map(text).collect()
    }
}

impl ConstraintValue for Vec<&'static Technique> {
    fn parse(text: &str) -> Result<Vec<&'static Technique>, InvalidValue> {
        let technique = |slug: &str| {
            TECHNIQUES.iter().copied().find(|technique| technique.slug == slug).ok_or_else(|| {
                let closest = closest::among(slug, TECHNIQUES.iter().map(|technique| technique.slug));
                let hint = closest.map(|closest| format!(", did you mean {closest}?")).unwrap_or_default();
                InvalidValue::new(format!("unknown technique {slug}{hint} (`minirow techniques` lists them)"))
            })
        };
        text.split(',').map(|slug| technique(slug.trim())).collect()
    }

    fn words(&self) -> Vec<String> {
        self.iter().map(|technique| technique.slug.to_string()).collect()
    }
}

impl ConstraintValue for Option<HodokuLevel> {
    fn parse(text: &str) -> Result<Option<HodokuLevel>, InvalidValue> {
        let level = HodokuLevel::ALL.into_iter().find(|level| level.slug() == text);
        let expected = || format!("expected one of {}", HodokuLevel::ALL.map(HodokuLevel::slug).join(", "));
        level.map(Some).ok_or_else(|| InvalidValue::new(expected()))
    }

    fn words(&self) -> Vec<String> {
        self.iter().map(|level| level.slug().to_string()).collect()
    }
}

/// A value that is parsed and written by the standard traits.
trait Word: FromStr<Err: fmt::Display> + fmt::Display {}

impl Word for Level {}
impl Word for PatternSymmetry {}
impl Word for Sampling {}
impl Word for Search {}
impl<K: RangeKind> Word for NumberRange<K> {}

impl<W: Word> ConstraintValue for W {
    fn parse(text: &str) -> Result<W, InvalidValue> {
        text.parse().map_err(InvalidValue::new)
    }

    fn words(&self) -> Vec<String> {
        vec![self.to_string()]
    }
}

impl<W: Word> ConstraintValue for Option<W> {
    fn parse(text: &str) -> Result<Option<W>, InvalidValue> {
        <W as ConstraintValue>::parse(text).map(Some)
    }

    fn words(&self) -> Vec<String> {
        self.iter().map(ToString::to_string).collect()
    }
}
