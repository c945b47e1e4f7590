//! Durable files, work on all cores, and sorting on disk.
//!
//! # Files and folders that are written completely or not at all
//! A name refers to a complete file or to the previous one, even if the program or the machine crashes.
//!
//! - [`FileGroup`]: files that get their names together, or a single one; standard output and devices.
//! - [`GrowingFile`]: the file of a long run, which a later run can complete: `FILE.part`, with its recipe in
//!   `FILE.part.json`.
//! - [`CompleteFile`]: a file of an earlier run, which is compared with the result of this one.
//! - [`StagedFolder`]: a folder that appears only when it is complete.
//!
//! All of them check before any work that the target can be written, and lock it. The error of a second run names the first.
//!
//! | beside a target `NAME` | exists | for |
//! | --- | --- | --- |
//! | `.NAME.lock` | while a run writes it | all |
//! | `.NAME.RANDOM.tmp` | until it gets its name; RANDOM is ten digits from `0` to `f` | files that are not partial |
//! | `.NAME.commit` | while several files get their names; beside the first target of a run | files |
//! | `NAME.part`, `NAME.part.json` | until it is complete, also between runs | growing files and staged folders |
//! | `NAME.part/.TOKEN` | like its folder, which it shows to be that of the recipe with the token | staged folders |
//! | `NAME.part/result` | until it gets the name of the folder | staged folders |
//!
//! A run that crashes leaves its lock and temporary files. The next run with the same target completes a commit that has
//! begun, and removes the other temporary files. A lock or a record of a commit that is not of the program is refused.
//!
//! A signal handler calls [`remove_temporaries`] before it ends the process. Long work should end on its own instead, so that it can
//! keep its partial file.
//!
//! # Threads and sorting
//! The module [`ordered`] works on all cores with the results in order. The module [`sort`] sorts more records than fit into memory.
//! The module [`panics`] makes errors of panics, of libraries that read damaged files.

mod blocks;
mod checksum;
mod commit;
mod complete;
mod error;
mod error_kind;
mod fault;
mod group;
mod growing;
mod limited;
mod lock;
mod manifest;
mod names;
pub mod ordered;
pub mod panics;
mod partial;
mod published;
mod recipe;
mod record;
mod shared_file;
#[cfg(test)]
#[path = "../../core/tests/core/size.rs"]
mod size;
pub mod sort;
mod staged;
pub mod standard;
mod system;
mod target;
mod temporaries;
#[cfg(test)]
mod tests;
pub mod threads;

use std::path::{Path, PathBuf};

pub use blocks::UnchangedLines;
pub use checksum::{checksum, checksum_of, has_checksum, hex};
pub use complete::CompleteFile;
pub use error::{Error, Result};
pub use error_kind::{CommandError, ErrorKind};
pub use group::{FileGroup, Member};
pub use growing::{GrowingFile, Lines, resumable_lines};
pub use limited::{
    LARGEST_MANIFEST, LARGEST_TEXT, from_json, open_regular, read_bytes, read_manifest, read_regular_text, read_text,
};
pub use manifest::{manifest_of, shards_of_result};
pub use names::{beside, folder_of, shard, shard_numbers, target_of_shard};
pub use partial::has_partial;
pub use shared_file::{SharedFile, unnamed_file};
pub use staged::StagedFolder;
pub use target::{is_file_of, is_same_target, is_shard, is_temporary, link_target};
pub use temporaries::remove_temporaries;

/// The options with which a target is opened.
///
/// The default refuses to overwrite and to resume.
#[derive(Clone, Copy, Default, Debug)]
pub struct WriteOptions<'a> {
    /// Replaces an existing target, and partial results of another recipe.
    pub overwrite: bool,
    /// Continues a partial result of the same recipe, if there is one.
    pub resume: bool,
    /// The names of the files follow from that of a folder: links are not followed, and devices and pipes are refused.
    pub only_files: bool,
    /// The description of the run in the error of a second run: `minirow pack --out pack.csv`.
    pub label: &'a str,
}

/// A file that was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The path, as it was given.
    pub path: PathBuf,
    /// The size in bytes.
    pub bytes: u64,
    /// The SHA-256 checksum in hexadecimal digits, if it was computed.
    pub sha256: Option<String>,
}

/// Returns `true` if a path is that of a device or a pipe, which is written directly.
pub fn is_stream(path: &Path) -> bool {
    path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir())
}
