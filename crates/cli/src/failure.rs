//! What ends a command early, and with which exit status.

use std::io::{self, Write};

use minirow_pack::{MergeError, PackError};
use minirow_table::input::InputError;
use minirow_table::{ExportError, files};

/// Why a command could not go on.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command as given cannot work: a flag, a missing file, a missing folder. Status 2.
    Use(String),
    /// The data said no. Status 1.
    Data(String),
    /// A result could not be written: a full disk. Status 1.
    NotWritten(String),
    /// Whoever read our output has had enough. Quiet, status 0.
    ClosedPipe,
    /// A limit that was set is reached before all is done. What was kept has been said already. Status 3.
    Limit(String),
    /// Ctrl-C or a signal to end. What was kept has been said already. Status 130, as shells do it.
    Interrupted,
}

pub(crate) type Result<T> = std::result::Result<T, Failure>;

impl Failure {
    pub(crate) fn usage(message: impl ToString) -> Failure {
        Failure::Use(message.to_string())
    }

    pub(crate) fn data(message: impl ToString) -> Failure {
        Failure::Data(message.to_string())
    }

    /// What could not be written, and why.
    pub(crate) fn writing(what: &str, error: &io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Failure::ClosedPipe
        } else {
            Failure::NotWritten(format!("{what}: cannot be written: {error}"))
        }
    }

    /// Says what happened, and turns it into the exit status.
    pub(crate) fn report(self) -> u8 {
        let (message, status) = match self {
            Failure::Use(message) => (Some(format!("error: {message}")), 2),
            Failure::Data(message) | Failure::NotWritten(message) => (Some(format!("error: {message}")), 1),
            Failure::Limit(message) => (Some(format!("stopped: {message}")), 3),
            Failure::ClosedPipe => (None, 0),
            Failure::Interrupted => (None, 130),
        };
        if let Some(message) = message {
            say(&message);
        }
        status
    }
}

impl From<minirow_dataset::Error> for Failure {
    fn from(error: minirow_dataset::Error) -> Failure {
        use minirow_dataset::ErrorKind;
        match error.kind() {
            ErrorKind::Usage => Failure::Use(error.to_string()),
            ErrorKind::Data => Failure::Data(error.to_string()),
            ErrorKind::Output => Failure::NotWritten(error.to_string()),
            ErrorKind::ClosedPipe => Failure::ClosedPipe,
            ErrorKind::Interrupted => Failure::Interrupted,
        }
    }
}

impl From<files::Error> for Failure {
    fn from(error: files::Error) -> Failure {
        match error.kind() {
            files::ErrorKind::Usage => Failure::Use(error.to_string()),
            files::ErrorKind::Output => Failure::NotWritten(error.to_string()),
            files::ErrorKind::ClosedPipe => Failure::ClosedPipe,
        }
    }
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Failure {
        match error {
            InputError::Copy { .. } => Failure::NotWritten(error.to_string()),
            error => Failure::usage(error),
        }
    }
}

impl From<ExportError> for Failure {
    fn from(error: ExportError) -> Failure {
        match error {
            ExportError::Files(error) => error.into(),
            ExportError::Interrupted => Failure::Interrupted,
            ExportError::Row { .. } | ExportError::Value { .. } => Failure::data(error),
            error => Failure::usage(error),
        }
    }
}

impl From<PackError> for Failure {
    fn from(error: PackError) -> Failure {
        match error {
            PackError::Files(error) => error.into(),
            PackError::Export(error) => error.into(),
            PackError::Interrupted => Failure::Interrupted,
            PackError::Limit(limit) => Failure::Limit(limit.to_string()),
            PackError::Merge(MergeError::Checksum { .. } | MergeError::Count { .. })
            | PackError::GaveUp(_)
            | PackError::Disproved(_)
            | PackError::TooManyDuplicates { .. }
            | PackError::Row(_) => Failure::data(error),
            error => Failure::usage(error),
        }
    }
}

/// A line on stderr; if nobody can read it, that is no reason to stop.
pub(crate) fn say(message: &str) {
    let _ = writeln!(io::stderr(), "{message}");
}
