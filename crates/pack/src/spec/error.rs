//! The reasons why a specification is refused.

use std::fmt;

use minirow_gen::InvalidRecipe;

use super::PuzzleSpec;
use crate::closest::UnknownName;

/// The reason why a text is not a value of a constraint.
///
/// ```
/// use minirow_pack::spec::ClueRange;
/// let error = "28..=24".parse::<ClueRange>().unwrap_err();
/// assert_eq!(error.to_string(), "the start of the range is above its end");
/// ```
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
#[error("{reason}")]
pub struct InvalidValue {
    reason: String,
}

impl InvalidValue {
    /// Returns the error with a reason: what was found, and what was expected.
    pub fn new(reason: impl fmt::Display) -> InvalidValue {
        InvalidValue { reason: reason.to_string() }
    }

    /// Returns the error for a constraint, with its name as given.
    pub(super) fn of(self, name: &str) -> InvalidSpec {
        InvalidSpec::Value { name: name.into(), reason: self.reason }
    }
}

/// The value of a constraint in a specification.
///
/// ```
/// use minirow_pack::spec::Setting;
/// let setting = Setting { name: "clues", value: "24..=28".into() };
/// assert_eq!(setting.to_string(), "--clues 24..=28");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// The name of the constraint.
    pub name: &'static str,
    /// The value in canonical spelling; empty for a flag.
    pub value: String,
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Setting { name, value } = self;
        if value.is_empty() { write!(f, "--{name}") } else { write!(f, "--{name} {value}") }
    }
}

/// The reason why no puzzle can meet a specification, or why a text is not a specification.
///
/// ```
/// use minirow_grade::Level;
/// use minirow_pack::{InvalidSpec, PuzzleSpec, Sampler};
///
/// let spec = PuzzleSpec::new().level(Level::Easy).er(2.6..=3.4);
/// let Err(InvalidSpec::Conflict { options, .. }) = Sampler::new(spec) else { panic!("easy puzzles have an ER up to 1.5") };
/// let names: Vec<&str> = options.iter().map(|option| option.name).collect();
/// assert_eq!(names, ["level", "er"]);
/// ```
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum InvalidSpec {
    /// No constraint has this name. Names are spelled in the style of the caller.
    #[error("unknown constraint {0}")]
    UnknownName(UnknownName),
    /// The value of a constraint cannot be parsed.
    #[error("{name}: {reason}")]
    Value {
        /// The name of the constraint as given.
        name: String,
        /// The reason: what was found, and what was expected.
        reason: String,
    },
    /// Options conflict: no puzzle meets all of them, or they cannot be combined.
    #[error("{reason}")]
    Conflict {
        /// The conflicting options with their values.
        options: Vec<Setting>,
        /// The reason why they conflict.
        reason: String,
    },
    /// The generator cannot make puzzles that meet the constraints.
    #[error(transparent)]
    Generator(#[from] InvalidRecipe),
    /// Weights are requested, but the puzzles have none.
    #[error("--weights: {0}")]
    NoWeights(&'static str),
}

impl InvalidSpec {
    /// Returns a conflict between those of these constraints that are set.
    pub(super) fn conflict(spec: &PuzzleSpec, names: &[&str], reason: impl Into<String>) -> InvalidSpec {
        let mut options = spec.settings();
        options.retain(|option| names.contains(&option.name));
        options.sort_unstable_by_key(|option| names.iter().position(|&name| name == option.name));
        InvalidSpec::Conflict { options, reason: reason.into() }
    }
}
