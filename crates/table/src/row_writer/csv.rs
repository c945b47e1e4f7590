//! CSV: a header, and one record per row. Fields have quotes only if needed; records end in `\n`.

use std::io::Write;

use minirow_formats::csv_record;

use super::RowWriter;
use crate::columns::Columns;
use crate::error::WriteError;
use crate::row::Row;
use crate::value::Value;

/// Writes CSV.
pub(super) struct CsvWriter<W: Write> {
    columns: Columns,
    writer: csv::Writer<W>,
}

impl<W: Write> CsvWriter<W> {
    pub(super) fn new(columns: &Columns, to: W) -> Result<CsvWriter<W>, WriteError> {
        let mut writer = csv::Writer::from_writer(to);
        writer.write_record(columns.names()).map_err(std::io::Error::from)?;
        Ok(CsvWriter { columns: columns.clone(), writer })
    }
}

impl<W: Write + Send> RowWriter<W> for CsvWriter<W> {
    fn columns(&self) -> &Columns {
        &self.columns
    }

    fn write_values(&mut self, values: &[Value]) -> Result<(), WriteError> {
        self.columns.check(values)?;
        for value in values {
            self.writer.write_field(value.text().as_bytes()).map_err(std::io::Error::from)?;
        }
        Ok(self.writer.write_record(None::<&[u8]>).map_err(std::io::Error::from)?)
    }

    fn finish(self: Box<Self>) -> Result<W, WriteError> {
        Ok(self.writer.into_inner().map_err(csv::IntoInnerError::into_error)?)
    }
}

/// Returns a row as a record of CSV, with its line end.
///
/// ```
/// use minirow_table::{Columns, Row, csv_line};
/// let mut row = Row::new(".".repeat(81).parse()?);
/// row.section = Some("Easy, to begin".into());
/// row.weight = Some(0.1 + 0.2);
/// let columns = Columns::of_header(["clues", "weight", "section"]);
/// assert_eq!(csv_line(&columns, &row), "0,0.30000000000000004,\"Easy, to begin\"\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn csv_line(columns: &Columns, row: &Row) -> String {
    csv_record(columns.values(row).map(|value| value.text().into_owned()), None)
}
