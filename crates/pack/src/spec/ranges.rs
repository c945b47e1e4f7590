//! Ranges of clue counts, step counts and ratings, written as `24`, `22..=26` or `22-26`, `22..` or `..=26`.

use std::fmt;
use std::ops::{RangeFrom, RangeInclusive, RangeToInclusive};
use std::str::FromStr;

use minirow_grade::{HIDDEN_SINGLE_RATINGS, Rating, TECHNIQUES, Technique};

use super::InvalidValue;

/// A kind of number that a [`NumberRange`] limits.
pub trait RangeKind: Sized {
    /// The type of the numbers in code and in text.
    type Literal: FromStr + Copy + fmt::Display;

    /// The type of the numbers that are compared and printed.
    type Number: Copy + Ord + fmt::Display;

    /// The lowest number; the start of a range without one.
    const LOWEST: Self::Literal;

    /// The highest number in practice; the end of a range without one.
    const HIGHEST: Self::Literal;

    /// The expected text, for error messages.
    const EXPECTED: &'static str;

    /// Returns the number of a literal as it is compared, or `None` if the literal is out of bounds or too precise.
    fn number(literal: Self::Literal) -> Option<Self::Number>;

    /// Returns a number as it is compared.
    fn rounded(number: Self::Number) -> Self::Number {
        number
    }
}

/// A range of numbers, both ends included, that is never empty. It is written as one number or as both ends.
///
/// ```
/// use minirow_pack::spec::{ClueRange, RatingRange};
/// let range: ClueRange = "24..".parse()?;
/// assert_eq!(range, ClueRange::from(24..=81));
/// assert_eq!(range.to_string(), "24..=81");
/// assert_eq!("2.6".parse(), Ok(RatingRange::from(2.6)));
/// assert_eq!(RatingRange::from(9.0..).to_string(), "9.0..=20.0");
/// # Ok::<(), minirow_pack::spec::InvalidValue>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NumberRange<K: RangeKind> {
    // Invariant: lowest <= highest.
    lowest: K::Number,
    highest: K::Number,
}

/// Whole numbers from 0 to `HIGHEST`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count<const HIGHEST: usize> {}

/// Ratings in tenths, 1.0 to 20.0 (puzzles that Sudoku Explainer cannot solve), compared as printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ratings {}

/// T&E depths, 0 to 3.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depths {}

/// Lengths of braids, 0 to 64. A braid of length n places n candidates at most, each in an empty cell of its own, and each
/// puzzle has 17 clues or more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Braids {}

/// Solving times in tenths of a minute, 0.0 to 65.0. The estimate is below for any puzzle: each of at most 64 empty cells adds
/// at most 300 to the search effort.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Minutes {}

/// Scores of HoDoKu, 0 to 99,999. The highest of the 3,460 reference puzzles is 38,386.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scores {}

/// A range of scores of HoDoKu.
pub type ScoreRange = NumberRange<Scores>;

/// A range of T&E depths.
pub type DepthRange = NumberRange<Depths>;

/// A range of lengths of braids.
pub type BraidRange = NumberRange<Braids>;

/// A range of solving times.
pub type MinuteRange = NumberRange<Minutes>;

/// A range of numbers of clues. Those below 17 are refused by the recipe, because no puzzle has them.
pub type ClueRange = NumberRange<Count<81>>;

/// A range of numbers of steps, 0 to 729: each step removes at least one of 729 candidates.
pub type StepRange = NumberRange<Count<729>>;

/// A range of ratings.
pub type RatingRange = NumberRange<Ratings>;

impl<const HIGHEST: usize> RangeKind for Count<HIGHEST> {
    type Literal = usize;
    type Number = usize;
    const LOWEST: usize = 0;
    const HIGHEST: usize = HIGHEST;
    const EXPECTED: &'static str = match HIGHEST {
        81 => "a whole number from 17 to 81",
        729 => "a whole number from 0 to 729",
        _ => "a whole number",
    };

    fn number(count: usize) -> Option<usize> {
        Some(count)
    }
}

impl RangeKind for Depths {
    type Literal = usize;
    type Number = usize;
    const LOWEST: usize = 0;
    const HIGHEST: usize = 3;
    const EXPECTED: &'static str = "a T&E depth from 0 to 3";

    fn number(depth: usize) -> Option<usize> {
        (depth <= Depths::HIGHEST).then_some(depth)
    }
}

impl RangeKind for Braids {
    type Literal = usize;
    type Number = usize;
    const LOWEST: usize = 0;
    const HIGHEST: usize = 64;
    const EXPECTED: &'static str = "the length of a braid, from 0 to 64";

    fn number(length: usize) -> Option<usize> {
        (length <= Braids::HIGHEST).then_some(length)
    }
}

impl RangeKind for Scores {
    type Literal = usize;
    type Number = usize;
    const LOWEST: usize = 0;
    const HIGHEST: usize = 99_999;
    const EXPECTED: &'static str = "a score from 0 to 99999";

    fn number(score: usize) -> Option<usize> {
        (score <= Scores::HIGHEST).then_some(score)
    }
}

impl RangeKind for Minutes {
    type Literal = f64;
    type Number = Rating;
    const LOWEST: f64 = 0.0;
    const HIGHEST: f64 = 65.0;
    const EXPECTED: &'static str = "minutes in tenths from 0.0 to 65.0";

    fn number(minutes: f64) -> Option<Rating> {
        tenths(minutes, Minutes::LOWEST..=Minutes::HIGHEST)
    }

    fn rounded(minutes: Rating) -> Rating {
        Rating::new(f64::from(minutes.tenths()) / 10.0)
    }
}

impl RangeKind for Ratings {
    type Literal = f64;
    type Number = Rating;
    const LOWEST: f64 = 1.0;
    const HIGHEST: f64 = Rating::UNSOLVED.value();
    const EXPECTED: &'static str = "a rating in tenths from 1.0 to 20.0";

    fn number(rating: f64) -> Option<Rating> {
        tenths(rating, Ratings::LOWEST..=Ratings::HIGHEST)
    }

    fn rounded(rating: Rating) -> Rating {
        Rating::new(f64::from(rating.tenths()) / 10.0)
    }
}

/// Returns a number in tenths, or `None` if it is out of range or too precise.
fn tenths(number: f64, range: RangeInclusive<f64>) -> Option<Rating> {
    /// More than the errors of sums of tenths, less than any other decimal that people write.
    const TOLERANCE: f64 = 1e-6;
    let tenths = (number * 10.0).round();
    let is_valid = range.contains(&(tenths / 10.0)) && (number * 10.0 - tenths).abs() < TOLERANCE;
    is_valid.then(|| Rating::new(tenths / 10.0))
}

impl<K: RangeKind> NumberRange<K> {
    /// Returns the lowest number.
    pub fn lowest(self) -> K::Number {
        self.lowest
    }

    /// Returns the highest number.
    pub fn highest(self) -> K::Number {
        self.highest
    }

    /// Returns `true` if the number is in the range.
    pub fn contains(self, number: K::Number) -> bool {
        let number = K::rounded(number);
        self.lowest <= number && number <= self.highest
    }

    /// Returns the numbers that are in both ranges, or `None` if there are none.
    pub fn intersection(self, other: NumberRange<K>) -> Option<NumberRange<K>> {
        let (lowest, highest) = (self.lowest.max(other.lowest), self.highest.min(other.highest));
        (lowest <= highest).then_some(NumberRange { lowest, highest })
    }
}

impl RatingRange {
    /// All ratings, from 0.0 (nothing to do) to 20.0 (puzzles that Sudoku Explainer cannot solve).
    pub const ALL: RatingRange = NumberRange { lowest: Rating::ZERO, highest: Rating::UNSOLVED };

    /// The highest rating that a search is started for. No puzzle is known whose rating on the scale of Sudoku Explainer
    /// 1.2.1 is above 11.9; equivalent puzzles can differ by some tenths.
    pub const HIGHEST_KNOWN: Rating = Rating::new(12.2);

    /// Returns the reason why no known puzzle has a step that is rated in the range, or `None` if one may have it.
    pub(super) fn why_unknown(self) -> Option<String> {
        if self.lowest > RatingRange::HIGHEST_KNOWN {
            let highest = RatingRange::HIGHEST_KNOWN;
            return Some(format!("no puzzle is known with a step rated above {highest}: found {self}"));
        }
        let is_rated = TECHNIQUES.iter().any(|technique| self.contains_rating_of(technique));
        (!is_rated).then(|| format!("no step is rated {self} (`minirow techniques` lists the ratings)"))
    }

    /// Returns `true` if steps of a technique may have a rating in the range.
    pub(super) fn contains_rating_of(self, technique: &Technique) -> bool {
        RatingRange::from(technique.ratings.clone()).intersection(self).is_some()
            && (*technique != *TECHNIQUES[0] || HIDDEN_SINGLE_RATINGS.iter().any(|&rating| self.contains(rating)))
    }
}

/// # Panics
/// Panics if the start is above the end, or an end is no number of this kind: a rating below 1.0, above 20.0
/// or not in tenths.
impl<K: RangeKind> From<RangeInclusive<K::Literal>> for NumberRange<K> {
    fn from(range: RangeInclusive<K::Literal>) -> NumberRange<K> {
        let number = |literal| K::number(literal).expect(K::EXPECTED);
        let (lowest, highest) = (number(*range.start()), number(*range.end()));
        assert!(lowest <= highest, "the start of the range is above its end");
        NumberRange { lowest, highest }
    }
}

/// # Panics
/// Panics as the inclusive range up to the highest number does.
impl<K: RangeKind> From<RangeFrom<K::Literal>> for NumberRange<K> {
    fn from(range: RangeFrom<K::Literal>) -> NumberRange<K> {
        NumberRange::from(range.start..=K::HIGHEST)
    }
}

/// # Panics
/// Panics as the inclusive range from the lowest number does.
impl<K: RangeKind> From<RangeToInclusive<K::Literal>> for NumberRange<K> {
    fn from(range: RangeToInclusive<K::Literal>) -> NumberRange<K> {
        NumberRange::from(K::LOWEST..=range.end)
    }
}

impl<K: RangeKind<Literal = usize>> From<usize> for NumberRange<K> {
    fn from(number: usize) -> NumberRange<K> {
        NumberRange::from(number..=number)
    }
}

/// # Panics
/// Panics if the number is no rating: below 1.0, above 20.0 or not in tenths.
impl From<f64> for RatingRange {
    fn from(rating: f64) -> RatingRange {
        RatingRange::from(rating..=rating)
    }
}

/// The range of the printed ratings.
impl From<RangeInclusive<Rating>> for RatingRange {
    fn from(range: RangeInclusive<Rating>) -> RatingRange {
        RatingRange::from(range.start().value()..=range.end().value())
    }
}

impl<K: RangeKind> FromStr for NumberRange<K> {
    type Err = InvalidValue;

    fn from_str(text: &str) -> Result<NumberRange<K>, InvalidValue> {
        let literal = |text: &str| {
            let literal = text.trim().parse::<K::Literal>().ok().filter(|&literal| K::number(literal).is_some());
            literal.ok_or_else(|| InvalidValue::new(format!("found {text:?}, expected {}", K::EXPECTED)))
        };
        let end = |text: &str, open| if text.trim().is_empty() { Ok(open) } else { literal(text) };
        let (lowest, highest) = match text.split_once("..") {
            None => match text.split_once('-') {
                Some((low, high)) if !low.trim().is_empty() => (literal(low)?, literal(high)?),
                _ => (literal(text)?, literal(text)?),
            },
            Some((low, high)) => match high.strip_prefix('=') {
                Some(high) => (end(low, K::LOWEST)?, end(high, K::HIGHEST)?),
                None if high.trim().is_empty() => (end(low, K::LOWEST)?, K::HIGHEST),
                None => match (literal(low), literal(high)) {
                    (Ok(low), Ok(high)) if K::number(low) > K::number(high) => (low, high),
                    _ => {
                        let reason = format!("found {low}..{high}, expected {low}..={high}, which includes its end");
                        return Err(InvalidValue::new(reason));
                    }
                },
            },
        };
        if K::number(lowest) > K::number(highest) {
            return Err(InvalidValue::new("the start of the range is above its end"));
        }
        Ok(NumberRange::from(lowest..=highest))
    }
}

impl<K: RangeKind> fmt::Display for NumberRange<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NumberRange { lowest, highest } = self;
        if lowest == highest { write!(f, "{lowest}") } else { write!(f, "{lowest}..={highest}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_number_both_ends_or_one_end() {
        let clues = |text: &str| text.parse::<ClueRange>().unwrap();
        assert_eq!(clues("24"), ClueRange::from(24));
        for range in ["22..=26", "22-26", "22 - 26"] {
            assert_eq!(clues(range), ClueRange::from(22..=26));
        }
        assert_eq!(clues("22.."), ClueRange::from(22..=81));
        assert_eq!(clues("..=26"), ClueRange::from(..=26));
        for range in ["1.2..=1.5", "1.2-1.5"] {
            assert_eq!(range.parse(), Ok(RatingRange::from(1.2..=1.5)));
        }
    }

    #[test]
    fn errors_name_what_was_found_and_expected() {
        let message = |text: &str| text.parse::<ClueRange>().unwrap_err().to_string();
        assert_eq!(message("22..26"), "found 22..26, expected 22..=26, which includes its end");
        assert_eq!(message("26..=22"), "the start of the range is above its end");
        assert_eq!(message("26..22"), "the start of the range is above its end");
        assert_eq!(message("x"), "found \"x\", expected a whole number from 17 to 81");
        assert_eq!(message("-3"), "found \"-3\", expected a whole number from 17 to 81");
        assert_eq!(message("3-"), "found \"\", expected a whole number from 17 to 81");
        assert_eq!(message("28-24"), "the start of the range is above its end");
        let message = |text: &str| text.parse::<RatingRange>().unwrap_err().to_string();
        for text in ["0.9", "nan", "inf", "-1", "x", "20.1", "1e9", "1.25", "1.04"] {
            assert_eq!(message(text), format!("found {text:?}, expected a rating in tenths from 1.0 to 20.0"));
        }
        assert_eq!(message("1.25..=1.28"), "found \"1.25\", expected a rating in tenths from 1.0 to 20.0");
    }

    #[test]
    fn sums_of_tenths_are_ratings() {
        assert_eq!(RatingRange::from(0.1 + 1.1).to_string(), "1.2");
        assert_eq!(RatingRange::from(6.6 + 0.1).to_string(), "6.7");
    }

    #[test]
    fn ratings_are_those_of_sudoku_explainer() {
        assert_eq!(RatingRange::ALL.highest(), Rating::UNSOLVED);
        assert_eq!("2.6".parse::<RatingRange>().unwrap(), RatingRange::from(2.6));
        assert_eq!(RatingRange::from(..=1.5).to_string(), "1.0..=1.5");
    }

    #[test]
    fn ranges_intersect() {
        let range = |text: &str| text.parse::<RatingRange>().unwrap();
        assert_eq!(range("1.0..=2.0").intersection(range("2.0..")), Some(range("2.0")));
        assert_eq!(range("1.0..=2.0").intersection(range("2.1..")), None);
    }
}
