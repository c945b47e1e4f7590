//! Errors of reading.

use minirow_core::text::ParseError;

use crate::form::FormError;
use crate::lines::LineError;

/// The error for a part of a file that cannot be read.
///
/// ```
/// use minirow_formats::{ErrorKind, Reader};
/// let error = Reader::new("".as_bytes()).next().unwrap().unwrap_err();
/// assert!(matches!(error.kind, ErrorKind::NoGrid) && error.line == 1);
/// ```
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct Error {
    /// The line number, from 1.
    pub line: u64,
    /// The kind of error: what was found, and what was expected.
    pub kind: ErrorKind,
}

/// The kind of an [`Error`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The file has no grid at all.
    #[error("found no grid, expected at least one (81 characters, nine lines, JSON, XML, or CSV with a puzzle column)")]
    NoGrid,
    /// The bytes of a line are not text.
    #[error(transparent)]
    Line(LineError),
    /// The text is not a grid.
    #[error(transparent)]
    Grid(ParseError),
    /// The text does not follow its form. [`forms`](crate::forms) has the types of these errors.
    #[error(transparent)]
    Form(FormError),
}

impl From<FormError> for ErrorKind {
    fn from(error: FormError) -> ErrorKind {
        let error = match error.downcast::<LineError>() {
            Ok(line) => return ErrorKind::Line(*line),
            Err(other) => other,
        };
        match error.downcast::<ParseError>() {
            Ok(grid) => ErrorKind::Grid(*grid),
            Err(other) => ErrorKind::Form(other),
        }
    }
}
