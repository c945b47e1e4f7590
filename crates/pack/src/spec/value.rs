//! Values of constraints as text.

use minirow_core::PatternSymmetry;
use minirow_gen::Sampling;
use minirow_grade::Level;

use super::constraints::Search;
use super::{ClueRange, DigitList, InvalidValue, RatingRange, StepRange};

/// The value of a constraint, which is parsed and written as text.
///
/// ```
/// use minirow_pack::spec::{ClueRange, ConstraintValue};
/// let clues = <Option<ClueRange>>::parse("24..=28")?;
/// assert_eq!(clues.words(), ["24..=28"]);
/// # Ok::<(), minirow_pack::spec::InvalidValue>(())
/// ```
pub trait ConstraintValue: Sized {
    /// Parses a value. Lists are separated by commas; a flag is `true` or `false`.
    ///
    /// # Errors
    /// Returns what was expected.
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

macro_rules! values_with_a_default {
    ($($Type:ty),*) => {
        $(impl ConstraintValue for $Type {
            fn parse(text: &str) -> Result<$Type, InvalidValue> {
                text.parse().map_err(InvalidValue::new)
            }

            fn words(&self) -> Vec<String> {
                vec![self.to_string()]
            }
        })*
    };
}

values_with_a_default!(PatternSymmetry, Sampling, Search);

macro_rules! optional_values {
    ($($Type:ty),*) => {
        $(impl ConstraintValue for Option<$Type> {
            fn parse(text: &str) -> Result<Option<$Type>, InvalidValue> {
                text.parse().map(Some).map_err(InvalidValue::new)
            }

            fn words(&self) -> Vec<String> {
                self.iter().map(ToString::to_string).collect()
            }
        })*
    };
}

optional_values!(ClueRange, DigitList, Level, RatingRange, StepRange);
