//! CSV with a column of puzzles: that of this program, with every field, and those of well-known data sets.

use std::sync::Arc;

use csv::StringRecord;
use minirow_core::Grid;
use minirow_core::text;

use crate::csv_record::{csv_delimiter, csv_fields, csv_record};
use crate::csv_rows::{CsvKind, CsvRow, CsvRows};
use crate::error::{Error, ErrorKind};
use crate::fields::{Fields, Value};
use crate::form::{FileBytes, FileForm, Header, LineResult, Reading};
use crate::forms::f_puzzles::not_classic;
use crate::forms::json_lines::is_rule;
use crate::quotes::Quotes;
use crate::record::Record;
use crate::record_table::{self, RecordTable};
use crate::table::{
    CLUES, PUZZLE_COLUMNS, SOLUTION_COLUMNS, TableHeader, cell_columns, is_count, is_puzzle_column, name_of,
};

pub(crate) static CSV: FileForm = FileForm {
    name: "csv",
    about: "CSV with all that is known of a puzzle",
    endings: &["csv"],
    reading: Reading::Table { is_first_line: is_header },
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

/// Returns `true` if the first of two lines is the header of a CSV file, and not a grid or a heading: it names a column of puzzles, or
/// has words above as many fields, of which one is a grid.
fn is_header(line: &str, next: &str) -> bool {
    // A text in JSON or XML may have `,puzzle,`.
    if name_of(line).starts_with(['{', '[', '<']) {
        return false;
    }
    let delimiter = csv_delimiter(line);
    let Some(names) = fields(line, delimiter) else { return false };
    if names.iter().any(is_puzzle_column) {
        // A word above the rows of a grid is a heading.
        let is_cell = |c: &char| c.is_ascii_digit() || ".-_*xX?".contains(*c);
        let is_row = next.chars().filter(is_cell).count() == 9 && !next.contains(char::is_alphabetic);
        return !(names.len() == 1 && (is_row || next.starts_with(['+', '|'])));
    }
    if cell_columns(names.iter()).is_some() {
        return true;
    }
    let is_grid = |field: &str| field.trim().len() == 81 && field.parse::<Grid>().is_ok();
    let is_name = |name: &str| name_of(name).len() < 81 && !is_grid(name);
    let Some(values) = fields(next, delimiter) else { return false };
    names.len() > 1 && names.len() == values.len() && names.iter().all(is_name) && values.iter().any(is_grid)
}

/// Returns the error of two lines that look like the header and a row of a table without a column of puzzles.
pub(crate) fn error_of_header(line: &str, next: &str) -> Option<ErrorKind> {
    let delimiter = csv_delimiter(line);
    let (names, values) = (fields(line, delimiter)?, fields(next, delimiter)?);
    let is_word = |name: &str| name_of(name).starts_with(char::is_alphabetic);
    let is_table = names.len() > 1 && names.len() == values.len() && names.iter().all(is_word);
    let columns = || TableHeader::of(&names).and_then(|header| Columns::of(&header, None));
    let error = is_table.then(|| columns().err()).flatten()?;
    Some(ErrorKind::Header(error.into()))
}

/// Splits a line into fields.
fn fields(line: &str, delimiter: char) -> Option<StringRecord> {
    let mut quotes = Quotes::new(delimiter as u8);
    quotes.push(line.as_bytes());
    (!quotes.is_open()).then(|| csv_fields(line, delimiter))
}

/// The columns of a file that is read.
struct Columns {
    /// The column of puzzles, or those of the cells.
    puzzle: Vec<usize>,
    solution: Option<usize>,
    solution_column: Option<&'static str>,
    /// The columns that may tell that a puzzle has more rules.
    kinds: Vec<usize>,
    has_progress: bool,
}

impl Columns {
    /// Reads a header. `named` is the column of puzzles, if the user has named it.
    fn of(header: &TableHeader, named: Option<&str>) -> Result<Columns, ErrorKind> {
        let found: Vec<&str> = header.names().collect();
        // The first of the wanted names that is there, wherever its column is.
        let column = |wanted: &[&str]| {
            wanted.iter().find_map(|wanted| found.iter().position(|name| wanted.eq_ignore_ascii_case(name)))
        };
        let puzzle = named.map_or_else(|| column(&PUZZLE_COLUMNS), |named| column(&[named]));
        let cells = || cell_columns(found.iter().copied()).filter(|_| named.is_none());
        let Some(puzzle) = puzzle.map(|column| vec![column]).or_else(cells) else {
            let expected = match named {
                Some(named) => format!("one called {named}"),
                None => {
                    format!("one called {}; `minirow convert --column NAME` reads another", PUZZLE_COLUMNS.join(", "))
                }
            };
            return Err(ErrorKind::form(format!("the columns {}", found.join(", ")), expected));
        };
        if puzzle.is_empty() {
            return Err(ErrorKind::form("the columns A1 to I9 in another order", "the order of rows"));
        }
        let solution = column(&SOLUTION_COLUMNS);
        let name = |place: usize| SOLUTION_COLUMNS.into_iter().find(|name| name.eq_ignore_ascii_case(found[place]));
        let solution_column = solution.and_then(name);
        let has_progress = column(&["state", "candidates"]).is_some();
        let kinds = (0..found.len()).filter(|&column| is_rule(found[column], "killer")).collect();
        Ok(Columns { puzzle, solution, solution_column, kinds, has_progress })
    }

    fn record(&self, header: &TableHeader, values: &StringRecord) -> Result<Record, ErrorKind> {
        if header.names().zip(values).all(|(name, value)| name.eq_ignore_ascii_case(name_of(value))) {
            return Err(ErrorKind::form("the header of the table again", "a row"));
        }
        let board = match self.puzzle[..] {
            [puzzle] => text::parse(&values[puzzle])?,
            _ => text::parse(&self.puzzle.iter().map(|&cell| &values[cell]).collect::<Vec<_>>().join(","))?,
        };
        let solution = self.solution.map(|number| values[number].trim());
        let mut others: Vec<(Arc<str>, Value)> = Vec::with_capacity(values.len());
        for (number, name, value) in header.fields(values) {
            if self.kinds.contains(&number) && is_rule(name, value) {
                return Err(not_classic(name));
            }
            let is_other = !self.puzzle.contains(&number) && Some(number) != self.solution;
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

/// The records of a table.
pub(crate) struct TableRecords<'a> {
    rows: CsvRows<'a>,
    columns: Columns,
    /// `true` if the text of the rows is kept.
    pub(crate) keeps_text: bool,
}

impl<'a> TableRecords<'a> {
    /// Reads the header. `column` is the one with the puzzles, if the user has named it. `None` is a file without a header.
    pub(crate) fn open(bytes: FileBytes<'a>, column: Option<&str>) -> Result<Option<TableRecords<'a>>, Error> {
        let as_header = |error: Error| match error.kind {
            ErrorKind::Line(_) => error,
            kind => Error { line: error.line, kind: ErrorKind::Header(kind.into()) },
        };
        let Some(rows) = CsvRows::open(bytes, CsvKind::Any).map_err(as_header)? else { return Ok(None) };
        let columns = Columns::of(rows.header(), column);
        let columns = columns.map_err(|kind| as_header(Error { line: rows.header_line(), kind }))?;
        Ok(Some(TableRecords { rows, columns, keeps_text: false }))
    }

    /// Returns the header, with the number of its line.
    pub(crate) fn header(&self) -> (u64, &TableHeader) {
        (self.rows.header_line(), self.rows.header())
    }

    /// Reads a table that a program has just written.
    pub(crate) fn written(self) -> TableRecords<'a> {
        TableRecords { rows: self.rows.written(), ..self }
    }
}

/// The records, with the text of their rows if it is kept.
impl Iterator for TableRecords<'_> {
    type Item = (LineResult, Option<Vec<u8>>);

    fn next(&mut self) -> Option<Self::Item> {
        Some(match self.rows.next()? {
            Ok(CsvRow { line, text, fields }) => {
                ((line, self.columns.record(self.rows.header(), &fields)), self.keeps_text.then_some(text))
            }
            Err(Error { line, kind }) => ((line, Err(kind)), None),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a table of one row.
    fn record(header: &str, row: &str) -> Result<Record, ErrorKind> {
        let table = format!("{header}\n{row}\n");
        let mut records = TableRecords::open(Box::new(table.as_bytes()), None).unwrap().unwrap();
        records.next().unwrap().0.1
    }

    fn columns(header: &str) -> Result<Columns, ErrorKind> {
        Columns::of(&TableHeader::of(&csv_fields(header, csv_delimiter(header)))?, None)
    }

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
        let found = |rest: &str| {
            let record = record("id,puzzle,solution", &format!("7,{grid}{rest}"));
            record.map(|record| (record.solution, record.fields.len())).map_err(|error| error.to_string())
        };
        assert_eq!(found(",2"), Ok((Some("2".to_string()), 1)));
        assert_eq!(found(",2,, "), Ok((Some("2".to_string()), 1)), "only delimiters after the last field");
        assert_eq!(found(","), Ok((None, 1)));
        assert_eq!(found(""), Err("found 2 fields, expected 3".to_string()));
        assert_eq!(found(",2,9"), Err("found 4 fields, expected 3".to_string()));
        assert_eq!(found(",2,,9"), Err("found 5 fields, expected 3".to_string()));
        let without_name = |row: &str| record("puzzle,solution,,", row);
        assert!(without_name(&format!("{grid},2")).is_ok(), "delimiters at the end of the header");
        assert!(without_name(&grid).is_err());
        let note = record("puzzle;note", &format!("{grid};\"a\nb\";;")).unwrap().fields.text("note").map(String::from);
        assert_eq!(note.as_deref(), Some("a\nb"), "also after a quoted line end");
    }

    #[test]
    fn a_repeated_name_is_refused() {
        let error = |header: &str| columns(header).err().unwrap().to_string();
        assert_eq!(error("puzzle,note, Note"), "found two columns \"Note\", expected names that differ");
        for header in ["puzzle,puzzle", "er;puzzle;er", "puzzle,level,level"] {
            assert!(error(header).starts_with("found two columns"), "{header}");
        }
    }

    #[test]
    fn a_column_without_a_name_is_called_by_its_place() {
        let grid = "1".repeat(80) + ".";
        let fields = |header: &str, row: &str| {
            let record = record(header, row).unwrap();
            record.fields.iter().map(|(name, value)| format!("{name}={}", value.text())).collect::<Vec<_>>()
        };
        assert_eq!(fields(",puzzle", &format!("7,{grid}")), ["column_1=7"]);
        assert_eq!(fields("puzzle,, ,note", &format!("{grid},a,b,")), ["column_2=a", "column_3=b", "note="]);
        assert_eq!(fields("puzzle,,column_2", &format!("{grid},a,b")), ["column_2_=a", "column_2=b"]);
        assert_eq!(fields("puzzle,,", &format!("{grid},,")), [""; 0], "delimiters at the end");
    }

    #[test]
    fn the_column_called_puzzle_has_the_puzzles() {
        let columns = columns("question,quizzes,puzzle,answer,solution").unwrap();
        assert_eq!((columns.puzzle, columns.solution), (vec![2], Some(4)));
    }
}
