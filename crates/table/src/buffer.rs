//! Typed columns in memory, from which Parquet and Arrow arrays are made.

use crate::error::ValueError;
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
    pub(crate) fn push_converted(&mut self, value: &Value) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_values_are_not_in_the_data() {
        let mut ids = ColumnBuffer::new(ColumnType::Utf8);
        ["a", "", "bc"].iter().for_each(|&id| ids.push("id", &id.into()).unwrap());
        let ColumnData::Utf8(texts) = ids.data() else { panic!("ids are text") };
        assert_eq!((texts.iter().collect::<Vec<_>>(), ids.validity()), (vec!["a", "bc"], &[true, false, true][..]));
        assert_eq!((texts.joined(), texts.ends()), ("abc", &[1, 3][..]));
        ids.clear();
        assert!(ids.is_empty());
        let mut clues = ColumnBuffer::new(ColumnType::UInt8);
        let error = clues.push("clues", &"256".into()).unwrap_err();
        assert_eq!(error.to_string(), "clues is `256`, expected a whole number from 0 to 255");
        [Value::Missing, Value::UInt(30), Value::UInt(31)].iter().for_each(|value| clues.push("clues", value).unwrap());
        assert_eq!((clues.len(), clues.data()), (3, &ColumnData::UInt8(vec![30, 31])));
        let mut er = ColumnBuffer::new(ColumnType::Float64);
        er.push("er", &"1.2".into()).unwrap();
        assert_eq!(er.data(), &ColumnData::Float64(vec![1.2]));
    }
}
