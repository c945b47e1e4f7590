//! Generation of Sudoku puzzles from a seed.
//!
//! The usual method draws a full grid at random and removes clues in random order while the solution stays unique.
//! Puzzle number `index` of a seed is a pure function of [`GENERATOR`], the seed, the index and the [`Recipe`].
//! Threads, machine and order of calls do not affect it.
//!
//! # What is in the crate
//! - [`Recipe`]: the constraints of a puzzle, such as symmetry, number of clues, mask or missing digit.
//! - [`Generator`]: a checked recipe. It makes one puzzle ([`puzzle`](Generator::puzzle)), a range of indices
//!   ([`puzzles`](Generator::puzzles)), or the indices of an [`IndexQueue`] ([`serve`](Generator::serve)).
//! - [`Sampling`]: removal, or unbiased samples of minimal puzzles, with weights or without.
//! - [`Climb`]: hill climbing towards rare puzzles.
//! - [`full_grid`]: uniformly distributed full grids. [`backtracked_grid`]: the plain method, which is biased.
//!
//! # The way through it
//! Fill in a recipe, check it with [`Generator::new`], and ask for puzzles by seed and index:
//!
//! ```
//! use minirow_gen::{Generator, Recipe};
//!
//! let generator = Generator::new(Recipe::default())?;
//! let puzzle = generator.puzzle(42, 0)?;
//! assert!(puzzle.is_minimal());
//! assert_eq!(generator.puzzle(42, 0)?, puzzle);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Constraints are fields of the recipe:
//!
//! ```
//! use minirow_core::PatternSymmetry;
//! use minirow_gen::{Generator, Recipe};
//!
//! let symmetry = PatternSymmetry::HalfTurn;
//! let recipe = Recipe { symmetry, clues: Some(28..=30), minimal: false, ..Recipe::default() };
//! let newspaper = Generator::new(recipe)?.puzzle(42, 0)?;
//! assert!((28..=30).contains(&newspaper.clues().clue_count()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! For many puzzles, use the lanes of a batch engine. The puzzles are the same, several times faster:
//!
//! ```
//! use minirow_core::solver::batch::Engine;
//! use minirow_gen::{Generator, Recipe};
//!
//! let generator = Generator::new(Recipe::default())?;
//! for (index, puzzle) in (0..20).zip(generator.puzzles(Engine::new(), 42, 0..20)) {
//!     assert_eq!(puzzle?, generator.puzzle(42, index)?);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod backtrack;
mod climb;
mod clue_counts;
mod complete;
mod dig;
mod fill;
mod generator;
mod index_queue;
mod lane_attempt;
mod lane_generator;
mod pattern;
mod puzzles;
mod recipe;
mod removal;
mod sampling;
#[cfg(test)]
#[path = "../../core/tests/core/size.rs"]
mod size;
mod splits;
mod stream;
mod weight;

pub use backtrack::backtracked_grid;
pub use climb::Climb;
pub use generator::{GaveUp, Generator, full_grid};
pub use index_queue::IndexQueue;
pub use puzzles::Puzzles;
pub use recipe::{InvalidRecipe, Recipe, is_even};
pub use sampling::{Sampling, UnknownSampling};

/// The name and version of the generator.
///
/// The version changes whenever a seed gives another puzzle than before. Files state it, so that a pack can be
/// reproduced with the same version.
pub const GENERATOR: &str = "minirow 2";
