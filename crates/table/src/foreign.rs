//! Rows of any CSV file, with their text to the byte.
//!
//! A malformed row is reported with its line, and reading continues after it.

use std::io::{self, BufRead, BufReader};
use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;

use minirow_files::SharedFile;
use minirow_files::ordered::Held;
use minirow_formats::{CsvKind, CsvRows, RawRow, decoded};
use minirow_text::parse_grid;

use crate::column::Column;
use crate::columns::Columns;
use crate::error::{ReadError, RowError, RowErrorKind};
use crate::input::NeededColumns;
use crate::npy;
use crate::parquet_reader::open_as_csv;
use crate::row::Row;
use crate::value::Value;

/// The first bytes of every Parquet file.
pub(crate) const PARQUET_MAGIC: &[u8] = b"PAR1";

/// A row of a file, with its text to the byte. It dereferences to the row as it is in its file.
///
/// ```
/// use minirow_table::ForeignReader;
/// let text = format!("puzzle,er,remark\n{},4.40,x\n", ".".repeat(81));
/// let row = ForeignReader::new(text.as_bytes())?.next().unwrap()?;
/// assert_eq!((row.get("er"), row.get("remark")), (Some("4.40"), Some("x")));
/// assert_eq!(row.row()?.er.unwrap().tenths(), 44);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ForeignRow {
    columns: Arc<Columns>,
    row: RawRow,
}

impl Deref for ForeignRow {
    type Target = RawRow;

    fn deref(&self) -> &RawRow {
        &self.row
    }
}

impl ForeignRow {
    /// Returns the field of a column; `None` if the column is missing or the field is empty.
    pub fn get(&self, column: &str) -> Option<&str> {
        self.fields.get(self.columns.position(column)?).filter(|text| !text.is_empty())
    }

    /// Reads all columns of the registry.
    ///
    /// # Errors
    /// Returns an error if there is no puzzle, or a value does not fit its column.
    pub fn row(&self) -> Result<Row, RowError> {
        self.row_of(|_| true)
    }

    /// Reads the puzzle and the wanted columns. If ER is read and the level is not, the level follows from ER.
    ///
    /// # Errors
    /// Returns an error if there is no puzzle, or a value does not fit its column.
    pub fn row_of(&self, is_wanted: impl Fn(&Column) -> bool) -> Result<Row, RowError> {
        self.read(is_wanted).map_err(|kind| RowError { line: self.line, kind })
    }

    fn read(&self, is_wanted: impl Fn(&Column) -> bool) -> Result<Row, RowErrorKind> {
        let place = self.columns.puzzle_position().ok_or(RowErrorKind::NoPuzzle)?;
        let value = self.fields.get(place).unwrap_or_default();
        let mut row = Row::new(parse_grid(value).map_err(|error| RowErrorKind::Puzzle {
            column: self.columns.names().nth(place).unwrap_or_default().into(),
            value: value.into(),
            reason: error.to_string(),
        })?);
        for (number, (column, field)) in self.columns.iter().zip(&self.fields).enumerate() {
            if let Some(column) = column.known().filter(|column| number != place && is_wanted(column)) {
                column.set(&mut row, &Value::from(field))?;
            }
        }
        row.complete_level();
        Ok(row)
    }
}

impl Held for ForeignRow {
    fn held_bytes(&self) -> usize {
        2 * self.text.len() // the fields have the text once more
    }
}

/// Reads the rows of a CSV file with any columns.
///
/// ```
/// use minirow_table::ForeignReader;
/// let mut rows = ForeignReader::new("name;er\n\"a; b\";1.20\nc\n".as_bytes())?;
/// let first = rows.next().unwrap()?;
/// assert_eq!((first.get("name"), &*first.text), (Some("a; b"), &b"\"a; b\";1.20\n"[..]));
/// assert_eq!(rows.next().unwrap().unwrap_err().to_string(), "line 3: found 1 field, expected 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ForeignReader<'a> {
    rows: CsvRows<'a>,
    columns: Arc<Columns>,
}

impl<'a> ForeignReader<'a> {
    /// Reads the header of a CSV file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or its first line is not a header.
    pub fn new(reader: impl BufRead + Send + 'a) -> Result<ForeignReader<'a>, ReadError> {
        let rows = CsvRows::open(reader, CsvKind::Exact).map_err(|error| match error.into() {
            RowError { kind: RowErrorKind::Io(error), .. } => error.into(),
            error => ReadError::Header(error),
        })?;
        let rows = rows.ok_or(ReadError::NoPuzzle)?;
        let columns = Arc::new(Columns::of_header(rows.header().names()));
        Ok(ForeignReader { rows, columns })
    }

    /// Opens a file of CSV or Parquet. The text of a row of Parquet is its CSV.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or has no header.
    pub fn open(file: SharedFile) -> Result<ForeignReader<'a>, ReadError> {
        let is_written = file.begins_with(PARQUET_MAGIC);
        let reader = ForeignReader::new(open_table(file, None, None, NeededColumns::ALL)?)?;
        // The quotes of rows of Parquet are our own.
        Ok(if is_written { ForeignReader { rows: reader.rows.written(), ..reader } } else { reader })
    }

    /// Returns the columns of the header.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }
}

impl Iterator for ForeignReader<'_> {
    type Item = Result<ForeignRow, RowError>;

    fn next(&mut self) -> Option<Result<ForeignRow, RowError>> {
        let row = self.rows.next()?;
        let row = row.map(|row| ForeignRow { columns: self.columns.clone(), row });
        Some(row.map_err(RowError::from))
    }
}

/// Opens a file as text; the rows of Parquet, with the columns that are needed, and of NumPy arrays are read as CSV. The name of an
/// array tells how its numbers are to be read, and that another file has the solutions; another array may have them, too.
///
/// # Errors
/// Returns an error if the file cannot be read, or is a damaged table.
pub(crate) fn open_table(
    file: SharedFile,
    path: Option<&Path>,
    solutions: Option<&Path>,
    needed: NeededColumns,
) -> io::Result<Box<dyn BufRead + Send>> {
    if path.is_some_and(npy::is_named_inputs) || file.begins_with(npy::MAGIC) {
        npy::open_as_csv(file, path, solutions)
    } else if file.begins_with(PARQUET_MAGIC) {
        open_as_csv(file, needed)
    } else {
        decoded(BufReader::with_capacity(1 << 16, file))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &[u8]) -> Vec<Result<(u64, Vec<String>), String>> {
        let rows = ForeignReader::new(text).unwrap();
        let shown = |row: ForeignRow| (row.line, row.fields.iter().map(str::to_string).collect());
        rows.map(|row| row.map(shown).map_err(|error| error.to_string())).collect()
    }

    fn fields(line: u64, fields: [&str; 2]) -> Result<(u64, Vec<String>), String> {
        Ok((line, fields.map(str::to_string).to_vec()))
    }

    #[test]
    fn a_malformed_row_does_not_affect_other_rows() {
        let text = b"a,b\n1,2\n3\n\n4,5,6\r\n7,\"8\n9,x\"y\n\"1\"0,2\n\xff,1\n3,4";
        let found = read(text);
        assert_eq!(
            found,
            [
                fields(2, ["1", "2"]),
                Err("line 3: found 1 field, expected 2".into()),
                Err("line 5: found 3 fields, expected 2".into()),
                Err("line 6: found a quote that is not closed, expected one at the end of its field".into()),
                fields(7, ["9", "x\"y"]),
                Err("line 8: found text after a closing quote, expected the end of the field".into()),
                Err("line 9: found binary data (byte 0xff at position 1), expected text".into()),
                fields(10, ["3", "4"]),
            ]
        );
    }

    #[test]
    fn a_field_may_have_line_ends_in_quotes() {
        let text = "a,b\r\n1,\"two\nlines\"\r\n3,4\r\n";
        assert_eq!(read(text.as_bytes()), [fields(2, ["1", "two\nlines"]), fields(4, ["3", "4"])]);
        let rows: Vec<u8> =
            ForeignReader::new(text.as_bytes()).unwrap().flat_map(|row| row.unwrap().text.clone()).collect();
        assert_eq!(rows, text.as_bytes()[5..]);
    }

    #[test]
    fn a_repeated_column_is_refused_and_empty_fields_at_the_end_do_no_harm() {
        let refused = |header: &str| ForeignReader::new(header.as_bytes()).err().unwrap().to_string();
        assert_eq!(refused("\n\ner, ER\n"), "line 3: found two columns \"ER\", expected names that differ");
        let wide = (0..4097).map(|number| format!("c{number}")).collect::<Vec<_>>().join(",");
        assert_eq!(refused(&wide), "line 1: found 4097 columns, expected at most 4096");
        assert_eq!(read(b"a,b\n1,2,, \n"), [fields(2, ["1", "2"])]);
        assert_eq!(read(b"a,\n1\n"), [fields(2, ["1", ""])]);
    }

    #[test]
    fn a_long_line_is_skipped() {
        let text = format!("a,b\n{},2\n3,4\n", "x".repeat(3 << 20));
        let found = read(text.as_bytes());
        assert_eq!(found[0], Err("line 2: found a line of more than 1048576 bytes, expected a grid or a row".into()));
        assert_eq!(found[1..], [fields(3, ["3", "4"])]);
    }

    #[test]
    fn known_columns_are_read_and_the_level_follows_from_er() {
        let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let text = format!("\u{feff}quizzes;difficulty;minimal;remark\n{puzzle};7.0;True;x\n{puzzle};hard;True;x\n");
        let mut rows = ForeignReader::new(text.as_bytes()).unwrap();
        let row = rows.next().unwrap().unwrap().row().unwrap();
        assert_eq!((row.er.unwrap().tenths(), row.minimal, row.clues()), (70, Some(true), 30));
        assert_eq!(row.level.unwrap().to_string(), "diabolical");
        let bad = rows.next().unwrap().unwrap();
        assert_eq!(
            bad.row().unwrap_err().to_string(),
            "line 3: difficulty is `hard`, expected a rating from 0.0 to 20.0"
        );
        assert!(bad.row_of(|column| column.name() == "minimal").is_ok());
    }
}
