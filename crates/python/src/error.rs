//! Errors as Python raises them.

use std::fmt;

use minirow_pack::{InvalidSpec, PackError};
use minirow_text::{safe_lines, shown};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

pyo3::create_exception!(
    minirow,
    MinirowError,
    PyValueError,
    "An invalid argument, or a row that is not a valid puzzle.

Attributes
----------
row : int or None
    The number of the row, counted from 0. None if the error is not about a row.

See Also
--------
minirow.solve : With ``errors=\"null\"``, invalid rows raise no error.

Examples
--------
>>> import minirow
>>> try:
...     minirow.count([81 * \".\", \"123\"], limit=2)
... except minirow.MinirowError as error:
...     print(error, error.row)
row 1: found 3 characters, expected 81 1
"
);

/// The inputs that can be read, for messages.
pub(crate) const EXPECTED: &str =
    "expected texts, a NumPy array of integers with shape (n, 81) or (n, 9, 9), or an Arrow column of texts";

/// Returns the name of a type, for messages.
pub(crate) fn type_of(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "something".into(), |name| name.to_string())
}

/// The reason why a call has no result.
#[derive(Debug)]
pub(crate) enum Error {
    /// An invalid argument, or a puzzle that cannot be generated.
    Invalid(String),
    /// An error of a command: the message and those before it.
    Lines(Vec<String>),
    /// An invalid row. Rows count from 0.
    Row(usize, String),
    /// An error of Python: an interrupt, or an input that failed.
    Python(PyErr),
}

pub(crate) type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// Returns an error of another library as an invalid argument.
    pub(crate) fn invalid(error: impl fmt::Display) -> Error {
        Error::Invalid(error.to_string())
    }

    /// Returns the error of work that nobody waits for any more.
    pub(crate) fn interrupted() -> Error {
        Error::Python(PyRuntimeError::new_err("interrupted before it was done"))
    }

    /// Returns the error of a panic.
    pub(crate) fn panic(message: &str) -> Error {
        Error::Python(PyRuntimeError::new_err(format!(
            "an error in minirow itself, please report it: {}",
            shown(message)
        )))
    }
}

/// Returns the text of an error: each of its arguments on a line, with all that is unsafe escaped, whatever file or argument it is
/// from. The traceback of another process with which PyTorch repeats an error keeps its lines. It is the method `__str__` of
/// `MinirowError`.
#[pyfunction]
pub(crate) fn text_of(error: &Bound<'_, PyAny>) -> PyResult<String> {
    let arguments = error.getattr("args")?.try_iter()?.map(|line| {
        let line = line?.str()?.to_string_lossy().into_owned();
        let is_repeated = line.starts_with("Caught MinirowError in DataLoader worker process");
        Ok(if is_repeated { safe_lines(&line) } else { shown(&line) }.into_owned())
    });
    Ok(arguments.collect::<PyResult<Vec<_>>>()?.join("\n"))
}

impl From<PackError> for Error {
    fn from(error: PackError) -> Error {
        match error {
            PackError::Interrupted => Error::interrupted(),
            error => Error::Invalid(with_python_names(&error.to_string())),
        }
    }
}

impl From<InvalidSpec> for Error {
    fn from(error: InvalidSpec) -> Error {
        PackError::from(error).into()
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
            Error::Invalid(message) => MinirowError::new_err(message),
            Error::Lines(lines) => Python::attach(|py| match PyTuple::new(py, lines) {
                Ok(lines) => MinirowError::new_err(lines.unbind()),
                Err(error) => error,
            }),
            Error::Row(row, message) => Python::attach(|py| {
                let error = MinirowError::new_err(format!("row {row}: {message}"));
                error.value(py).setattr("row", row).err().unwrap_or(error)
            }),
            Error::Python(error) => error,
        }
    }
}

/// Spells the options in a message as Python does: `--max-tries` becomes `max_tries`.
pub(crate) fn with_python_names(message: &str) -> String {
    let mut words = message.split("--");
    let mut text = words.next().unwrap_or_default().to_string();
    for word in words {
        let end = word.find(|letter: char| !letter.is_ascii_lowercase() && letter != '-').unwrap_or(word.len());
        text += &word[..end].replace('-', "_");
        text += &word[end..];
    }
    text
}
