//! What can go wrong with data sets.

use std::path::{Path, PathBuf};

use minirow_table::input::{InputError, Place};
use minirow_table::sort::SortError;
use minirow_table::{ReadError, SchemaError, WriteError, files};
use thiserror::Error;

use crate::split_rule::InvalidShares;

/// The result of an operation on data sets.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error of an operation on data sets. [`Error::kind`] says how a command ends.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// A file cannot be written.
    #[error(transparent)]
    Files(#[from] files::Error),
    /// A file cannot be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// Sorting failed.
    #[error(transparent)]
    Sort(#[from] SortError),
    /// Names or shares make no splits.
    #[error(transparent)]
    Shares(#[from] InvalidShares),
    /// A folder or a manifest cannot be read.
    #[error("{}: cannot be read: {source}", path.display())]
    Read {
        /// The folder or file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A file is no table of rows.
    #[error("{}: {source}; expected CSV or Parquet as `minirow pack` and `minirow grade` write it", path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// What was found.
        source: ReadError,
    },
    /// A folder has no file with rows.
    #[error("{}: found no file with rows, expected one of .{}", path.display(), endings.join(" ."))]
    NoRowFiles {
        /// The folder.
        path: PathBuf,
        /// The endings of files with rows.
        endings: &'static [&'static str],
    },
    /// A manifest is not one.
    #[error("{}: {reason}", path.display())]
    Manifest {
        /// The manifest.
        path: PathBuf,
        /// What was found.
        reason: String,
    },
    /// The folder of the data set is there.
    #[error("{}: exists already; --force replaces it", path.display())]
    FolderExists {
        /// The folder.
        path: PathBuf,
    },
    /// A folder that is to be replaced is not a data set.
    #[error("{}: is no data set of minirow, so it is not replaced", path.display())]
    NotADataset {
        /// The folder.
        path: PathBuf,
    },
    /// No file with rows is given.
    #[error("there are no rows")]
    NoFiles,
    /// A file lacks a column.
    #[error(
        "{}: there is no column `{column}`: expected rows as `minirow pack` and `minirow grade` write them",
        path.display()
    )]
    NoColumn {
        /// The file.
        path: PathBuf,
        /// The column.
        column: &'static str,
    },
    /// Files have different columns.
    #[error("{}: has the columns {found}, expected {expected} as in the first file", path.display())]
    OtherColumns {
        /// The file.
        path: PathBuf,
        /// Its columns.
        found: String,
        /// The columns of the first file.
        expected: String,
    },
    /// The column that is to be added is there.
    #[error("{name}: has a column {column} already; --column=NAME gives another")]
    ColumnExists {
        /// The file.
        name: String,
        /// The column.
        column: String,
    },
    /// Parquet cannot be written to standard output.
    #[error("parquet needs a file: --out FILE")]
    NeedsFile,
    /// A folder for results is missing.
    #[error("{}: there is no such folder", path.display())]
    NoFolder {
        /// The folder.
        path: PathBuf,
    },
    /// This build cannot write a format.
    #[error("{}: {source}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// What is missing.
        source: WriteError,
    },
    /// A row cannot be used.
    #[error("{place}: {reason}")]
    Row {
        /// The row.
        place: Place,
        /// What was found.
        reason: String,
    },
    /// The rows lack what a schema needs.
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// The input changed between two reads.
    #[error("the input was changed while it was read, so the result is not written; run the command again")]
    Changed,
    /// Every row was left out.
    #[error("no row is left: there is nothing to publish")]
    NothingLeft,
    /// The caller has asked to stop.
    #[error("interrupted")]
    Interrupted,
}

/// How a command ends after an [`enum@Error`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// The command as given cannot work: exit status 2.
    Usage,
    /// The data are wrong: exit status 1.
    Data,
    /// A result cannot be written: exit status 1.
    Output,
    /// The reader of a pipe has enough: exit status 0.
    ClosedPipe,
    /// The caller has asked to stop: exit status 130.
    Interrupted,
}

impl Error {
    /// Returns how a command ends after this error.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Error::Files(error) => match error.kind() {
                files::ErrorKind::Usage => ErrorKind::Usage,
                files::ErrorKind::Output => ErrorKind::Output,
                files::ErrorKind::ClosedPipe => ErrorKind::ClosedPipe,
            },
            Error::Input(InputError::Copy { .. }) => ErrorKind::Output,
            Error::Sort(SortError::Write { .. } | SortError::Read { .. }) => ErrorKind::Output,
            Error::Manifest { .. } | Error::Row { .. } | Error::Changed | Error::NothingLeft => ErrorKind::Data,
            Error::Interrupted => ErrorKind::Interrupted,
            _ => ErrorKind::Usage,
        }
    }

    pub(crate) fn read(path: &Path, source: std::io::Error) -> Error {
        Error::Read { path: path.to_path_buf(), source }
    }

    /// Returns the error for a failed write to `path`.
    pub(crate) fn write(path: &Path, error: std::io::Error) -> Error {
        Error::Files(files::Error::from_write(error, path))
    }
}
