//! Rating scales, each with its columns.

mod hodoku;
mod minutes;
mod path;
mod sudoku_explainer;
mod te;

use std::fmt;
use std::ops::{BitOr, Sub};
use std::str::FromStr;

use minirow_core::Puzzle;
use minirow_grade::Limits;

pub use self::hodoku::{HODOKU, Hodoku};
pub use self::minutes::{MINUTES, MOST_MINUTES, SolvingTime};
pub use self::path::{
    PathScale, RatedStep, ScalePath, StepInWords, StepRating, UnknownPathScale, path_scale, path_scales,
};
pub use self::sudoku_explainer::{SUDOKU_EXPLAINER, SudokuExplainer};
pub use self::te::{TE, TrialAndError};

use crate::column::{Column, TallyBy};
use crate::row::Row;
use crate::start_position::StartPosition;
use crate::value::ColumnType;

/// The registry of scales. To add one, write a module with its [`Scale`], and add a line here.
pub static SCALES: &[&dyn Scale] = &[&SUDOKU_EXPLAINER, &TE, &HODOKU, &MINUTES];

/// The mark of a puzzle whose rating exceeded its budget.
const BUDGET_SPENT: &str = "budget-spent";

/// Returns the column that tells why a puzzle has no rating on a scale.
const fn cut_column(name: &'static str, meaning: &'static str) -> Column {
    Column::of_scale(name, ColumnType::Utf8, meaning).tallied(TallyBy::Name(|| vec![(BUDGET_SPENT, BUDGET_SPENT)]))
}

/// A rating scale.
///
/// The columns of a scale are part of the [`Registry`](crate::Registry), so that files, filters, statistics and data
/// cards have them without knowing the scale.
///
/// ```
/// use minirow_core::Puzzle;
/// use minirow_grade::Limits;
/// use minirow_table::{Registry, Row};
///
/// let puzzle = Puzzle::new("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?)?;
/// let mut row = Row::of(&puzzle);
/// for scale in Registry::standard().scales() {
///     scale.rate(&puzzle, Limits::default(), &mut row);
/// }
/// let scale = Registry::standard().scale("se").unwrap();
/// assert_eq!(scale.rating().value(&row).to_string(), "1.2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Scale: Sync {
    /// Returns the name on the command line.
    fn name(&self) -> &'static str;

    /// Returns a noun phrase that describes the scale, for `--help`.
    fn summary(&self) -> &'static str;

    /// Returns the columns, in order.
    fn columns(&self) -> &'static [Column];

    /// Returns the column that puzzles are filtered and compared by. Its values are numbers.
    fn rating(&self) -> &'static Column;

    /// Returns the width of the classes in which ratings are counted together with those of other scales.
    ///
    /// Scales with thousands of ratings are counted in wide classes, so that statistics stay short.
    fn class_width(&self) -> u64 {
        1
    }

    /// Rates a puzzle, and sets the columns of the scale in its row.
    ///
    /// A scale ignores limits that do not apply to it. If a limit was exceeded, the rating is missing.
    fn rate(&self, puzzle: &Puzzle, limits: Limits, row: &mut Row);

    /// Rates a position, and sets the columns of the scale in its row. A scale that only rates puzzles leaves its columns empty.
    fn rate_position(&self, start: &StartPosition, limits: Limits, row: &mut Row) {
        let _ = (start, limits, row);
    }

    /// Returns the scale as one with a path, if it has one.
    fn with_path(&self) -> Option<&dyn PathScale> {
        None
    }

    /// Describes the values of a rated row for people, in lines of about 60 characters.
    fn describe(&self, row: &Row) -> Vec<String>;
}

/// A set of the scales of [`SCALES`].
///
/// ```
/// use minirow_table::ScaleSet;
/// let scales: ScaleSet = "minutes,se".parse()?;
/// assert_eq!(scales.to_string(), "se,minutes");
/// assert!(scales.contains("se") && !scales.contains("te"));
/// let error = "se,stars".parse::<ScaleSet>().unwrap_err();
/// assert_eq!(error.to_string(), "unknown scale \"stars\", expected one of: se, te, hodoku, minutes");
/// # Ok::<(), minirow_table::UnknownScale>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ScaleSet(u8); // Invariant: bit n is the scale SCALES[n].

/// The error for the name of a scale that does not exist.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown scale {name:?}, expected one of: {}", known())]
pub struct UnknownScale {
    name: String,
}

fn known() -> String {
    SCALES.iter().map(|scale| scale.name()).collect::<Vec<_>>().join(", ")
}

impl ScaleSet {
    /// The empty set.
    pub const EMPTY: ScaleSet = ScaleSet(0);

    /// All scales.
    pub const ALL: ScaleSet = ScaleSet(u8::MAX >> (8 - SCALES.len()));

    /// The scale of Sudoku Explainer alone.
    pub const SE: ScaleSet = ScaleSet(1);

    /// The scale of T&E alone.
    pub const TE: ScaleSet = ScaleSet(1 << 1);

    /// The scale of HoDoKu alone.
    pub const HODOKU: ScaleSet = ScaleSet(1 << 2);

    /// The scale of solving times alone.
    pub const MINUTES: ScaleSet = ScaleSet(1 << 3);

    /// Returns the scales, in the order of [`SCALES`].
    pub fn iter(self) -> impl Iterator<Item = &'static dyn Scale> {
        SCALES.iter().copied().enumerate().filter(move |&(number, _)| self.0 >> number & 1 == 1).map(|(_, scale)| scale)
    }

    /// Returns the set with one scale.
    ///
    /// # Errors
    /// Returns an error if no scale has the name.
    pub fn of(name: &str) -> Result<ScaleSet, UnknownScale> {
        let number = SCALES.iter().position(|scale| scale.name() == name);
        number.map(|number| ScaleSet(1 << number)).ok_or_else(|| UnknownScale { name: name.into() })
    }

    /// Returns the scales for which a function returns `true`.
    #[must_use]
    pub fn filter(self, mut is_wanted: impl FnMut(&dyn Scale) -> bool) -> ScaleSet {
        let bits = SCALES.iter().enumerate().filter(|(_, scale)| is_wanted(**scale)).map(|(number, _)| 1 << number);
        ScaleSet(self.0 & bits.sum::<u8>())
    }

    /// Returns `true` if the scale with this name is in the set.
    pub fn contains(self, name: &str) -> bool {
        self.iter().any(|scale| scale.name() == name)
    }

    /// Returns `true` if the set has no scale.
    pub fn is_empty(self) -> bool {
        self == ScaleSet::EMPTY
    }

    /// Rates a position on all scales of the set, see [`Scale::rate_position`].
    pub fn rate_position(self, start: &StartPosition, limits: Limits, row: &mut Row) {
        self.iter().for_each(|scale| scale.rate_position(start, limits, row));
    }

    /// Rates a puzzle on all scales of the set, and sets their columns in its row.
    pub fn rate(self, puzzle: &Puzzle, limits: Limits, row: &mut Row) {
        self.iter().for_each(|scale| scale.rate(puzzle, limits, row));
    }
}

impl BitOr for ScaleSet {
    type Output = ScaleSet;

    fn bitor(self, other: ScaleSet) -> ScaleSet {
        ScaleSet(self.0 | other.0)
    }
}

impl Sub for ScaleSet {
    type Output = ScaleSet;

    fn sub(self, other: ScaleSet) -> ScaleSet {
        ScaleSet(self.0 & !other.0)
    }
}

impl FromIterator<ScaleSet> for ScaleSet {
    fn from_iter<I: IntoIterator<Item = ScaleSet>>(sets: I) -> ScaleSet {
        sets.into_iter().fold(ScaleSet::EMPTY, BitOr::bitor)
    }
}

/// Reads names that are separated by commas, in any order.
impl FromStr for ScaleSet {
    type Err = UnknownScale;

    fn from_str(names: &str) -> Result<ScaleSet, UnknownScale> {
        names.split(',').map(|name| ScaleSet::of(name.trim())).collect()
    }
}

/// Writes the names, separated by commas.
impl fmt::Display for ScaleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.iter().map(Scale::name).collect();
        f.pad(&names.join(","))
    }
}

impl fmt::Debug for ScaleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Scale::name)).finish()
    }
}

#[cfg(test)]
mod tests {
    use minirow_text::Board;

    use super::*;
    use crate::size::size;
    use crate::start_position::tests::sukaku;

    /// Of a Sukaku, no scale draws a conclusion from the uniqueness of the solution, and each step agrees with it.
    #[test]
    fn every_step_of_a_sukaku_agrees_with_the_solution() {
        for seed in 0..size(6) as u64 {
            let start = StartPosition::from_board(&Board::Candidates(sukaku(seed))).unwrap();
            for scale in path_scales() {
                let mut path = scale.path(&start);
                let mut position = start.position.clone();
                while let Some(step) = path.next_step() {
                    let step = step.explain(&position).step;
                    let slug = step.technique().slug;
                    let is_uniqueness =
                        ["unique", "avoidable", "hidden-rectangle", "bivalue"].iter().any(|word| slug.contains(word));
                    assert!(step.agrees_with(&start.solution) && !is_uniqueness, "seed {seed}, {scale:?}: {slug}");
                    position = path.position().clone();
                }
                assert!(!path.is_stuck(), "seed {seed}, {scale:?}");
                assert_eq!(position.values(), start.solution.grid(), "seed {seed}, {scale:?}");
            }
        }
    }

    #[test]
    fn all_scales_are_in_the_set_of_all() {
        assert!(ScaleSet::ALL.iter().map(Scale::name).eq(SCALES.iter().map(|scale| scale.name())));
        let alone =
            [(ScaleSet::SE, "se"), (ScaleSet::TE, "te"), (ScaleSet::HODOKU, "hodoku"), (ScaleSet::MINUTES, "minutes")];
        assert!(alone.into_iter().all(|(set, name)| set.to_string() == name));
    }
}
