//! Record batches: columns that are filled row by row, and handed to Python by way of Arrow's C interface.

use std::sync::Arc;

use arrow_array::builder::{
    ArrayBuilder, BooleanBuilder, Float64Builder, StringBuilder, UInt8Builder, UInt16Builder, UInt64Builder,
};
use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, UInt8Type, UInt16Type, UInt64Type};
use arrow_array::{Array, ArrayRef, RecordBatch as Columns, StructArray};
use arrow_schema::{DataType, Field, FieldRef, Schema};
use minirow_cli::door::{Column, Kind};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyCapsule, PyDict, PyList, PyTuple};
use pyo3_arrow::error::PyArrowResult;
use pyo3_arrow::ffi::{ArrayIterator, to_array_pycapsules, to_schema_pycapsule, to_stream_pycapsule};

use crate::error::{Error, Result};

/// More rows are not in one batch: texts of a column have 2 GiB together.
pub(crate) const MOST: usize = 1 << 24;

/// Refuses what would be too many rows for one batch.
pub(crate) fn check_number(rows: u64, instead: &str) -> Result<()> {
    if rows <= MOST as u64 {
        return Ok(());
    }
    Err(Error::Asked(format!(
        "{rows} rows are more than one record batch holds, {MOST} at most; {instead} gives many batches"
    )))
}

/// Rows that are being gathered.
pub(crate) struct Builder {
    columns: Vec<(Field, Values)>,
    rows: usize,
}

enum Values {
    Text(StringBuilder),
    Flag(BooleanBuilder),
    Whole8(UInt8Builder),
    Whole16(UInt16Builder),
    Whole64(UInt64Builder),
    Real(Float64Builder),
}

impl Values {
    fn of(kind: Kind) -> (DataType, Values) {
        match kind {
            Kind::Text => (DataType::Utf8, Values::Text(StringBuilder::new())),
            Kind::Flag => (DataType::Boolean, Values::Flag(BooleanBuilder::new())),
            Kind::Whole(8) => (DataType::UInt8, Values::Whole8(UInt8Builder::new())),
            Kind::Whole(16) => (DataType::UInt16, Values::Whole16(UInt16Builder::new())),
            Kind::Whole(_) => (DataType::UInt64, Values::Whole64(UInt64Builder::new())),
            Kind::Real => (DataType::Float64, Values::Real(Float64Builder::new())),
        }
    }

    /// Takes a value as a file has it; what is empty is null.
    fn push(&mut self, text: Option<&str>) {
        let text = text.filter(|text| !text.is_empty());
        fn read<T: std::str::FromStr>(text: Option<&str>) -> Option<T> {
            text.map(|text| text.parse().ok().expect("a value of the kind of its column"))
        }
        match self {
            Values::Text(values) => values.append_option(text),
            Values::Flag(values) => values.append_option(read(text)),
            Values::Whole8(values) => values.append_option(read(text)),
            Values::Whole16(values) => values.append_option(read(text)),
            Values::Whole64(values) => values.append_option(read(text)),
            Values::Real(values) => values.append_option(read(text)),
        }
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Values::Text(values) => ArrayBuilder::finish(values),
            Values::Flag(values) => ArrayBuilder::finish(values),
            Values::Whole8(values) => ArrayBuilder::finish(values),
            Values::Whole16(values) => ArrayBuilder::finish(values),
            Values::Whole64(values) => ArrayBuilder::finish(values),
            Values::Real(values) => ArrayBuilder::finish(values),
        }
    }
}

impl Builder {
    /// Columns of the contract.
    pub(crate) fn of(columns: &[&Column]) -> Builder {
        Builder::new(columns.iter().map(|column| (column.name, column.kind)))
    }

    /// Columns by their names and kinds.
    pub(crate) fn new<'a>(columns: impl IntoIterator<Item = (&'a str, Kind)>) -> Builder {
        let column = |(name, kind)| {
            let (kind, values) = Values::of(kind);
            (Field::new(name, kind, true), values)
        };
        Builder { columns: columns.into_iter().map(column).collect(), rows: 0 }
    }

    /// How many rows there are.
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// Takes a row; values that are not given are null.
    pub(crate) fn row<'a>(&mut self, values: impl IntoIterator<Item = Option<&'a str>>) {
        let mut values = values.into_iter();
        for (_, column) in &mut self.columns {
            column.push(values.next().flatten());
        }
        self.rows += 1;
    }

    /// Takes a row, a line of CSV without quotes.
    pub(crate) fn line(&mut self, line: &str) {
        self.row(line.trim_end().split(',').map(Some));
    }

    /// The rows so far. Then there are none any more.
    pub(crate) fn finish(&mut self) -> RecordBatch {
        self.rows = 0;
        let fields: Vec<Field> = self.columns.iter().map(|(field, _)| field.clone()).collect();
        let arrays = self.columns.iter_mut().map(|(_, values)| values.finish()).collect();
        let columns = Columns::try_new(Arc::new(Schema::new(fields)), arrays).expect("columns of one length");
        RecordBatch(columns)
    }
}

/// Rows of a result, in columns that pyarrow, polars, DuckDB and pandas take as they are, without a copy.
///
/// It has the methods of Arrow's PyCapsule interface, so that `pyarrow.record_batch(batch)`, `pyarrow.table(batch)`,
/// `polars.DataFrame(batch)` and `duckdb.sql("SELECT * FROM batch")` work. `batch["er"]` is a column as a list.
#[pyclass(frozen, module = "minirow")]
pub(crate) struct RecordBatch(Columns);

#[pymethods]
impl RecordBatch {
    /// The number of rows.
    #[getter]
    fn num_rows(&self) -> usize {
        self.0.num_rows()
    }

    /// The number of columns.
    #[getter]
    fn num_columns(&self) -> usize {
        self.0.num_columns()
    }

    /// The names of the columns, in order.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.0.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __len__(&self) -> usize {
        self.0.num_rows()
    }

    fn __repr__(&self) -> String {
        let fields = self.0.schema();
        let columns: Vec<String> =
            fields.fields().iter().map(|field| format!("{}: {}", field.name(), name(field.data_type()))).collect();
        format!("<minirow.RecordBatch of {} rows: {}>", self.0.num_rows(), columns.join(", "))
    }

    /// A column as a list, with None where there is no value.
    fn __getitem__<'py>(&self, py: Python<'py>, column: &str) -> PyResult<Bound<'py, PyList>> {
        list(py, self.column(column)?)
    }

    /// The columns as a dict of lists.
    fn to_pydict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (field, array) in self.0.schema().fields().iter().zip(self.0.columns()) {
            dict.set_item(field.name(), list(py, array)?)?;
        }
        Ok(dict)
    }

    /// The rows as a list of dicts.
    fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let rows: Vec<Bound<PyDict>> = (0..self.0.num_rows()).map(|_| PyDict::new(py)).collect();
        for (field, array) in self.0.schema().fields().iter().zip(self.0.columns()) {
            for (row, value) in rows.iter().zip(list(py, array)?) {
                row.set_item(field.name(), value)?;
            }
        }
        PyList::new(py, rows)
    }

    /// The grids of a column as a NumPy array of uint8 with shape (n, 81), row by row, 0 for an empty cell and for all cells
    /// where there is no value.
    #[pyo3(signature = (column="puzzle"))]
    fn to_numpy<'py>(&self, py: Python<'py>, column: &str) -> PyResult<Bound<'py, PyAny>> {
        let array = self.column(column)?;
        let texts = array.as_string_opt::<i32>().filter(|texts| texts.iter().flatten().all(|text| text.len() == 81));
        let Some(texts) = texts else {
            return Err(Error::Asked(format!("the column {column} holds no grids, expected texts of 81 digits")).into());
        };
        let mut numbers = Vec::with_capacity(81 * texts.len());
        for text in texts {
            let text = text.map_or([b'.'; 81].as_slice(), str::as_bytes);
            numbers.extend(text.iter().map(|&digit| digit.saturating_sub(b'0')));
        }
        let flat = py.import("numpy")?.call_method1("frombuffer", (PyByteArray::new(py, &numbers), "uint8"))?;
        flat.call_method1("reshape", (texts.len(), 81))
    }

    /// As a `pyarrow.RecordBatch`, which shares the columns.
    fn to_pyarrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("pyarrow")?.call_method1("record_batch", (slf,))
    }

    /// As a `polars.DataFrame`, which shares the columns.
    fn to_polars<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("polars")?.call_method1("DataFrame", (slf,))
    }

    /// As a `pandas.DataFrame`; takes pyarrow.
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        RecordBatch::to_pyarrow(slf)?.call_method0("to_pandas")
    }

    /// The columns for whoever knows Arrow's C interface: a schema and an array, in capsules.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyArrowResult<Bound<'py, PyTuple>> {
        let (field, array) = self.as_struct();
        to_array_pycapsules(py, field, &*array, requested_schema)
    }

    /// The same as a stream of one batch.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyArrowResult<Bound<'py, PyCapsule>> {
        let (field, array) = self.as_struct();
        to_stream_pycapsule(py, Box::new(ArrayIterator::new([Ok(array as ArrayRef)], field)), requested_schema)
    }

    /// The names and types of the columns, in a capsule.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyArrowResult<Bound<'py, PyCapsule>> {
        to_schema_pycapsule(py, self.0.schema().as_ref())
    }
}

impl RecordBatch {
    /// As Arrow's C interface has it.
    fn as_struct(&self) -> (FieldRef, Arc<StructArray>) {
        let field = Field::new_struct("", self.0.schema().fields().clone(), false);
        (Arc::new(field), Arc::new(self.0.clone().into()))
    }

    fn column(&self, name: &str) -> PyResult<&ArrayRef> {
        self.0.column_by_name(name).ok_or_else(|| {
            let names = self.column_names().join(", ");
            PyKeyError::new_err(format!("found no column {name}, expected one of {names}"))
        })
    }
}

/// What data frames call a type.
fn name(kind: &DataType) -> String {
    match kind {
        DataType::Utf8 => "string".into(),
        DataType::Boolean => "bool".into(),
        kind => kind.to_string().to_lowercase(),
    }
}

fn list<'py>(py: Python<'py>, array: &ArrayRef) -> PyResult<Bound<'py, PyList>> {
    fn of<'py, T: IntoPyObject<'py>>(
        py: Python<'py>,
        values: impl IntoIterator<Item = T>,
    ) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, values.into_iter().collect::<Vec<_>>())
    }
    match array.data_type() {
        DataType::Utf8 => of(py, array.as_string::<i32>()),
        DataType::Boolean => of(py, array.as_boolean()),
        DataType::UInt8 => of(py, array.as_primitive::<UInt8Type>()),
        DataType::UInt16 => of(py, array.as_primitive::<UInt16Type>()),
        DataType::UInt64 => of(py, array.as_primitive::<UInt64Type>()),
        _ => of(py, array.as_primitive::<Float64Type>()),
    }
}
