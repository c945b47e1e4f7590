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
    /// The target exists, and its bytes are not those of this run. Also has the name of the contents: `pack`.
    #[error("{}: exists already, and is not this {}; --force overwrites it", .0.display(), .1)]
    Differs(PathBuf, &'static str),
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
    #[error("{}: there is no folder {}", .0.display(), .1.display())]
    NoFolder(PathBuf, PathBuf),
    /// The target is a file that is read, whose path was given otherwise.
    #[error("{}: is also an input ({}), which would be overwritten", .0.display(), .1.display())]
    IsInput(PathBuf, PathBuf),
    /// Two outputs have the same path.
    #[error("{}: is given for two outputs", .0.display())]
    SameTarget(PathBuf),
    /// Another run writes the target. Also has the description of the run, and the lock if only its text tells that the run holds it.
    #[error("{}: another run is writing it{}{}", .0.display(), after(": ", .1), after("; if that run has ended, remove ", .2))]
    Locked(PathBuf, String, String),
    /// A file has the name of a lock or a record of a commit, and is none that this program has written here.
    #[error("{}: {}; if no run is writing beside it, move it away", .0.display(), .1)]
    Foreign(PathBuf, &'static str),
    /// The folder that would be replaced has a file that is not part of the data set.
    #[error("{}: does not belong to the data that would be replaced, or was changed; move it away", .0.display())]
    ForeignFile(PathBuf),
    /// An interrupted run has left a partial file or folder. Also tells if it has a recipe that a run can resume.
    #[error("{}: is left from an interrupted run; {}--force starts over", .0.display(), if *.1 { "--resume completes it, " } else { "" })]
    PartialExists(PathBuf, bool),
    /// An interrupted run was giving files their names, and this run does not have the options that permit to replace files.
    #[error("{}: an interrupted run was giving its files their names; {} completes that", .0.display(), .1)]
    Interrupted(PathBuf, &'static str),
    /// The result of the run that is to be resumed is there already.
    #[error("{}: is complete already", .0.display())]
    Complete(PathBuf),
    /// The partial file or folder was begun with another recipe. Has the recipe and the keys with their values: `seed 1 (now 2)`.
    #[error("{}: was begun with {}; --force without --resume starts over", .0.display(), .1)]
    OtherRecipe(PathBuf, String),
    /// The partial file has lines of another result.
    #[error("{}: {}; --force without --resume starts over", .0.display(), .1)]
    DamagedPartial(PathBuf, String),
    /// A file or folder has the name of a partial result or its recipe, and no run of this user has made it. Also has the other one.
    #[error("{}: {}; move it{} away", .0.display(), .1, after(" and ", .2))]
    ForeignPartial(PathBuf, String, String),
    /// The target cannot be created, or opened for writing.
    #[error("{}: cannot be written: {}", .0.display(), .1)]
    CannotCreate(PathBuf, #[source] io::Error),
    /// A file cannot be read.
    #[error("{}: cannot be read: {}", .0.display(), .1)]
    CannotRead(PathBuf, #[source] io::Error),
    /// A file is not a manifest of rows.
    #[error("{}: is not a manifest of a pack: {}", .0.display(), .1)]
    NotAManifest(PathBuf, #[source] serde_json::Error),
    /// Writing failed, for example on a full disk.
    #[error("{}: cannot be written: {}", .0.display(), .1)]
    Write(PathBuf, #[source] io::Error),
    /// The files are complete, but some do not have their names yet. The next run with the same target and options completes them.
    #[error("{}: cannot be completed: {}; the next run with the same output and options completes it", .0.display(), .1)]
    Incomplete(PathBuf, #[source] io::Error),
    /// A file of an interrupted run cannot be completed or removed.
    #[error("{}: an interrupted run has left it incomplete, and it cannot be completed: {}", .0.display(), .1)]
    Leftover(PathBuf, #[source] io::Error),
    /// A complete folder has a file that was not added to it.
    #[error("{}: is not part of the result; move it away, then --resume completes the folder", .0.display())]
    Unexpected(PathBuf),
    /// The reader of standard output or a pipe has closed it.
    #[error("{}: is closed by its reader", .0.display())]
    ClosedPipe(PathBuf),
}

/// Returns a text after another one, or nothing if it is empty.
fn after(start: &str, text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{start}{text}") }
}

impl CommandError for Error {
    fn kind(&self) -> ErrorKind {
        match self {
            Error::Write(..) | Error::Incomplete(..) | Error::Leftover(..) | Error::Unexpected(_) => ErrorKind::Output,
            Error::NotAManifest(..) | Error::DamagedPartial(..) => ErrorKind::Data,
            Error::ClosedPipe(_) => ErrorKind::ClosedPipe,
            Error::CannotCreate(_, source) | Error::CannotRead(_, source) => ErrorKind::of_system(source),
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
            Err(source) => Error::Write(path, source),
        }
    }

    pub(super) fn create(source: io::Error, path: &Path) -> Error {
        Error::CannotCreate(path.to_path_buf(), source)
    }

    /// Returns the error for a file that cannot be read.
    pub fn read(source: io::Error, path: &Path) -> Error {
        Error::CannotRead(path.to_path_buf(), source)
    }
}
