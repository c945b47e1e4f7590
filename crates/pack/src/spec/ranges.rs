//! Ranges of clue counts, step counts and ratings, written as `24`, `22..=26` or `22-26`, `22..` or `..=26`.

use std::fmt;
use std::ops::{RangeFrom, RangeInclusive, RangeToInclusive};
use std::str::FromStr;

use minirow_grade::{HIDDEN_SINGLE_RATINGS, Rating, TECHNIQUES, Technique};

use super::InvalidValue;

/// A number in a range: a whole number, or a rating in tenths.
pub trait RangeNumber: Copy + Ord + fmt::Display {
    /// The type of the number in code and in text.
    type Literal: FromStr;

    /// Returns the number of a literal, or `None` if it is too precise.
    fn from_literal(literal: Self::Literal) -> Option<Self>;

    /// Returns the number that has the same text, without further decimals.
    fn as_printed(self) -> Self;
}

impl RangeNumber for usize {
    type Literal = usize;

    fn from_literal(literal: usize) -> Option<usize> {
        Some(literal)
    }

    fn as_printed(self) -> usize {
        self
    }
}

impl RangeNumber for Rating {
    type Literal = f64;

    fn from_literal(literal: f64) -> Option<Rating> {
        /// More than the errors of sums of tenths, less than any other decimal that people write.
        const TOLERANCE: f64 = 1e-6;
        let tenths = (literal * 10.0).round();
        let is_valid = tenths >= 0.0 && (literal * 10.0 - tenths).abs() < TOLERANCE;
        is_valid.then(|| Rating::new(tenths / 10.0))
    }

    fn as_printed(self) -> Rating {
        Rating::new(f64::from(self.tenths()) / 10.0)
    }
}

/// A kind of number that a [`NumberRange`] limits.
pub trait RangeKind: Copy {
    /// The type of the numbers.
    type Number: RangeNumber;

    /// The smallest number; the start of a range without one.
    const SMALLEST: Self::Number;

    /// The largest number in practice; the end of a range without one.
    const LARGEST: Self::Number;

    /// The largest number that is read.
    const MOST: Self::Number;

    /// The expected text, for error messages.
    const EXPECTED: &'static str;
}

/// Declares kinds of numbers, with the type of their ranges. A line has the type of the numbers, the ends of open ranges, the
/// largest number that is read, and the expected text.
macro_rules! kinds {
    ($($(#[$doc:meta])* $Kind:ident, $Range:ident: $Number:ty, $smallest:expr, $largest:expr, $most:expr,
        $expected:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $Kind {}

        #[doc = concat!("A range of `", stringify!($Kind), "`.")]
        pub type $Range = NumberRange<$Kind>;

        impl RangeKind for $Kind {
            type Number = $Number;
            const SMALLEST: $Number = $smallest;
            const LARGEST: $Number = $largest;
            const MOST: $Number = $most;
            const EXPECTED: &'static str = $expected;
        }
    )*};
}

kinds! {
    /// Numbers of clues. Those that no puzzle has are refused by the recipe.
    Clues, ClueRange: usize, 0, 81, usize::MAX, "a whole number from 17 to 81";
    /// Numbers of steps, of which each removes at least one of 729 candidates. Those that no puzzle has are refused later.
    Steps, StepRange: usize, 0, 729, usize::MAX, "a whole number from 0 to 729";
    /// T&E depths.
    Depths, DepthRange: usize, 0, 3, 3, "a T&E depth from 0 to 3";
    /// Lengths of braids. A braid of length n places n candidates at most, each in an empty cell of its own, and each puzzle has
    /// 17 clues or more.
    Braids, BraidRange: usize, 0, 64, 64, "the length of a braid, from 0 to 64";
    /// Scores of HoDoKu. The highest of the 3,460 reference puzzles is 38,386.
    Scores, ScoreRange: usize, 0, 99_999, 99_999, "a score from 0 to 99999";
    /// Numbers of properties. Solutions are counted up to the largest one.
    Counts, CountRange: usize, 0, 1_000_000, 1_000_000, "a whole number from 0 to 1000000";
    /// Solving times in tenths of a minute. The estimate is below the largest one for any puzzle: each of at most 64 empty cells
    /// adds at most 300 to the search effort.
    Minutes, MinuteRange: Rating, Rating::ZERO, Rating::new(65.0), Rating::new(65.0),
        "minutes in tenths from 0.0 to 65.0";
    /// Ratings in tenths, up to that of puzzles that Sudoku Explainer cannot solve. They are compared as printed.
    Ratings, RatingRange: Rating, Rating::new(1.0), Rating::UNSOLVED, Rating::UNSOLVED,
        "a rating in tenths from 1.0 to 20.0";
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

/// The type of the numbers of a kind in code and in text.
type Literal<K> = <<K as RangeKind>::Number as RangeNumber>::Literal;

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
        (self.lowest..=self.highest).contains(&number.as_printed())
    }

    /// Returns the numbers that are in both ranges, or `None` if there are none.
    pub fn intersection(self, other: NumberRange<K>) -> Option<NumberRange<K>> {
        let (lowest, highest) = (self.lowest.max(other.lowest), self.highest.min(other.highest));
        (lowest <= highest).then_some(NumberRange { lowest, highest })
    }

    /// Returns the range from one number to another, or to the end of all numbers where one is missing.
    ///
    /// # Panics
    /// Panics if the start is above the end, or an end is no number of this kind.
    fn with_ends(lowest: Option<Literal<K>>, highest: Option<Literal<K>>) -> NumberRange<K> {
        let end = |literal: Option<Literal<K>>, open| {
            literal.map_or(open, |literal| number::<K>(literal).expect(K::EXPECTED))
        };
        let (lowest, highest) = (end(lowest, K::SMALLEST), end(highest, K::LARGEST));
        assert!(lowest <= highest, "the start of the range is above its end");
        NumberRange { lowest, highest }
    }
}

/// Returns the number of a literal, or `None` if it is no number of this kind.
fn number<K: RangeKind>(literal: Literal<K>) -> Option<K::Number> {
    K::Number::from_literal(literal).filter(|number| (K::SMALLEST..=K::MOST).contains(number))
}

/// Returns `true` if there is a number, and it is in the range, if there is one.
pub(super) fn allows<K: RangeKind>(range: Option<NumberRange<K>>, number: Option<K::Number>) -> bool {
    range.is_none_or(|range| number.is_some_and(|number| range.contains(number)))
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
impl<K: RangeKind> From<RangeInclusive<Literal<K>>> for NumberRange<K> {
    fn from(range: RangeInclusive<Literal<K>>) -> NumberRange<K> {
        let (lowest, highest) = range.into_inner();
        NumberRange::with_ends(Some(lowest), Some(highest))
    }
}

/// # Panics
/// Panics as the inclusive range up to the largest number does.
impl<K: RangeKind> From<RangeFrom<Literal<K>>> for NumberRange<K> {
    fn from(range: RangeFrom<Literal<K>>) -> NumberRange<K> {
        NumberRange::with_ends(Some(range.start), None)
    }
}

/// # Panics
/// Panics as the inclusive range from the smallest number does.
impl<K: RangeKind> From<RangeToInclusive<Literal<K>>> for NumberRange<K> {
    fn from(range: RangeToInclusive<Literal<K>>) -> NumberRange<K> {
        NumberRange::with_ends(None, Some(range.end))
    }
}

/// # Panics
/// Panics if the number is not of this kind.
impl<K: RangeKind<Number = usize>> From<usize> for NumberRange<K> {
    fn from(number: usize) -> NumberRange<K> {
        NumberRange::from(number..=number)
    }
}

/// # Panics
/// Panics if the number is not of this kind: below 1.0 or above 20.0 for a rating, or not in tenths.
impl<K: RangeKind<Number = Rating>> From<f64> for NumberRange<K> {
    fn from(number: f64) -> NumberRange<K> {
        NumberRange::from(number..=number)
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
        let number = |text: &str| {
            let number = text.trim().parse().ok().and_then(number::<K>);
            number.ok_or_else(|| InvalidValue::new(format!("found {text:?}, expected {}", K::EXPECTED)))
        };
        let end = |text: &str, open| if text.trim().is_empty() { Ok(open) } else { number(text) };
        let (lowest, highest) = match text.split_once("..") {
            None => match text.split_once('-') {
                Some((low, high)) if !low.trim().is_empty() => (number(low)?, number(high)?),
                _ => (number(text)?, number(text)?),
            },
            Some((low, high)) => match high.strip_prefix('=') {
                Some(high) => (end(low, K::SMALLEST)?, end(high, K::LARGEST)?),
                None if high.trim().is_empty() => (end(low, K::SMALLEST)?, K::LARGEST),
                None => match (number(low), number(high)) {
                    (Ok(low), Ok(high)) if low > high => (low, high),
                    _ => {
                        let reason = format!("found {low}..{high}, expected {low}..={high}, which includes its end");
                        return Err(InvalidValue::new(reason));
                    }
                },
            },
        };
        if lowest > highest {
            return Err(InvalidValue::new("the start of the range is above its end"));
        }
        Ok(NumberRange { lowest, highest })
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
