//! The values of wishes, as they are spelled on the command line, in recipes and in manifests.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use minirow_core::{Cell, CellSet, Digit, DigitSet, Grid};
use minirow_gen::Recipe;
use minirow_grade::{Rating, TECHNIQUES, Technique};

use crate::{closest, range};

/// Ratings from one to another, in tenths: `2.6..=3.4`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ratings(RangeInclusive<u32>);

impl Ratings {
    /// The highest rating that there is: what Sudoku Explainer cannot solve has it.
    const HIGHEST: f64 = 20.0;

    /// All ratings.
    pub(crate) fn all() -> Ratings {
        Ratings(0..=Rating::UNSOLVED.tenths())
    }

    pub(crate) fn from(range: &RangeInclusive<Rating>) -> Ratings {
        Ratings(range.start().tenths()..=range.end().tenths())
    }

    pub(crate) fn contains(&self, rating: Rating) -> bool {
        self.0.contains(&rating.tenths())
    }

    pub(crate) fn lowest(&self) -> Rating {
        rating(*self.0.start())
    }

    pub(crate) fn highest(&self) -> Rating {
        rating(*self.0.end())
    }

    /// Each rating of the range.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Rating> + use<> {
        self.0.clone().map(rating)
    }

    /// What is in both; nothing if there is no such rating.
    pub(crate) fn and(&self, other: &Ratings) -> Option<Ratings> {
        let both = *self.0.start().max(other.0.start())..=*self.0.end().min(other.0.end());
        (!both.is_empty()).then_some(Ratings(both))
    }
}

fn rating(tenths: u32) -> Rating {
    Rating::new(f64::from(tenths) / 10.0)
}

impl FromStr for Ratings {
    type Err = String;

    fn from_str(text: &str) -> Result<Ratings, String> {
        let range: RangeInclusive<f64> = range::parse(text, 1.0, Ratings::HIGHEST)?;
        let tenths = |rating: f64| (rating * 10.0).round() as u32; // below 0 and not a number give 0
        let range = tenths(*range.start())..=tenths(*range.end());
        if *range.start() < 10 { Err("ratings start at 1.0".into()) } else { Ok(Ratings(range)) }
    }
}

/// As it is read: one number, or both ends.
impl fmt::Display for Ratings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (lowest, highest) = (self.lowest(), self.highest());
        if self.0.start() == self.0.end() { write!(f, "{lowest}") } else { write!(f, "{lowest}..={highest}") }
    }
}

/// How many: `24..=28`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Numbers<const HIGHEST: usize>(pub(crate) RangeInclusive<usize>);

/// Numbers of clues.
pub(crate) type Clues = Numbers<81>;

/// Numbers of steps; each takes away a candidate at least, of which there are 729.
pub(crate) type StepNumbers = Numbers<729>;

impl<const HIGHEST: usize> FromStr for Numbers<HIGHEST> {
    type Err = String;

    fn from_str(text: &str) -> Result<Numbers<HIGHEST>, String> {
        range::parse(text, 0, HIGHEST).map(Numbers)
    }
}

/// As it is read: one number, or both ends.
impl<const HIGHEST: usize> fmt::Display for Numbers<HIGHEST> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (lowest, highest) = (self.0.start(), self.0.end());
        if lowest == highest { write!(f, "{lowest}") } else { write!(f, "{lowest}..={highest}") }
    }
}

/// Digits, with commas between them: `1,2`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Digits(pub(crate) DigitSet);

impl FromStr for Digits {
    type Err = String;

    fn from_str(text: &str) -> Result<Digits, String> {
        let digit = |text: &str| {
            let digit = text.trim().parse().ok().and_then(Digit::new);
            digit.ok_or_else(|| format!("{text:?} is no digit, expected digits from 1 to 9 with commas between them"))
        };
        text.split(',').map(digit).collect::<Result<DigitSet, String>>().map(Digits)
    }
}

impl fmt::Display for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits: Vec<String> = self.0.iter().map(|digit| digit.to_string()).collect();
        f.write_str(&digits.join(","))
    }
}

/// A technique, by its slug.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Named(pub(crate) &'static Technique);

impl FromStr for Named {
    type Err = String;

    fn from_str(slug: &str) -> Result<Named, String> {
        let known = TECHNIQUES.iter().find(|technique| technique.slug == slug);
        known.map(|technique| Named(technique)).ok_or_else(|| {
            let slugs = TECHNIQUES.iter().map(|technique| technique.slug);
            let meant = closest::among(slug, slugs).map(|slug| format!(", did you mean {slug}?")).unwrap_or_default();
            format!("there is no such technique{meant} (`minirow techniques` lists them)")
        })
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.slug)
    }
}

/// The cells that may hold a clue: 81 characters, `.` or `0` for those that may not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mask(pub(crate) CellSet);

impl FromStr for Mask {
    type Err = String;

    fn from_str(text: &str) -> Result<Mask, String> {
        let characters: Vec<char> = text.chars().filter(|character| !character.is_whitespace()).collect();
        if characters.len() != 81 {
            return Err(format!("found {} characters, expected 81", characters.len()));
        }
        Ok(Mask(Cell::ALL.into_iter().filter(|cell| !matches!(characters[cell.index()], '.' | '0')).collect()))
    }
}

impl fmt::Display for Mask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Cell::ALL.map(|cell| if self.0.contains(cell) { "x" } else { "." }).concat())
    }
}

/// The solution that puzzles are to have: 81 digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Solution(pub(crate) minirow_core::Solution);

impl FromStr for Solution {
    type Err = String;

    fn from_str(text: &str) -> Result<Solution, String> {
        let grid: Grid = text.parse().map_err(|error| format!("{error}"))?;
        minirow_core::Solution::new(grid).map(Solution).map_err(|error| format!("no solution: {error}"))
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// After how many tries an index is given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MaxTries(pub(crate) u64);

impl Default for MaxTries {
    fn default() -> MaxTries {
        MaxTries(Recipe::default().max_tries)
    }
}

impl FromStr for MaxTries {
    type Err = String;

    fn from_str(text: &str) -> Result<MaxTries, String> {
        match text.parse() {
            Ok(tries @ 1..) => Ok(MaxTries(tries)),
            _ => Err("expected a number from 1 upwards".into()),
        }
    }
}

impl fmt::Display for MaxTries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_reads_back<T: FromStr<Err = String> + fmt::Display>(text: &str, written: &str) {
        assert_eq!(text.parse::<T>().map(|value| value.to_string()), Ok(written.to_string()));
        assert_eq!(written.parse::<T>().map(|value| value.to_string()), Ok(written.to_string()));
    }

    #[test]
    fn values_are_read_as_they_are_written() {
        assert_reads_back::<Ratings>("2.6..=3.4", "2.6..=3.4");
        assert_reads_back::<Ratings>("9..", "9.0..=20.0");
        assert_reads_back::<Clues>("24..", "24..=81");
        assert_reads_back::<StepNumbers>("60", "60");
        assert_reads_back::<Digits>("9, 5,5", "5,9");
        assert_reads_back::<Named>("x-wing", "x-wing");
        assert_reads_back::<Mask>(&"1.0".repeat(27), &"x..".repeat(27));
        assert_reads_back::<MaxTries>("12", "12");
    }

    #[test]
    fn what_is_no_value_says_why() {
        let message = "5".parse::<Named>().unwrap_err();
        assert_eq!(message, "there is no such technique (`minirow techniques` lists them)");
        let message = "swordfisch".parse::<Named>().unwrap_err();
        assert!(message.starts_with("there is no such technique, did you mean swordfish?"), "{message}");
        assert!("1,10".parse::<Digits>().unwrap_err().starts_with("\"10\" is no digit"));
        assert_eq!("0".parse::<MaxTries>(), Err("expected a number from 1 upwards".into()));
    }
}
