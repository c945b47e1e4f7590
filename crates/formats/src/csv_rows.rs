//! The rows of a table in CSV, with their text to the byte.
//!
//! A table is read line by line. So errors have the line number that an editor shows, and a quote that is not closed soon affects only
//! its line.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::BufRead;

use csv::StringRecord;
use minirow_text::{ParseError, counted};

use crate::csv_record::{CsvFields, csv_delimiter};
use crate::error::{Error, ErrorKind};
use crate::form::FileBytes;
use crate::lines::{LONGEST_LINE, LineError, Lines};
use crate::table::{MOST_TITLES, TableHeader, is_named_header, is_title, name_of};

/// The most lines of a quoted field with line ends; a quote that is open for longer is a stray one.
const MOST_LINES: usize = 64;

/// Returns `true` for a line above a table or between its rows that is neither.
fn is_comment(line: &[u8]) -> bool {
    // It may be the sign before a number, or an error of a spreadsheet program, such as `#N/A` or `#REF!`.
    let is_value = |line: &[u8]| {
        let is_sign = |byte: &u8| byte.is_ascii_digit() || byte.is_ascii_uppercase() || b"/!?".contains(byte);
        let length = line.iter().take_while(|byte| is_sign(byte)).count();
        length > 0 && line.get(length).is_some_and(|byte| matches!(byte, b',' | b';' | b'\t'))
    };
    line.strip_prefix(b"#").is_some_and(|line| !is_value(line))
        || line.starts_with(b"<?xml")
        || line.starts_with(b"<!--") && line.ends_with(b"-->")
}

/// Returns `true` for a line of words that is hardly a row: one field without cells, or a sentence. One word with digits may be the id of a
/// row that is cut off.
fn is_remark(line: &str, delimiter: char) -> bool {
    let line = line.trim();
    let has_digits = line.contains(|sign: char| sign.is_ascii_digit());
    let is_sentence = || delimiter == ',' && !has_digits && line.split(',').skip(1).all(|part| part.starts_with(' '));
    // What tells rows from remarks at their start comes first: nearly all lines are rows.
    (!line.contains(delimiter) || is_sentence())
        && (!has_digits || line.contains(' '))
        && line.bytes().filter(|byte| byte.is_ascii_digit() || b"._*".contains(byte)).nth(8).is_none()
}

/// The readers of tables, by what they accept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CsvKind {
    /// A table of any program or person: comments, blank lines and rows of empty fields are no rows, and text that is not UTF-8 is Windows-1252.
    Any,
    /// A table that a program writes again to the byte: each line that is not empty is a row, in UTF-8.
    Exact,
}

/// A row of a table, or a line of another text, as it is in its file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RawRow {
    /// The number of its first line, from 1.
    pub line: u64,
    /// The bytes of its lines, with the line end if there is one.
    pub text: Vec<u8>,
    /// The fields, one for each column of the header. A line of another text has none.
    pub fields: StringRecord,
    /// The number of fields in the text: empty ones at its end may be missing, or more than there are columns.
    found: usize,
    delimiter: char,
}

impl RawRow {
    /// Returns a line of a text that is no table.
    pub(crate) fn of_line(line: u64, text: Vec<u8>) -> RawRow {
        RawRow { line, text, fields: StringRecord::new(), found: 0, delimiter: ',' }
    }

    /// Returns the text with a field for each column, one more if it is given, and a line end. All other bytes stay as they are.
    ///
    /// ```
    /// use minirow_formats::{CsvKind, CsvRows};
    /// let mut rows = CsvRows::open("a,b\n\"1\",2,,\r\n".as_bytes(), CsvKind::Exact)?.unwrap();
    /// let row = rows.next().unwrap()?;
    /// assert_eq!((&*row.whole(None), &*row.whole(Some("3"))), (&b"\"1\",2\r\n"[..], &b"\"1\",2,3\r\n"[..]));
    /// # Ok::<(), minirow_formats::Error>(())
    /// ```
    pub fn whole(&self, more: Option<&str>) -> Cow<'_, [u8]> {
        let columns = self.fields.len();
        if self.found == columns && more.is_none() && self.text.ends_with(b"\n") {
            return Cow::Borrowed(&self.text);
        }
        let text = self.text.strip_suffix(b"\n").unwrap_or(&self.text);
        let (mut text, end) = text.strip_suffix(b"\r").map_or((text, "\n"), |text| (text, "\r\n"));
        if self.found > columns {
            let (mut left, mut is_quoted) = (self.found - columns, false);
            let is_start = |&byte: &u8| {
                is_quoted ^= byte == b'"';
                left -= usize::from(byte == self.delimiter as u8 && !is_quoted);
                left == 0
            };
            text = &text[..text.iter().rposition(is_start).unwrap_or(text.len())];
        }
        let missing = columns.saturating_sub(self.found) + usize::from(more.is_some());
        let delimiters = self.delimiter.to_string().repeat(missing);
        [text, delimiters.as_bytes(), more.unwrap_or_default().as_bytes(), end.as_bytes()].concat().into()
    }
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
    pub(crate) header: TableHeader,
    header_line: u64,
    /// The most lines of a row after its first.
    most_lines: usize,
    /// `true` if the last line that was read may be a remark.
    pub(crate) is_remark: bool,
}

impl<'a> CsvRows<'a> {
    /// Reads the header. Returns `None` for a file without one.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or its first line is not a header.
    pub fn open(bytes: impl BufRead + Send + 'a, kind: CsvKind) -> Result<Option<CsvRows<'a>>, Error> {
        CsvRows::with_column(bytes, kind, None)
    }

    /// Reads the header, of which the user has named a column.
    pub(crate) fn with_column(
        bytes: impl BufRead + Send + 'a,
        kind: CsvKind,
        column: Option<&str>,
    ) -> Result<Option<CsvRows<'a>>, Error> {
        let header = TableHeader::default();
        let lines = Lines::of_text(Box::new(bytes) as FileBytes<'a>);
        let (ahead, delimiter) = (VecDeque::new(), ',');
        let mut rows =
            CsvRows { lines, ahead, kind, delimiter, header, header_line: 0, most_lines: MOST_LINES, is_remark: false };
        let Some((line, bytes)) = rows.next_header(column) else { return Ok(None) };
        rows.header_line = line;
        let header = bytes.map_err(ErrorKind::from).and_then(|bytes| {
            let text = rows.text(&bytes)?;
            let text = text.trim_end_matches(['\n', '\r']).trim_start_matches('\u{feff}');
            rows.delimiter = csv_delimiter(text);
            let mut fields = CsvFields::new(rows.delimiter);
            fields.push(text);
            rows.check(&fields)?;
            let mut header = TableHeader::of(&fields.end())?;
            header.is_of_windows = bytes.ends_with(b"\r\n");
            Ok(header)
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
        let has_one_column = self.header.names().len() == 1;
        let is_drawn = |line: &[u8], sign| has_one_column && line.len() > 2 && line.iter().all(|&byte| byte == sign);
        // In its only column, a spreadsheet program has written what did not fit as signs.
        let is_cut = |line: &[u8]| is_drawn(line, b'#');
        let is_row = |bytes: &[u8], kind| {
            let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
            let is_filled = || text.iter().any(|&byte| !matches!(byte, b',' | b';') && !byte.is_ascii_whitespace());
            if kind == CsvKind::Any {
                let line = text.trim_ascii();
                is_filled() && !is_drawn(line, b'-') && (!is_comment(line) || is_cut(line))
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

    /// Reads the first line that is not blank and no comment, or the header of a table with titles above it: it names a column of puzzles,
    /// or the column that is given.
    fn next_header(&mut self, column: Option<&str>) -> Option<(u64, Result<Vec<u8>, LineError>)> {
        let mut lines = VecDeque::from([self.next_filled()?]);
        let text = |bytes: &Result<Vec<u8>, LineError>| {
            bytes.as_ref().map_or_else(|_| String::new(), |bytes| String::from_utf8_lossy(bytes).into_owned())
        };
        let mut last = text(&lines[0].1);
        while self.kind == CsvKind::Any && lines.len() <= MOST_TITLES && is_title(&last) {
            let Some(line) = self.next_filled() else { break };
            last = text(&line.1);
            lines.push_back(line);
        }
        let has_column = |column: &str| {
            let mut fields = CsvFields::new(csv_delimiter(&last));
            fields.push(last.trim_end());
            !fields.is_open() && fields.end().iter().any(|name| name_of(name).eq_ignore_ascii_case(column))
        };
        if lines.len() > 1 && (is_named_header(&last) || column.is_some_and(has_column)) {
            return lines.pop_back();
        }
        let first = lines.pop_front();
        self.ahead = lines;
        first
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

    fn check(&self, fields: &CsvFields) -> Result<(), ErrorKind> {
        match (fields.is_open(), fields.has_text_after) {
            (true, _) => Err(ErrorKind::form("a quote that is not closed", "one at the end of its field")),
            (_, true) if self.kind == CsvKind::Exact => {
                Err(ErrorKind::form("text after a closing quote", "the end of the field"))
            }
            _ => Ok(()),
        }
    }

    fn row(&mut self, line: u64, mut bytes: Vec<u8>) -> Result<RawRow, ErrorKind> {
        self.is_remark = false;
        let mut text = self.text(&bytes)?;
        if self.kind == CsvKind::Any {
            text.drain(..text.len() - text.trim_start_matches('\u{feff}').len());
        }
        self.is_remark = is_remark(&text, self.delimiter);
        let mut fields = CsvFields::new(self.delimiter);
        fields.push(&text);
        if fields.is_open()
            && let Some(rest) = self.rest_of_row(text.len(), fields.clone())
        {
            for part in rest {
                let part_text = self.text(&part)?;
                fields.push(&part_text);
                text.push_str(&part_text);
                bytes.extend(part);
            }
        }
        self.check(&fields)?;
        let (mut fields, expected) = (fields.end(), self.header.names().len());
        if !self.header.fits(&fields) {
            // A number with a decimal comma has two fields.
            if let Err(error @ ParseError::Rounded(_)) = minirow_text::parse(&text) {
                return Err(error.into());
            }
            return Err(ErrorKind::form(counted(fields.len(), "field"), expected.to_string()));
        }
        let found = fields.len();
        fields.truncate(expected);
        (found..expected).for_each(|_| fields.push_field(""));
        Ok(RawRow { line, text: bytes, fields, found, delimiter: self.delimiter })
    }

    /// Returns the lines that end the quoted field of a row. Returns `None`, and they are read again, if the quote is a stray one: the
    /// result would not be a row of the table.
    fn rest_of_row(&mut self, mut length: usize, mut fields: CsvFields) -> Option<Vec<Vec<u8>>> {
        let mut lines = Vec::new();
        while fields.is_open() && lines.len() < self.most_lines && length as u64 <= LONGEST_LINE {
            let Some((line, bytes)) = self.next_line() else { break };
            let text = bytes.as_ref().ok().and_then(|bytes| self.text(bytes).ok());
            lines.push((line, bytes));
            let Some(text) = text else { break };
            fields.push(&text);
            length += text.len();
        }
        if !fields.is_open() && !fields.has_text_after && self.header.fits(&fields.end()) {
            return lines.into_iter().map(|(_, bytes)| bytes.ok()).collect();
        }
        lines.extend(std::mem::take(&mut self.ahead));
        self.ahead = lines.into();
        None
    }
}

impl Iterator for CsvRows<'_> {
    type Item = Result<RawRow, Error>;

    fn next(&mut self) -> Option<Result<RawRow, Error>> {
        let (line, bytes) = self.next_filled()?;
        let row = bytes.map_err(ErrorKind::from).and_then(|bytes| self.row(line, bytes));
        Some(row.map_err(|kind| Error { line, kind }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_passed_on_with_a_field_for_each_column() {
        let whole = |row: &str, delimiter: &str, more| {
            let table = format!("{}\n{row}", ["a", "", ""].join(delimiter));
            let row = CsvRows::open(table.as_bytes(), CsvKind::Any).unwrap().unwrap().next().unwrap().unwrap();
            String::from_utf8(row.whole(more).into_owned()).unwrap()
        };
        let with = |row: &str| whole(row, ",", Some("x"));
        assert_eq!(with("1,2,3\n"), "1,2,3,x\n");
        assert_eq!(with("1,2,3\r\n"), "1,2,3,x\r\n");
        assert_eq!(with("1,\"2,2\",3"), "1,\"2,2\",3,x\n");
        assert_eq!(with("\"1\n\",2,3,,\r\n"), "\"1\n\",2,3,x\r\n");
        assert_eq!(with("1\n"), "1,,,x\n");
        assert_eq!(with("1,2,3,, \n"), "1,2,3,x\n");
        let without = |row: &str| whole(row, ",", None);
        assert_eq!(without("1,\"2,2\",3\r\n"), "1,\"2,2\",3\r\n");
        assert_eq!(without("1,2,3,,\r\n"), "1,2,3\r\n");
        assert_eq!(without("1,2,\"3,\",\"\""), "1,2,\"3,\"\n");
        assert_eq!(without("1\n"), "1,,\n");
        assert_eq!(whole("1\t2\t3\t\"\t\"\n", "\t", None), "1\t2\t3\n", "a delimiter in a field that is left out");
    }
}
