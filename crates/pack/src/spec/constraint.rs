//! The parts of a constraint: what describes it, and what it does.

use std::fmt;

use minirow_core::Puzzle;
use minirow_gen::Recipe;
use minirow_grade::{Grade, Step};

use super::{InvalidSpec, InvalidValue, PathSoFar, PuzzleSpec, RatingRange};

/// The description of a constraint, from which the command line, the recipe keys and the Python names follow.
///
/// ```
/// use minirow_pack::PuzzleSpec;
/// let spec = PuzzleSpec::new();
/// let info = spec.constraints()[0].info();
/// assert_eq!((info.name, info.value_name), ("level", "LEVEL"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ConstraintInfo {
    /// The name on the command line, in recipes and in manifests: lower case, words joined by `-`.
    pub name: &'static str,
    /// The help: an imperative or a noun phrase of at most 80 characters, without a full stop.
    pub help: &'static str,
    /// More help for the long form: complete sentences, or nothing.
    pub details: &'static str,
    /// The placeholder of the value in the help; empty for a flag.
    pub value_name: &'static str,
    /// The kind of argument.
    pub kind: ArgumentKind,
    /// The type of the value in Python, without `None`: `str | float`. For a list of names it is `str`; front ends may print
    /// the names.
    pub python_type: &'static str,
    /// A value in canonical spelling, for documentation and tests.
    pub example: &'static str,
    /// Names of constraints without which this one has no meaning.
    pub requires: &'static [&'static str],
    /// Whether manifests hold the constraint even if it has its default value.
    ///
    /// A new constraint must say `false`: the recipes of packs made before it existed stay the same, so that they can still
    /// be resumed and merged.
    pub is_always_written: bool,
}

impl ConstraintInfo {
    /// Returns the name in Python: `_` instead of `-`.
    ///
    /// ```
    /// use minirow_pack::PuzzleSpec;
    /// let names: Vec<String> = PuzzleSpec::infos().map(|info| info.python_name()).collect();
    /// assert!(names.contains(&"max_tries".to_string()));
    /// ```
    pub fn python_name(&self) -> String {
        self.name.replace('-', "_")
    }
}

/// The kind of argument that a constraint takes.
///
/// ```
/// use minirow_pack::PuzzleSpec;
/// use minirow_pack::spec::ArgumentKind;
/// let search = PuzzleSpec::infos().find(|info| info.name == "search").unwrap();
/// let ArgumentKind::OneOf(names) = search.kind else { panic!("a name") };
/// assert_eq!(names(), ["auto", "sample", "climb"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub enum ArgumentKind {
    /// Nothing on the command line, `true` or `false` elsewhere.
    Flag,
    /// One value.
    Value,
    /// Several values, separated by commas or given one by one.
    List,
    /// One of the names that the function returns.
    OneOf(fn() -> Vec<&'static str>),
}

/// A constraint on puzzles. The value is part of it; the default value of an implementing type constrains nothing.
///
/// Methods are called in the order of the list in `constraints.rs`. Each has a default that does nothing.
/// Limits of the rating follow from the range of ER, so that [`narrow_er`](Constraint::narrow_er) is all that a constraint on
/// ER needs.
///
/// ```
/// use minirow_pack::PuzzleSpec;
/// use minirow_pack::spec::Constraint;
///
/// let spec = PuzzleSpec::new().clues(24..=28);
/// let mut recipe = minirow_gen::Recipe::default();
/// spec.clues.apply(&spec, &mut recipe);
/// assert_eq!((recipe.clues, recipe.minimal), (Some(24..=28), false));
/// ```
pub trait Constraint: fmt::Debug + Send + Sync {
    /// Returns the part of a range of ER that the constraint allows.
    ///
    /// # Errors
    /// Returns a conflict if no rating is left.
    fn narrow_er(&self, _spec: &PuzzleSpec, er: RatingRange) -> Result<RatingRange, InvalidSpec> {
        Ok(er)
    }

    /// Checks which options are given together. All constraints are asked this before any is asked [`check`](Constraint::check).
    ///
    /// # Errors
    /// Returns a conflict between options.
    fn check_options(&self, _spec: &PuzzleSpec) -> Result<(), InvalidSpec> {
        Ok(())
    }

    /// Checks the value against those of the other constraints; `er` is the range of ER that all of them allow.
    ///
    /// # Errors
    /// Returns a conflict between options.
    fn check(&self, _spec: &PuzzleSpec, _er: RatingRange) -> Result<(), InvalidSpec> {
        Ok(())
    }

    /// Sets what the generator does for the constraint, in a recipe that the constraints before it have set.
    fn apply(&self, _spec: &PuzzleSpec, _recipe: &mut Recipe) {}

    /// Returns `true` if generated puzzles can be rejected because of the constraint, so that there are more attempts than
    /// puzzles. Called for constraints that do not have their default value.
    fn may_reject(&self) -> bool {
        true
    }

    /// Returns `true` if the clues of a puzzle meet the constraint. Called before the puzzle is rated.
    fn accepts_clues(&self, _puzzle: &Puzzle) -> bool {
        true
    }

    /// Returns `false` if the latest step of a path shows that the puzzle does not meet the constraint. The rating then
    /// stops early.
    fn accepts_step(&self, _path: &PathSoFar, _step: &Step) -> bool {
        true
    }

    /// Returns `true` if the finished grade of a puzzle meets the constraint.
    fn accepts_grade(&self, _grade: &Grade) -> bool {
        true
    }
}

/// A constraint with its description and its value as text. The list in `constraints.rs` implements it.
///
/// ```
/// use minirow_pack::PuzzleSpec;
/// let spec = PuzzleSpec::new().clues(24..=28);
/// let constraint = spec.set_constraints()[0];
/// assert_eq!((constraint.info().name, constraint.words()), ("clues", vec!["24..=28".to_string()]));
/// ```
pub trait DescribedConstraint: Constraint {
    /// Returns the description.
    fn info(&self) -> &'static ConstraintInfo;

    /// Replaces the value, see [`ConstraintValue::parse`](super::ConstraintValue::parse).
    ///
    /// # Errors
    /// Returns what was expected.
    fn parse(&mut self, text: &str) -> Result<(), InvalidValue>;

    /// Returns the value, see [`ConstraintValue::words`](super::ConstraintValue::words).
    fn words(&self) -> Vec<String>;
}
