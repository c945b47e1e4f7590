//! Errors as Python raises them: one exception, which names the row if there is one.

use minirow_dataset::InvalidShares;
use minirow_pack::{InvalidSpec, PackError};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

pyo3::create_exception!(
    minirow,
    MinirowError,
    PyValueError,
    "The arguments are invalid, or a row is no puzzle.\n\n`row` is the number of the row, counted from 0, or None."
);

/// The reason why a call has no result.
#[derive(Debug)]
pub(crate) enum Error {
    /// The arguments are invalid, or there are no such puzzles.
    Invalid(String),
    /// A row is invalid; rows count from 0.
    Row(usize, String),
    /// Nobody waits for the result any more.
    Interrupted,
    /// An error in Minirow itself.
    Panic(String),
    /// An error that Python raised: an interruption, or an input that failed.
    Python(PyErr),
}

pub(crate) type Result<T> = std::result::Result<T, Error>;

impl From<PackError> for Error {
    fn from(error: PackError) -> Error {
        match error {
            PackError::Interrupted => Error::Interrupted,
            error => Error::Invalid(with_python_names(&error.to_string())),
        }
    }
}

impl From<InvalidSpec> for Error {
    fn from(error: InvalidSpec) -> Error {
        PackError::from(error).into()
    }
}

impl From<InvalidShares> for Error {
    fn from(error: InvalidShares) -> Error {
        Error::Invalid(error.to_string())
    }
}

impl From<minirow_report::Error> for Error {
    fn from(error: minirow_report::Error) -> Error {
        Error::Invalid(error.to_string())
    }
}

impl From<PyErr> for Error {
    fn from(error: PyErr) -> Error {
        Error::Python(error)
    }
}

impl From<Error> for PyErr {
    fn from(error: Error) -> PyErr {
        match error {
            Error::Invalid(message) => raise(message, None),
            Error::Row(row, message) => raise(format!("row {row}: {message}"), Some(row)),
            Error::Interrupted => PyRuntimeError::new_err("interrupted before it was done"),
            Error::Panic(message) => {
                PyRuntimeError::new_err(format!("an error in minirow itself, please report it: {message}"))
            }
            Error::Python(error) => error,
        }
    }
}

fn raise(message: String, row: Option<usize>) -> PyErr {
    Python::attach(|py| {
        let error = MinirowError::new_err(message);
        match error.value(py).setattr("row", row) {
            Ok(()) => error,
            Err(error) => error,
        }
    })
}

/// Spells the options in a message as Python does: `--max-tries` is `max_tries`.
fn with_python_names(message: &str) -> String {
    let mut words = message.split("--");
    let mut text = words.next().unwrap_or_default().to_string();
    for word in words {
        let end = word.find(|letter: char| !letter.is_ascii_lowercase() && letter != '-').unwrap_or(word.len());
        text += &word[..end].replace('-', "_");
        text += &word[end..];
    }
    text
}
