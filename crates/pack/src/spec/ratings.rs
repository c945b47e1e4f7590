//! Ranges of ratings, in tenths.

use std::fmt;
use std::ops::{RangeFrom, RangeInclusive, RangeToInclusive};
use std::str::FromStr;

use minirow_grade::Rating;

use super::{InvalidSpec, InvalidValue, PuzzleSpec};
use crate::range;

/// A range of ratings, both ends included: `2.6..=3.4`. Ratings are compared as printed, with one decimal.
///
/// ```
/// use minirow_pack::spec::RatingRange;
/// let range: RatingRange = "9..".parse()?;
/// assert_eq!(range, RatingRange::from(9.0..));
/// assert_eq!(range.to_string(), "9.0..=20.0");
/// # Ok::<(), minirow_pack::spec::InvalidValue>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RatingRange {
    // Invariant: lowest <= highest.
    lowest: u32,
    highest: u32,
}

impl RatingRange {
    /// All ratings, from 0.0 (nothing to do) to 20.0 (what Sudoku Explainer cannot solve).
    pub const ALL: RatingRange = RatingRange { lowest: 0, highest: 200 };

    /// Returns `true` if the rating is in the range.
    pub fn contains(self, rating: Rating) -> bool {
        (self.lowest..=self.highest).contains(&rating.tenths())
    }

    /// Returns the lowest rating.
    pub fn lowest(self) -> Rating {
        rating(self.lowest)
    }

    /// Returns the highest rating.
    pub fn highest(self) -> Rating {
        rating(self.highest)
    }

    /// Returns the ratings of the range, 0.1 apart.
    pub fn iter(self) -> impl Iterator<Item = Rating> {
        (self.lowest..=self.highest).map(rating)
    }

    /// Returns the ratings that are in both ranges, or `None` if there are none.
    pub fn intersection(self, other: RatingRange) -> Option<RatingRange> {
        let (lowest, highest) = (self.lowest.max(other.lowest), self.highest.min(other.highest));
        (lowest <= highest).then_some(RatingRange { lowest, highest })
    }
}

fn rating(tenths: u32) -> Rating {
    Rating::new(f64::from(tenths) / 10.0)
}

/// The range of the printed ratings.
///
/// # Panics
/// Panics if the first rating is above the last.
impl From<RangeInclusive<Rating>> for RatingRange {
    fn from(range: RangeInclusive<Rating>) -> RatingRange {
        let (lowest, highest) = (range.start().tenths(), range.end().tenths());
        assert!(lowest <= highest, "the first rating is above the last");
        RatingRange { lowest, highest }
    }
}

/// # Panics
/// Panics if the first number is above the last, or one is no rating: negative or not finite.
impl From<RangeInclusive<f64>> for RatingRange {
    fn from(range: RangeInclusive<f64>) -> RatingRange {
        RatingRange::from(Rating::range(*range.start(), *range.end()))
    }
}

/// # Panics
/// Panics if the number is no rating, or above 20.0.
impl From<RangeFrom<f64>> for RatingRange {
    fn from(range: RangeFrom<f64>) -> RatingRange {
        RatingRange::from(range.start..=Rating::UNSOLVED.value())
    }
}

/// # Panics
/// Panics if the number is no rating, or below 1.0.
impl From<RangeToInclusive<f64>> for RatingRange {
    fn from(range: RangeToInclusive<f64>) -> RatingRange {
        RatingRange::from(1.0..=range.end)
    }
}

/// # Panics
/// Panics if the number is no rating: negative or not finite.
impl From<f64> for RatingRange {
    fn from(rating: f64) -> RatingRange {
        RatingRange::from(rating..=rating)
    }
}

impl FromStr for RatingRange {
    type Err = InvalidValue;

    fn from_str(text: &str) -> Result<RatingRange, InvalidValue> {
        let range: RangeInclusive<f64> = range::parse(text, 1.0, Rating::UNSOLVED.value())?;
        let tenths = |rating: f64| (rating * 10.0).round() as u32; // 0 for negative numbers
        let (lowest, highest) = (tenths(*range.start()), tenths(*range.end()));
        if lowest < 10 { Err(InvalidValue::new("ratings start at 1.0")) } else { Ok(RatingRange { lowest, highest }) }
    }
}

/// One number, or both ends.
impl fmt::Display for RatingRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (lowest, highest) = (self.lowest(), self.highest());
        if self.lowest == self.highest { write!(f, "{lowest}") } else { write!(f, "{lowest}..={highest}") }
    }
}

/// Checks that a rating can be in a range, if it is never above another rating: ED <= EP <= ER.
///
/// # Errors
/// Returns a conflict if the lowest wanted rating is above the highest that the other may have.
pub(super) fn check_not_above(
    spec: &PuzzleSpec,
    (name, wanted): (&str, Option<RatingRange>),
    (other, range): (&str, RatingRange),
) -> Result<(), InvalidSpec> {
    let Some(wanted) = wanted.filter(|wanted| wanted.lowest() > range.highest()) else { return Ok(()) };
    let (lower, upper, highest) = (name.to_uppercase(), other.to_uppercase(), range.highest());
    let reason = format!("{lower} is never above {upper}, but is to be {wanted}, and {upper} {highest} at most");
    Err(InvalidSpec::conflict(spec, &[name, other, "level"], reason))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ratings_end_with_the_highest() {
        assert_eq!(RatingRange::ALL.highest(), Rating::UNSOLVED);
    }

    #[test]
    fn ratings_are_those_of_sudoku_explainer() {
        assert_eq!("0.9".parse::<RatingRange>().unwrap_err().to_string(), "ratings start at 1.0");
        assert_eq!("2.6".parse::<RatingRange>().unwrap(), RatingRange::from(2.6));
        assert_eq!(RatingRange::from(..=1.5).to_string(), "1.0..=1.5");
        assert!("nan".parse::<RatingRange>().is_err());
    }

    #[test]
    fn ranges_intersect() {
        let range = |text: &str| text.parse::<RatingRange>().unwrap();
        assert_eq!(range("1.0..=2.0").intersection(range("2.0..")), Some(range("2.0")));
        assert_eq!(range("1.0..=2.0").intersection(range("2.1..")), None);
    }
}
