//! Wishes, as they are given: the same on the command line, in the sections of a recipe, and in manifests.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use minirow_core::PatternSymmetry;
use minirow_gen::Recipe;
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
    /// How many clues (N or LO..=HI), instead of as few as removal comes to
    #[arg(long, value_name = "RANGE")]
    #[serde(with = "spelled::option")]
    pub(crate) clues: Option<Clues>,
    /// With --clues: only puzzles where no clue (with a symmetry: no orbit of clues) can be spared
    #[arg(long, requires = "clues")]
    pub(crate) minimal: bool,
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
    /// Give an index up after N tries
    #[arg(long, default_value_t, value_name = "N")]
    #[serde(with = "spelled::one")]
    pub(crate) max_tries: MaxTries,
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
            symmetry: PatternSymmetry::None,
            with_digits: None,
            missing_digits: None,
            solution: None,
            mask: None,
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
        Recipe {
            symmetry: self.symmetry,
            minimal: self.minimal || self.clues.is_none(),
            clues: self.clues.as_ref().map(|clues| clues.0.clone()),
            solution: self.solution.map(|solution| solution.0),
            mask: self.mask.map(|mask| mask.0),
            max_tries: self.max_tries.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_fields() {
        let serde_json::Value::Object(fields) = serde_json::to_value(Wishes::default()).unwrap() else {
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
