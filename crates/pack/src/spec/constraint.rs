//! The parts of a constraint: its description and its effects.

use std::fmt;

use minirow_core::Puzzle;
use minirow_gen::Recipe;
use minirow_grade::{Grade, Step};
use minirow_table::{Row, ScaleSet};

use super::{InvalidSpec, PathSoFar, PuzzleSpec, RatingRange};

/// The description of a constraint. The command line, the recipe keys and the Python names follow from it.
///
/// ```
/// use minirow_pack::PuzzleSpec;
/// use minirow_pack::spec::ArgumentKind;
/// let level = PuzzleSpec::infos().next().unwrap();
/// assert_eq!((level.name, level.value_name), ("level", "LEVEL"));
/// let ArgumentKind::OneOf(names) = level.kind else { panic!("a level has a name") };
/// assert_eq!(names()[0], "easy");
/// assert!(PuzzleSpec::infos().any(|info| info.python_name() == "max_tries"));
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
}

/// Templates for the descriptions of constraints with the same type of value.
impl ConstraintInfo {
    pub(super) const FLAG: ConstraintInfo = ConstraintInfo {
        name: "",
        help: "",
        details: "",
        value_name: "",
        kind: ArgumentKind::Flag,
        python_type: "bool",
        example: "true",
        requires: &[],
    };
    pub(super) const VALUE: ConstraintInfo =
        ConstraintInfo { kind: ArgumentKind::Value, python_type: "str", ..ConstraintInfo::FLAG };
    pub(super) const RANGE: ConstraintInfo = ConstraintInfo {
        details: "Write LO-HI or LO..=HI, LO.. or ..=HI, or one number.",
        value_name: "RANGE",
        kind: ArgumentKind::Range { is_whole: true },
        python_type: "str | int | range | tuple[int | None, int | None]",
        ..ConstraintInfo::VALUE
    };
    pub(super) const RATINGS: ConstraintInfo = ConstraintInfo {
        kind: ArgumentKind::Range { is_whole: false },
        python_type: "str | float | tuple[float | None, float | None]",
        example: "2.6..=3.4",
        ..ConstraintInfo::RANGE
    };
    pub(super) const TECHNIQUES: ConstraintInfo = ConstraintInfo {
        details: "Separate techniques by commas, or give the option several times. `minirow techniques` lists them.",
        value_name: "TECHNIQUE",
        kind: ArgumentKind::List,
        python_type: "str | Sequence[str]",
        ..ConstraintInfo::VALUE
    };

    /// Returns the name in Python: `_` instead of `-`.
    pub fn python_name(&self) -> String {
        self.name.replace('-', "_")
    }

    /// Returns the name in JavaScript, as in `withDigits`.
    pub fn camel_case_name(&self) -> String {
        let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
        let mut words = self.name.split('-');
        words.next().into_iter().map(String::from).chain(words.map(capital)).collect()
    }
}

/// The kind of argument that a constraint takes. See [`ConstraintInfo`] for an example.
#[derive(Clone, Copy, Debug)]
pub enum ArgumentKind {
    /// Nothing on the command line, `true` or `false` elsewhere.
    Flag,
    /// One value.
    Value,
    /// One range of numbers: whole numbers, or ratings.
    Range {
        /// The numbers are whole.
        is_whole: bool,
    },
    /// Several values, separated by commas or given one by one.
    List,
    /// One of the names that the function returns.
    OneOf(fn() -> Vec<&'static str>),
}

/// A constraint on puzzles. The value is part of it; the default value of an implementing type constrains nothing.
///
/// Methods are called in the order of the list in `constraints.rs`. Each has a default that does nothing.
/// Limits of the rating follow from the range of ER, so a constraint on ER implements only
/// [`narrow_er`](Constraint::narrow_er).
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

    /// Checks which options are combined. It is called for all constraints before [`check`](Constraint::check) is called
    /// for any.
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

    /// Changes the recipe of the generator for the constraint. The constraints before it have changed it already.
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

    /// Returns the scales that a puzzle must be rated on before [`accepts_ratings`](Constraint::accepts_ratings) is called.
    /// Packs with the constraint have their columns.
    fn scales(&self) -> ScaleSet {
        ScaleSet::EMPTY
    }

    /// Returns `true` if the ratings on these scales meet the constraint. Called last, as they take the longest.
    fn accepts_ratings(&self, _row: &Row) -> bool {
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

    /// Returns the value, see [`ConstraintValue::words`](super::ConstraintValue::words).
    fn words(&self) -> Vec<String>;
}
