//! A rating on the scale of Sudoku Explainer, from 1.0 for the last empty cell of a house upwards.

use std::cmp::Ordering;
use std::fmt;
use std::ops::RangeInclusive;

/// A rating on the scale of Sudoku Explainer (by Nicolas Juillerat).
///
/// Sudoku Explainer computes in binary floating point, compares exact results, and rounds only for display. Sums such
/// as 6.6 + 0.1 are slightly off the nearest number to the decimal, and the order of two steps can depend on the
/// difference. So a rating keeps the exact number: two ratings with the same text may differ.
///
/// ```
/// use minirow_grade::Rating;
/// let sum = Rating::new(6.6 + 0.1);
/// assert!(sum < Rating::new(6.7));
/// assert_eq!(sum.to_string(), "6.7");
/// assert_eq!(sum.tenths(), 67);
/// ```
#[derive(Clone, Copy)]
pub struct Rating(f64); // Invariant: finite and not negative.

impl Rating {
    /// The rating of a puzzle that no technique of the ladder can solve: 20.0.
    pub const UNSOLVED: Rating = Rating::new(20.0);

    /// The rating of a full grid: 0.0.
    pub const ZERO: Rating = Rating::new(0.0);

    /// Returns the rating with a value.
    ///
    /// # Panics
    /// Panics if the number is negative, infinite or NaN.
    pub const fn new(value: f64) -> Rating {
        assert!(value >= 0.0 && value < f64::INFINITY, "a rating is a finite number from 0 upwards");
        Rating(value)
    }

    /// Returns the inclusive range from one rating to another.
    ///
    /// # Panics
    /// Panics if one of the numbers is negative, infinite or NaN.
    pub const fn range(lowest: f64, highest: f64) -> RangeInclusive<Rating> {
        RangeInclusive::new(Rating::new(lowest), Rating::new(highest))
    }

    /// Returns the exact value.
    pub const fn value(self) -> f64 {
        self.0
    }

    /// Returns the displayed rating times ten: 44 for 4.4. Sudoku Explainer displays `floor((rating + 0.05) * 10) /
    /// 10`.
    pub fn tenths(self) -> u32 {
        ((self.0 + 0.05) * 10.0).floor() as u32
    }
}

/// Writes one decimal, such as `4.4`.
impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{}", self.tenths() / 10, self.tenths() % 10))
    }
}

/// Writes all decimals, because two ratings with the same text may differ.
impl fmt::Debug for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl Ord for Rating {
    fn cmp(&self, other: &Rating) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Rating {
    fn partial_cmp(&self, other: &Rating) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Rating {
    fn eq(&self, other: &Rating) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Rating {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_decimal_prints_as_itself() {
        for tenths in 0..=200 {
            let rating = Rating::new(f64::from(tenths) / 10.0);
            assert_eq!(rating.tenths(), tenths);
            assert_eq!(rating.to_string(), format!("{}.{}", tenths / 10, tenths % 10));
        }
    }

    #[test]
    fn sums_are_displayed_as_the_nearest_decimal() {
        for (base, printed) in [(6.6, "6.7"), (6.7, "6.8"), (7.0, "7.1"), (4.6, "4.7")] {
            assert_eq!(Rating::new(base + 0.1).to_string(), printed);
        }
        assert_eq!(Rating::new(6.699999999999999).to_string(), "6.7");
    }

    #[test]
    fn ratings_are_ordered_by_exact_value() {
        assert!(Rating::new(6.699999999999999) < Rating::new(6.7));
        assert!(Rating::range(4.5, 5.6).contains(&Rating::new(4.699999999999999)));
        assert_eq!(Rating::ZERO.max(Rating::new(1.2)), Rating::new(1.2));
    }

    #[test]
    #[should_panic(expected = "a finite number from 0 upwards")]
    fn nan_is_not_a_rating() {
        Rating::new(f64::NAN);
    }
}
