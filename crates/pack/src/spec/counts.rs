//! Ranges of numbers of clues and steps.

use std::fmt;
use std::ops::{RangeFrom, RangeInclusive, RangeToInclusive};
use std::str::FromStr;

use super::InvalidValue;
use crate::range;

/// A range of whole numbers, both ends included: `24..=28`. An open end is 0 or `HIGHEST`.
///
/// ```
/// use minirow_pack::spec::ClueRange;
/// let range: ClueRange = "24..".parse()?;
/// assert_eq!(range, ClueRange::from(24..=81));
/// assert_eq!(range.to_string(), "24..=81");
/// # Ok::<(), minirow_pack::spec::InvalidValue>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountRange<const HIGHEST: usize> {
    // Invariant: lowest <= highest.
    lowest: usize,
    highest: usize,
}

/// A range of numbers of clues, 0 to 81.
pub type ClueRange = CountRange<81>;

/// A range of numbers of steps, 0 to 729: each step removes at least one of 729 candidates.
pub type StepRange = CountRange<729>;

impl<const HIGHEST: usize> CountRange<HIGHEST> {
    /// Returns `true` if the number is in the range.
    pub fn contains(self, number: usize) -> bool {
        (self.lowest..=self.highest).contains(&number)
    }

    /// Returns the lowest number.
    pub fn lowest(self) -> usize {
        self.lowest
    }

    /// Returns the highest number.
    pub fn highest(self) -> usize {
        self.highest
    }
}

/// # Panics
/// Panics if the first number is above the last.
impl<const HIGHEST: usize> From<RangeInclusive<usize>> for CountRange<HIGHEST> {
    fn from(range: RangeInclusive<usize>) -> CountRange<HIGHEST> {
        let (lowest, highest) = range.into_inner();
        assert!(lowest <= highest, "the first number is above the last");
        CountRange { lowest, highest }
    }
}

/// # Panics
/// Panics if the number is above `HIGHEST`.
impl<const HIGHEST: usize> From<RangeFrom<usize>> for CountRange<HIGHEST> {
    fn from(range: RangeFrom<usize>) -> CountRange<HIGHEST> {
        CountRange::from(range.start..=HIGHEST)
    }
}

impl<const HIGHEST: usize> From<RangeToInclusive<usize>> for CountRange<HIGHEST> {
    fn from(range: RangeToInclusive<usize>) -> CountRange<HIGHEST> {
        CountRange { lowest: 0, highest: range.end }
    }
}

impl<const HIGHEST: usize> From<usize> for CountRange<HIGHEST> {
    fn from(number: usize) -> CountRange<HIGHEST> {
        CountRange { lowest: number, highest: number }
    }
}

impl<const HIGHEST: usize> From<CountRange<HIGHEST>> for RangeInclusive<usize> {
    fn from(range: CountRange<HIGHEST>) -> RangeInclusive<usize> {
        range.lowest..=range.highest
    }
}

impl<const HIGHEST: usize> FromStr for CountRange<HIGHEST> {
    type Err = InvalidValue;

    fn from_str(text: &str) -> Result<CountRange<HIGHEST>, InvalidValue> {
        Ok(CountRange::from(range::parse(text, 0, HIGHEST)?))
    }
}

/// One number, or both ends.
impl<const HIGHEST: usize> fmt::Display for CountRange<HIGHEST> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CountRange { lowest, highest } = self;
        if lowest == highest { write!(f, "{lowest}") } else { write!(f, "{lowest}..={highest}") }
    }
}
