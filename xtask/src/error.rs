//! The errors of commands for developers.

use std::path::Path;

pub(crate) type Result<T> = std::result::Result<T, Error>;

/// An error of a command for developers, shown as its message.
#[derive(thiserror::Error, Debug)]
#[error("{message}")]
pub(crate) struct Error {
    message: String,
    /// The exit status.
    pub(crate) status: u8,
}

impl Error {
    /// Returns the error of a command that cannot work here: status 2.
    pub(crate) fn usage(message: impl ToString) -> Error {
        Error { message: message.to_string(), status: 2 }
    }

    /// Returns the error of a failed check or a failed program: status 1.
    pub(crate) fn failed(message: impl ToString) -> Error {
        Error { message: message.to_string(), status: 1 }
    }

    /// Returns the error of a file; `failure` is what cannot be done: `cannot be read`.
    pub(crate) fn file<'a>(path: &'a Path, failure: &'a str) -> impl FnOnce(std::io::Error) -> Error {
        move |error| Error::failed(format!("{}: {failure}: {error}", path.display()))
    }
}
