//! Where grids come from: texts, arrays of numbers, Arrow columns; all at once or some at a time.

use std::sync::Mutex;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt8Type;
use arrow_array::{Array, ArrayRef};
use arrow_schema::{DataType, FieldRef};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator, PyString};
use pyo3_arrow::PyArrayReader;
use pyo3_arrow::ffi::{ArrayIterator, ArrayReader};
use pyo3_arrow::input::AnyArray;

use crate::error::Error;
use crate::grids::{self, Grids, Row};

/// What is expected of an input.
const EXPECTED: &str = "expected texts, a NumPy array of uint8 with shape (n, 81), or an Arrow column of texts";

/// So many rows are read between two looks at whether there was a signal.
const PORTION: usize = 1 << 15;

/// An input that is being read.
#[pyclass(frozen, module = "minirow._minirow")]
pub(crate) struct Source(Mutex<State>);

struct State {
    kind: InputKind,
    /// How many rows were read.
    read: usize,
}

enum InputKind {
    Texts(Py<PyIterator>),
    /// An array of shape (n, 81).
    Numbers(Py<PyAny>, usize),
    Arrow(Box<Chunks>),
}

#[pymethods]
impl Source {
    /// Looks at what kind of input it is. Of a table it is the column of that name.
    #[new]
    fn new(puzzles: &Bound<'_, PyAny>, column: &str) -> PyResult<Source> {
        let kind = if puzzles.hasattr("__arrow_c_stream__")? || puzzles.hasattr("__arrow_c_array__")? {
            InputKind::Arrow(Box::new(Chunks::new(puzzles.extract()?, column)?))
        } else if let Some(rows) = rows_of_array(puzzles)? {
            InputKind::Numbers(puzzles.clone().unbind(), rows)
        } else {
            let is_text = puzzles.is_instance_of::<PyString>() || puzzles.is_instance_of::<PyBytes>();
            match puzzles.try_iter() {
                Ok(texts) if !is_text => InputKind::Texts(texts.unbind()),
                _ => return Err(PyTypeError::new_err(format!("found {}, {EXPECTED}", type_of(puzzles)))),
            }
        };
        Ok(Source(Mutex::new(State { kind, read: 0 })))
    }

    /// The next rows, so many at most; none if there are no more.
    #[pyo3(signature = (limit=None))]
    fn read(&self, py: Python<'_>, limit: Option<usize>) -> PyResult<Grids> {
        let limit = limit.unwrap_or(usize::MAX);
        // To wait for another thread would keep it from ever being done: it may need the interpreter for the next row.
        let Ok(mut state) = self.0.try_lock() else {
            return Err(Error::Invalid("these puzzles are being read by another thread".into()).into());
        };
        let State { kind, read } = &mut *state;
        let first = *read;
        let mut rows = Vec::new();
        while rows.len() < limit {
            let most = PORTION.min(limit - rows.len());
            let before = rows.len();
            match kind {
                InputKind::Texts(texts) => texts_of(py, texts, most, first + before, &mut rows)?,
                InputKind::Numbers(array, all) => numbers_of(py, array, first + before, most, *all, &mut rows)?,
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

/// The number of rows of an array of numbers; nothing if it is no array, or one of texts.
fn rows_of_array(array: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    if !(array.hasattr("dtype")? && array.hasattr("shape")? && array.hasattr("tobytes")?) {
        return Ok(None);
    }
    let dtype = array.getattr("dtype")?.str()?.to_string();
    let shape = array.getattr("shape")?;
    match shape.extract::<Vec<usize>>()?[..] {
        [rows, 81] if dtype == "uint8" => Ok(Some(rows)),
        [_] if dtype == "object" || dtype.starts_with("<U") || dtype.starts_with("StringDType") => Ok(None),
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

fn numbers_of(
    py: Python<'_>,
    array: &Py<PyAny>,
    start: usize,
    most: usize,
    all: usize,
    rows: &mut Vec<Row>,
) -> PyResult<()> {
    let end = all.min(start.saturating_add(most));
    if start >= end {
        return Ok(());
    }
    let part = array.bind(py).get_item(pyo3::types::PySlice::new(py, start as isize, end as isize, 1))?;
    // In the order of rows, however the array has them.
    let bytes = part.call_method0("tobytes")?;
    let bytes = bytes.cast::<PyBytes>()?.as_bytes();
    rows.extend(bytes.chunks(81).map(grids::of_numbers));
    Ok(())
}

/// An Arrow column, chunk by chunk.
struct Chunks {
    reader: Box<dyn ArrayReader + Send>,
    /// Of a table, the number of the column.
    column: Option<usize>,
    chunk: Option<ArrayRef>,
    /// The rows of the chunk that were read.
    read: usize,
}

impl Chunks {
    fn new(input: AnyArray, column: &str) -> PyResult<Chunks> {
        let reader = match input {
            AnyArray::Array(array) => {
                let (array, field) = array.into_inner();
                PyArrayReader::new(Box::new(ArrayIterator::new([Ok(array)], field))).into_reader()?
            }
            AnyArray::Stream(stream) => stream.into_reader()?,
        };
        let field: FieldRef = reader.field();
        let (place, kind) = match field.data_type() {
            DataType::Struct(fields) => {
                let place = match fields.iter().position(|field| field.name() == column) {
                    Some(place) => place,
                    None if fields.len() == 1 => 0,
                    None => {
                        let names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
                        let names = names.join(", ");
                        let why =
                            format!("found the columns {names}, expected {column} among them; column= names another");
                        return Err(Error::Invalid(why).into());
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
                return py.detach(|| read(&part, rows)).map_err(|why| Error::Invalid(why).into());
            }
            let reader = &mut self.reader;
            // Whoever gives it may need the interpreter in another thread.
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

/// Reads a chunk of a kind that can be read.
fn read(chunk: &ArrayRef, rows: &mut Vec<Row>) -> Result<(), String> {
    let row = |text: Option<&str>| text.map_or_else(missing, grids::grid);
    match chunk.data_type() {
        DataType::Utf8 => rows.extend(chunk.as_string::<i32>().iter().map(row)),
        DataType::LargeUtf8 => rows.extend(chunk.as_string::<i64>().iter().map(row)),
        DataType::Utf8View => rows.extend(chunk.as_string_view().iter().map(row)),
        DataType::FixedSizeList(..) => {
            let numbers = |numbers: ArrayRef| {
                let numbers = numbers.as_primitive::<UInt8Type>();
                if numbers.null_count() == 0 { grids::of_numbers(numbers.values()) } else { missing() }
            };
            rows.extend(chunk.as_fixed_size_list().iter().map(|list| list.map_or_else(missing, numbers)));
        }
        _ => {
            let texts = arrow_cast::cast(chunk, &DataType::LargeUtf8).map_err(|error| error.to_string())?;
            return read(&texts, rows);
        }
    }
    Ok(())
}

fn missing() -> Row {
    Err("found null, expected 81 characters".into())
}
