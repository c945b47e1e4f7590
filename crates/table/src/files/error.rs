//! What can go wrong with files that are written.

use std::io;
use std::path::{Path, PathBuf};

/// The result of an operation on files that are written.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error of a file or folder that is written.
///
/// [`Error::kind`] says how a command ends.
#[derive(thiserror::Error, Debug)]
#[non_exhaustive]
pub enum Error {
    /// The target exists and must not be overwritten.
    #[error("{}: exists already; --force overwrites it", path.display())]
    Exists {
        /// The target.
        path: PathBuf,
    },
    /// The target is a folder where a file was expected.
    #[error("{}: is a folder, expected a file", path.display())]
    IsFolder {
        /// The target.
        path: PathBuf,
    },
    /// The target is a file where a folder was expected.
    #[error("{}: is a file, expected a folder", path.display())]
    IsFile {
        /// The target.
        path: PathBuf,
    },
    /// The target is a device or a pipe where a file was expected.
    #[error("{}: is a device or a pipe, expected a file", path.display())]
    IsStream {
        /// The target.
        path: PathBuf,
    },
    /// The path has no name that a file could get: it is empty, `.` or `..`, or ends in a slash.
    #[error("{}: has no file name, expected a path such as folder/name", path.display())]
    NoFileName {
        /// The path.
        path: PathBuf,
    },
    /// The folder of the target does not exist.
    #[error("{}: there is no folder {}", path.display(), folder.display())]
    NoFolder {
        /// The target.
        path: PathBuf,
        /// The folder.
        folder: PathBuf,
    },
    /// The target is a file that is read.
    #[error("{}: is also an input ({}), which would be overwritten", path.display(), input.display())]
    IsInput {
        /// The target.
        path: PathBuf,
        /// The input, as it was given.
        input: PathBuf,
    },
    /// Two outputs have the same path.
    #[error("{}: is given for two outputs", path.display())]
    SameTarget {
        /// The path.
        path: PathBuf,
    },
    /// Another run writes the target.
    #[error("{}: another run is writing it{}", path.display(), holder(owner.as_ref()))]
    Locked {
        /// The target.
        path: PathBuf,
        /// The other run, if that can be told.
        owner: Option<Owner>,
    },
    /// A file that has the name of a journal is not one, or not of this place or version.
    #[error("{}: {why}; if no run is writing beside it, move it away", path.display())]
    ForeignJournal {
        /// The file.
        path: PathBuf,
        /// What was found.
        why: &'static str,
    },
    /// The folder that is to be replaced has a file in it that does not belong to what is replaced.
    #[error("{}: does not belong to the data that would be replaced; move it away", path.display())]
    ForeignFile {
        /// The file.
        path: PathBuf,
    },
    /// An interrupted run has left a partial result.
    #[error("{}: is there from a run that was interrupted; --resume completes it, --force starts anew", path.display())]
    PartialExists {
        /// The partial file or folder.
        path: PathBuf,
    },
    /// The partial result was begun with another recipe.
    #[error("{}: was begun with {differences}; --force starts anew", path.display())]
    OtherRecipe {
        /// The file with the recipe.
        path: PathBuf,
        /// What differs: `seed 1 (now 2)`.
        differences: String,
    },
    /// The partial result cannot be resumed.
    #[error("{}: {why}; --force starts anew", path.display())]
    DamagedPartial {
        /// The partial file, or the file with its recipe.
        path: PathBuf,
        /// What was found.
        why: String,
    },
    /// Nothing can be created or opened for writing under this name.
    #[error("{}: cannot be written: {source}", path.display())]
    CannotCreate {
        /// The target.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file that is needed cannot be read.
    #[error("{}: cannot be read: {source}", path.display())]
    CannotRead {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Writing failed, as on a full disk.
    #[error("{}: cannot be written: {source}", path.display())]
    Write {
        /// The target.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The files are complete, but not all have their names yet; the next run with the same target completes that.
    #[error("{}: cannot be completed: {source}; the next run with the same output completes it", path.display())]
    Incomplete {
        /// The target.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// What an interrupted run has left cannot be finished or removed.
    #[error("{}: is left from a run that was interrupted, and cannot be finished: {source}", path.display())]
    Leftover {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A folder that is about to get its name has a file in it that is not part of it.
    #[error("{}: is not part of the result; move it away, then --resume completes the folder", path.display())]
    Unexpected {
        /// The file.
        path: PathBuf,
    },
    /// The program that reads standard output or a pipe has closed it.
    #[error("{}: is closed by its reader", path.display())]
    ClosedPipe {
        /// The output.
        path: PathBuf,
    },
}

/// How a command ends after an [`Error`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// The command as given cannot work, and no result was touched: exit status 2.
    Usage,
    /// A result could not be written: exit status 1.
    Output,
    /// The reader of a pipe has enough: a quiet success, exit status 0.
    ClosedPipe,
}

/// A run that holds a target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Owner {
    /// The process.
    pub pid: u32,
    /// The name of its host.
    pub host: String,
    /// What it is: [`WriteOptions::label`](super::WriteOptions::label).
    pub label: String,
}

fn holder(owner: Option<&Owner>) -> String {
    let Some(Owner { pid, host, label }) = owner else { return String::new() };
    let label = if label.is_empty() { String::new() } else { format!(": {label}") };
    format!("{label} (process {pid} on {host})")
}

impl Error {
    /// Returns how a command ends after this error.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Error::Write { .. } | Error::Incomplete { .. } | Error::Leftover { .. } | Error::Unexpected { .. } => {
                ErrorKind::Output
            }
            Error::ClosedPipe { .. } => ErrorKind::ClosedPipe,
            _ => ErrorKind::Usage,
        }
    }

    /// Returns the error for a failed write to `path`.
    ///
    /// Writers of this module fail with an [`io::Error`] that has an [`Error`] in it; that one is returned then.
    pub fn from_write(error: io::Error, path: &Path) -> Error {
        let path = path.to_path_buf();
        match error.downcast::<Error>() {
            Ok(error) => error,
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Error::ClosedPipe { path },
            Err(source) => Error::Write { path, source },
        }
    }

    pub(super) fn create(source: io::Error, path: &Path) -> Error {
        Error::CannotCreate { path: path.to_path_buf(), source }
    }

    /// Returns the error for a file that cannot be read.
    pub fn read(source: io::Error, path: &Path) -> Error {
        Error::CannotRead { path: path.to_path_buf(), source }
    }
}
