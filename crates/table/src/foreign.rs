//! Rows of any CSV file, with their own text to the byte. A row that is malformed is reported with its line, and reading
//! goes on after it.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;

use csv::{ReaderBuilder, StringRecord};

use crate::column::Column;
use crate::columns::Columns;
use crate::error::{ReadError, RowError, RowErrorKind};
use crate::parquet_reader::{MAGIC, open_as_csv};
use crate::registry::PUZZLE_COLUMNS;
use crate::row::Row;
use crate::shared_file::SharedFile;
use crate::value::Value;

/// The longest line that is read, in bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// A field with line ends in quotes ends within this number of lines; else its quote is a stray one.
const MOST_LINES: usize = 64;

/// Characters that may stand between fields.
const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// The header of a file: its text to the byte, and the columns that it names.
///
/// ```
/// use minirow_table::ForeignReader;
/// let reader = ForeignReader::new(&b"puzzle; er\r\n"[..])?;
/// assert_eq!((reader.header().text(), reader.header().delimiter()), (&b"puzzle; er\r\n"[..], b';'));
/// assert_eq!(reader.columns().position("er"), Some(1));
/// # Ok::<(), minirow_table::ReadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Header {
    text: Vec<u8>,
    delimiter: u8,
    columns: Columns,
}

impl Header {
    /// Returns the bytes of the line, with its end.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Returns the character between fields: a comma, a semicolon or a tab.
    pub fn delimiter(&self) -> u8 {
        self.delimiter
    }

    /// Returns the columns.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }
}

/// A row of a file, with its own text to the byte.
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
    header: Arc<Header>,
    line: u64,
    text: Vec<u8>,
    fields: StringRecord,
}

impl ForeignRow {
    /// Returns the line that the row starts in, counted from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// Returns the bytes of the row, with the line end if there is one.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Returns the header of the file.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the fields, in order; as many as there are columns.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        self.fields.iter()
    }

    /// Returns the fields as values: text, or missing where a field is empty.
    pub fn values(&self) -> Vec<Value<'_>> {
        self.fields.iter().map(Value::from).collect()
    }

    /// Returns the field in a place, counted from 0.
    pub fn field(&self, place: usize) -> Option<&str> {
        self.fields.get(place)
    }

    /// Returns the field of a column, if there is such a column and the field is not empty.
    pub fn get(&self, column: &str) -> Option<&str> {
        self.fields.get(self.header.columns.position(column)?).filter(|text| !text.is_empty())
    }

    /// Reads all columns that are known.
    ///
    /// # Errors
    /// If there is no puzzle, or a value does not fit its column.
    pub fn row(&self) -> Result<Row, RowError> {
        self.row_of(|_| true)
    }

    /// Reads some of the columns that are known, besides the puzzle. If ER is read and the level is not, the level is that
    /// of ER.
    ///
    /// # Errors
    /// If there is no puzzle, or a value does not fit its column.
    pub fn row_of(&self, is_wanted: impl Fn(&Column) -> bool) -> Result<Row, RowError> {
        let values = self.fields.iter().map(Value::from);
        read_row(&self.header.columns, values, is_wanted).map_err(|kind| RowError { line: self.line, kind })
    }
}

/// Reads a row from the values of columns.
pub(crate) fn read_row<'a>(
    columns: &Columns,
    values: impl Iterator<Item = Value<'a>> + Clone,
    is_wanted: impl Fn(&Column) -> bool,
) -> Result<Row, RowErrorKind> {
    let place = columns.puzzle_position().ok_or(RowErrorKind::NoPuzzle)?;
    let puzzle = values.clone().nth(place).unwrap_or_default().into_owned();
    let grid = puzzle.text().parse().map_err(|error: minirow_core::text::ParseError| RowErrorKind::Puzzle {
        column: PUZZLE_COLUMNS
            .into_iter()
            .find(|name| columns.position(name) == Some(place))
            .unwrap_or_default()
            .into(),
        value: puzzle.to_string(),
        reason: error.to_string(),
    })?;
    let mut row = Row::new(grid);
    for ((number, column), value) in columns.iter().enumerate().zip(values) {
        if let Some(column) = column.known().filter(|column| number != place && is_wanted(column)) {
            column.set(&mut row, &value)?;
        }
    }
    row.complete_level();
    Ok(row)
}

/// Reads the rows of a CSV file, whatever its columns are.
///
/// ```
/// use minirow_table::ForeignReader;
/// let text = "name;er\n\"a; b\";1.20\nc\nd;\"2.3\ne;3.4\n";
/// let mut rows = ForeignReader::new(text.as_bytes())?;
/// let first = rows.next().unwrap()?;
/// assert_eq!((first.get("name"), first.text()), (Some("a; b"), &b"\"a; b\";1.20\n"[..]));
/// assert_eq!(rows.next().unwrap().unwrap_err().to_string(), "line 3: found 1 fields, expected 2");
/// assert!(rows.next().unwrap().unwrap_err().to_string().starts_with("line 4: found a quote that is not closed"));
/// assert_eq!(rows.next().unwrap()?.get("er"), Some("3.4"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ForeignReader<'a> {
    lines: Lines<'a>,
    header: Arc<Header>,
}

impl<'a> ForeignReader<'a> {
    /// Reads the header of a CSV file.
    ///
    /// # Errors
    /// If the file cannot be read, or its first line is not a header.
    pub fn new(reader: impl BufRead + Send + 'a) -> Result<ForeignReader<'a>, ReadError> {
        let mut lines = Lines { reader: Box::new(reader), ahead: VecDeque::new(), number: 0, is_over: false };
        let text = loop {
            match lines.next() {
                Some(Ok(text)) if is_blank(&text) => {}
                Some(Ok(text)) => break text,
                Some(Err(RowErrorKind::Io(error))) => return Err(error.into()),
                Some(Err(kind)) => return Err(ReadError::Header(kind)),
                None => break Vec::new(),
            }
        };
        let line = std::str::from_utf8(&text).map_err(|_| ReadError::Header(RowErrorKind::NotUtf8))?;
        let line = line.trim_start_matches('\u{feff}');
        let delimiter = DELIMITERS.into_iter().find(|&byte| line.contains(char::from(byte))).unwrap_or(b',');
        check_quotes(line.as_bytes(), delimiter).map_err(ReadError::Header)?;
        let names = split(line, delimiter);
        let columns = Columns::of_header(names.iter().map(str::trim));
        Ok(ForeignReader { lines, header: Arc::new(Header { text, delimiter, columns }) })
    }

    /// Opens a file of CSV or Parquet. The text of a row of Parquet is its CSV.
    ///
    /// # Errors
    /// If the file cannot be read, or has no header.
    pub fn open(file: File) -> Result<ForeignReader<'a>, ReadError> {
        ForeignReader::new(open_text(file)?)
    }

    /// Returns the header.
    pub fn header(&self) -> &Arc<Header> {
        &self.header
    }

    /// Returns the columns of the header.
    pub fn columns(&self) -> &Columns {
        &self.header.columns
    }

    /// Reads the lines of one row.
    fn next_row(&mut self, mut text: Vec<u8>) -> Result<ForeignRow, RowErrorKind> {
        let delimiter = self.header.delimiter;
        let line = self.lines.number;
        let mut is_whole = check_quotes(&text, delimiter);
        if matches!(is_whole, Err(RowErrorKind::OpenQuote)) {
            let mut more = VecDeque::new();
            let mut joined = text.clone();
            while more.len() < MOST_LINES && matches!(is_whole, Err(RowErrorKind::OpenQuote)) {
                let Some(Ok(next)) = self.lines.next() else { break };
                joined.extend(&next);
                more.push_back(next);
                is_whole = check_quotes(&joined, delimiter);
            }
            let fits = || {
                std::str::from_utf8(&joined)
                    .is_ok_and(|joined| split(joined, delimiter).len() == self.header.columns.len())
            };
            if is_whole.is_ok() && fits() {
                text = joined;
            } else {
                self.lines.put_back(more);
                is_whole = Err(RowErrorKind::OpenQuote);
            }
        }
        is_whole?;
        let fields = split(std::str::from_utf8(&text).map_err(|_| RowErrorKind::NotUtf8)?, delimiter);
        let (found, expected) = (fields.len(), self.header.columns.len());
        if found != expected {
            return Err(RowErrorKind::FieldCount { found, expected });
        }
        Ok(ForeignRow { header: self.header.clone(), line, text, fields })
    }
}

impl Iterator for ForeignReader<'_> {
    type Item = Result<ForeignRow, RowError>;

    fn next(&mut self) -> Option<Result<ForeignRow, RowError>> {
        loop {
            let text = self.lines.next()?;
            let line = self.lines.number;
            match text {
                Ok(text) if is_blank(&text) => {}
                text => return Some(text.and_then(|text| self.next_row(text)).map_err(|kind| RowError { line, kind })),
            }
        }
    }
}

/// Returns the bytes of a file: the rows of Parquet as CSV, all else as it is.
///
/// # Errors
/// If the file cannot be read.
pub fn open_text(file: File) -> io::Result<Box<dyn BufRead + Send>> {
    // A pipe is no Parquet, which is read from its end.
    if file.metadata()?.is_file() {
        return open_shared(SharedFile::new(file));
    }
    Ok(Box::new(BufReader::with_capacity(1 << 16, file)))
}

/// Returns the bytes of a file, as [`open_text`] does.
pub(crate) fn open_shared(file: SharedFile) -> io::Result<Box<dyn BufRead + Send>> {
    let mut first = [0; MAGIC.len()];
    if file.clone().read_exact(&mut first).is_ok() && first == *MAGIC {
        return open_as_csv(file);
    }
    Ok(Box::new(BufReader::with_capacity(1 << 16, file)))
}

/// The lines of a file, each with its end.
struct Lines<'a> {
    reader: Box<dyn BufRead + Send + 'a>,
    /// Lines that were read, and put back.
    ahead: VecDeque<Vec<u8>>,
    /// The number of the line that was returned last.
    number: u64,
    /// An error of the file ends it.
    is_over: bool,
}

impl Lines<'_> {
    fn next(&mut self) -> Option<Result<Vec<u8>, RowErrorKind>> {
        if let Some(line) = self.ahead.pop_front() {
            self.number += 1;
            return Some(Ok(line));
        }
        if self.is_over {
            return None;
        }
        let mut line = Vec::new();
        match (&mut self.reader).take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) => None,
            Ok(_) => {
                self.number += 1;
                if line.len() as u64 == LONGEST_LINE && !line.ends_with(b"\n") {
                    return Some(self.skip_line().and(Err(RowErrorKind::LongLine { limit: LONGEST_LINE })));
                }
                Some(Ok(line))
            }
            Err(error) => {
                self.number += 1;
                self.is_over = true;
                Some(Err(error.into()))
            }
        }
    }

    fn skip_line(&mut self) -> Result<(), RowErrorKind> {
        let skipped = self.reader.skip_until(b'\n');
        self.is_over = skipped.is_err();
        skipped?;
        Ok(())
    }

    fn put_back(&mut self, mut lines: VecDeque<Vec<u8>>) {
        self.number -= lines.len() as u64;
        lines.append(&mut self.ahead);
        self.ahead = lines;
    }
}

fn without_end(line: &str) -> &str {
    let line = line.strip_suffix('\n').unwrap_or(line);
    line.strip_suffix('\r').unwrap_or(line)
}

fn is_blank(line: &[u8]) -> bool {
    matches!(line, b"" | b"\n" | b"\r\n")
}

/// Checks the quotes of a record: a field that starts with one has another at its end, and pairs of them within.
fn check_quotes(record: &[u8], delimiter: u8) -> Result<(), RowErrorKind> {
    if !record.contains(&b'"') {
        return Ok(());
    }
    let mut bytes = record.iter().copied().peekable();
    let mut is_start = true;
    while let Some(byte) = bytes.next() {
        if !(is_start && byte == b'"') {
            is_start = byte == delimiter;
            continue;
        }
        loop {
            match bytes.next() {
                None => return Err(RowErrorKind::OpenQuote),
                Some(b'"') if bytes.next_if_eq(&b'"').is_some() => {}
                Some(b'"') => break,
                Some(_) => {}
            }
        }
        match bytes.peek() {
            None | Some(b'\r' | b'\n') => {}
            Some(&byte) if byte == delimiter => {}
            Some(_) => return Err(RowErrorKind::TextAfterQuote),
        }
        is_start = false;
    }
    Ok(())
}

/// Splits a record whose quotes were checked.
fn split(record: &str, delimiter: u8) -> StringRecord {
    let record = without_end(record);
    if !record.contains('"') {
        return record.split(char::from(delimiter)).collect();
    }
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .buffer_capacity(1 << 10)
        .from_reader(record.as_bytes());
    let mut fields = StringRecord::new();
    reader.read_record(&mut fields).expect("a record of text in memory");
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &[u8]) -> Vec<Result<(u64, Vec<String>), String>> {
        let rows = ForeignReader::new(text).unwrap();
        let shown = |row: ForeignRow| (row.line(), row.fields().map(str::to_string).collect());
        rows.map(|row| row.map(shown).map_err(|error| error.to_string())).collect()
    }

    fn fields(line: u64, fields: [&str; 2]) -> Result<(u64, Vec<String>), String> {
        Ok((line, fields.map(str::to_string).to_vec()))
    }

    #[test]
    fn what_is_malformed_costs_its_own_row_only() {
        let text = b"a,b\n1,2\n3\n\n4,5,6\r\n7,\"8\n9,x\"y\n\"1\"0,2\n\xff,1\n3,4";
        let found = read(text);
        assert_eq!(
            found,
            [
                fields(2, ["1", "2"]),
                Err("line 3: found 1 fields, expected 2".into()),
                Err("line 5: found 3 fields, expected 2".into()),
                Err("line 6: found a quote that is not closed, expected one at the end of its field".into()),
                fields(7, ["9", "x\"y"]),
                Err("line 8: found text after a closing quote, expected the end of the field".into()),
                Err("line 9: found bytes that are not UTF-8, expected text in UTF-8".into()),
                fields(10, ["3", "4"]),
            ]
        );
    }

    #[test]
    fn a_field_may_have_line_ends_in_quotes() {
        let text = "a,b\r\n1,\"two\nlines\"\r\n3,4\r\n";
        assert_eq!(read(text.as_bytes()), [fields(2, ["1", "two\nlines"]), fields(4, ["3", "4"])]);
        let rows: Vec<u8> = ForeignReader::new(text.as_bytes()).unwrap().flat_map(|row| row.unwrap().text).collect();
        assert_eq!(rows, text.as_bytes()[5..]);
    }

    #[test]
    fn a_long_line_is_passed_over() {
        let text = format!("a,b\n{},2\n3,4\n", "x".repeat(3 << 20));
        let found = read(text.as_bytes());
        assert_eq!(found[0], Err("line 2: found a line of more than 1048576 bytes, expected a row".into()));
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
