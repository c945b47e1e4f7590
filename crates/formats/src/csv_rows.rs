//! The rows of a table in CSV, with their text to the byte.
//!
//! A table is read line by line. So errors have the line number that an editor shows, and a quote that is not closed soon affects only
//! its line.

use std::collections::VecDeque;
use std::io::BufRead;

use csv::StringRecord;
use minirow_core::text::{self, ParseError, counted};

use crate::csv_record::{csv_delimiter, csv_fields};
use crate::error::{Error, ErrorKind};
use crate::form::FileBytes;
use crate::lines::{LONGEST_LINE, LineError, Lines};
use crate::quotes::Quotes;
use crate::table::TableHeader;

/// The most lines of a quoted field with line ends; a quote that is open for longer is a stray one.
const MOST_LINES: usize = 64;

/// The readers of tables, by what they accept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CsvKind {
    /// A table of any program or person: comments, blank lines and rows of empty fields are no rows, and text that is not UTF-8 is Windows-1252.
    Any,
    /// A table that a program writes again to the byte: each line that is not empty is a row, in UTF-8.
    Exact,
}

/// A row of a table.
#[derive(Clone, Debug)]
pub struct CsvRow {
    /// The number of its first line, from 1.
    pub line: u64,
    /// The bytes of its lines, with the line end if there is one.
    pub text: Vec<u8>,
    /// The fields, one for each column of the header.
    pub fields: StringRecord,
}

/// Reads the rows of a table with a header. A row with an error does not stop it.
///
/// ```
/// use minirow_formats::{CsvKind, CsvRows};
/// let table = "name;er\n\"a; b\";1.20\nc\nd;\"2.3\ne;3.4\n";
/// let mut rows = CsvRows::open(table.as_bytes(), CsvKind::Exact)?.unwrap();
/// let first = rows.next().unwrap()?;
/// assert_eq!((&first.fields[0], &*first.text), ("a; b", &b"\"a; b\";1.20\n"[..]));
/// assert_eq!(rows.next().unwrap().unwrap_err().to_string(), "line 3: found 1 field, expected 2");
/// assert!(rows.next().unwrap().unwrap_err().to_string().starts_with("line 4: found a quote that is not closed"));
/// assert_eq!(&rows.next().unwrap()?.fields[1], "3.4");
/// # Ok::<(), minirow_formats::Error>(())
/// ```
pub struct CsvRows<'a> {
    lines: Lines<FileBytes<'a>>,
    /// The lines that were read ahead of a stray quote.
    ahead: VecDeque<(u64, Result<Vec<u8>, LineError>)>,
    kind: CsvKind,
    delimiter: char,
    header: TableHeader,
    header_line: u64,
    /// The most lines of a row after its first.
    most_lines: usize,
}

impl<'a> CsvRows<'a> {
    /// Reads the header. Returns `None` for a file without one.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or its first line is not a header.
    pub fn open(bytes: impl BufRead + Send + 'a, kind: CsvKind) -> Result<Option<CsvRows<'a>>, Error> {
        let header = TableHeader::default();
        let lines = Lines::of_text(Box::new(bytes) as FileBytes<'a>);
        let (ahead, delimiter) = (VecDeque::new(), ',');
        let mut rows = CsvRows { lines, ahead, kind, delimiter, header, header_line: 0, most_lines: MOST_LINES };
        let Some((line, bytes)) = rows.next_filled() else { return Ok(None) };
        rows.header_line = line;
        let header = bytes.map_err(ErrorKind::from).and_then(|bytes| {
            let text = rows.text(&bytes)?;
            let text = text.trim_end_matches(['\n', '\r']).trim_start_matches('\u{feff}');
            rows.delimiter = csv_delimiter(text);
            let mut quotes = Quotes::new(rows.delimiter as u8);
            quotes.push(text.as_bytes());
            rows.check(&quotes)?;
            TableHeader::of(&csv_fields(text, rows.delimiter))
        });
        rows.header = header.map_err(|kind| Error { line, kind })?;
        Ok(Some(rows))
    }

    /// Reads a table that this program has just written, so that a quoted field may have any number of lines.
    #[must_use]
    pub fn written(self) -> CsvRows<'a> {
        CsvRows { most_lines: usize::MAX, ..self }
    }

    /// Returns the header.
    pub fn header(&self) -> &TableHeader {
        &self.header
    }

    /// Returns the number of the line of the header.
    pub(crate) fn header_line(&self) -> u64 {
        self.header_line
    }

    fn next_line(&mut self) -> Option<(u64, Result<Vec<u8>, LineError>)> {
        self.ahead.pop_front().or_else(|| self.lines.next_bytes())
    }

    /// Reads the next line that is not blank and no comment. Spreadsheet programs write the delimiters of empty rows.
    fn next_filled(&mut self) -> Option<(u64, Result<Vec<u8>, LineError>)> {
        let delimiter = self.delimiter as u8;
        let is_row = |bytes: &[u8], kind| {
            let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
            let is_filled = || text.iter().any(|&byte| byte != delimiter && !byte.is_ascii_whitespace());
            if kind == CsvKind::Any {
                is_filled() && !text.trim_ascii().starts_with(b"#")
            } else {
                !matches!(bytes, b"\n" | b"\r\n")
            }
        };
        loop {
            match self.next_line()? {
                (_, Ok(bytes)) if !is_row(&bytes, self.kind) => {}
                line => return Some(line),
            }
        }
    }

    /// Returns the text of a line with its line end.
    fn text(&mut self, bytes: &[u8]) -> Result<String, LineError> {
        match self.kind {
            CsvKind::Any => self.lines.text(bytes.to_vec()).map(|text| text + "\n"),
            CsvKind::Exact => LineError::of_encoding(bytes).map_or_else(
                || std::str::from_utf8(bytes).map(str::to_string).map_err(|error| LineError::binary(bytes, error)),
                Err,
            ),
        }
    }

    fn check(&self, quotes: &Quotes) -> Result<(), ErrorKind> {
        match (quotes.is_open(), quotes.has_text_after()) {
            (true, _) => Err(ErrorKind::form("a quote that is not closed", "one at the end of its field")),
            (_, true) if self.kind == CsvKind::Exact => {
                Err(ErrorKind::form("text after a closing quote", "the end of the field"))
            }
            _ => Ok(()),
        }
    }

    fn row(&mut self, line: u64, mut bytes: Vec<u8>) -> Result<CsvRow, ErrorKind> {
        let mut text = self.text(&bytes)?;
        if self.kind == CsvKind::Any {
            text.drain(..text.len() - text.trim_start_matches('\u{feff}').len());
        }
        let mut quotes = Quotes::new(self.delimiter as u8);
        quotes.push(text.as_bytes());
        if quotes.is_open()
            && let Some(rest) = self.rest_of_row(&text, quotes.clone())
        {
            for part in rest {
                let part_text = self.text(&part)?;
                quotes.push(part_text.as_bytes());
                text.push_str(&part_text);
                bytes.extend(part);
            }
        }
        self.check(&quotes)?;
        let (mut fields, expected) = (csv_fields(&text, self.delimiter), self.header.names().len());
        if !self.header.fits(&fields) {
            // A number with a decimal comma has two fields.
            if let Err(error @ ParseError::Rounded(_)) = text::parse(&text) {
                return Err(error.into());
            }
            return Err(ErrorKind::form(counted(fields.len(), "field"), expected.to_string()));
        }
        // Empty fields at the end may be missing, or more than there are columns.
        fields.truncate(expected);
        (fields.len()..expected).for_each(|_| fields.push_field(""));
        Ok(CsvRow { line, text: bytes, fields })
    }

    /// Returns the lines that end the quoted field of a row. Returns `None`, and they are read again, if the quote is a stray one: the
    /// result would not be a row of the table.
    fn rest_of_row(&mut self, start: &str, mut quotes: Quotes) -> Option<Vec<Vec<u8>>> {
        let (mut whole, mut lines) = (start.to_string(), Vec::new());
        while quotes.is_open() && lines.len() < self.most_lines && whole.len() as u64 <= LONGEST_LINE {
            let Some((line, bytes)) = self.next_line() else { break };
            let text = bytes.as_ref().ok().and_then(|bytes| self.text(bytes).ok());
            lines.push((line, bytes));
            let Some(text) = text else { break };
            quotes.push(text.as_bytes());
            whole.push_str(&text);
        }
        let is_row = || self.header.fits(&csv_fields(&whole, self.delimiter));
        if !quotes.is_open() && !quotes.has_text_after() && is_row() {
            return lines.into_iter().map(|(_, bytes)| bytes.ok()).collect();
        }
        lines.extend(std::mem::take(&mut self.ahead));
        self.ahead = lines.into();
        None
    }
}

impl Iterator for CsvRows<'_> {
    type Item = Result<CsvRow, Error>;

    fn next(&mut self) -> Option<Result<CsvRow, Error>> {
        let (line, bytes) = self.next_filled()?;
        let row = bytes.map_err(ErrorKind::from).and_then(|bytes| self.row(line, bytes));
        Some(row.map_err(|kind| Error { line, kind }))
    }
}
