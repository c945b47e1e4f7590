//! The reasons why a specification is refused.

use std::fmt;

use minirow_gen::InvalidRecipe;

use super::PuzzleSpec;
use crate::range::RangeError;
use crate::sampler::NoWeights;

/// The reason why a text is not a value of a constraint.
///
/// ```
/// use minirow_pack::spec::ClueRange;
/// let error = "28..=24".parse::<ClueRange>().unwrap_err();
/// assert_eq!(error.to_string(), "the first number is above the last");
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
}

impl From<RangeError> for InvalidValue {
    fn from(error: RangeError) -> InvalidValue {
        InvalidValue::new(error)
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

/// The reason why no puzzle can meet a specification, or why it is not one.
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
    /// No constraint has this name.
    #[error("unknown constraint {name}, {}", suggestion(closest.as_deref(), known))]
    UnknownName {
        /// The name as given.
        name: String,
        /// The known name that is closest, if it is close.
        closest: Option<String>,
        /// All known names, spelled in the same style.
        known: Vec<String>,
    },
    /// The value of a constraint cannot be parsed.
    #[error("{name}: {reason}")]
    Value {
        /// The name of the constraint as given.
        name: String,
        /// What was found, and what was expected.
        reason: String,
    },
    /// Options conflict: no puzzle meets all of them, or they make no sense together.
    #[error("{reason}")]
    Conflict {
        /// The conflicting options with their values.
        options: Vec<Setting>,
        /// Why they conflict.
        reason: String,
    },
    /// The generator cannot make such puzzles.
    #[error(transparent)]
    Generator(#[from] InvalidRecipe),
    /// Weights are asked for, but they are not known.
    #[error("--weights: {0}")]
    NoWeights(#[from] NoWeights),
}

impl InvalidSpec {
    /// Returns a conflict between those of these constraints that are set.
    pub(super) fn conflict(spec: &PuzzleSpec, names: &[&str], reason: String) -> InvalidSpec {
        let mut options = spec.settings();
        options.retain(|option| names.contains(&option.name));
        options.sort_unstable_by_key(|option| names.iter().position(|&name| name == option.name));
        InvalidSpec::Conflict { options, reason }
    }
}

/// Returns the end of a message about an unknown name.
pub(crate) fn suggestion(closest: Option<&str>, known: &[String]) -> String {
    match closest {
        Some(name) => format!("did you mean {name}?"),
        None => format!("expected one of {}", known.join(", ")),
    }
}
