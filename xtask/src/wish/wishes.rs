//! Wishes, as they are given: the same on the command line, in the sections of a recipe, and in manifests.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use minirow_core::PatternSymmetry;
use minirow_gen::{Recipe, Sampling};
use minirow_grade::Level;
use serde::{Deserialize, Serialize};

use super::spelled;
use super::values::{Clues, Digits, Mask, MaxTries, Named, Ratings, Solution, StepNumbers};

/// What puzzles are to be like. A name on the command line is the name everywhere.
#[derive(clap::Args, Serialize, Deserialize, Clone, PartialEq, Debug)]
#[command(next_help_heading = "What the puzzles are to be like")]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct Wishes {
    /// Only puzzles of this level
    #[arg(long, value_parser = one_of(Level::ALL, Level::name))]
    #[serde(with = "spelled::option")]
    pub(crate) level: Option<Level>,
    /// Only puzzles whose hardest step is rated so (LO..=HI, LO.. or ..=HI)
    #[arg(long, value_name = "RANGE")]
    #[serde(with = "spelled::option")]
    pub(crate) er: Option<Ratings>,
    /// Only puzzles whose hardest step up to the first placement is rated so
    #[arg(long, value_name = "RANGE")]
    #[serde(with = "spelled::option")]
    pub(crate) ep: Option<Ratings>,
    /// Only puzzles whose first step is rated so
    #[arg(long, value_name = "RANGE")]
    #[serde(with = "spelled::option")]
    pub(crate) ed: Option<Ratings>,
    /// Only puzzles whose solving path takes this technique (may be given several times)
    #[arg(long, value_name = "TECHNIQUE", value_delimiter = ',')]
    #[serde(with = "spelled::list")]
    pub(crate) needs: Vec<Named>,
    /// Only puzzles whose solving path does without this technique (may be given several times)
    #[arg(long, value_name = "TECHNIQUE", value_delimiter = ',')]
    #[serde(with = "spelled::list")]
    pub(crate) without: Vec<Named>,
    /// Only puzzles whose solving path has so many steps (N or LO..=HI)
    #[arg(long, value_name = "RANGE")]
    #[serde(with = "spelled::option")]
    pub(crate) steps: Option<StepNumbers>,
    /// How many clues (N or LO..=HI) [default: 28..=38, spread evenly, for easy and medium; else as few as removal
    /// comes to]
    #[arg(long, value_name = "RANGE")]
    #[serde(with = "spelled::option")]
    pub(crate) clues: Option<Clues>,
    /// Only puzzles where no clue (with a symmetry: no orbit of clues) can be spared
    #[arg(long)]
    pub(crate) minimal: bool,
    /// Clues spread evenly: no row, column or box with few
    #[arg(long)]
    pub(crate) even: bool,
    /// The symmetry of the clues
    #[arg(long, default_value = "none", value_parser = one_of(PatternSymmetry::ALL, PatternSymmetry::name))]
    #[serde(with = "spelled::one")]
    pub(crate) symmetry: PatternSymmetry,
    /// Only puzzles with each of these digits among the clues (1,2)
    #[arg(long, value_name = "DIGITS")]
    #[serde(with = "spelled::option")]
    pub(crate) with_digits: Option<Digits>,
    /// Only puzzles without this digit among the clues; a puzzle can miss one at most
    #[arg(long, value_name = "DIGIT")]
    #[serde(with = "spelled::option")]
    pub(crate) missing_digits: Option<Digits>,
    /// Puzzles with this solution only (81 digits)
    #[arg(long, value_name = "GRID")]
    #[serde(with = "spelled::option")]
    pub(crate) solution: Option<Solution>,
    /// Clues only where these 81 characters have no `.` or `0`
    #[arg(long, value_name = "PATTERN")]
    #[serde(with = "spelled::option")]
    pub(crate) mask: Option<Mask>,
    /// With --mask: a clue in each of these cells
    #[arg(long, requires = "mask")]
    pub(crate) exact: bool,
    /// How puzzles are come to: by removing clues, which prefers few; as a fair sample of all minimal puzzles by their
    /// weights (adds the column `weight`); or with each as likely as any other, several a second
    #[arg(long, default_value = "removal", value_parser = one_of(Sampling::ALL, Sampling::name))]
    #[serde(with = "spelled::one", skip_serializing_if = "is_by_removal")]
    pub(crate) sampling: Sampling,
    /// How to look: try what comes, or climb from puzzle to harder (or sparser) puzzle
    #[arg(long, default_value = "auto", value_parser = one_of(Search::ALL, Search::name))]
    #[serde(with = "spelled::one")]
    pub(crate) search: Search,
    /// Give an index up after N tries
    #[arg(long, default_value_t, value_name = "N")]
    #[serde(with = "spelled::one")]
    pub(crate) max_tries: MaxTries,
}

/// What is not said is as it was before there were other ways, in manifests too.
fn is_by_removal(sampling: &Sampling) -> bool {
    *sampling == Sampling::Removal
}

/// One of a list of values by its name.
fn one_of<T: Copy + Send + Sync + 'static, const N: usize>(
    all: [T; N],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.map(name))
        .map(move |text| all.into_iter().find(|&value| name(value) == text).expect("one of the possible values"))
}

impl Default for Wishes {
    fn default() -> Wishes {
        Wishes {
            level: None,
            er: None,
            ep: None,
            ed: None,
            needs: Vec::new(),
            without: Vec::new(),
            steps: None,
            clues: None,
            minimal: false,
            even: false,
            symmetry: PatternSymmetry::None,
            with_digits: None,
            missing_digits: None,
            solution: None,
            mask: None,
            exact: false,
            sampling: Sampling::Removal,
            search: Search::Auto,
            max_tries: MaxTries::default(),
        }
    }
}

impl Wishes {
    /// The names of all wishes.
    pub(crate) fn names() -> Vec<String> {
        let command = <Wishes as clap::Args>::augment_args(clap::Command::new("wishes"));
        command.get_arguments().filter_map(|argument| argument.get_long().map(str::to_string)).collect()
    }

    /// What of them the generator sees to; the others are left to a look at each puzzle.
    pub(crate) fn recipe(&self) -> Recipe {
        let pleasant = self.is_pleasant();
        let clues = self.clues.as_ref().map(|clues| clues.0.clone());
        Recipe {
            symmetry: self.symmetry,
            minimal: self.minimal || (clues.is_none() && !pleasant) || !is_by_removal(&self.sampling),
            clues: clues.or(pleasant.then_some(PLEASANT)),
            solution: self.solution.map(|solution| solution.0),
            mask: self.mask.map(|mask| mask.0),
            exact: self.exact,
            missing: self.missing_digits.and_then(|digits| digits.0.first()),
            even: self.even || pleasant,
            sampling: self.sampling,
            max_tries: self.max_tries.0,
        }
    }

    /// Whether the clues are those that easy puzzles have in books, as nothing else was said of them.
    fn is_pleasant(&self) -> bool {
        matches!(self.level, Some(Level::Easy | Level::Medium))
            && self.clues.is_none()
            && !self.minimal
            && is_by_removal(&self.sampling)
            && self.mask.is_none()
    }

    /// Whether to climb: if that was said, or if what is wanted comes up less than once in some hundred puzzles.
    pub(crate) fn climbs(&self, er: &Ratings) -> bool {
        let is_hard = er.lowest().tenths() >= 86;
        let is_sparse = self.clues.as_ref().is_some_and(|clues| *clues.0.end() <= 21);
        match self.search {
            Search::Sample => false,
            Search::Climb => !self.exact,
            Search::Auto => (is_hard || is_sparse) && !self.exact && is_by_removal(&self.sampling),
        }
    }
}

/// How many clues a puzzle for beginners has in books and newspapers.
const PLEASANT: RangeInclusive<usize> = 28..=38;

/// How to come to a puzzle that is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Search {
    /// The one or the other, by what is wanted.
    Auto,
    /// Making puzzles until one is as wanted: a fair sample.
    Sample,
    /// From puzzle to neighbouring puzzle, towards what is wanted.
    Climb,
}

impl Search {
    const ALL: [Search; 3] = [Search::Auto, Search::Sample, Search::Climb];

    fn name(self) -> &'static str {
        match self {
            Search::Auto => "auto",
            Search::Sample => "sample",
            Search::Climb => "climb",
        }
    }
}

impl fmt::Display for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Search {
    type Err = String;

    fn from_str(text: &str) -> Result<Search, String> {
        let found = Search::ALL.into_iter().find(|search| search.name() == text);
        found.ok_or_else(|| format!("expected `auto`, `sample` or `climb`, found `{text}`"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_fields() {
        let wishes = Wishes { sampling: Sampling::Uniform, ..Wishes::default() };
        let serde_json::Value::Object(fields) = serde_json::to_value(wishes).unwrap() else {
            panic!("a struct with names")
        };
        let mut names = Wishes::names();
        names.sort_unstable();
        assert_eq!(fields.keys().cloned().collect::<Vec<_>>(), names);
    }

    #[test]
    fn toml_may_be_plainer_than_the_command_line() {
        let read = |text: &str| toml::from_str::<Wishes>(text).unwrap();
        assert_eq!(
            read("clues = 24\ner = 2.6\nneeds = [\"x-wing\"]"),
            read("clues = '24'\ner = '2.6'\nneeds = 'x-wing'")
        );
        assert_eq!(
            read("missing-digits = [5]\nwith-digits = [1, 2]"),
            read("missing-digits = '5'\nwith-digits = '1,2'")
        );
        assert_eq!(read(""), Wishes::default());
    }
}
