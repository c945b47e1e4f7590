//! Packs of rated Sudoku puzzles from a seed.
//!
//! A [`PuzzleSpec`] says what the puzzles must be like. A [`Sampler`] is a specification that was found possible; it gives
//! the puzzle of each index of a seed.
//!
//! ```
//! use minirow_grade::Level;
//! use minirow_pack::{PuzzleSpec, Sampler};
//!
//! let spec = PuzzleSpec::new().level(Level::Hard).clues(24..=28);
//! let sampler = Sampler::new(spec)?;
//! let found = sampler.find_puzzle(42, 0)?;
//! assert_eq!(found.grade.level(), Some(Level::Hard));
//! assert!((24..=28).contains(&found.puzzle.clues().clue_count()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod closest;
pub mod range;
pub mod spec;

mod book;
mod effort;
mod error;
mod excluded;
mod merge;
mod pack_file;
mod pack_manifest;
mod pack_run;
mod plan;
mod proof;
mod sampler;
mod shards;

pub use book::{BookRecipe, BookSection, RecipeError, RecipeProblem, SECTION_INDICES, SectionOrder};
pub use effort::{Effort, EffortError, RunLimits};
pub use error::PackError;
pub use excluded::Excluded;
pub use merge::{MergeError, merge};
pub use minirow_gen::GENERATOR;
pub use pack_file::{PackDone, PackStopped, PackSummary, PackTarget, Trace, write_pack};
pub use pack_manifest::PackManifest;
pub use pack_run::PackRun;
pub use plan::{DEFAULT_SEED, PackPlan};
pub use proof::{Disproof, Disproved, ProvedPuzzle};
pub use sampler::{FoundPuzzle, NoWeights, Sampler};
pub use shards::{PackShards, Shard, ShardEntry};
pub use spec::{InvalidSpec, PuzzleSpec};
