//! The registry of constraints.
//!
//! To add a constraint, write its file, and add its module and its line in the list below. Nothing else names a constraint
//! unless it depends on it.

mod b;
mod clues;
mod ed;
mod ep;
mod er;
mod even;
mod exact;
mod hodoku_level;
mod hodoku_score;
mod level;
mod mask;
mod max_tries;
mod minimal;
mod minutes;
mod missing_digits;
mod needs;
mod sampling;
mod search;
mod solution;
mod steps;
mod symmetry;
mod te;
mod with_digits;
mod without;

use minirow_core::{CellSet, Digit, PatternSymmetry, Solution};
use minirow_gen::Sampling;
use minirow_grade::{Level, Technique};

use super::{
    BraidRange, ClueRange, ConstraintInfo, ConstraintValue, DepthRange, DescribedConstraint, InvalidValue, MinuteRange,
    RatingRange, ScoreRange, StepRange,
};

pub use search::Search;

/// Makes [`PuzzleSpec`] of the constraints: a field and a method each, with the name of the module.
macro_rules! registry {
    ($($(#[$doc:meta])* $module:ident::$Type:ident, ($argument:ident: $Argument:ty) => $value:expr;)*) => {
        $(pub use $module::$Type;)*

        /// A specification of puzzles: a value for each constraint. The default constrains nothing.
        ///
        /// Each constraint has a field, whose type is in [`constraints`](self), and a method that sets it. Setting a
        /// constraint does not check it against others; [`Sampler::new`](crate::Sampler::new) does.
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
                #[doc = concat!("The constraint `", stringify!($module), "`.")]
                pub $module: $Type,
            )*
        }

        impl PuzzleSpec {
            $(
                $(#[$doc])*
                pub fn $module(self, $argument: $Argument) -> PuzzleSpec {
                    PuzzleSpec { $module: $Type($value), ..self }
                }
            )*

            /// Returns the constraints, in the order of the list.
            pub fn constraints(&self) -> Vec<&dyn DescribedConstraint> {
                vec![$(&self.$module),*]
            }

            /// Returns the constraints that do not have their default value.
            pub fn set_constraints(&self) -> Vec<&dyn DescribedConstraint> {
                let all = [$((&self.$module as &dyn DescribedConstraint, self.$module != $Type::default())),*];
                all.into_iter().filter_map(|(constraint, is_set)| is_set.then_some(constraint)).collect()
            }

            /// Replaces the value of the constraint with this name.
            pub(super) fn replace(&mut self, name: &str, text: &str) -> Result<(), InvalidValue> {
                $(if name == $module::INFO.name {
                    self.$module = $Type(ConstraintValue::parse(text)?);
                })*
                Ok(())
            }
        }

        $(
            impl DescribedConstraint for $Type {
                fn info(&self) -> &'static ConstraintInfo {
                    &$module::INFO
                }

                fn words(&self) -> Vec<String> {
                    self.0.words()
                }
            }
        )*

        #[cfg(test)]
        pub(super) const MODULES: &[&str] = &[$(stringify!($module)),*];
    };
}

// In the order of the help. Each line has the method that sets the constraint: its documentation, its argument, and the
// value for the argument.
registry! {
    /// Keeps only puzzles of a level.
    level::LevelConstraint, (level: Level) => Some(level);
    /// Keeps only puzzles whose ER is in a range.
    er::ErConstraint, (range: impl Into<RatingRange>) => Some(range.into());
    /// Keeps only puzzles whose EP is in a range.
    ep::EpConstraint, (range: impl Into<RatingRange>) => Some(range.into());
    /// Keeps only puzzles whose ED is in a range.
    ed::EdConstraint, (range: impl Into<RatingRange>) => Some(range.into());
    /// Keeps only puzzles whose solving path takes these techniques.
    needs::NeedsConstraint, (techniques: impl IntoIterator<Item = &'static Technique>) => techniques.into_iter().collect();
    /// Keeps only puzzles whose solving path takes none of these techniques.
    without::WithoutConstraint, (techniques: impl IntoIterator<Item = &'static Technique>) => techniques.into_iter().collect();
    /// Keeps only puzzles whose solving path has a number of steps in a range.
    steps::StepsConstraint, (range: impl Into<StepRange>) => Some(range.into());
    /// Keeps only puzzles whose estimated solving time is in a range.
    minutes::MinutesConstraint, (range: impl Into<MinuteRange>) => Some(range.into());
    /// Keeps only puzzles whose T&E depth is in a range.
    te::TeConstraint, (range: impl Into<DepthRange>) => Some(range.into());
    /// Keeps only puzzles whose B is in a range.
    b::BConstraint, (range: impl Into<BraidRange>) => Some(range.into());
    /// Keeps only puzzles that have a level in HoDoKu.
    hodoku_level::HodokuLevelConstraint, (level: minirow_hodoku::Level) => Some(level);
    /// Keeps only puzzles whose score in HoDoKu is in a range.
    hodoku_score::HodokuScoreConstraint, (range: impl Into<ScoreRange>) => Some(range.into());
    /// Generates puzzles whose number of clues is in a range.
    clues::CluesConstraint, (range: impl Into<ClueRange>) => Some(range.into());
    /// Keeps only minimal puzzles if `true`.
    minimal::MinimalConstraint, (is_minimal: bool) => is_minimal;
    /// Spreads clues evenly if `true`.
    even::EvenConstraint, (is_even: bool) => is_even;
    /// Generates puzzles whose pattern of clues has a symmetry.
    symmetry::SymmetryConstraint, (symmetry: PatternSymmetry) => symmetry;
    /// Keeps only puzzles with each of these digits among the clues.
    with_digits::WithDigitsConstraint, (digits: impl IntoIterator<Item = Digit>) => Some(digits.into_iter().collect());
    /// Keeps only puzzles without a digit among the clues.
    missing_digits::MissingDigitsConstraint, (digits: impl IntoIterator<Item = Digit>) => Some(digits.into_iter().collect());
    /// Generates puzzles that have this solution.
    solution::SolutionConstraint, (solution: Solution) => Some(solution);
    /// Generates puzzles whose clues are in these cells only.
    mask::MaskConstraint, (cells: CellSet) => Some(cells);
    /// Puts a clue in each cell of the mask if `true`.
    exact::ExactConstraint, (is_exact: bool) => is_exact;
    /// Sets the kind of sampling.
    sampling::SamplingConstraint, (sampling: Sampling) => sampling;
    /// Sets the way to search for puzzles.
    search::SearchConstraint, (search: Search) => search;
    /// Sets the number of attempts after which an index is given up.
    max_tries::MaxTriesConstraint, (attempts: u64) => attempts;
}
