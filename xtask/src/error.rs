//! Why a command for developers failed.

use std::fmt;

/// Why a command for developers failed.
#[derive(Debug)]
pub(crate) enum Error {
    /// The command cannot work here: status 2.
    Usage(String),
    /// A check failed, or a file could not be written: status 1.
    Failed(String),
}

pub(crate) type Result<T> = std::result::Result<T, Error>;

impl Error {
    pub(crate) fn usage(message: impl ToString) -> Error {
        Error::Usage(message.to_string())
    }

    pub(crate) fn failed(message: impl ToString) -> Error {
        Error::Failed(message.to_string())
    }

    pub(crate) fn status(&self) -> u8 {
        match self {
            Error::Usage(_) => 2,
            Error::Failed(_) => 1,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Error::Usage(message) | Error::Failed(message)) = self;
        f.write_str(message)
    }
}
