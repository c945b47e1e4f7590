//! A constraint: its description, and its effects as functions of the specification.

use minirow_core::Puzzle;
use minirow_gen::Recipe;
use minirow_grade::{Grade, Step};
use minirow_hodoku::Rating;
use minirow_table::{Row, ScaleSet};

use super::{PathSoFar, PuzzleSpec, RatingRange};

/// A constraint on puzzles. The command line, the recipe keys and the names in Python and JavaScript follow from its
/// description. Its value is the field of [`PuzzleSpec`] that has its name.
///
/// The effects are functions of the specification. They do nothing unless a constraint says otherwise, and are called in
/// the order of [`CONSTRAINTS`](super::CONSTRAINTS).
///
/// ```
/// use minirow_pack::spec::{ArgumentKind, CONSTRAINTS};
/// let level = CONSTRAINTS[0];
/// assert_eq!((level.name, level.value_name), ("level", "LEVEL"));
/// let ArgumentKind::OneOf(names) = level.kind else { panic!("a level has a name") };
/// assert_eq!(names()[0], "easy");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Constraint {
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
    /// A value in canonical spelling, for documentation and tests.
    pub example: &'static str,
    /// Names of constraints without which this one has no meaning.
    pub requires: &'static [&'static str],
    /// `true` if equivalent puzzles meet the constraint alike, so that a [`PuzzleFilter`](crate::PuzzleFilter) can have it.
    pub is_filter: bool,
    /// Returns the reason why options cannot be combined. It is called for all constraints before `check` is called for any.
    pub(crate) check_options: fn(&PuzzleSpec) -> Result<(), String>,
    /// Returns the reason why no puzzle meets the constraint together with the others and the range of ER that they allow.
    pub(crate) check: fn(&PuzzleSpec, RatingRange) -> Result<(), String>,
    /// Changes the recipe of the generator. The constraints before it have changed it already.
    pub(crate) apply: fn(&PuzzleSpec, &mut Recipe),
    /// `true` if generated puzzles can be rejected because of the constraint, so that there are more attempts than puzzles.
    pub(crate) may_reject: bool,
    /// Returns `true` if the clues of a puzzle meet the constraint. Called before the puzzle is rated.
    pub(crate) accepts_clues: fn(&PuzzleSpec, &Puzzle) -> bool,
    /// Returns `true` if a puzzle that no generator has made meets what `apply` asks of the generator.
    pub(crate) accepts_foreign: fn(&PuzzleSpec, &Puzzle) -> bool,
    /// Returns `false` if the latest step of a path shows that the puzzle does not meet the constraint. The rating then
    /// stops early.
    pub(crate) accepts_step: fn(&PuzzleSpec, &PathSoFar, &Step) -> bool,
    /// Returns `true` if the finished grade of a puzzle meets the constraint.
    pub(crate) accepts_grade: fn(&PuzzleSpec, &Grade) -> bool,
    /// Returns the scales of the constraint. Packs with the constraint have their columns.
    pub(crate) scales: fn(&PuzzleSpec) -> ScaleSet,
    /// Returns `true` if the rating of HoDoKu meets the constraint. Called only if a constraint has its scale, after the
    /// functions above, as the rating takes longer.
    pub(crate) accepts_hodoku: fn(&PuzzleSpec, &Rating) -> bool,
    /// Returns `true` if the ratings on the scales of the constraint meet it. Called last, as they take the longest.
    pub(crate) accepts_ratings: fn(&PuzzleSpec, &Row) -> bool,
}

/// Templates for constraints with the same type of value.
impl Constraint {
    pub(super) const FLAG: Constraint = Constraint {
        name: "",
        help: "",
        details: "",
        value_name: "",
        kind: ArgumentKind::Flag,
        example: "true",
        requires: &[],
        is_filter: true,
        check_options: |_| Ok(()),
        check: |_, _| Ok(()),
        apply: |_, _| {},
        may_reject: true,
        accepts_clues: |_, _| true,
        accepts_foreign: |_, _| true,
        accepts_step: |_, _, _| true,
        accepts_grade: |_, _| true,
        scales: |_| ScaleSet::EMPTY,
        accepts_hodoku: |_, _| true,
        accepts_ratings: |_, _| true,
    };
    pub(super) const VALUE: Constraint = Constraint { kind: ArgumentKind::Value, ..Constraint::FLAG };
    pub(super) const RANGE: Constraint = Constraint {
        details: "Write LO-HI or LO..=HI, LO.. or ..=HI, or one number.",
        value_name: "RANGE",
        kind: ArgumentKind::Range { is_whole: true },
        ..Constraint::FLAG
    };
    pub(super) const RATINGS: Constraint = Constraint {
        kind: ArgumentKind::Range { is_whole: false },
        example: "2.6..=3.4",
        scales: |_| ScaleSet::SE,
        ..Constraint::RANGE
    };
    pub(super) const TECHNIQUES: Constraint = Constraint {
        details: "Separate techniques by commas, or give the option several times. `minirow techniques` lists them. Techniques of \
                  HoDoKu (`minirow techniques --scale hodoku`) are those of its path; the columns of --scale hodoku are added. \
                  If both programs have a technique, as x-wing, hodoku:x-wing is that of HoDoKu.",
        value_name: "TECHNIQUE",
        kind: ArgumentKind::List,
        ..Constraint::FLAG
    };

    /// Returns the name in Python, as in `with_digits`.
    pub fn python_name(&self) -> String {
        self.name.replace('-', "_")
    }

    /// Returns the name in JavaScript, as in `withDigits`.
    pub fn camel_case_name(&self) -> String {
        let (first, others) = self.name.split_once('-').unwrap_or((self.name, ""));
        let mut name = first.to_string();
        for word in others.split_terminator('-') {
            name += &word[..1].to_uppercase();
            name += &word[1..];
        }
        name
    }
}

/// The kind of argument that a constraint takes. See [`Constraint`] for an example.
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
