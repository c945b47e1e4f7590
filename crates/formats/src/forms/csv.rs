//! CSV with a column of puzzles: that of this program, with every field, and those of well-known data sets.
//!
//! It is read line by line. So errors have the line number that an editor shows, and a quote that is not closed soon
//! affects only its line.

use std::collections::VecDeque;
use std::iter;
use std::sync::Arc;

use csv::StringRecord;
use minirow_core::Grid;
use minirow_core::text;
use minirow_core::text::counted;

use crate::csv_record::{csv_delimiter, csv_fields, csv_record};
use crate::error::ErrorKind;
use crate::fields::{Fields, Value};
use crate::form::{FileBytes, FileForm, FileRecords, Header, Reading};
use crate::lines::{LONGEST_LINE, LineError, Lines};
use crate::quotes::Quotes;
use crate::record::Record;
use crate::record_table::{self, RecordTable};
use crate::table::{CLUES, PUZZLE_COLUMNS, SOLUTION_COLUMNS, TableHeader, is_count, name_of};

pub(crate) static CSV: FileForm = FileForm {
    name: "csv",
    about: "CSV with all that is known of a puzzle",
    endings: &["csv"],
    reading: Reading::File { is_first_line: is_header, read: records },
    lost_of_board: |_| Vec::new(),
    holds_field: |_, _| true,
    header: Some(|first| {
        let table = RecordTable::of(first.iter().copied());
        let text = csv_record(table.columns(), COMMENT);
        Header { fields: table.into_fields(), text }
    }),
    write: |record, file, lost| {
        csv_record(record_table::row(record, file.header, file.blank.unwrap_or('.'), lost), COMMENT)
    },
    ..FileForm::BASE
};

/// The first character of lines that are skipped.
const COMMENT: Option<u8> = Some(b'#');

/// The most lines of a quoted field with line ends; a quote that is open for longer is a stray one.
const MOST_LINES: usize = 64;

/// Returns `true` if the first of two lines is the header of a CSV file, and not a grid or a heading: it names a column of puzzles, or
/// has words above as many fields, of which one is a grid.
fn is_header(line: &str, next: &str) -> bool {
    // A text in JSON or XML may have `,puzzle,`.
    if name_of(line).starts_with(['{', '[', '<']) {
        return false;
    }
    let delimiter = csv_delimiter(line);
    let Ok(names) = fields(line, delimiter) else { return false };
    if names.iter().map(name_of).any(|name| PUZZLE_COLUMNS.iter().any(|known| known.eq_ignore_ascii_case(name))) {
        return true;
    }
    let is_grid = |field: &str| field.trim().len() == 81 && field.parse::<Grid>().is_ok();
    let is_name = |name: &str| name_of(name).len() < 81 && !is_grid(name);
    let Ok(values) = fields(next, delimiter) else { return false };
    names.len() > 1 && names.len() == values.len() && names.iter().all(is_name) && values.iter().any(is_grid)
}

/// Returns the error of two lines that look like the header and a row of a table without a column of puzzles.
pub(crate) fn error_of_header(line: &str, next: &str) -> Option<ErrorKind> {
    let delimiter = csv_delimiter(line);
    let (names, values) = (fields(line, delimiter).ok()?, fields(next, delimiter).ok()?);
    let is_word = |name: &str| name_of(name).starts_with(char::is_alphabetic);
    let is_table = names.len() > 1 && names.len() == values.len() && names.iter().all(is_word);
    let error = is_table.then(|| Columns::of(line, None).err()).flatten()?;
    Some(ErrorKind::Header(error.into()))
}

/// Splits a line into fields.
fn fields(line: &str, delimiter: char) -> Result<StringRecord, ErrorKind> {
    if line.contains('"') && quotes_of(line, delimiter).is_open() {
        return Err(ErrorKind::form("a quote that is not closed", "one at the end of its field"));
    }
    Ok(csv_fields(line, delimiter))
}

fn quotes_of(line: &str, delimiter: char) -> Quotes {
    let mut quotes = Quotes::new(delimiter as u8);
    quotes.push(line.as_bytes());
    quotes
}

/// The columns of a file that is read.
struct Columns {
    delimiter: char,
    header: TableHeader,
    puzzle: usize,
    solution: Option<usize>,
    solution_column: Option<&'static str>,
    has_progress: bool,
}

impl Columns {
    /// Reads a header. `named` is the column of puzzles, if the user has named it.
    fn of(header: &str, named: Option<&str>) -> Result<Columns, ErrorKind> {
        let delimiter = csv_delimiter(header);
        let header = TableHeader::of(&fields(header, delimiter)?)?;
        let found: Vec<&str> = header.names().collect();
        // The first of the wanted names that is there, wherever its column is.
        let column = |wanted: &[&str]| {
            wanted.iter().find_map(|wanted| found.iter().position(|name| wanted.eq_ignore_ascii_case(name)))
        };
        let puzzle = named.map_or_else(|| column(&PUZZLE_COLUMNS), |named| column(&[named]));
        let Some(puzzle) = puzzle else {
            let expected = match named {
                Some(named) => format!("one called {named}"),
                None => {
                    format!("one called {}; `minirow convert --column NAME` reads another", PUZZLE_COLUMNS.join(", "))
                }
            };
            return Err(ErrorKind::form(format!("the columns {}", found.join(", ")), expected));
        };
        let solution = column(&SOLUTION_COLUMNS);
        let name = |place: usize| SOLUTION_COLUMNS.into_iter().find(|name| name.eq_ignore_ascii_case(found[place]));
        let solution_column = solution.and_then(name);
        let has_progress = column(&["state", "candidates"]).is_some();
        Ok(Columns { delimiter, header, puzzle, solution, solution_column, has_progress })
    }

    fn record(&self, line: &str) -> Result<Record, ErrorKind> {
        let values = fields(line, self.delimiter)?;
        if !self.header.fits(&values) {
            return Err(ErrorKind::form(counted(values.len(), "field"), self.header.names().len().to_string()));
        }
        let board = text::parse(&values[self.puzzle])?;
        let solution = self.solution.map(|number| values[number].trim());
        let mut others: Vec<(Arc<str>, Value)> = Vec::with_capacity(values.len());
        for (number, name, value) in self.header.fields(&values) {
            let is_other = number != self.puzzle && Some(number) != self.solution;
            if is_other && !(name.eq_ignore_ascii_case(CLUES) && is_count(value, &board)) {
                others.push((name.clone(), value.into()));
            }
        }
        let solution = solution.filter(|text| !text.is_empty()).map(str::to_string);
        let solution_column = self.solution_column;
        let mut record = Record { solution, solution_column, fields: Fields::from_iter(others), ..Record::from(board) };
        if self.has_progress {
            record.take_progress();
        }
        Ok(record)
    }
}

/// Reads a file with a header.
fn records(bytes: FileBytes<'_>) -> FileRecords<'_> {
    rows(bytes, MOST_LINES, None)
}

/// Reads a file with a header, in which a column has the puzzles.
pub(crate) fn records_of_column<'a>(bytes: FileBytes<'a>, column: &str) -> FileRecords<'a> {
    rows(bytes, MOST_LINES, Some(column.into()))
}

/// Reads a file with a header whose quotes are known to be closed.
pub(crate) fn written_records(bytes: FileBytes<'_>) -> FileRecords<'_> {
    rows(bytes, usize::MAX, None)
}

fn rows(bytes: FileBytes<'_>, most_lines: usize, column: Option<String>) -> FileRecords<'_> {
    let mut lines = TableLines { lines: Lines::of_text(bytes), ahead: VecDeque::new(), most_lines };
    let mut columns: Option<Columns> = None;
    Box::new(iter::from_fn(move || {
        while let Some((number, text)) = lines.next() {
            let text = match text {
                Ok(text) => text,
                Err(error) => {
                    if columns.is_none() {
                        lines.lines.stop();
                    }
                    return Some((number, Err(error.into())));
                }
            };
            let text = text.trim_start_matches('\u{feff}');
            if text.trim().is_empty() || text.trim_start().starts_with('#') {
                continue;
            }
            match &columns {
                Some(columns) => return Some((number, columns.record(&lines.whole(text, columns)))),
                None => match Columns::of(text, column.as_deref()) {
                    Ok(found) => columns = Some(found),
                    Err(error) => {
                        lines.lines.stop();
                        return Some((number, Err(ErrorKind::Header(error.into()))));
                    }
                },
            }
        }
        None
    }))
}

/// The lines of a file, and those that were read ahead of a stray quote.
struct TableLines<'a> {
    lines: Lines<FileBytes<'a>>,
    ahead: VecDeque<(u64, Result<String, LineError>)>,
    /// The most lines of a row after its first.
    most_lines: usize,
}

impl TableLines<'_> {
    fn next(&mut self) -> Option<(u64, Result<String, LineError>)> {
        self.ahead.pop_front().or_else(|| self.lines.next())
    }

    /// Adds the next lines to a line within a quoted field. Returns the line alone if its quote is a stray one: the result
    /// would not be a row of the table.
    fn whole(&mut self, line: &str, columns: &Columns) -> String {
        let mut whole = line.to_string();
        let mut quotes = quotes_of(line, columns.delimiter);
        let mut more = Vec::new();
        while quotes.is_open() && more.len() < self.most_lines && whole.len() as u64 <= LONGEST_LINE {
            let Some(next) = self.next() else { break };
            if let Ok(text) = &next.1 {
                whole.push('\n');
                whole.push_str(text);
                quotes.push(b"\n");
                quotes.push(text.as_bytes());
            }
            let is_text = next.1.is_ok();
            more.push(next);
            if !is_text {
                break;
            }
        }
        let is_row = || fields(&whole, columns.delimiter).is_ok_and(|fields| columns.header.fits(&fields));
        if more.is_empty() || !quotes.is_open() && !quotes.has_text_after() && is_row() {
            return whole;
        }
        more.append(&mut Vec::from(std::mem::take(&mut self.ahead)));
        self.ahead = more.into();
        line.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_distinguished_from_grids_and_headings() {
        let grid = "1".repeat(81);
        for header in ["puzzle", "id,puzzle,solution", "quizzes,solutions", "\"question\";\"answer\"", "Board\tlevel"] {
            assert!(is_header(header, ""), "{header}");
        }
        assert!(is_header("Nr;Text;Datum", &format!("1;{grid};2026")));
        for (line, next) in [
            (grid.as_str(), grid.as_str()),
            (&format!("{grid},{grid}"), &format!("{grid},{grid}")),
            ("[[1,2,3]]", ""),
            ("1,2,3", "4,5,6"),
            ("Hello, this is hard", &grid),
            ("Hello, this is hard", "please, help"),
            ("+---+---+", ""),
            ("comment: mine, by x", ""),
            ("{\"puzzle\":\"1\",\"note\":\"a,puzzle,b\"}", ""),
        ] {
            assert!(!is_header(line, next), "{line}");
        }
    }

    #[test]
    fn a_row_has_as_many_fields_as_the_header() {
        let grid = "1".repeat(80) + ".";
        let columns = Columns::of("id,puzzle,solution", None).unwrap();
        let found = |rest: &str| {
            let record = columns.record(&format!("7,{grid}{rest}"));
            record.map(|record| (record.solution, record.fields.len())).map_err(|error| error.to_string())
        };
        assert_eq!(found(",2"), Ok((Some("2".to_string()), 1)));
        assert_eq!(found(",2,, "), Ok((Some("2".to_string()), 1)), "only delimiters after the last field");
        assert_eq!(found(","), Ok((None, 1)));
        assert_eq!(found(""), Err("found 2 fields, expected 3".to_string()));
        assert_eq!(found(",2,9"), Err("found 4 fields, expected 3".to_string()));
        assert_eq!(found(",2,,9"), Err("found 5 fields, expected 3".to_string()));
        let without_name = Columns::of("puzzle,solution,,", None).unwrap();
        assert!(without_name.record(&format!("{grid},2")).is_ok(), "delimiters at the end of the header");
        assert!(without_name.record(&grid).is_err());
        let file = format!("puzzle;note\n{grid};\"a\nb\";;\n");
        let notes = records(Box::new(file.as_bytes()))
            .map(|(_, record)| record.unwrap().fields.text("note").unwrap().into_owned());
        assert_eq!(notes.collect::<Vec<_>>(), ["a\nb"], "also after a quoted line end");
    }

    #[test]
    fn a_repeated_name_is_refused() {
        let error = |header: &str| Columns::of(header, None).err().unwrap().to_string();
        assert_eq!(error("puzzle,note, Note"), "found two columns \"Note\", expected names that differ");
        for header in ["puzzle,puzzle", "er;puzzle;er", "puzzle,level,level"] {
            assert!(error(header).starts_with("found two columns"), "{header}");
        }
    }

    #[test]
    fn a_column_without_a_name_is_called_by_its_place() {
        let grid = "1".repeat(80) + ".";
        let fields = |header: &str, row: &str| {
            let record = Columns::of(header, None).unwrap().record(row).unwrap();
            record.fields.iter().map(|(name, value)| format!("{name}={}", value.text())).collect::<Vec<_>>()
        };
        assert_eq!(fields(",puzzle", &format!("7,{grid}")), ["column_1=7"]);
        assert_eq!(fields("puzzle,, ,note", &format!("{grid},a,b,")), ["column_2=a", "column_3=b", "note="]);
        assert_eq!(fields("puzzle,,column_2", &format!("{grid},a,b")), ["column_2_=a", "column_2=b"]);
        assert_eq!(fields("puzzle,,", &format!("{grid},,")), [""; 0], "delimiters at the end");
    }

    #[test]
    fn the_column_called_puzzle_has_the_puzzles() {
        let columns = Columns::of("question,quizzes,puzzle,answer,solution", None).unwrap();
        assert_eq!((columns.puzzle, columns.solution), (2, Some(4)));
    }
}
