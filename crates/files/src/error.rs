//! Errors of files that are written.

use std::io;
use std::path::{Path, PathBuf};

use crate::error_kind::{CommandError, ErrorKind};

/// The result of an operation on files that are written.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error of a file or folder that is written.
///
/// Every variant has the path of the target or the file, as it is shown.
#[derive(thiserror::Error, Debug)]
#[non_exhaustive]
pub enum Error {
    /// The target exists and must not be overwritten.
    #[error("{}: exists already; --force overwrites it", .0.display())]
    Exists(PathBuf),
    /// The target of a partial result that is resumed exists and must not be overwritten.
    #[error("{}: exists already; --resume with --force completes the partial result and overwrites it", .0.display())]
    ExistsBesidePartial(PathBuf),
    /// The target exists, and its bytes are not those of this run.
    #[error("{}: exists already, and is not this {contents}; --force overwrites it", path.display())]
    Differs {
        /// The target.
        path: PathBuf,
        /// The name of the contents: `pack`.
        contents: &'static str,
    },
    /// The target is a folder where a file was expected.
    #[error("{}: is a folder, expected a file", .0.display())]
    IsFolder(PathBuf),
    /// The target is a file where a folder was expected.
    #[error("{}: is a file, expected a folder", .0.display())]
    IsFile(PathBuf),
    /// The target is a device or a pipe where a file was expected.
    #[error("{}: is a device or a pipe, expected a file", .0.display())]
    IsStream(PathBuf),
    /// A file whose name follows from that of the output is a link.
    #[error("{}: is a link, expected a file; move it away", .0.display())]
    IsLink(PathBuf),
    /// The path has no file name: it is empty, `.` or `..`, or ends in a slash.
    #[error("{}: has no file name, expected a path such as folder/name", .0.display())]
    NoFileName(PathBuf),
    /// The name of the target, or of a file that is written beside it, is too long for the system.
    #[error("{}: cannot be written: its name is too long", .0.display())]
    LongName(PathBuf),
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
    #[error("{}: is given for two outputs", .0.display())]
    SameTarget(PathBuf),
    /// Another run writes the target.
    #[error("{}: another run is writing it{}{}", path.display(), colon(owner), lock.as_deref().map_or(String::new(), ended))]
    Locked {
        /// The target.
        path: PathBuf,
        /// The description of the other run, if it is known: [`WriteOptions::label`](super::WriteOptions::label), process and host.
        owner: String,
        /// The lock, if only its text tells that the run holds it.
        lock: Option<PathBuf>,
    },
    /// A file has the name of a lock or a record of a commit, and is none that this program has written here.
    #[error("{}: {why}; if no run is writing beside it, move it away", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The reason.
        why: &'static str,
    },
    /// The folder that would be replaced has a file that is not part of the data set.
    #[error("{}: does not belong to the data that would be replaced, or was changed; move it away", .0.display())]
    ForeignFile(PathBuf),
    /// An interrupted run has left a partial file or folder.
    #[error("{}: is left from an interrupted run; {}--force starts over", path.display(), completes(*can_resume))]
    PartialExists {
        /// The partial file or folder.
        path: PathBuf,
        /// `true` if it has a recipe that a run can resume.
        can_resume: bool,
    },
    /// An interrupted run was giving files their names, and this run may not replace files.
    #[error("{}: an interrupted run was giving its files their names; {options} completes that", path.display())]
    Interrupted {
        /// The target.
        path: PathBuf,
        /// The options that permit it.
        options: &'static str,
    },
    /// The result of the run that is to be resumed is there already.
    #[error("{}: is complete already", .0.display())]
    Complete(PathBuf),
    /// The partial file or folder was begun with another recipe.
    #[error("{}: was begun with {differences}; --force without --resume starts over", path.display())]
    OtherRecipe {
        /// The file with the recipe.
        path: PathBuf,
        /// The keys with their values: `seed 1 (now 2)`.
        differences: String,
    },
    /// The partial file has lines of another result.
    #[error("{}: {why}; --force without --resume starts over", path.display())]
    DamagedPartial {
        /// The partial file.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// A file or folder has the name of a partial result or its recipe, and no run of this user has made it.
    #[error("{}: {why}; move {} away", path.display(), both(other.as_deref()))]
    ForeignPartial {
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        why: String,
        /// The recipe of the partial result, or the partial result of the recipe, if it is there.
        other: Option<PathBuf>,
    },
    /// The target cannot be created, or opened for writing.
    #[error("{}: cannot be written: {source}", path.display())]
    CannotCreate {
        /// The target.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A file cannot be read.
    #[error("{}: cannot be read: {source}", path.display())]
    CannotRead {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A file is not a manifest of rows.
    #[error("{}: is not a manifest of a pack: {source}", path.display())]
    NotAManifest {
        /// The manifest.
        path: PathBuf,
        /// The error.
        source: serde_json::Error,
    },
    /// Writing failed, for example on a full disk.
    #[error("{}: cannot be written: {source}", path.display())]
    Write {
        /// The target.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The files are complete, but some do not have their names yet. The next run with the same target and options completes them.
    #[error("{}: cannot be completed: {source}; the next run with the same output and options completes it", path.display())]
    Incomplete {
        /// The target.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A file of an interrupted run cannot be completed or removed.
    #[error("{}: an interrupted run has left it incomplete, and it cannot be completed: {source}", path.display())]
    Leftover {
        /// The target.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A complete folder has a file that was not added to it.
    #[error("{}: is not part of the result; move it away, then --resume completes the folder", .0.display())]
    Unexpected(PathBuf),
    /// The reader of standard output or a pipe has closed it.
    #[error("{}: is closed by its reader", .0.display())]
    ClosedPipe(PathBuf),
}

fn colon(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!(": {text}") }
}

fn ended(lock: &Path) -> String {
    format!("; if that run has ended, remove {}", lock.display())
}

fn completes(can_resume: bool) -> &'static str {
    if can_resume { "--resume completes it, " } else { "" }
}

fn both(other: Option<&Path>) -> String {
    other.map_or("it".into(), |other| format!("it and {}", other.display()))
}

impl CommandError for Error {
    fn kind(&self) -> ErrorKind {
        use Error::{
            CannotCreate, CannotRead, ClosedPipe, DamagedPartial, Incomplete, Leftover, NotAManifest, Unexpected, Write,
        };
        match self {
            Write { .. } | Incomplete { .. } | Leftover { .. } | Unexpected(_) => ErrorKind::Output,
            NotAManifest { .. } | DamagedPartial { .. } => ErrorKind::Data,
            ClosedPipe(_) => ErrorKind::ClosedPipe,
            CannotCreate { source, .. } | CannotRead { source, .. } => ErrorKind::of_system(source),
            _ => ErrorKind::Usage,
        }
    }
}

impl Error {
    /// Returns the error for a failed write to `path`.
    ///
    /// The writers of this module return an [`io::Error`] that holds an [`Error`], which is then returned.
    pub fn from_write(error: io::Error, path: &Path) -> Error {
        let path = path.to_path_buf();
        match error.downcast::<Error>() {
            Ok(error) => error,
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Error::ClosedPipe(path),
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
