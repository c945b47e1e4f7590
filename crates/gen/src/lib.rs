//! Puzzles from a seed: a full grid drawn at random, then clues removed while the solution stays unique.
//!
//! Puzzle number `index` of a seed is a pure function of [`GENERATOR`], the seed, the index and the [`Recipe`]; nothing
//! else (threads, machine, order of calls) has any part in it.
//!
//! ```
//! use minirow_gen::{Generator, Recipe};
//! use minirow_core::PatternSymmetry;
//!
//! let generator = Generator::new(Recipe::default())?;
//! let puzzle = generator.puzzle(42, 0)?;
//! assert!(puzzle.is_minimal());
//! assert_eq!(generator.puzzle(42, 0)?, puzzle);
//!
//! let recipe = Recipe { symmetry: PatternSymmetry::HalfTurn, clues: Some(28..=30), minimal: false, ..Recipe::default() };
//! let newspaper = Generator::new(recipe)?.puzzle(42, 0)?;
//! assert!((28..=30).contains(&newspaper.clues().clue_count()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
mod splits;
mod stream;
mod weight;

pub use climb::Climb;
pub use generator::{GaveUp, Generator, full_grid};
pub use index_queue::IndexQueue;
pub use puzzles::Puzzles;
pub use recipe::{InvalidRecipe, Recipe};
pub use sampling::{Sampling, UnknownSampling};

/// Name and version of what makes the puzzles. The version goes up whenever a seed gives another puzzle than before;
/// files state it, so that a pack can be made again with the version that made it.
pub const GENERATOR: &str = "minirow 2";
