//! Record batches: typed columns that are filled row by row, and handed to Python through Arrow's C interface.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, UInt8Type, UInt16Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, BooleanArray, Float64Array, RecordBatch as Arrays, StringArray, StructArray, UInt8Array,
    UInt16Array, UInt64Array,
};
use arrow_schema::{DataType, Field, FieldRef, Schema, SchemaRef};
use minirow_table::{ColumnBuffer, ColumnData, ColumnType, Columns, Row, Value};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyCapsule, PyDict, PyList, PyTuple};
use pyo3_arrow::error::PyArrowResult;
use pyo3_arrow::ffi::{ArrayIterator, to_array_pycapsules, to_schema_pycapsule, to_stream_pycapsule};

use crate::error::{Error, Result};

/// The most rows of one batch: the text of a column has at most 2 GiB.
pub(crate) const MAX_ROWS: usize = 1 << 24;

/// Checks that a number of rows fits into one batch.
pub(crate) fn check_number(rows: u64, instead: &str) -> Result<()> {
    if rows <= MAX_ROWS as u64 {
        return Ok(());
    }
    Err(Error::Invalid(format!(
        "{rows} rows are more than one record batch holds, {MAX_ROWS} at most; {instead} gives many batches"
    )))
}

/// The rows of a batch while they are collected.
pub(crate) struct BatchBuilder {
    schema: SchemaRef,
    columns: Vec<ColumnBuffer>,
    rows: usize,
}

impl BatchBuilder {
    /// Creates an empty batch of columns by their names and types.
    pub(crate) fn new<'a>(columns: impl IntoIterator<Item = (&'a str, ColumnType)>) -> BatchBuilder {
        let column =
            |(name, column_type)| (Field::new(name, data_type(column_type), true), ColumnBuffer::new(column_type));
        let (fields, columns): (Vec<Field>, Vec<ColumnBuffer>) = columns.into_iter().map(column).unzip();
        BatchBuilder { schema: Arc::new(Schema::new(fields)), columns, rows: 0 }
    }

    /// Creates an empty batch of columns of rows.
    pub(crate) fn of(columns: &Columns) -> BatchBuilder {
        BatchBuilder::new(columns.iter().map(|column| (column.name(), column.column_type())))
    }

    /// Returns the number of rows.
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// Adds a row of these columns.
    pub(crate) fn push_row(&mut self, columns: &Columns, row: &Row) {
        self.push(columns.values(row));
    }

    /// Adds a row by its values, in the order of the columns; the values that are not given are null.
    pub(crate) fn push<'a>(&mut self, values: impl IntoIterator<Item = Value<'a>>) {
        let values = values.into_iter().chain(std::iter::repeat(Value::Missing));
        for ((column, field), value) in self.columns.iter_mut().zip(self.schema.fields()).zip(values) {
            column.push(field.name(), &value).expect("values have the type of their column");
        }
        self.rows += 1;
    }

    /// Returns the rows so far, and begins another batch.
    pub(crate) fn finish(&mut self) -> RecordBatch {
        let arrays = self.columns.iter().map(array).collect();
        self.columns.iter_mut().for_each(ColumnBuffer::clear);
        self.rows = 0;
        RecordBatch(Arrays::try_new(self.schema.clone(), arrays).expect("columns of the same length"))
    }
}

fn data_type(column_type: ColumnType) -> DataType {
    match column_type {
        ColumnType::Bool => DataType::Boolean,
        ColumnType::UInt8 => DataType::UInt8,
        ColumnType::UInt16 => DataType::UInt16,
        ColumnType::UInt64 => DataType::UInt64,
        ColumnType::Float64 => DataType::Float64,
        ColumnType::Utf8 => DataType::Utf8,
    }
}

/// Returns a column as an array of Arrow.
fn array(column: &ColumnBuffer) -> ArrayRef {
    /// Puts null where there is no value.
    fn with_nulls<T>(validity: &[bool], values: impl IntoIterator<Item = T>) -> impl Iterator<Item = Option<T>> {
        let mut values = values.into_iter();
        validity.iter().map(move |&is_valid| if is_valid { values.next() } else { None })
    }
    let validity = column.validity();
    match column.data() {
        ColumnData::Bool(values) => Arc::new(BooleanArray::from_iter(with_nulls(validity, values.iter().copied()))),
        ColumnData::UInt8(values) => Arc::new(UInt8Array::from_iter(with_nulls(validity, values.iter().copied()))),
        ColumnData::UInt16(values) => Arc::new(UInt16Array::from_iter(with_nulls(validity, values.iter().copied()))),
        ColumnData::UInt64(values) => Arc::new(UInt64Array::from_iter(with_nulls(validity, values.iter().copied()))),
        ColumnData::Float64(values) => Arc::new(Float64Array::from_iter(with_nulls(validity, values.iter().copied()))),
        ColumnData::Utf8(texts) => Arc::new(StringArray::from_iter(with_nulls(validity, texts.iter()))),
    }
}

/// Rows of a result, in columns that pyarrow, polars, DuckDB and pandas take as they are, without a copy.
///
/// It has the methods of Arrow's PyCapsule interface, so that `pyarrow.record_batch(batch)`, `pyarrow.table(batch)`,
/// `polars.DataFrame(batch)` and `duckdb.sql("SELECT * FROM batch")` work. `batch["er"]` is a column as a list.
#[pyclass(frozen, module = "minirow")]
pub(crate) struct RecordBatch(Arrays);

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
            return Err(
                Error::Invalid(format!("the column {column} holds no grids, expected texts of 81 digits")).into()
            );
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

    /// The columns for Arrow's C interface: a schema and an array, in capsules.
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
    /// Returns the columns as Arrow's C interface takes them.
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

/// Returns the name of a type, as data frames call it.
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
