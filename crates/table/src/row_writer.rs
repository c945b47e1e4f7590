//! Writing rows as CSV, JSON lines or Parquet. Equal rows always give equal bytes.

mod csv;
mod json_lines;
#[cfg(feature = "parquet")]
mod parquet;

use std::io::Write;

pub use self::csv::csv_line;

use crate::columns::Columns;
use crate::error::WriteError;
use crate::format::Format;
use crate::row::Row;
use crate::value::Value;

/// A file of rows that is being written to a writer of bytes.
pub trait RowWriter<W>: Send {
    /// Returns the columns of the file.
    fn columns(&self) -> &Columns;

    /// Writes a row by its values, in the order of the columns.
    ///
    /// # Errors
    /// Returns an error if a value does not fit its column, or the row cannot be written. CSV takes any value.
    fn write_values(&mut self, values: &[Value]) -> Result<(), WriteError>;

    /// Writes a row.
    ///
    /// # Errors
    /// Returns the errors of [`RowWriter::write_values`].
    fn write_row(&mut self, row: &Row) -> Result<(), WriteError> {
        let values: Vec<Value> = self.columns().values(row).collect();
        self.write_values(&values)
    }

    /// Writes the end of the file, flushes, and returns the writer of bytes.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    fn finish(self: Box<Self>) -> Result<W, WriteError>;
}

/// Begins a file of rows. The metadata, as keys and values, are written if the format has a place for them.
///
/// # Errors
/// Returns an error if this build lacks the format, or the file cannot be written.
///
/// ```
/// use minirow_table::{Columns, Format, Row, row_writer};
/// let mut bytes = Vec::new();
/// let mut writer = row_writer(Format::JsonLines, &Columns::of_header(["clues", "er"]), &[], &mut bytes)?;
/// writer.write_row(&Row::new(".".repeat(81).parse()?))?;
/// writer.finish()?;
/// assert_eq!(bytes, b"{\"clues\":0,\"er\":null}\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn row_writer<'a, W: Write + Send + 'a>(
    format: Format,
    columns: &Columns,
    metadata: &[(String, String)],
    to: W,
) -> Result<Box<dyn RowWriter<W> + 'a>, WriteError> {
    match format {
        Format::Csv => Ok(Box::new(csv::CsvWriter::new(columns, to)?)),
        Format::JsonLines => Ok(Box::new(json_lines::JsonLinesWriter::new(columns, to))),
        #[cfg(feature = "parquet")]
        Format::Parquet => Ok(Box::new(parquet::ParquetWriter::new(columns, metadata, to)?)),
        #[cfg(not(feature = "parquet"))]
        Format::Parquet => {
            let _ = metadata;
            Err(WriteError::NoParquet)
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) const NAMES: [&str; 5] = ["id", "solution", "er", "minimal", "index"];
    pub(crate) const ROWS: [[&str; 5]; 3] = [
        ["1-0", "123456789", "1.2", "true", "0"],
        ["a \"b\", c", "000000001", "", "false", "18446744073709551615"],
        ["", "", "10.0", "", ""],
    ];

    pub(crate) fn written(format: Format) -> Vec<u8> {
        let mut bytes = Vec::new();
        let metadata = [("seed".into(), "1".into())];
        let mut writer = row_writer(format, &Columns::of_header(NAMES), &metadata, &mut bytes).unwrap();
        ROWS.iter().for_each(|row| writer.write_values(&row.map(Value::from)).unwrap());
        writer.finish().unwrap();
        bytes
    }

    #[test]
    fn csv_quotes_a_field_only_if_needed() {
        let text = String::from_utf8(written(Format::Csv)).unwrap();
        assert_eq!(
            text,
            "id,solution,er,minimal,index\n\
             1-0,123456789,1.2,true,0\n\
             \"a \"\"b\"\", c\",000000001,,false,18446744073709551615\n\
             ,,10.0,,\n"
        );
    }

    #[test]
    fn json_lines_have_numbers_in_columns_of_numbers() {
        let text = String::from_utf8(written(Format::JsonLines)).unwrap();
        assert_eq!(
            text,
            r#"{"id":"1-0","solution":"123456789","er":1.2,"minimal":true,"index":0}
{"id":"a \"b\", c","solution":"000000001","er":null,"minimal":false,"index":18446744073709551615}
{"id":null,"solution":null,"er":10.0,"minimal":null,"index":null}
"#
        );
    }

    #[test]
    fn a_value_that_does_not_fit_its_column_is_named() {
        for format in [Format::JsonLines, Format::Parquet] {
            if format.check().is_err() {
                continue;
            }
            let mut bytes = Vec::new();
            let mut writer = row_writer(format, &Columns::of_header(["clues", "er"]), &[], &mut bytes).unwrap();
            let too_few = writer.write_values(&["25".into()]).unwrap_err().to_string();
            assert_eq!(too_few, "found 1 value, expected 2");
            let mut message = |row: [&str; 2]| writer.write_values(&row.map(Value::from)).unwrap_err().to_string();
            assert_eq!(message(["256", "1.2"]), "clues is `256`, expected a whole number from 0 to 255");
            assert_eq!(message(["25", "hard"]), "er is `hard`, expected a number");
        }
    }

    #[test]
    fn numbers_of_other_programs_become_valid_json() {
        let mut bytes = Vec::new();
        let columns = Columns::of_header(["clues", "index", "er"]);
        let mut writer = row_writer(Format::JsonLines, &columns, &[], &mut bytes).unwrap();
        writer.write_values(&["007".into(), "+5".into(), "1.20".into()]).unwrap();
        writer.finish().unwrap();
        assert_eq!(String::from_utf8(bytes).unwrap(), "{\"clues\":7,\"index\":5,\"er\":1.20}\n");
    }
}
