//! A level: a word for a range of ratings, as people choose puzzles by.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::rating::Rating;

/// How hard a puzzle is, by the rating of its hardest step (ER).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// 1.0 - 1.5: hidden singles.
    Easy,
    /// 1.6 - 2.5: naked singles, direct locked candidates and hidden subsets.
    Medium,
    /// 2.6 - 4.0: locked candidates, subsets, fish.
    Hard,
    /// 4.1 - 6.2: wings, uniqueness, quads, bivalue universal graves, aligned pairs.
    Expert,
    /// 6.3 - 7.9: cycles and forcing chains, Nishio.
    Diabolical,
    /// 8.0 and more: multiple, dynamic and nested forcing chains.
    Extreme,
}

impl Level {
    /// The levels, easiest first.
    pub const ALL: [Level; 6] =
        [Level::Easy, Level::Medium, Level::Hard, Level::Expert, Level::Diabolical, Level::Extreme];

    /// The level of a rating; a filled grid, rated 0.0, is easy. What counts is the rating as printed.
    ///
    /// ```
    /// use minirow_grade::{Level, Rating};
    /// assert_eq!(Level::of(Rating::new(4.4)), Level::Expert);
    /// ```
    pub fn of(er: Rating) -> Level {
        match er.tenths() {
            0..=15 => Level::Easy,
            16..=25 => Level::Medium,
            26..=40 => Level::Hard,
            41..=62 => Level::Expert,
            63..=79 => Level::Diabolical,
            80.. => Level::Extreme,
        }
    }

    /// The ratings from the lowest to the highest of the level. The highest extreme one is 20.0, the figure by which Sudoku
    /// Explainer gives up.
    pub fn range(self) -> RangeInclusive<Rating> {
        match self {
            Level::Easy => Rating::range(1.0, 1.5),
            Level::Medium => Rating::range(1.6, 2.5),
            Level::Hard => Rating::range(2.6, 4.0),
            Level::Expert => Rating::range(4.1, 6.2),
            Level::Diabolical => Rating::range(6.3, 7.9),
            Level::Extreme => Rating::range(8.0, 20.0),
        }
    }

    /// The name in lower case, as it is written and read.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Expert => "expert",
            Level::Diabolical => "diabolical",
            Level::Extreme => "extreme",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The name is not one of the levels'.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownLevel;

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected one of {}", Level::ALL.map(Level::name).join(", "))
    }
}

impl std::error::Error for UnknownLevel {}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(name: &str) -> Result<Level, UnknownLevel> {
        Level::ALL.into_iter().find(|level| level.name() == name).ok_or(UnknownLevel)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for level in Level::ALL {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        assert_eq!("Easy".parse::<Level>(), Err(UnknownLevel));
        assert!(UnknownLevel.to_string().starts_with("expected one of easy, medium, hard, "));
    }

    #[test]
    fn every_rating_from_1_0_upwards_is_in_the_range_of_its_level_and_of_no_other() {
        for tenths in 10..=200 {
            let rating = Rating::new(f64::from(tenths) / 10.0);
            let inside = |level: &Level| level.range().contains(&rating);
            let levels: Vec<Level> = Level::ALL.into_iter().filter(inside).collect();
            assert_eq!(levels, [Level::of(rating)], "{rating}");
        }
    }

    #[test]
    fn a_sum_that_misses_a_decimal_has_the_level_that_it_prints() {
        assert_eq!(Level::of(Rating::new(7.999999999999999)), Level::Extreme);
        assert_eq!(Level::of(Rating::ZERO), Level::Easy);
    }
}
