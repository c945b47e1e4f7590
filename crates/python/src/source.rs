//! Inputs with grids: texts, arrays of numbers and Arrow columns, read all at once or in portions.

use std::sync::Mutex;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt8Type;
use arrow_array::{Array, ArrayRef};
use arrow_schema::{ArrowError, DataType};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator, PySlice, PyString};
use pyo3_arrow::ffi::ArrayReader;
use pyo3_arrow::input::AnyArray;

use crate::error::Error;
use crate::grids::{self, Grids, Row};

/// The inputs that can be read, for messages.
const EXPECTED: &str = "expected texts, a NumPy array of uint8 with shape (n, 81), or an Arrow column of texts";

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
    /// An array of shape (n, 81).
    Numbers(Py<PyAny>),
    Arrow(Box<Chunks>),
}

#[pymethods]
impl Source {
    /// Determines the kind of an input. `column` is the name of the column of a table.
    #[new]
    fn new(puzzles: &Bound<'_, PyAny>, column: &str) -> PyResult<Source> {
        let kind = if puzzles.hasattr("__arrow_c_stream__")? || puzzles.hasattr("__arrow_c_array__")? {
            InputKind::Arrow(Box::new(Chunks::new(puzzles.extract()?, column)?))
        } else if is_array_of_numbers(puzzles)? {
            InputKind::Numbers(puzzles.clone().unbind())
        } else {
            let is_text = puzzles.is_instance_of::<PyString>() || puzzles.is_instance_of::<PyBytes>();
            match puzzles.try_iter() {
                Ok(texts) if !is_text => InputKind::Texts(texts.unbind()),
                _ => return Err(PyTypeError::new_err(format!("found {}, {EXPECTED}", type_of(puzzles)))),
            }
        };
        Ok(Source(Mutex::new(State { kind, read: 0 })))
    }

    /// Reads the next rows, at most `limit`. There are no more if it returns none.
    #[pyo3(signature = (limit=None))]
    fn read(&self, py: Python<'_>, limit: Option<usize>) -> PyResult<Grids> {
        let limit = limit.unwrap_or(usize::MAX);
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

fn type_of(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "something".into(), |name| name.to_string())
}

/// Returns `true` for an array of grids as numbers, and `false` for other objects and arrays of texts.
fn is_array_of_numbers(array: &Bound<'_, PyAny>) -> PyResult<bool> {
    if !(array.hasattr("dtype")? && array.hasattr("shape")? && array.hasattr("tobytes")?) {
        return Ok(false);
    }
    let dtype = array.getattr("dtype")?.str()?.to_string();
    let shape = array.getattr("shape")?;
    match shape.extract::<Vec<usize>>()?[..] {
        [_, 81] if dtype == "uint8" => Ok(true),
        [_] if dtype == "object" || dtype.starts_with("<U") || dtype.starts_with("StringDType") => Ok(false),
        _ => Err(Error::Invalid(format!(
            "found an array of {dtype} with shape {}, expected uint8 with shape (n, 81)",
            shape.str()?
        ))
        .into()),
    }
}

fn texts_of(py: Python<'_>, texts: &Py<PyIterator>, most: usize, first: usize, rows: &mut Vec<Row>) -> PyResult<()> {
    for (text, row) in texts.bind(py).clone().take(most).zip(first..) {
        let text = text?;
        match text.cast::<PyString>() {
            Ok(text) => rows.push(grids::grid(text.to_str()?)),
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
    // The bytes are in the order of the rows, whatever the memory layout of the array is.
    let bytes = portion.call_method0("tobytes")?;
    rows.extend(bytes.cast::<PyBytes>()?.as_bytes().chunks(81).map(grids::of_numbers));
    Ok(())
}

/// An Arrow column that is read chunk by chunk.
struct Chunks {
    reader: Box<dyn ArrayReader + Send>,
    /// The place of the column in a table.
    column: Option<usize>,
    chunk: Option<ArrayRef>,
    /// The number of rows of the chunk that were read.
    read: usize,
}

impl Chunks {
    fn new(input: AnyArray, column: &str) -> PyResult<Chunks> {
        let reader = input.into_reader()?;
        let field = reader.field();
        let (place, kind) = match field.data_type() {
            DataType::Struct(fields) => {
                let place = match fields.iter().position(|field| field.name() == column) {
                    Some(place) => place,
                    None if fields.len() == 1 => 0,
                    None => {
                        let names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
                        let names = names.join(", ");
                        return Err(Error::Invalid(format!(
                            "found the columns {names}, expected {column} among them; column= names another"
                        ))
                        .into());
                    }
                };
                (Some(place), fields[place].data_type().clone())
            }
            kind => (None, kind.clone()),
        };
        if is_readable(&kind) {
            Ok(Chunks { reader, column: place, chunk: None, read: 0 })
        } else {
            Err(Error::Invalid(format!("found an Arrow column of {kind}, {EXPECTED}")).into())
        }
    }

    fn next(&mut self, py: Python<'_>, most: usize, rows: &mut Vec<Row>) -> PyResult<()> {
        loop {
            if let Some(chunk) = self.chunk.as_ref().filter(|chunk| self.read < chunk.len()) {
                let part = chunk.slice(self.read, most.min(chunk.len() - self.read));
                self.read += part.len();
                return py.detach(|| read(&part, rows)).map_err(|error| Error::invalid(error).into());
            }
            let reader = &mut self.reader;
            // The source of the chunks may need the interpreter in another thread.
            let Some(chunk) = py.detach(|| reader.next()) else { return Ok(()) };
            let chunk = chunk.map_err(|error| Error::Invalid(format!("the Arrow column cannot be read: {error}")))?;
            self.chunk = Some(match self.column {
                Some(column) => chunk.as_struct().column(column).clone(),
                None => chunk,
            });
            self.read = 0;
        }
    }
}

fn is_readable(kind: &DataType) -> bool {
    match kind {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => true,
        DataType::Dictionary(_, kind) => is_readable(kind),
        DataType::FixedSizeList(field, 81) => *field.data_type() == DataType::UInt8,
        _ => false,
    }
}

/// Reads a chunk of a readable type.
fn read(chunk: &ArrayRef, rows: &mut Vec<Row>) -> Result<(), ArrowError> {
    if let Some(lists) = chunk.as_fixed_size_list_opt() {
        let numbers = |numbers: ArrayRef| {
            let numbers = numbers.as_primitive::<UInt8Type>();
            if numbers.null_count() == 0 { grids::of_numbers(numbers.values()) } else { missing() }
        };
        rows.extend(lists.iter().map(|list| list.map_or_else(missing, numbers)));
    } else {
        let texts = arrow_cast::cast(chunk, &DataType::LargeUtf8)?;
        rows.extend(texts.as_string::<i64>().iter().map(|text| text.map_or_else(missing, grids::grid)));
    }
    Ok(())
}

fn missing() -> Row {
    Err("found null, expected 81 characters".into())
}
