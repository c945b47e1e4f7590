//! Sudoku research: questions about full grids and about the puzzles near a puzzle.
//!
//! - [`unavoidable_sets`]: the minimal unavoidable sets of a full grid, each of which needs a clue. [`most_disjoint`] chooses as many
//!   as possible without a common cell: a lower bound on the number of clues.
//! - [`MinimalPuzzles`]: the minimal puzzles within the clues of a puzzle, or within a full grid.
//! - [`extensions`]: the ways to complete a grid to a puzzle by further clues, with which [`neighbours()`] finds the puzzles that differ
//!   from a puzzle in a few clues.
//! - [`PROPERTIES`]: what can be told of a puzzle, by name. A [`PropertyColumn`] has the values of one.
//!
//! The crate does no input or output, and its results do not depend on the machine.

mod backdoor;
mod disjoint;
mod minimal;
mod neighbours;
mod properties;
mod property_column;
mod tridagon;
mod unavoidable;

pub use disjoint::most_disjoint;
pub use minimal::MinimalPuzzles;
pub use neighbours::{extensions, missing, neighbours, reductions};
pub use properties::{PROPERTIES, Property, PropertyKind};
pub use property_column::{InvalidColumn, PropertyColumn};
pub use tridagon::Tridagon;
pub use unavoidable::{unavoidable_sets, unavoidable_sets_while};
