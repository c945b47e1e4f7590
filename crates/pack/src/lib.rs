//! Packs of rated Sudoku puzzles from a seed.
//!
//! - A [`PuzzleSpec`] holds the constraints on the puzzles. A [`Sampler`] is a checked specification, and finds the puzzle of
//!   each index of a seed.
//! - A [`PackPlan`] is everything that determines the rows of a pack: a range of indices, or the sections of a
//!   [`BookRecipe`], and the puzzles that are [`Excluded`].
//! - A [`PackRun`] generates the rows on all cores, within [`RunLimits`]. [`write_pack`] writes them to files, and resumes an
//!   interrupted run. [`PackSearch`] generates them on this thread, and can pause after any attempt. [`PackShards`] makes shards one at a time, and [`merge()`] joins ranges made on several machines.
//! - A [`PuzzleFilter`] checks puzzles that no generator has made.
//! - Every puzzle of a pack is proved a second time, by another engine than the one that made it: see [`prove`].
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

pub mod spec;

mod book;
mod closest;
mod effort;
mod error;
mod excluded;
mod filter;
mod merge;
mod pack_file;
mod pack_manifest;
mod pack_run;
mod pack_search;
mod plan;
mod proof;
mod sampler;
mod shards;

pub use book::{BookRecipe, BookSection, RecipeError, SECTION_INDICES, SectionOrder};
pub use effort::{LimitReached, RunLimits};
pub use error::PackError;
pub use excluded::Excluded;
pub use filter::PuzzleFilter;
pub use merge::merge;
pub use minirow_gen::GENERATOR;
pub use pack_file::{PackDone, PackStopped, PackSummary, PackTarget, Trace, write_pack};
pub use pack_run::PackRun;
pub use pack_search::PackSearch;
pub use plan::{DEFAULT_SEED, PackPlan};
pub use proof::{Disproof, Disproved, prove};
pub use sampler::{FoundPuzzle, Sampler};
pub use shards::{PackShards, Shard, ShardEntry};
pub use spec::{InvalidSpec, PuzzleSpec};
