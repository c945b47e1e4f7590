//! CSV: a header, and one record per row. Fields have quotes only if needed; records end in `\n`.

use std::io::Write;

use minirow_formats::csv_record;

use super::RowWriter;
use crate::columns::Columns;
use crate::error::WriteError;
use crate::row::Row;
use crate::value::Value;

/// Writes CSV.
pub(super) struct CsvWriter<W> {
    columns: Columns,
    to: W,
}

impl<W: Write> CsvWriter<W> {
    pub(super) fn new(columns: &Columns, mut to: W) -> Result<CsvWriter<W>, WriteError> {
        to.write_all(columns.header_line().as_bytes())?;
        Ok(CsvWriter { columns: columns.clone(), to })
    }
}

impl<W: Write + Send> RowWriter<W> for CsvWriter<W> {
    fn columns(&self) -> &Columns {
        &self.columns
    }

    fn write_values(&mut self, values: &[Value]) -> Result<(), WriteError> {
        self.columns.check(values)?;
        Ok(self.to.write_all(csv_record(values.iter().map(Value::text), None).as_bytes())?)
    }

    fn finish(mut self: Box<Self>) -> Result<W, WriteError> {
        self.to.flush()?;
        Ok(self.to)
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

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    /// A full disk, with the error of a file that is written.
    struct Full;

    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            let error = minirow_files::Error::from_write(io::ErrorKind::StorageFull.into(), "out.csv".as_ref());
            Err(io::Error::new(io::ErrorKind::StorageFull, error))
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_error_of_a_full_disk_names_the_file_once() {
        let columns = Columns::of_header(["puzzle"]);
        let Err(WriteError::Io(error)) = CsvWriter::new(&columns, Full) else { panic!("the disk is full") };
        let message = minirow_files::Error::from_write(error, "out.csv".as_ref()).to_string();
        assert_eq!(message, "out.csv: cannot be written: no storage space");
    }
}
