//! How a command ends after an error.

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

/// An error that ends a command.
pub trait CommandError: std::error::Error {
    /// Returns the way in which the command ends.
    fn kind(&self) -> ErrorKind;
}
