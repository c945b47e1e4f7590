//! A level: a name for a range of ratings.

use std::ops::RangeInclusive;

use strum::VariantArray;

use crate::rating::Rating;

/// The difficulty of a puzzle, by the rating of its hardest step (ER). [`Level::range`] returns the ratings of a level.
///
/// ```
/// use minirow_core::Puzzle;
/// use minirow_grade::{Level, grade};
/// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let level = grade(&Puzzle::new(clues.parse()?)?).level();
/// assert!(level <= Some(Level::Medium));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    strum::Display,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownLevel, parse_err_fn = UnknownLevel::of)]
pub enum Level {
    /// Hidden singles.
    Easy,
    /// Naked singles, direct locked candidates and hidden subsets.
    Medium,
    /// Locked candidates, subsets, fish.
    Hard,
    /// Wings, uniqueness, quads, bivalue universal graves, aligned pairs.
    Expert,
    /// Cycles and forcing chains, Nishio.
    Diabolical,
    /// Multiple, dynamic and nested forcing chains.
    Extreme,
}

impl Level {
    /// The levels, easiest first.
    pub const ALL: [Level; 6] = *Level::VARIANTS.as_array().expect("six levels");

    /// The lowest rating of each level in tenths, easiest first. This is the only definition of the borders.
    const LOWEST_TENTHS: [u32; 6] = [10, 16, 26, 41, 63, 80];

    /// Returns the level of a rating, as it is displayed. A full grid, with the rating 0.0, is easy.
    ///
    /// ```
    /// use minirow_grade::{Level, Rating};
    /// assert_eq!(Level::of(Rating::new(4.4)), Level::Expert);
    /// ```
    pub fn of(er: Rating) -> Level {
        let reached = Level::LOWEST_TENTHS.iter().filter(|&&lowest| lowest <= er.tenths()).count();
        Level::ALL[reached.saturating_sub(1)]
    }

    /// Returns the ratings of the level. The highest of all, 20.0, is the rating of puzzles that Sudoku Explainer
    /// cannot solve.
    ///
    /// ```
    /// use minirow_grade::Level;
    /// let ranges = Level::ALL.map(|level| format!("{level} {} - {}", level.range().start(), level.range().end()));
    /// assert_eq!(ranges[..3], ["easy 1.0 - 1.5", "medium 1.6 - 2.5", "hard 2.6 - 4.0"]);
    /// assert_eq!(ranges[3..], ["expert 4.1 - 6.2", "diabolical 6.3 - 7.9", "extreme 8.0 - 20.0"]);
    /// ```
    pub fn range(self) -> RangeInclusive<Rating> {
        let lowest = |tenths: u32| f64::from(tenths) / 10.0;
        let highest = match Level::LOWEST_TENTHS.get(self as usize + 1) {
            Some(next) => lowest(next - 1),
            None => Rating::UNSOLVED.value(),
        };
        Rating::range(lowest(Level::LOWEST_TENTHS[self as usize]), highest)
    }

    /// Returns the name in lower case, such as `easy`.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The error for a text that is not the name of a level.
///
/// ```
/// use minirow_grade::{Level, UnknownLevel};
/// assert_eq!("tricky".parse::<Level>(), Err(UnknownLevel));
/// ```
#[derive(thiserror::Error, Clone, Copy, PartialEq, Eq, Debug)]
#[error("expected one of {}", Level::ALL.map(Level::name).join(", "))]
pub struct UnknownLevel;

impl UnknownLevel {
    fn of(_name: &str) -> UnknownLevel {
        UnknownLevel
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_parsed_as_they_are_displayed() {
        for level in Level::ALL {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        assert_eq!("Easy".parse::<Level>(), Err(UnknownLevel));
        assert!(UnknownLevel.to_string().starts_with("expected one of easy, medium, hard, "));
    }

    #[test]
    fn every_rating_from_1_0_upwards_is_in_the_range_of_exactly_one_level() {
        for tenths in 10..=200 {
            let rating = Rating::new(f64::from(tenths) / 10.0);
            let inside = |level: &Level| level.range().contains(&rating);
            let levels: Vec<Level> = Level::ALL.into_iter().filter(inside).collect();
            assert_eq!(levels, [Level::of(rating)], "{rating}");
        }
    }

    #[test]
    fn a_sum_near_a_decimal_has_the_level_of_the_displayed_rating() {
        assert_eq!(Level::of(Rating::new(7.999999999999999)), Level::Extreme);
        assert_eq!(Level::of(Rating::ZERO), Level::Easy);
    }
}
