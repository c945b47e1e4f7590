//! Specifications of puzzles: the constraints that they must meet.
//!
//! Each constraint is one file in `spec/constraints/`, listed in `spec/constraints.rs`. The file holds the name, the help,
//! the checks and all effects of the constraint.

pub mod constraints;
pub mod gallery;

mod error;
mod path_so_far;
mod puzzle_spec;
mod ranges;
mod scale_technique;
mod serde_form;
mod value;
mod wanted_property;

#[cfg(test)]
mod tests;

pub use constraints::{ArgumentKind, CONSTRAINTS, Constraint, PuzzleSpec};
pub use error::{InvalidSpec, InvalidValue};
pub(crate) use path_so_far::PathSoFar;
use ranges::allows;
pub use ranges::{
    BraidRange, ClueRange, CountRange, DepthRange, MinuteRange, NumberRange, RangeKind, RangeNumber, RatingRange,
    ScoreRange, StepRange,
};
pub use scale_technique::ScaleTechnique;
pub use wanted_property::WantedProperty;
