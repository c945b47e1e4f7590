//! The error type of the crate.

use std::path::PathBuf;

use minirow_files::{CommandError, ErrorKind};
use minirow_gen::GaveUp;
use minirow_table::input::{BadLine, InputError};
use minirow_table::{ExportError, ReadError, RowError, StoredManifest, WriteError};

use crate::book::RecipeError;
use crate::effort::LimitReached;
use crate::proof::Disproved;
use crate::spec::InvalidSpec;

/// The reason why a pack is not generated, or not completed.
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
    /// The recipe of a book is invalid.
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    /// No attempt for an index gave a puzzle that meets the specification.
    #[error(transparent)]
    GaveUp(#[from] GaveUp),
    /// A limit on time or attempts is reached.
    #[error(transparent)]
    Limit(#[from] LimitReached),
    /// The run was interrupted.
    #[error("interrupted")]
    Interrupted,
    /// The second proof of a puzzle failed.
    #[error(transparent)]
    Disproved(#[from] Disproved),
    /// The range of indices goes past the last one.
    #[error("--start and --count go past the last index, {}", u64::MAX - 1)]
    IndexRange,
    /// There are no indices.
    #[error("--count: found 0, expected a number from 1 upwards")]
    NoIndices,
    /// Only packs without sections are made shard by shard.
    #[error("a pack of a recipe cannot be made shard by shard")]
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
    /// A file of puzzles to exclude cannot be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A line of a file of puzzles to exclude holds no grid.
    #[error(transparent)]
    BadLine(#[from] BadLine),
    /// A section of a book runs out of puzzles with a new pattern and a new solution.
    #[error(
        "section {section:?}: {indices} puzzles in a row had the pattern of clues or the solution of another; \
         allow-same-pattern or allow-same-solution accepts them"
    )]
    TooManyDuplicates {
        /// The name of the section.
        section: String,
        /// The number of indices without a new puzzle.
        indices: u64,
    },
    /// An existing row does not belong to this pack, or was changed.
    #[error("its line {line} is not of this pack")]
    ForeignRow {
        /// The line in the partial file.
        line: u64,
    },
    /// A file cannot be written.
    #[error(transparent)]
    Files(#[from] minirow_files::Error),
    /// The rows cannot be written in the requested shape.
    #[error(transparent)]
    Export(ExportError),
    /// A file of rows cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A row cannot be read.
    #[error(transparent)]
    Row(#[from] RowError),
    /// A file to merge has no manifest.
    #[error("{}: there is no {}, expected the manifest of a pack", .0.display(), StoredManifest::path_of(.0).display())]
    NoManifest(PathBuf),
    /// The files to merge are not neighbouring ranges of one pack.
    #[error("{0}")]
    Merge(String),
}

impl CommandError for PackError {
    fn kind(&self) -> ErrorKind {
        match self {
            PackError::Files(error) => error.kind(),
            PackError::Export(error) => error.kind(),
            PackError::Interrupted => ErrorKind::Interrupted,
            PackError::Limit(_) => ErrorKind::Limit,
            PackError::Input(error) => error.kind(),
            PackError::Read(ReadError::Io(error)) => ErrorKind::of_system(error),
            PackError::Recipe(error) => error.kind,
            PackError::Merge(_)
            | PackError::GaveUp(_)
            | PackError::Disproved(_)
            | PackError::TooManyDuplicates { .. }
            | PackError::BadLine(_)
            | PackError::Read(_)
            | PackError::Row(_) => ErrorKind::Data,
            _ => ErrorKind::Usage,
        }
    }
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
