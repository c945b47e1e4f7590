//! Files and folders that are written whole or not at all.
//!
//! A name refers to a complete file or to what was there before, whatever happens to the program or the machine.
//!
//! - [`WholeFile`]: one file, standard output, or a device.
//! - [`GrowingFile`]: the file of a long run, which a later run can complete: `FILE.part`, with its recipe in
//!   `FILE.part.json`.
//! - [`FileGroup`]: files that get their names together.
//! - [`StagedFolder`]: a folder that gets its name when it is complete.
//!
//! All of them refuse before any work what cannot be written, and lock their target: a second run is told who holds it.
//!
//! | beside a target `NAME` | is there | of |
//! | --- | --- | --- |
//! | `.NAME.journal` | while a run writes it | all |
//! | `.NAME.RANDOM.tmp` | until it gets its name | files that are not partial |
//! | `NAME.part`, `NAME.part.json` | until it is complete, also between runs | growing files and staged folders |
//!
//! A run that crashes leaves its journal and temporary files. The next run with the same target completes what was
//! committed, and else removes exactly the temporary files that the journal lists.
//!
//! A signal handler calls [`remove_temporaries`] before it ends the process. Long work asks
//! [`Interrupt`](crate::Interrupt) instead, so that it can keep its partial file.

mod error;
mod group;
mod growing;
mod journal;
mod lock;
mod operation;
mod recipe;
mod staged;
mod system;
mod target;
mod temporaries;
mod whole;
mod words;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

pub use error::{Error, ErrorKind, Owner, Result};
pub use group::{FileGroup, Member};
pub use growing::{GrowingFile, Lines, has_partial, partial_path, partial_recipe};
pub use staged::StagedFolder;
pub use temporaries::remove_temporaries;
pub use whole::WholeFile;

/// How a target is opened.
///
/// The default refuses to overwrite and to resume.
#[derive(Clone, Copy, Default, Debug)]
pub struct WriteOptions<'a> {
    /// Replaces what has the target's name, and partial results of another recipe.
    pub overwrite: bool,
    /// Continues a partial result, if there is one of the same recipe.
    pub resume: bool,
    /// Files that are read: none of them may be a target.
    pub inputs: &'a [PathBuf],
    /// What the run is, for the message to a second run: `minirow pack --out pack.csv`.
    pub label: &'a str,
}

/// A file that was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// Its path, as it was given.
    pub path: PathBuf,
    /// Its size in bytes.
    pub bytes: u64,
    /// Its SHA-256 checksum in hexadecimal digits, if it was asked for.
    pub sha256: Option<String>,
}

/// Returns the path of the file that a link leads to; a path that is no link stays as it is.
pub fn link_target(path: &Path) -> PathBuf {
    let target = if path.is_symlink() { path.canonicalize().ok() } else { None };
    target.unwrap_or_else(|| path.to_path_buf())
}

/// Returns `true` if a path is that of a device or a pipe, which is written straight.
pub fn is_stream(path: &Path) -> bool {
    path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir())
}
