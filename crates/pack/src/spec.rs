//! Specifications of puzzles: the constraints that they must meet.
//!
//! Each constraint is one file in `spec/constraints/`, listed in `spec/constraints.rs`. The file holds the name, the help,
//! the type of the value, the checks and all effects of the constraint.

pub mod constraints;
pub mod gallery;

mod constraint;
mod error;
mod path_so_far;
mod puzzle_spec;
mod ranges;
mod serde_form;
mod value;

#[cfg(test)]
mod tests;

pub use constraint::{ArgumentKind, Constraint, ConstraintInfo, DescribedConstraint};
pub use constraints::PuzzleSpec;
pub use error::{InvalidSpec, InvalidValue, NoWeights, Setting};
pub use path_so_far::PathSoFar;
pub use ranges::{
    BraidRange, Braids, ClueRange, Count, DepthRange, Depths, MinuteRange, Minutes, NumberRange, RangeKind,
    RatingRange, Ratings, ScoreRange, Scores, StepRange,
};
pub use value::ConstraintValue;
