//! CSV: a header, and one record per row. Fields have quotes only if needed; records end in `\n`.

use std::io::{self, Write};

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
        writer.write_record(columns.names()).map_err(io_error)?;
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
            self.writer.write_field(value.text().as_bytes()).map_err(io_error)?;
        }
        Ok(self.writer.write_record(None::<&[u8]>).map_err(io_error)?)
    }

    fn finish(self: Box<Self>) -> Result<W, WriteError> {
        Ok(self.writer.into_inner().map_err(csv::IntoInnerError::into_error)?)
    }
}

/// Returns the error of the file below, such as that of a full disk, as it is.
fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        _ => io::ErrorKind::InvalidInput.into(),
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
    use super::*;
    use crate::files;

    /// A full disk, with the error of a file that is written.
    struct Full;

    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            let error = files::Error::from_write(io::ErrorKind::StorageFull.into(), "out.csv".as_ref());
            Err(io::Error::new(io::ErrorKind::StorageFull, error))
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_error_of_a_full_disk_names_the_file_once() {
        let columns = Columns::of_header(["puzzle"]);
        let mut writer = CsvWriter::new(&columns, Full).unwrap();
        let written = (0..1000).try_for_each(|_| writer.write_values(&[".".repeat(81).as_str().into()]));
        let Err(WriteError::Io(error)) = written else { panic!("{written:?}") };
        let message = files::Error::from_write(error, "out.csv".as_ref()).to_string();
        assert_eq!(message, "out.csv: cannot be written: no storage space");
    }
}
