//! Rows as typed columns in memory, from which Parquet and Arrow arrays are written.

use crate::columns::Columns;
use crate::error::{ValueError, WriteError};
use crate::row::Row;
use crate::value::{ColumnType, Value};

/// A column of values of one type, of which some may be missing.
///
/// ```
/// use minirow_table::{ColumnBuffer, ColumnData, ColumnType, Value};
/// let mut clues = ColumnBuffer::new(ColumnType::UInt8);
/// clues.push("clues", &Value::from("25"))?;
/// clues.push("clues", &Value::Missing)?;
/// assert_eq!(clues.validity(), [true, false]);
/// assert!(matches!(clues.data(), ColumnData::UInt8(values) if values[..] == [25]));
/// # Ok::<(), minirow_table::ValueError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct ColumnBuffer {
    column_type: ColumnType,
    validity: Vec<bool>,
    data: ColumnData,
}

/// The values of a column without the missing ones, in order.
#[derive(Clone, PartialEq, Debug)]
pub enum ColumnData {
    /// Truth values.
    Bool(Vec<bool>),
    /// Whole numbers of 8 bits.
    UInt8(Vec<u8>),
    /// Whole numbers of 16 bits.
    UInt16(Vec<u16>),
    /// Whole numbers of 64 bits.
    UInt64(Vec<u64>),
    /// Numbers of 64 bits; all are finite.
    Float64(Vec<f64>),
    /// Texts.
    Utf8(TextBuffer),
}

/// Texts that are joined in one buffer.
///
/// ```
/// use minirow_table::{ColumnBuffer, ColumnData, ColumnType};
/// let mut names = ColumnBuffer::new(ColumnType::Utf8);
/// names.push("id", &"a".into())?;
/// names.push("id", &"bc".into())?;
/// let ColumnData::Utf8(texts) = names.data() else { unreachable!() };
/// assert_eq!((texts.joined(), texts.ends()), ("abc", &[1, 3][..]));
/// # Ok::<(), minirow_table::ValueError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TextBuffer {
    text: String,
    ends: Vec<usize>,
}

impl TextBuffer {
    fn push(&mut self, text: &str) {
        self.text += text;
        self.ends.push(self.text.len());
    }

    fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }

    /// Returns all texts joined.
    pub fn joined(&self) -> &str {
        &self.text
    }

    /// Returns the end of each text within the joined ones, in bytes.
    pub fn ends(&self) -> &[usize] {
        &self.ends
    }

    /// Returns the texts.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.text[start..end])
    }
}

impl ColumnBuffer {
    /// Creates an empty column.
    pub fn new(column_type: ColumnType) -> ColumnBuffer {
        let data = match column_type {
            ColumnType::Bool => ColumnData::Bool(Vec::new()),
            ColumnType::UInt8 => ColumnData::UInt8(Vec::new()),
            ColumnType::UInt16 => ColumnData::UInt16(Vec::new()),
            ColumnType::UInt64 => ColumnData::UInt64(Vec::new()),
            ColumnType::Float64 => ColumnData::Float64(Vec::new()),
            ColumnType::Utf8 => ColumnData::Utf8(TextBuffer::default()),
        };
        ColumnBuffer { column_type, validity: Vec::new(), data }
    }

    /// Adds a value; text in a column of numbers is parsed.
    ///
    /// # Errors
    /// Returns an error if the value is not of the type of the column; `name` is the name of the column in the message.
    pub fn push(&mut self, name: &str, value: &Value) -> Result<(), ValueError> {
        self.push_converted(&self.column_type.convert(name, value)?);
        Ok(())
    }

    /// Adds a value that [`ColumnType::convert`] has returned.
    fn push_converted(&mut self, value: &Value) {
        self.validity.push(!value.is_missing());
        match (&mut self.data, value) {
            (_, value) if value.is_missing() => {}
            (ColumnData::Bool(values), Value::Bool(value)) => values.push(*value),
            // `convert` has checked the range of numbers.
            (ColumnData::UInt8(values), Value::UInt(number)) => values.push(*number as u8),
            (ColumnData::UInt16(values), Value::UInt(number)) => values.push(*number as u16),
            (ColumnData::UInt64(values), Value::UInt(number)) => values.push(*number),
            (ColumnData::Float64(values), value) => values.extend(value.float()),
            (ColumnData::Utf8(values), value) => values.push(&value.text()),
            _ => unreachable!("the value was converted to the type of the column"),
        }
    }

    /// Returns the type of the values.
    pub fn column_type(&self) -> ColumnType {
        self.column_type
    }

    /// Returns a flag for each row: `true` if it has a value.
    pub fn validity(&self) -> &[bool] {
        &self.validity
    }

    /// Returns the values that are not missing.
    pub fn data(&self) -> &ColumnData {
        &self.data
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.validity.len()
    }

    /// Returns `true` if there is no row.
    pub fn is_empty(&self) -> bool {
        self.validity.is_empty()
    }

    /// Removes all values and keeps the memory.
    pub fn clear(&mut self) {
        self.validity.clear();
        match &mut self.data {
            ColumnData::Bool(values) => values.clear(),
            ColumnData::UInt8(values) => values.clear(),
            ColumnData::UInt16(values) => values.clear(),
            ColumnData::UInt64(values) => values.clear(),
            ColumnData::Float64(values) => values.clear(),
            ColumnData::Utf8(values) => values.clear(),
        }
    }
}

/// Rows as typed columns.
///
/// ```
/// use minirow_table::{Columns, Row, RowBuffer};
/// let mut rows = RowBuffer::new(Columns::of_header(["puzzle", "clues"]));
/// rows.push_row(&Row::new(".".repeat(81).parse()?))?;
/// assert_eq!((rows.len(), rows.buffers().len()), (1, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RowBuffer {
    columns: Columns,
    buffers: Vec<ColumnBuffer>,
    rows: usize,
}

impl RowBuffer {
    /// Creates empty columns.
    pub fn new(columns: Columns) -> RowBuffer {
        let buffers = columns.iter().map(|column| ColumnBuffer::new(column.column_type())).collect();
        RowBuffer { columns, buffers, rows: 0 }
    }

    /// Adds a row.
    ///
    /// # Errors
    /// Returns an error if a value does not fit its column; then nothing is added.
    pub fn push_row(&mut self, row: &Row) -> Result<(), WriteError> {
        let values: Vec<Value> = self.columns.values(row).collect();
        self.push_values(&values)
    }

    /// Adds a row by its values, in the order of the columns.
    ///
    /// # Errors
    /// Returns an error if a value does not fit its column, or the number of values differs from that of columns; then
    /// nothing is added.
    pub fn push_values(&mut self, values: &[Value]) -> Result<(), WriteError> {
        check_count(&self.columns, values)?;
        let columns = self.columns.iter().zip(values);
        let converted: Vec<Value> = columns
            .map(|(column, value)| column.column_type().convert(column.name(), value))
            .collect::<Result<_, _>>()?;
        self.buffers.iter_mut().zip(&converted).for_each(|(buffer, value)| buffer.push_converted(value));
        self.rows += 1;
        Ok(())
    }

    /// Returns the columns.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    /// Returns the values of the columns, in order.
    pub fn buffers(&self) -> &[ColumnBuffer] {
        &self.buffers
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Returns `true` if there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Removes all rows and keeps the memory.
    pub fn clear(&mut self) {
        self.buffers.iter_mut().for_each(ColumnBuffer::clear);
        self.rows = 0;
    }
}

/// Checks that there are as many values as columns.
pub(crate) fn check_count(columns: &Columns, values: &[Value]) -> Result<(), WriteError> {
    let (found, expected) = (values.len(), columns.len());
    if found == expected { Ok(()) } else { Err(WriteError::ValueCount { found, expected }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_added_completely_or_not_at_all() {
        let mut rows = RowBuffer::new(Columns::of_header(["id", "clues", "er"]));
        let error = rows.push_values(&["a".into(), "256".into(), "1.2".into()]).unwrap_err();
        assert_eq!(error.to_string(), "clues is `256`, expected a whole number from 0 to 255");
        assert!(rows.push_values(&["a".into()]).is_err());
        assert!(rows.is_empty() && rows.buffers().iter().all(ColumnBuffer::is_empty));
        rows.push_values(&["a".into(), Value::Missing, "1.2".into()]).unwrap();
        rows.push_values(&["".into(), Value::UInt(30), Value::Missing]).unwrap();
        rows.push_values(&["bc".into(), Value::UInt(31), Value::Missing]).unwrap();
        let ColumnData::Utf8(ids) = rows.buffers()[0].data() else { panic!("ids are text") };
        assert_eq!(
            (ids.iter().collect::<Vec<_>>(), rows.buffers()[0].validity()),
            (vec!["a", "bc"], &[true, false, true][..])
        );
        assert_eq!((ids.joined(), ids.ends()), ("abc", &[1, 3][..]));
        assert_eq!(rows.buffers()[1].data(), &ColumnData::UInt8(vec![30, 31]));
        assert_eq!(rows.buffers()[2].data(), &ColumnData::Float64(vec![1.2]));
        rows.clear();
        assert_eq!((rows.len(), rows.buffers()[0].len()), (0, 0));
    }
}
