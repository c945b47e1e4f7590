//! How a command ends after an error.

use std::io;

/// The way in which a command ends after an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// The command cannot work as given, and no result was touched: exit status 2.
    Usage,
    /// The data are wrong: exit status 1.
    Data,
    /// A result could not be written: exit status 1.
    Output,
    /// The reader of a pipe has closed it: success without a message, exit status 0.
    ClosedPipe,
    /// A limit on time or attempts was reached: exit status 3.
    Limit,
    /// The caller has asked to stop: exit status 130.
    Interrupted,
}

impl ErrorKind {
    /// Returns the kind of an error of the system: [`Usage`](ErrorKind::Usage) if a path is wrong, such as that of a missing file or a
    /// folder, or has no permission; otherwise [`Output`](ErrorKind::Output): the disk is full or damaged, or too many files are open.
    pub fn of_system(error: &io::Error) -> ErrorKind {
        #[cfg(unix)]
        let is_loop = rustix::io::Errno::from_io_error(error) == Some(rustix::io::Errno::LOOP);
        #[cfg(not(unix))]
        let is_loop = false;
        match error.kind() {
            io::ErrorKind::NotFound
            | io::ErrorKind::PermissionDenied
            | io::ErrorKind::AlreadyExists
            | io::ErrorKind::InvalidFilename
            | io::ErrorKind::InvalidInput
            | io::ErrorKind::InvalidData
            | io::ErrorKind::IsADirectory
            | io::ErrorKind::NotADirectory
            | io::ErrorKind::ReadOnlyFilesystem
            | io::ErrorKind::Unsupported => ErrorKind::Usage,
            _ if is_loop => ErrorKind::Usage,
            _ => ErrorKind::Output,
        }
    }
}

/// An error that ends a command.
pub trait CommandError: std::error::Error {
    /// Returns the way in which the command ends.
    fn kind(&self) -> ErrorKind;
}
