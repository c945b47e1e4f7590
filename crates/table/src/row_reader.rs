//! Reading files that minirow has written back into rows.

use std::fs::File;
use std::io::{BufRead, Read, Seek};

use crate::columns::Columns;
use crate::error::{ReadError, RowError, RowErrorKind, ValueError};
use crate::foreign::{ForeignReader, ForeignRow, read_row};
use crate::parquet_reader::{MAGIC, ParquetRows};
use crate::row::Row;
use crate::row_writer::csv_line;
use crate::shared_file::SharedFile;

/// Reads the rows of a pack, a book, graded puzzles or a data set.
///
/// A row that is wrong is reported with its line, and reading goes on after it.
///
/// ```
/// use minirow_table::{Columns, RowReader};
/// let text = format!("puzzle,clues,er\n{},0,1.2\n", ".".repeat(81));
/// let mut rows = RowReader::csv(text.as_bytes())?.strict();
/// assert_eq!(rows.next().unwrap()?.er.unwrap().tenths(), 12);
/// let text = text.replace(",0,", ",7,");
/// let error = RowReader::csv(text.as_bytes())?.strict().next().unwrap().unwrap_err();
/// assert_eq!(error.to_string(), "line 2: clues is `7`, expected 0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RowReader<'a> {
    source: Source<'a>,
    columns: Columns,
    is_strict: bool,
    /// The line of the row that was read last.
    line: u64,
}

enum Source<'a> {
    Csv(ForeignReader<'a>),
    Parquet(ParquetRows),
}

impl<'a> RowReader<'a> {
    /// Reads the header of a CSV file.
    ///
    /// # Errors
    /// If the file cannot be read, a column is not one of ours, or there is no column with puzzles.
    pub fn csv(reader: impl BufRead + Send + 'a) -> Result<RowReader<'a>, ReadError> {
        let reader = ForeignReader::new(reader)?;
        let columns = reader.columns().clone();
        RowReader::new(Source::Csv(reader), columns)
    }

    /// Opens a file of CSV or Parquet.
    ///
    /// # Errors
    /// As [`RowReader::csv`].
    pub fn open(mut file: File) -> Result<RowReader<'a>, ReadError> {
        let mut first = [0; 4];
        let is_parquet = file.metadata()?.is_file() && file.read_exact(&mut first).is_ok() && first == *MAGIC;
        if file.metadata()?.is_file() {
            file.rewind()?;
        }
        if !is_parquet {
            return RowReader::csv(std::io::BufReader::with_capacity(1 << 16, file));
        }
        let rows = ParquetRows::open(SharedFile::new(file))?;
        let columns = Columns::of_header(rows.names());
        RowReader::new(Source::Parquet(rows), columns)
    }

    fn new(source: Source<'a>, columns: Columns) -> Result<RowReader<'a>, ReadError> {
        if let Some(unknown) = columns.iter().find(|column| column.known().is_none()) {
            return Err(ReadError::UnknownColumn { column: unknown.name().into() });
        }
        if columns.puzzle_position().is_none() {
            return Err(ReadError::NoColumn { column: "puzzle".into() });
        }
        Ok(RowReader { source, columns, is_strict: false, line: 1 })
    }

    /// Reports every record that is not to the byte as it is written; for partial files, which are gone on with.
    #[must_use]
    pub fn strict(self) -> RowReader<'a> {
        RowReader { is_strict: true, ..self }
    }

    /// Returns the columns of the file.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    /// Returns the line of the row that was read last, counted from 1; 1, that of the header, before the first.
    pub fn line(&self) -> u64 {
        self.line
    }

    fn check(&self, found: &ForeignRow, row: &Row) -> Result<(), RowErrorKind> {
        if !self.is_strict || csv_line(&self.columns, row).as_bytes() == found.text() {
            return Ok(());
        }
        let values = self.columns.names().zip(self.columns.values(row)).zip(found.fields());
        for ((column, expected), found) in values {
            if expected.text() != found {
                let expected = if expected.is_missing() { "nothing".into() } else { expected.to_string() };
                return Err(ValueError { column: column.into(), value: found.into(), expected }.into());
            }
        }
        Err(RowErrorKind::NotAsWritten)
    }
}

impl Iterator for RowReader<'_> {
    type Item = Result<Row, RowError>;

    fn next(&mut self) -> Option<Result<Row, RowError>> {
        let (line, row) = match &mut self.source {
            Source::Csv(reader) => match reader.next()? {
                Ok(found) => {
                    let row = found.row();
                    let row = row.and_then(|row| match self.check(&found, &row) {
                        Ok(()) => Ok(row),
                        Err(kind) => Err(RowError { line: found.line(), kind }),
                    });
                    (found.line(), row)
                }
                Err(error) => (error.line, Err(error)),
            },
            Source::Parquet(rows) => {
                let line = self.line + 1;
                let values = rows.next()?.map_err(RowErrorKind::from);
                let row = values
                    .and_then(|values| read_row(&self.columns, values.iter().map(|value| value.borrowed()), |_| true));
                (line, row.map_err(|kind| RowError { line, kind }))
            }
        };
        self.line = line;
        Some(row)
    }
}
