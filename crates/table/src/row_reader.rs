//! Reading rows back from files that minirow has written.

use std::fs::File;
use std::io::BufRead;

use minirow_files::SharedFile;

use crate::columns::Columns;
use crate::error::{ReadError, RowError, RowErrorKind, ValueError};
use crate::foreign::{ForeignReader, ForeignRow};
use crate::row::Row;
use crate::row_writer::csv_line;

/// Reads the rows of a pack, a book, graded puzzles or a data set.
///
/// An invalid row is reported with its line, and reading continues after it.
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
    rows: ForeignReader<'a>,
    is_strict: bool,
}

impl<'a> RowReader<'a> {
    /// Reads the header of a CSV file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, a column is not in the registry, or no column holds puzzles.
    pub fn csv(reader: impl BufRead + Send + 'a) -> Result<RowReader<'a>, ReadError> {
        RowReader::of(ForeignReader::new(reader)?)
    }

    fn of(rows: ForeignReader<'a>) -> Result<RowReader<'a>, ReadError> {
        if let Some(unknown) = rows.columns().iter().find(|column| column.known().is_none()) {
            return Err(ReadError::UnknownColumn { column: unknown.name().into() });
        }
        if rows.columns().puzzle_position().is_none() {
            return Err(ReadError::NoPuzzle);
        }
        Ok(RowReader { rows, is_strict: false })
    }

    /// Opens a regular file of CSV or Parquet.
    ///
    /// # Errors
    /// Returns the errors of [`RowReader::csv`].
    pub fn open(file: File) -> Result<RowReader<'a>, ReadError> {
        RowReader::of(ForeignReader::open(SharedFile::new(file))?)
    }

    /// Reports every record that differs by a byte from what minirow writes. Partial files are read in this way before
    /// they are resumed.
    #[must_use]
    pub fn strict(self) -> RowReader<'a> {
        RowReader { is_strict: true, ..self }
    }

    /// Returns the columns of the file.
    pub fn columns(&self) -> &Columns {
        self.rows.columns()
    }

    /// Checks that a record is written as minirow writes the row.
    fn check(&self, found: &ForeignRow, row: &Row) -> Result<(), RowErrorKind> {
        if !self.is_strict || csv_line(self.columns(), row).as_bytes() == found.text {
            return Ok(());
        }
        let values = self.columns().names().zip(self.columns().values(row)).zip(&found.fields);
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
        let found = self.rows.next()?;
        Some(found.and_then(|found| {
            let row = found.row()?;
            self.check(&found, &row).map_err(|kind| RowError { line: found.line, kind })?;
            Ok(row)
        }))
    }
}
