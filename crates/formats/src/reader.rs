//! The reader: recognises the form of a file and reads it in constant memory. An error in a line does not stop it.

use std::io::BufRead;
use std::iter;

use minirow_core::Grid;
use minirow_text::{ParseError, is_order, names_kind};

use crate::csv_record::csv_delimiter;
use crate::csv_rows::RawRow;
use crate::error::{Error, ErrorKind};
use crate::form::{FileBytes, FileRecords, Reading};
use crate::forms::Form;
use crate::forms::csv::{self, TableRecords};
use crate::forms::json_lines::is_first_line;
use crate::lines::look_ahead;
use crate::record::Record;
use crate::table::{TableHeader, titles_above_header};
use crate::text::TextRecords;

/// A record with its line number.
///
/// ```
/// use minirow_formats::Reader;
/// let file = format!("# one grid\n{}\n", ".".repeat(81));
/// let read = Reader::new(file.as_bytes()).next().unwrap()?;
/// assert_eq!((read.line, read.record.grid().clue_count()), (2, 0));
/// # Ok::<(), minirow_formats::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadRecord {
    /// The number of the line where its board starts, from 1.
    pub line: u64,
    /// The record.
    pub record: Record,
    /// Its row, or its line as a row without fields, if nothing else is in its lines and [`keep_text`](Reader::keep_text) asked for it.
    pub raw: Option<RawRow>,
}

/// Reads the records of a file. Text forms may be mixed in one file; CSV and XML are recognised by the first line.
///
/// ```
/// use minirow_formats::Reader;
/// let xml = "<opensudoku>\n<level>easy</level>\n<game data=\"12\" />\n";
/// let errors: Vec<String> = Reader::new(xml.as_bytes()).filter_map(Result::err).map(|e| e.to_string()).collect();
/// assert_eq!(errors[0], "line 3: found 2 cells in a line, expected 81 (or 9 for a row), as the data of a game");
/// assert_eq!(errors[1], "line 4: found the end of the file within <opensudoku>, expected </opensudoku>");
/// ```
pub struct Reader<'a> {
    records: Records<'a>,
    kind: FileKind,
    /// The error of a text that looks like a table without a column of puzzles, if it has no grid.
    header: Option<Error>,
    any: bool,
}

/// The records of a file, by the way in which it is read.
enum Records<'a> {
    Text(Box<TextRecords<FileBytes<'a>>>),
    Table(Box<TableRecords<'a>>),
    File(FileRecords<'a>),
    /// The error of a table whose header cannot be read, once.
    Error(Option<Error>),
}

impl<'a> Records<'a> {
    fn of_table(bytes: FileBytes<'a>, column: Option<&str>) -> Records<'a> {
        match TableRecords::open(bytes, column) {
            Ok(Some(records)) => Records::Table(Box::new(records)),
            Ok(None) => Records::Error(None),
            Err(error) => Records::Error(Some(error)),
        }
    }
}

/// The kind of a file, recognised by its first line with content.
///
/// ```
/// use minirow_formats::{Form, Reader};
/// assert_eq!(Reader::new("# comment\nid,puzzle\n".as_bytes()).kind().form, Some(Form::Csv));
/// assert_eq!(Reader::new("53..7".as_bytes()).kind().form, None);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileKind {
    /// The form of the whole file, or `None` for a text, in which each record may have another form.
    pub form: Option<Form>,
    /// The first line with content, trimmed, but with the tabs around a header of CSV. If it begins XML, only its first
    /// character.
    pub first_line: String,
}

impl FileKind {
    fn of(first_line: String, next: &[String]) -> FileKind {
        let titles = titles_above_header(iter::once(&first_line).chain(next).map(String::as_str));
        if titles > 0 {
            return FileKind::of(next[titles - 1].clone(), &next[titles..]);
        }
        let is_form = |form: &Form| match form.get().reading {
            Reading::File { is_first_line, .. } | Reading::Table { is_first_line } => is_first_line(&first_line, next),
            Reading::Line(_) | Reading::Text(_) | Reading::Shared => false,
        };
        let form = Form::ALL.into_iter().find(is_form);
        let first_line = if form == Some(Form::Csv) { first_line } else { first_line.trim().to_string() };
        FileKind { form, first_line }
    }

    /// Returns the delimiter of the fields of a CSV file, or `None` for other files.
    pub fn delimiter(&self) -> Option<char> {
        (self.form == Some(Form::Csv)).then(|| csv_delimiter(&self.first_line))
    }
}

impl<'a> Reader<'a> {
    /// Starts to read, up to the first line with content.
    pub fn new(bytes: impl BufRead + Send + 'a) -> Reader<'a> {
        let (lines, bytes) = look_ahead(bytes);
        let header = csv::error_of_header(&lines.first, &lines.next).map(|kind| Error { line: lines.line, kind });
        let titles = titles_above_header(iter::once(&lines.first).chain(&lines.next).map(String::as_str));
        let order = iter::once(&lines.first).chain(&lines.next).take(titles).find(|title| is_order(title));
        let order = order.map(|title| ParseError::Names(format!("the heading {:?}", title.trim())));
        let kind = FileKind::of(lines.first, &lines.next);
        let bytes: FileBytes<'a> = Box::new(bytes);
        if let Some(error) = order {
            let records = Records::Error(Some(Error { line: lines.line, kind: error.into() }));
            return Reader { records, kind, header: None, any: false };
        }
        let records = match kind.form.map(|form| form.get().reading) {
            Some(Reading::File { read, .. }) => Records::File(read(bytes)),
            Some(Reading::Table { .. }) => Records::of_table(bytes, None),
            _ => Records::Text(Box::new(TextRecords::new(bytes))),
        };
        Reader { records, kind, header, any: false }
    }

    /// Reads CSV that a program has just written, so that a quoted field may have any number of lines.
    ///
    /// ```
    /// use minirow_formats::Reader;
    /// let file = format!("puzzle,note\n{},\"{}\"\n", ".".repeat(81), "line\n".repeat(100));
    /// assert!(Reader::new(file.as_bytes()).next().unwrap().is_err());
    /// let record = Reader::written(file.as_bytes()).next().unwrap()?.record;
    /// assert_eq!(record.fields.text("note").unwrap().lines().count(), 100);
    /// # Ok::<(), minirow_formats::Error>(())
    /// ```
    pub fn written(bytes: impl BufRead + Send + 'a) -> Reader<'a> {
        let reader = Reader::of_table(bytes, None);
        match reader.records {
            Records::Table(records) => Reader { records: Records::Table(Box::new(records.written())), ..reader },
            _ => reader,
        }
    }

    /// Reads a table, or objects of JSON, in which the column or key with a name has the puzzles.
    ///
    /// ```
    /// use minirow_formats::Reader;
    /// let table = format!("Nr;Text\n1;{}\n", ".".repeat(81));
    /// assert_eq!(Reader::of_column(table.as_bytes(), "text").next().unwrap()?.record.fields.text("Nr").as_deref(), Some("1"));
    /// # Ok::<(), minirow_formats::Error>(())
    /// ```
    pub fn of_column(bytes: impl BufRead + Send + 'a, column: &str) -> Reader<'a> {
        let (lines, bytes) = look_ahead(bytes);
        if !is_first_line(lines.first.trim()) {
            return Reader::of_table(bytes, Some(column));
        }
        let mut records = TextRecords::new(Box::new(bytes) as FileBytes<'a>);
        records.context.column = Some(column.to_string());
        let kind = FileKind { form: None, first_line: lines.first.trim().to_string() };
        Reader { records: Records::Text(Box::new(records)), kind, header: None, any: false }
    }

    fn of_table(bytes: impl BufRead + Send + 'a, column: Option<&str>) -> Reader<'a> {
        let (lines, bytes) = look_ahead(bytes);
        let kind = FileKind { form: Some(Form::Csv), first_line: lines.first };
        let records = Records::of_table(Box::new(bytes), column);
        Reader { records, kind, header: None, any: false }
    }

    /// Keeps the text of each record that is alone in its lines.
    ///
    /// ```
    /// use minirow_formats::Reader;
    /// let file = format!("{0} a remark\n{0} {0}\n", ".".repeat(81));
    /// let mut reader = Reader::new(file.as_bytes()).keep_text();
    /// assert_eq!(reader.next().unwrap()?.raw.unwrap().text, file[..91].as_bytes());
    /// # Ok::<(), minirow_formats::Error>(())
    /// ```
    #[must_use]
    pub fn keep_text(mut self) -> Reader<'a> {
        match &mut self.records {
            Records::Text(records) => records.keeps_text = true,
            Records::Table(records) => records.keeps_text = true,
            Records::File(_) | Records::Error(_) => {}
        }
        self
    }

    /// Reads lines that are nothing but 81 digits and dots, at most `most` of them, and passes on their numbers and grids. It
    /// stops before the first other line or earlier; [`next`](Iterator::next) then reads the next record.
    ///
    /// Most lines of large files have this form, and this is the fastest way to read them.
    ///
    /// ```
    /// use minirow_core::Grid;
    /// use minirow_formats::Reader;
    /// let file = format!("{0}\n{0}\n{0} name\n{0}\n", Grid::EMPTY);
    /// let (mut reader, mut lines) = (Reader::new(file.as_bytes()), Vec::new());
    /// loop {
    ///     reader.plain_grids(10, |line, _| lines.push(line));
    ///     let Some(next) = reader.next() else { break };
    ///     lines.push(next?.line);
    /// }
    /// assert_eq!(lines, [1, 2, 3, 4]);
    /// # Ok::<(), minirow_formats::Error>(())
    /// ```
    pub fn plain_grids(&mut self, most: usize, mut take: impl FnMut(u64, Grid)) {
        if let Records::Text(records) = &mut self.records {
            records.plain_grids(most, |line, grid| {
                self.any = true;
                take(line, grid);
            });
        }
    }

    /// Returns the header of a table, with the number of its line.
    pub fn header(&self) -> Option<(u64, &TableHeader)> {
        if let Records::Table(records) = &self.records { Some(records.header()) } else { None }
    }

    /// Returns the number of solutions so far that are left out: each is that of a puzzle that was not directly before it.
    ///
    /// ```
    /// use minirow_formats::Reader;
    /// let puzzle = "003020600900305001001806400008102900700000008006708200002609500800203009005010300";
    /// let solution = "483921657967345821251876493548132976729564138136798245372689514814253769695417382";
    /// let text = [puzzle, &puzzle.replacen('3', "0", 1), "Solutions", solution].join("\n");
    /// let mut reader = Reader::new(text.as_bytes());
    /// assert_eq!((reader.by_ref().count(), reader.lost_solutions()), (2, 1));
    /// ```
    pub fn lost_solutions(&self) -> u64 {
        if let Records::Text(records) = &self.records { records.context.lost_solutions } else { 0 }
    }

    /// Returns the kind of the file.
    pub fn kind(&self) -> &FileKind {
        &self.kind
    }
}

/// The fields of names, which may be that of another kind of Sudoku.
const NAMES: [&str; 5] = ["name", "title", "category", "genre", "game"];

/// Returns the name of a record if it is that of another kind of Sudoku. A puzzle with exactly one solution is a classic one, too.
fn name_of_other_kind(record: &Record) -> Option<String> {
    let named = record.fields.iter().filter(|(key, _)| NAMES.iter().any(|name| name.eq_ignore_ascii_case(key)));
    let name = named.map(|(_, value)| value.text()).find(|name| names_kind(name))?;
    (!record.board.has_one_solution()).then(|| name.into_owned())
}

/// Returns the records and errors in order. A file without any grid gives an error, because no result would look like
/// success.
impl Iterator for Reader<'_> {
    type Item = Result<ReadRecord, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = match &mut self.records {
            Records::Text(records) => records.next(),
            Records::Table(records) => records.next(),
            Records::File(records) => records.next().map(|record| (record, None)),
            Records::Error(error) => error.take().map(|Error { line, kind }| ((line, Err(kind)), None)),
        };
        let is_first = !std::mem::replace(&mut self.any, true);
        match next {
            Some(((line, Ok(record)), raw)) => Some(match name_of_other_kind(&record) {
                Some(name) => Err(Error { line, kind: ParseError::Kind(name).into() }),
                None => Ok(ReadRecord { line, record, raw }),
            }),
            Some(((line, Err(kind)), _)) => Some(Err(Error { line, kind })),
            None if is_first => {
                if let Records::Text(records) = &mut self.records
                    && let Some((line, result)) = records.clues()
                {
                    let found = result.map(|record| ReadRecord { line, record, raw: None });
                    return Some(found.map_err(|kind| Error { line, kind }));
                }
                if let Some(header) = self.header.take() {
                    return Some(Err(header));
                }
                let nearest = if let Records::Text(records) = &self.records { records.nearest() } else { None };
                let (line, kind) = nearest.unwrap_or((1, ErrorKind::NoGrid));
                Some(Err(Error { line, kind }))
            }
            None => {
                let Records::Text(records) = &mut self.records else { return None };
                let (line, result) = records.clues_beside_grids()?;
                result.err().map(|kind| Err(Error { line, kind }))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[test]
    fn plain_grids_are_the_records_of_their_lines() {
        let grid = |digit: &str| format!("{digit:0>81}");
        let text = [
            format!("{}\n{}\r\n{}\n", grid("1"), grid("2"), grid("3")),
            format!("{} a name\n{}\n{}\n", grid("4"), grid("5"), grid("x")),
            "1........\n".repeat(4) + &grid("6") + "\n" + &grid("7") + "\n",
            // A remark makes the rows after it doubtful, up to the next grid in one line.
            format!("SE 8.3/1.2/1.2\n{}\n{}\n{}", grid("8"), ".........\n".repeat(9), "3........\n".repeat(8)),
        ]
        .concat();
        // A reader that keeps the text reads all lines in the same way.
        let without_text = |found: ReadRecord| ReadRecord { raw: None, ..found };
        let expected: Vec<String> =
            Reader::new(text.as_bytes()).keep_text().map(|found| format!("{:?}", found.map(without_text))).collect();
        for capacity in [1, 90, 200, 10_000] {
            for most in [1, 2, 100] {
                let mut reader = Reader::new(BufReader::with_capacity(capacity, text.as_bytes()));
                let mut all = Vec::new();
                loop {
                    reader.plain_grids(most, |line, grid| {
                        let found: Result<_, Error> = Ok(ReadRecord { line, record: Record::from(grid), raw: None });
                        all.push(format!("{found:?}"));
                    });
                    let Some(next) = reader.next() else { break };
                    all.push(format!("{next:?}"));
                }
                assert_eq!(all, expected, "a buffer of {capacity} bytes, at most {most}");
            }
        }
        // Steps of an explanation, and an object that is not closed, have an error only if no grid is before them.
        for behind in ["Step 1: Naked Single\n    1 2 3   4 5 6   7 8 9\n", "{\"id\"\n"] {
            let text = format!("{}\n{behind}", grid("2"));
            let mut reader = Reader::new(text.as_bytes());
            let mut count = 0;
            reader.plain_grids(9, |_, _| count += 1);
            assert!(reader.all(|found| found.is_ok()) && count < 2, "{text}");
        }
        let mut csv = Reader::new("puzzle\n".as_bytes());
        csv.plain_grids(9, |line, grid| panic!("found {grid} in line {line} of CSV"));
        assert!(csv.next().unwrap().is_err());
    }
}
