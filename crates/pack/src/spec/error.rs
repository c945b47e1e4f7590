//! The reasons why a specification is refused.

use std::fmt;

use minirow_gen::InvalidRecipe;

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

/// The reason why no puzzle can meet a specification, or why a text is not a specification.
///
/// ```
/// use minirow_grade::Level;
/// use minirow_pack::{InvalidSpec, PuzzleSpec, Sampler};
///
/// let spec = PuzzleSpec::new().level(Level::Easy).er(2.6..=3.4);
/// let error = Sampler::new(spec).unwrap_err();
/// assert_eq!(error, InvalidSpec::Conflict("no puzzle of the level easy has an ER of 2.6..=3.4".into()));
/// ```
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum InvalidSpec {
    /// No constraint has this name. The text has the closest name, or all names, in the style of the caller.
    #[error("unknown constraint {0}")]
    UnknownName(String),
    /// The value of a constraint cannot be parsed.
    #[error("{name}: {reason}")]
    Value {
        /// The name of the constraint as given.
        name: String,
        /// The reason: what was found, and what was expected.
        reason: String,
    },
    /// Constraints conflict: no puzzle meets all of them, or they cannot be combined.
    #[error("{0}")]
    Conflict(String),
    /// The generator cannot make puzzles that meet the constraints.
    #[error(transparent)]
    Generator(#[from] InvalidRecipe),
    /// Weights are requested, but the puzzles have none.
    #[error("{option}: {reason}")]
    NoWeights {
        /// The option that requests weights.
        option: &'static str,
        /// The reason why there are none.
        reason: &'static str,
    },
}
