//! The registry of constraints.
//!
//! To add a constraint, write its file, and add its line in the list below. Nothing else names a constraint unless it
//! depends on it.

use minirow_core::{CellSet, Digit, DigitSet, PatternSymmetry, Solution};
use minirow_gen::Sampling;
use minirow_grade::Level;

use super::value::ConstraintValue;
use super::{
    BraidRange, ClueRange, Constraint, DepthRange, InvalidValue, MinuteRange, RatingRange, ScaleTechnique, ScoreRange,
    StepRange, WantedProperty,
};

pub(crate) use er::allowed_er;
pub use max_tries::MaxTries;
pub use search::Search;

/// Makes [`PuzzleSpec`] of the constraints: the module of each, its field, and the method that sets it. A line has the
/// documentation of that method, the type of the field, the argument, and the value for the argument.
macro_rules! constraints {
    ($($(#[$doc:meta])* mod $name:ident: $Value:ty, ($argument:ident: $Argument:ty) => $value:expr;)*) => {
        $(mod $name;)*

        /// All constraints, in the order of the help.
        pub static CONSTRAINTS: &[&Constraint] = &[$(&$name::CONSTRAINT),*];

        /// A specification of puzzles: a value for each constraint. The default constrains nothing.
        ///
        /// Each constraint has a field, and a method that sets it. Setting a constraint does not check it against others;
        /// [`Sampler::new`](crate::Sampler::new) does.
        ///
        /// In JSON and TOML, a specification is a table of names and values, spelled as on the command line.
        ///
        /// ```
        /// use minirow_grade::Level;
        /// use minirow_pack::PuzzleSpec;
        ///
        /// let mut spec = PuzzleSpec::new().level(Level::Hard).clues(24..=28);
        /// spec.set("symmetry", "half-turn")?;
        /// assert_eq!(spec.to_string(), "--clues 24..=28 --level hard --symmetry half-turn");
        /// # Ok::<(), minirow_pack::InvalidSpec>(())
        /// ```
        #[derive(Clone, PartialEq, Debug, Default)]
        #[must_use]
        #[non_exhaustive]
        pub struct PuzzleSpec {
            $(
                #[doc = concat!("The constraint `", stringify!($name), "`.")]
                pub $name: $Value,
            )*
        }

        impl PuzzleSpec {
            $(
                $(#[$doc])*
                pub fn $name(self, $argument: $Argument) -> PuzzleSpec {
                    PuzzleSpec { $name: $value, ..self }
                }
            )*

            /// Parses the value of a constraint. A list is separated by commas; a flag is `true` or `false`.
            ///
            /// # Errors
            /// Returns what was found and what was expected.
            pub fn parse(&mut self, constraint: &Constraint, text: &str) -> Result<(), InvalidValue> {
                $(if constraint.name == $name::CONSTRAINT.name {
                    self.$name = ConstraintValue::parse(text)?;
                })*
                Ok(())
            }

            /// Returns the value of a constraint in canonical spelling, or `None` if it has none. A list is separated by
            /// commas; a flag that is set gives `true`.
            ///
            /// ```
            /// use minirow_pack::{PuzzleSpec, spec::CONSTRAINTS};
            /// let spec = PuzzleSpec::new().er(2.6..);
            /// assert_eq!((CONSTRAINTS[1].name, spec.text(CONSTRAINTS[1])), ("er", Some("2.6..=20.0".to_string())));
            /// assert_eq!(spec.text(CONSTRAINTS[0]), None);
            /// ```
            pub fn text(&self, constraint: &Constraint) -> Option<String> {
                $(if constraint.name == $name::CONSTRAINT.name {
                    return self.$name.text();
                })*
                None
            }
        }

        #[cfg(test)]
        pub(super) const MODULES: &[&str] = &[$(stringify!($name)),*];
    };
}

constraints! {
    /// Keeps only puzzles of a level.
    mod level: Option<Level>, (level: Level) => Some(level);
    /// Keeps only puzzles whose ER is in a range.
    mod er: Option<RatingRange>, (range: impl Into<RatingRange>) => Some(range.into());
    /// Keeps only puzzles whose EP is in a range.
    mod ep: Option<RatingRange>, (range: impl Into<RatingRange>) => Some(range.into());
    /// Keeps only puzzles whose ED is in a range.
    mod ed: Option<RatingRange>, (range: impl Into<RatingRange>) => Some(range.into());
    /// Keeps only puzzles whose solving path takes these techniques.
    mod needs: Techniques, (techniques: impl IntoIterator<Item: Into<ScaleTechnique>>) =>
        techniques.into_iter().map(Into::into).collect();
    /// Keeps only puzzles whose solving path takes none of these techniques.
    mod without: Techniques, (techniques: impl IntoIterator<Item: Into<ScaleTechnique>>) =>
        techniques.into_iter().map(Into::into).collect();
    /// Keeps only puzzles whose solving path has a number of steps in a range.
    mod steps: Option<StepRange>, (range: impl Into<StepRange>) => Some(range.into());
    /// Keeps only puzzles whose estimated solving time is in a range.
    mod minutes: Option<MinuteRange>, (range: impl Into<MinuteRange>) => Some(range.into());
    /// Keeps only puzzles whose T&E depth is in a range.
    mod te: Option<DepthRange>, (range: impl Into<DepthRange>) => Some(range.into());
    /// Keeps only puzzles whose B is in a range. Puzzles of T&E depth 2 and 3 have no B, and are in no range.
    mod b: Option<BraidRange>, (range: impl Into<BraidRange>) => Some(range.into());
    /// Keeps only puzzles that have a level in HoDoKu.
    mod hodoku_level: Option<minirow_hodoku::Level>, (level: minirow_hodoku::Level) => Some(level);
    /// Keeps only puzzles whose score in HoDoKu is in a range.
    mod hodoku_score: Option<ScoreRange>, (range: impl Into<ScoreRange>) => Some(range.into());
    /// Generates puzzles whose number of clues is in a range.
    mod clues: Option<ClueRange>, (range: impl Into<ClueRange>) => Some(range.into());
    /// Keeps only minimal puzzles if `true`.
    mod minimal: bool, (is_minimal: bool) => is_minimal;
    /// Keeps only puzzles with these properties.
    mod property: Vec<WantedProperty>, (properties: impl IntoIterator<Item = WantedProperty>) =>
        properties.into_iter().collect();
    /// Spreads clues evenly if `true`.
    mod even: bool, (is_even: bool) => is_even;
    /// Generates puzzles whose pattern of clues has a symmetry.
    mod symmetry: PatternSymmetry, (symmetry: PatternSymmetry) => symmetry;
    /// Keeps only puzzles with each of these digits among the clues.
    mod with_digits: Option<DigitSet>, (digits: impl IntoIterator<Item = Digit>) => Some(digits.into_iter().collect());
    /// Keeps only puzzles without a digit among the clues.
    mod missing_digits: Option<DigitSet>, (digits: impl IntoIterator<Item = Digit>) => Some(digits.into_iter().collect());
    /// Generates puzzles that have this solution.
    mod solution: Option<Solution>, (solution: Solution) => Some(solution);
    /// Generates puzzles whose clues are in these cells only.
    mod mask: Option<CellSet>, (cells: CellSet) => Some(cells);
    /// Puts a clue in each cell of the mask if `true`.
    mod exact: bool, (is_exact: bool) => is_exact;
    /// Sets the kind of sampling.
    mod sampling: Sampling, (sampling: Sampling) => sampling;
    /// Sets the way to search for puzzles.
    mod search: Search, (search: Search) => search;
    /// Sets the number of attempts after which an index is given up, at least 1.
    mod max_tries: MaxTries, (attempts: u64) => MaxTries(attempts);
}

/// Techniques of solving paths, without an order.
type Techniques = Vec<ScaleTechnique>;
