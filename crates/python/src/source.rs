//! Inputs with grids: texts, arrays of numbers and Arrow columns, read all at once or in portions.
//!
//! Inputs are read with the interpreter's lock, and copied before they are checked. Work without the lock has grids of its
//! own, so that other threads may change an input at any time.

use std::sync::Mutex;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator, PySlice, PyString};

use crate::batch::MAX_ROWS;
use crate::chunks::Chunks;
use crate::error::{EXPECTED, Error, type_of};
use crate::grids::{self, Grids, Row};

/// The number of rows that are read between two checks for a signal.
const PORTION: usize = 1 << 15;

/// An input that is being read.
#[pyclass(frozen, module = "minirow._minirow")]
pub(crate) struct Source(Mutex<State>);

struct State {
    kind: InputKind,
    /// The number of rows that were read.
    read: usize,
}

enum InputKind {
    Texts(Py<PyIterator>),
    /// An array of integers with shape (n, 81) or (n, 9, 9).
    Numbers(Py<PyAny>),
    Arrow(Box<Chunks>),
}

#[pymethods]
impl Source {
    /// Determines the kind of an input. `column` is the name of the column of a table.
    #[new]
    fn new(puzzles: &Bound<'_, PyAny>, column: &str) -> PyResult<Source> {
        let kind = if puzzles.hasattr("__arrow_c_stream__")? || puzzles.hasattr("__arrow_c_array__")? {
            InputKind::Arrow(Box::new(Chunks::new(puzzles, column)?))
        } else if is_array_of_numbers(puzzles)? {
            InputKind::Numbers(puzzles.clone().unbind())
        } else {
            let is_text = puzzles.is_instance_of::<PyString>() || puzzles.is_instance_of::<PyBytes>();
            match puzzles.try_iter() {
                Ok(texts) if !is_text => InputKind::Texts(texts.unbind()),
                Err(error) if !error.is_instance_of::<PyTypeError>(puzzles.py()) => return Err(error),
                _ => return Err(PyTypeError::new_err(format!("found {}, {EXPECTED}", type_of(puzzles)))),
            }
        };
        Ok(Source(Mutex::new(State { kind, read: 0 })))
    }

    /// Reads the next rows, at most `limit`, and at most one more than a batch can have. There are no more if it returns none.
    #[pyo3(signature = (limit=None))]
    fn read(&self, py: Python<'_>, limit: Option<usize>) -> PyResult<Grids> {
        let limit = limit.unwrap_or(usize::MAX).min(MAX_ROWS + 1);
        // Do not wait for another thread: it may need the interpreter for its next row.
        let Ok(mut state) = self.0.try_lock() else {
            return Err(Error::Invalid("another thread reads these puzzles already".into()).into());
        };
        let State { kind, read } = &mut *state;
        let first = *read;
        let mut rows = Vec::new();
        while rows.len() < limit {
            let most = PORTION.min(limit - rows.len());
            let before = rows.len();
            match kind {
                InputKind::Texts(texts) => texts_of(py, texts, most, first + before, &mut rows)?,
                InputKind::Numbers(array) => numbers_of(py, array, most, first + before, &mut rows)?,
                InputKind::Arrow(chunks) => chunks.next(py, most, &mut rows)?,
            }
            if rows.len() == before {
                break;
            }
            py.check_signals()?;
        }
        *read += rows.len();
        Ok(Grids::new(first, rows))
    }
}

/// Returns `true` for an array of grids as numbers, and `false` for other objects and arrays of texts.
fn is_array_of_numbers(array: &Bound<'_, PyAny>) -> PyResult<bool> {
    if !(array.hasattr("dtype")? && array.hasattr("shape")? && array.hasattr("tobytes")?) {
        return Ok(false);
    }
    let dtype = array.getattr("dtype")?.str()?.to_string();
    let is_integer = dtype.trim_start_matches(['<', '>']).starts_with(['i', 'u']);
    let shape = array.getattr("shape")?;
    match shape.extract::<Vec<usize>>()?[..] {
        [_, 81] | [_, 9, 9] if is_integer => Ok(true),
        [_] if dtype == "object" || dtype.starts_with("<U") || dtype.starts_with("StringDType") => Ok(false),
        _ => Err(Error::Invalid(format!(
            "found an array of {dtype} with shape {}, expected integers with shape (n, 81) or (n, 9, 9)",
            shape.str()?
        ))
        .into()),
    }
}

fn texts_of(py: Python<'_>, texts: &Py<PyIterator>, most: usize, first: usize, rows: &mut Vec<Row>) -> PyResult<()> {
    for (text, row) in texts.bind(py).clone().take(most).zip(first..) {
        let text = text?;
        match text.cast::<PyString>() {
            Ok(text) => rows.push(grids::grid_of(text)),
            Err(_) if text.is_none() => rows.push(Err("found None, expected 81 characters".into())),
            Err(_) => {
                let why = format!("found {}, expected a text of 81 characters", type_of(&text));
                return Err(Error::Row(row, why).into());
            }
        }
    }
    Ok(())
}

fn numbers_of(py: Python<'_>, array: &Py<PyAny>, most: usize, first: usize, rows: &mut Vec<Row>) -> PyResult<()> {
    let portion = array.bind(py).get_item(PySlice::new(py, first as isize, (first + most) as isize, 1))?;
    is_array_of_numbers(&portion)?; // the shape may have been changed
    // The bytes are in the order of the rows, whatever the memory layout of the array is.
    let is_small = portion.getattr("dtype")?.str()? == "uint8";
    let portion = if is_small { portion } else { portion.call_method1("astype", ("<i8",))? };
    let bytes = portion.call_method0("tobytes")?;
    let bytes = bytes.cast::<PyBytes>()?.as_bytes();
    if is_small {
        rows.extend(bytes.chunks(81).take(most).map(grids::of_numbers));
    } else {
        let (numbers, _) = bytes.as_chunks::<8>();
        let numbers: Vec<i64> = numbers.iter().map(|&number| i64::from_le_bytes(number)).collect();
        rows.extend(numbers.chunks(81).take(most).map(grids::of_numbers));
    }
    Ok(())
}
