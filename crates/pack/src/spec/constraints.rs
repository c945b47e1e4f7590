//! Constraints, and their registry.
//!
//! To add a constraint, write its file, and add its line in the list below. Nothing else names a constraint unless it
//! depends on it.

use minirow_core::{CellSet, Digit, DigitSet, PatternSymmetry, Puzzle, Solution};
use minirow_gen::{Recipe, Sampling};
use minirow_grade::{Grade, Level, Step};
use minirow_table::{Row, ScaleSet};

use super::value::ConstraintValue;
use super::{
    BraidRange, ClueRange, DepthRange, InvalidValue, MinuteRange, PathSoFar, RatingRange, ScaleTechnique, ScoreRange,
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

/// A constraint on puzzles. The command line, the recipe keys and the names in Python and JavaScript follow from its
/// description. Its value is the field of [`PuzzleSpec`] that has its name.
///
/// The effects are functions of the specification. They do nothing unless a constraint says otherwise, and are called in
/// the order of [`CONSTRAINTS`].
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
    pub(crate) accepts_hodoku: fn(&PuzzleSpec, &minirow_hodoku::Rating) -> bool,
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
