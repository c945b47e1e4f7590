//! The reasons why a pack is not made, or not completed.

use std::path::PathBuf;

use minirow_gen::GaveUp;
use minirow_table::input::{BadLine, InputError};
use minirow_table::{ExportError, ManifestError, ReadError, RowError, WriteError, files};

use crate::book::RecipeError;
use crate::effort::EffortError;
use crate::merge::MergeError;
use crate::proof::Disproved;
use crate::spec::InvalidSpec;

/// The reason why there are no puzzles, or no more.
///
/// ```
/// use minirow_grade::Level;
/// use minirow_pack::{PackError, PuzzleSpec, Sampler};
///
/// fn puzzle(spec: PuzzleSpec) -> Result<String, PackError> {
///     Ok(Sampler::new(spec)?.find_puzzle(42, 0)?.puzzle.clues().to_string())
/// }
///
/// let rare = PuzzleSpec::new().level(Level::Extreme).max_tries(1);
/// assert!(matches!(puzzle(rare), Err(PackError::GaveUp(_))));
/// ```
#[derive(thiserror::Error, Debug)]
#[non_exhaustive]
pub enum PackError {
    /// No puzzle can meet the specification.
    #[error(transparent)]
    Spec(#[from] InvalidSpec),
    /// The recipe of a book is not one.
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    /// No attempt for an index gave a puzzle that meets the specification.
    #[error(transparent)]
    GaveUp(#[from] GaveUp),
    /// A limit on time or attempts is reached.
    #[error(transparent)]
    Limit(EffortError),
    /// The run was stopped from outside.
    #[error("interrupted")]
    Interrupted,
    /// The second proof of a puzzle failed.
    #[error(transparent)]
    Disproved(#[from] Disproved),
    /// The range of indices goes past the last one.
    #[error("--start and --count go past the last index, {}", u64::MAX)]
    IndexRange,
    /// There are no indices.
    #[error("--count: found 0, expected a number from 1 upwards")]
    NoIndices,
    /// Shards are made one at a time of packs without sections only.
    #[error("shards of a recipe cannot be made one at a time")]
    ShardsOfBook,
    /// The pack has fewer shards.
    #[error("there is no shard {shard}, expected one from 0 to {}", number - 1)]
    NoSuchShard {
        /// The shard, counted from 0.
        shard: u64,
        /// The number of shards.
        number: u64,
    },
    /// Rows cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A file of puzzles to keep out cannot be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A line of a file of puzzles to keep out holds no grid.
    #[error(transparent)]
    BadLine(#[from] BadLine),
    /// A section of a book finds no puzzles that differ from those before.
    #[error(
        "section {section:?}: {indices} puzzles in a row had the pattern of clues or the solution of another; \
         allow-same-pattern or allow-same-solution lets them in"
    )]
    TooManyDuplicates {
        /// The name of the section.
        section: String,
        /// The number of indices without a new puzzle.
        indices: u64,
    },
    /// The rows that are there are not of this pack.
    #[error("its last line is not of this pack")]
    AnotherPack,
    /// The file exists, and the pack would be another one.
    #[error("{}: exists already, and is not this pack; --force overwrites it", path.display())]
    ExistsAndDiffers {
        /// The file.
        path: PathBuf,
    },
    /// A file cannot be written.
    #[error(transparent)]
    Files(#[from] files::Error),
    /// The rows cannot become those of the shape that is asked for.
    #[error(transparent)]
    Export(ExportError),
    /// A manifest cannot be used.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// A file of rows cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A row cannot be read.
    #[error(transparent)]
    Row(#[from] RowError),
    /// The ranges of a pack do not make a whole.
    #[error(transparent)]
    Merge(#[from] MergeError),
}

impl From<ExportError> for PackError {
    fn from(error: ExportError) -> PackError {
        match error {
            ExportError::Files(error) => PackError::Files(error),
            ExportError::Interrupted => PackError::Interrupted,
            error => PackError::Export(error),
        }
    }
}

impl From<EffortError> for PackError {
    fn from(error: EffortError) -> PackError {
        match error {
            EffortError::Interrupted => PackError::Interrupted,
            limit => PackError::Limit(limit),
        }
    }
}
