//! Specifications of puzzles: which constraints they must meet.
//!
//! Each constraint is one file in `spec/constraints/`, listed in `spec/constraints.rs`. The file holds the name, the help,
//! the type of the value, the checks and all effects of the constraint.

pub mod constraints;

mod constraint;
mod counts;
mod digits;
mod error;
mod path_so_far;
mod puzzle_spec;
mod ratings;
mod serde_form;
mod techniques;
mod value;

#[cfg(test)]
mod tests;

pub use constraint::{ArgumentKind, Constraint, ConstraintInfo, DescribedConstraint};
pub use constraints::PuzzleSpec;
pub use counts::{ClueRange, CountRange, StepRange};
pub use digits::DigitList;
pub use error::{InvalidSpec, InvalidValue, Setting};
pub use path_so_far::PathSoFar;
pub use ratings::RatingRange;
pub use value::ConstraintValue;

pub(crate) use error::suggestion;

use ratings::check_not_above;
