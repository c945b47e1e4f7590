//! What goes wrong, as Python has it: one exception, which names the row where there is one.

use minirow_cli::door::Trouble;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

pyo3::create_exception!(
    minirow,
    MinirowError,
    PyValueError,
    "Something that was asked for cannot be, or a row is no puzzle.\n\n`row` is the number of the row, counted from 0, or None."
);

/// Why a call gives nothing.
#[derive(Debug)]
pub(crate) enum Error {
    /// What is asked for cannot be.
    Asked(String),
    /// A row is not what it should be; counted from 0.
    Row(usize, String),
    /// Nobody waits for the result any more.
    Stopped,
    /// An error in Minirow itself.
    Panic(String),
    /// What Python said: an interruption, an input that broke down.
    Python(PyErr),
}

pub(crate) type Result<T> = std::result::Result<T, Error>;

impl From<Trouble> for Error {
    fn from(trouble: Trouble) -> Error {
        match trouble {
            Trouble::Refused(message) | Trouble::Failed(message) => Error::Asked(pythonic(&message)),
            Trouble::Stopped => Error::Stopped,
        }
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
            Error::Asked(message) => raise(message, None),
            Error::Row(row, message) => raise(format!("row {row}: {message}"), Some(row)),
            Error::Stopped => PyRuntimeError::new_err("stopped before it was done"),
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

/// Flags of the command line by the names that they have in Python: `--max-tries` is `max_tries`.
fn pythonic(message: &str) -> String {
    let mut words = message.split("--");
    let mut text = words.next().unwrap_or_default().to_string();
    for word in words {
        let end = word.find(|letter: char| !letter.is_ascii_lowercase() && letter != '-').unwrap_or(word.len());
        text += &word[..end].replace('-', "_");
        text += &word[end..];
    }
    text
}
