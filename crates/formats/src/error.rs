//! The errors of reading.

use minirow_core::text::ParseError;

use crate::form::FormError;
use crate::lines::LineError;

/// Why a part of a file is not read.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct Error {
    /// The line, counted from 1.
    pub line: u64,
    /// What was found there, and what was expected.
    pub kind: ErrorKind,
}

/// What is wrong with a line or a file.
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
    /// The text is not what its form prescribes. [`forms`](crate::forms) has the types of these errors.
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
