//! The errors of operations on data sets.

use std::path::{Path, PathBuf};

use minirow_files::sort::SortError;
use minirow_files::{CommandError, ErrorKind};
use minirow_table::TooManyFiles;
use minirow_table::input::InputError;
use thiserror::Error;

use crate::split_rule::InvalidShares;

/// The result of an operation on data sets.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error of an operation on data sets.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// A file cannot be written.
    #[error(transparent)]
    Files(#[from] minirow_files::Error),
    /// A file cannot be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The rows would fill too many files.
    #[error(transparent)]
    TooManyFiles(#[from] TooManyFiles),
    /// Keys cannot be sorted.
    #[error(transparent)]
    Sort(#[from] SortError),
    /// Names or shares of splits are invalid.
    #[error(transparent)]
    Shares(#[from] InvalidShares),
    /// A file or folder cannot be used: it is missing, must not be replaced, or has a format that cannot be written.
    #[error("{}: {reason}", path.display())]
    Unusable {
        /// The file or folder.
        path: PathBuf,
        /// The reason, with the expected state.
        reason: String,
    },
    /// No file with rows is given.
    #[error("there are no rows")]
    NoFiles,
    /// Parquet cannot be written to standard output.
    #[error("parquet needs a file: --out FILE")]
    NeedsFile,
    /// A row, a manifest, or the columns of a file are invalid.
    #[error("{place}: {reason}")]
    Invalid {
        /// The file, or the row as `file:line`.
        place: String,
        /// The value that was found, and the expected one.
        reason: String,
    },
    /// Every row was left out.
    #[error("no row is left: there is nothing to write")]
    NothingLeft,
    /// The caller has asked to stop.
    #[error("interrupted")]
    Interrupted,
}

impl CommandError for Error {
    fn kind(&self) -> ErrorKind {
        match self {
            Error::Files(error) => error.kind(),
            Error::Input(error) => error.kind(),
            Error::Sort(error) => error.kind(),
            Error::Invalid { .. } | Error::NothingLeft => ErrorKind::Data,
            Error::Interrupted => ErrorKind::Interrupted,
            _ => ErrorKind::Usage,
        }
    }
}

impl Error {
    pub(crate) fn read(path: &Path, error: std::io::Error) -> Error {
        Error::Input(InputError::read(path.display(), error))
    }

    /// Returns the error for a failed write to `path`.
    pub(crate) fn write(path: &Path, error: std::io::Error) -> Error {
        Error::Files(minirow_files::Error::from_write(error, path))
    }

    pub(crate) fn unusable(path: &Path, reason: impl ToString) -> Error {
        Error::Unusable { path: path.to_path_buf(), reason: reason.to_string() }
    }

    pub(crate) fn invalid(place: impl ToString, reason: impl ToString) -> Error {
        Error::Invalid { place: place.to_string(), reason: reason.to_string() }
    }
}
