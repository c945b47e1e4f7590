//! CSV with a column of puzzles: that of this program, with every field, and those of well-known data sets.

use std::collections::VecDeque;
use std::sync::Arc;

use csv::StringRecord;
use minirow_core::Grid;
use minirow_text::{Board, ParseError, is_sum, shown};

use crate::cell_names::cell_columns;
use crate::csv_record::{CsvFields, csv_delimiter, csv_record};
use crate::csv_rows::{CsvKind, CsvRows, RawRow};
use crate::error::{Error, ErrorKind};
use crate::fields::{Fields, Value};
use crate::form::{FileBytes, FileForm, Header, LineResult, Reading};
use crate::forms::f_puzzles::not_classic;
use crate::forms::json_lines::rules::{is_rule, is_start, wrong_order};
use crate::record::Record;
use crate::record_table::{self, RecordTable};
use crate::table::{
    CLUES, SOLUTION_COLUMNS, TableHeader, board_columns, is_count, is_puzzle_column, may_be_board, may_be_board_column,
    name_of, puzzle_of, solution_behind,
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

/// Returns `true` if a line is the header of a CSV file, and not a grid or a heading: it names a column of puzzles above rows with as
/// many fields, has words above as many fields, of which one is a grid, or names 81 cells.
fn is_header(line: &str, next: &[String]) -> bool {
    // A text in JSON or XML may have `,puzzle,`.
    if name_of(line).starts_with(['{', '[', '<']) {
        return false;
    }
    let delimiter = csv_delimiter(line);
    let Some(names) = fields(line, delimiter) else { return false };
    // A statement of SQL has its values behind the names.
    if names.iter().any(|name| name.len() >= 81) {
        return false;
    }
    if names.iter().any(is_puzzle_column) {
        return has_rows(&names, delimiter, line, next) && !are_above_rows(delimiter, next);
    }
    if names.iter().any(may_be_board_column) && has_boards(&names, delimiter, next) {
        return true;
    }
    if cell_columns(names.iter()).is_some() {
        return true;
    }
    let first = next.first().map_or("", String::as_str);
    let Some(values) = fields(first, delimiter) else { return false };
    let is_grid = |field: &str| field.trim().len() == 81 && field.parse::<Grid>().is_ok();
    // The first row of a list may have a puzzle with an error.
    let is_damaged =
        |name: &str| matches!(minirow_text::parse(name), Err(ParseError::LostZeros(_) | ParseError::Rounded(_)));
    let is_name = |name: &str| name_of(name).len() < 81 && !is_grid(name) && !may_be_board(name) && !is_damaged(name);
    let is_table = names.len() > 1 && names.len() == values.len() && names.iter().all(is_name);
    is_table && values.iter().any(is_grid) && !is_heading(&names, &values, delimiter, next) || are_cells(line, first)
}

/// Returns `true` for words that are hardly the names of columns: a line without a puzzle is among the next ones, such as another heading, or
/// spaces are behind their delimiters, and not behind those of the first row.
fn is_heading(names: &StringRecord, values: &StringRecord, delimiter: char, next: &[String]) -> bool {
    let is_row =
        |line: &String| fields(line, delimiter).is_none_or(|values| values.iter().any(|value| value.len() >= 64));
    let has_space = |fields: &StringRecord| fields.iter().skip(1).any(|field| field.starts_with(' '));
    !next.iter().all(is_row) || has_space(names) && !has_space(values)
}

/// Returns `true` for headings above the rows of a grid, or of two beside each other.
fn are_above_rows(delimiter: char, next: &[String]) -> bool {
    let is_cell = |field: &str| field.trim().len() < 2;
    let is_row = |line: &String| fields(line, delimiter).is_some_and(|row| row.len() >= 9 && row.iter().all(is_cell));
    next.len() >= 9 && next[..9].iter().all(is_row)
}

/// Returns `true` for names above 81 cells, which have to tell the cells.
fn are_cells(line: &str, first: &str) -> bool {
    let is_cell = |field: &&str| field.trim().len() < 2 && field.trim().chars().all(|character| is_cell(&character));
    let delimiter = csv_delimiter(first);
    let (Some(names), Some(values)) = (fields(line, delimiter), fields(first, delimiter)) else { return false };
    names.len() >= 81
        && names.len() == values.len()
        && values.iter().filter(is_cell).count() >= 81
        && !names.iter().any(|name| is_cell(&name))
}

/// Returns `true` if lines may be rows below the names of columns, and not those of a grid below a heading: one has as many fields and
/// holds a board (below one word, the first), all have as many fields, or there is no row of a grid. The field of a board may have several
/// lines. A heading of one word may be there again.
fn has_rows(names: &StringRecord, delimiter: char, line: &str, next: &[String]) -> bool {
    let Ok(header) = TableHeader::of(names) else { return true };
    let is_word = names.iter().filter(|name| !name_of(name).is_empty()).count() == 1;
    let is_row = |line: &String| fields(line, delimiter).is_none_or(|values| header.fits(&values));
    let has_board =
        |line: &String| fields(line, delimiter).is_none_or(|values| values.iter().any(|value| value.len() >= 64));
    let is_of_grid = |line: &String| {
        let cells = line.chars().filter(is_cell).count();
        let is_row = cells >= 9 && !line.contains(delimiter) || line.split(csv_delimiter(line)).count() == 9;
        let is_drawn = !line.contains(delimiter) && line.matches(['|', '│', '┃', '║']).count() > 1;
        (is_row || is_drawn) && line.chars().filter(|character| character.is_alphabetic()).count() <= 1
    };
    if is_word && next.iter().any(|next| next == line) {
        return false;
    }
    let is_row_of_board = |line: &String| is_row(line) && has_board(line);
    let is_open = |line: &String| fields(line, delimiter).is_none();
    let are_rows = match is_word {
        true => next.first().is_none_or(is_row_of_board) || next.iter().any(is_open),
        false => next.iter().any(is_row_of_board),
    };
    are_rows || !is_word && (next.iter().all(is_row) || !next.iter().any(is_of_grid))
}

/// Returns `true` if the next row has a board in a column that may have some.
fn has_boards(names: &StringRecord, delimiter: char, next: &[String]) -> bool {
    let Some(values) = next.first().and_then(|line| fields(line, delimiter)) else { return false };
    let is_board = |(name, value): (&str, &str)| may_be_board_column(name) && may_be_board(value);
    // One word is a heading.
    names.len() > 1
        && TableHeader::of(names).is_ok_and(|header| header.fits(&values))
        && names.iter().zip(&values).any(is_board)
}

fn is_cell(character: &char) -> bool {
    character.is_ascii_digit() || ".-_*xX?".contains(*character)
}

/// Returns the error of lines that look like the header and a row of a table without a column of puzzles.
pub(crate) fn error_of_header(line: &str, next: &[String]) -> Option<ErrorKind> {
    let delimiter = csv_delimiter(line);
    let (names, values) = (fields(line, delimiter)?, fields(next.first()?, delimiter)?);
    let is_word = |name: &str| name_of(name).starts_with(char::is_alphabetic);
    let is_table = names.len() > 1 && names.len() == values.len() && names.iter().all(is_word);
    let columns = || TableHeader::of(&names).and_then(|header| Columns::of(&header, None));
    let error = match columns() {
        Ok(columns) if columns.has_puzzles || columns.has_cells() => return None,
        Ok(_) => no_puzzle_column(names.iter().map(name_of)),
        Err(error) => error,
    };
    is_table.then(|| ErrorKind::Header(error.into()))
}

fn no_puzzle_column<'a>(names: impl Iterator<Item = &'a str>) -> ErrorKind {
    let names: Vec<&str> = names.collect();
    ErrorKind::NoPuzzleColumn { found: shown(&format!("the columns {}", names.join(", "))).into_owned() }
}

/// Splits a line into fields.
fn fields(line: &str, delimiter: char) -> Option<StringRecord> {
    let mut fields = CsvFields::new(delimiter);
    fields.push(line);
    (!fields.is_open()).then(|| fields.end())
}

/// The columns of a file that is read.
struct Columns {
    /// The columns of the cells, or those that may have the puzzle: the first one of them that is not empty.
    puzzle: Vec<usize>,
    solution: Option<usize>,
    solution_column: Option<&'static str>,
    /// The columns that may tell that a puzzle has more rules.
    kinds: Vec<usize>,
    /// The columns of the order of the cells.
    orders: Vec<usize>,
    /// The columns whose boards may be the clues of a puzzle that has the progress.
    starts: Vec<usize>,
    has_progress: bool,
    /// `true` if the columns of puzzles have no other values.
    has_puzzles: bool,
}

impl Columns {
    /// Reads a header. `named` is the column of puzzles, if the user has named it.
    fn of(header: &TableHeader, named: Option<&str>) -> Result<Columns, ErrorKind> {
        let found: Vec<&str> = header.names().collect();
        // Those of the wanted names that are there, wherever their columns are.
        let columns = |wanted: &[&str]| -> Vec<usize> {
            let column = |wanted: &&str| found.iter().position(|name| wanted.eq_ignore_ascii_case(name));
            wanted.iter().filter_map(column).collect()
        };
        let column = |wanted: &[&str]| columns(wanted).first().copied();
        let known = || [true, false].map(|has_puzzles| columns(board_columns(has_puzzles)));
        let is_any = |boards: &Vec<usize>| !boards.is_empty();
        let boards =
            named.map_or_else(|| known().into_iter().find(is_any).unwrap_or_default(), |named| columns(&[named]));
        let puzzle = match cell_columns(found.iter().copied()) {
            Some(cells) if boards.is_empty() && named.is_none() => cells?,
            _ => boards,
        };
        if puzzle.is_empty() {
            return Err(match named {
                Some(named) => {
                    ErrorKind::form(format!("the columns {}", found.join(", ")), format!("one called {named}"))
                }
                None => no_puzzle_column(found.into_iter()),
            });
        }
        let solution = column(&SOLUTION_COLUMNS);
        let name = |place: usize| SOLUTION_COLUMNS.into_iter().find(|name| name.eq_ignore_ascii_case(found[place]));
        let solution_column = solution.and_then(name);
        let has_progress = column(&["state", "candidates"]).is_some();
        let kinds = (0..found.len()).filter(|&column| is_rule(found[column], "killer sudoku")).collect();
        let may_be_order = |name: &str| ["columns", "true"].iter().any(|value| wrong_order(name, value).is_some());
        let orders = (0..found.len()).filter(|&column| may_be_order(found[column])).collect();
        let starts = (0..found.len()).filter(|&column| named.is_none() && is_start(found[column])).collect();
        let has_puzzles = named.is_some() || found.iter().any(|name| is_puzzle_column(name));
        Ok(Columns { puzzle, solution, solution_column, kinds, orders, starts, has_progress, has_puzzles })
    }

    fn record(&self, header: &TableHeader, values: &StringRecord) -> Result<Record, ErrorKind> {
        if is_header_again(header, values) {
            return Err(ErrorKind::form("the header of the table again", "a row"));
        }
        let (puzzle, board, solved) = match self.puzzle[..] {
            [puzzle] if self.has_puzzles => (puzzle, minirow_text::parse(&values[puzzle])?, None),
            [first, ..] if self.has_cells() => (first, self.cells(header, values)?, None),
            _ => {
                let is_board = |column: &usize| may_be_board(&values[*column]);
                let mut filled = self.puzzle.iter().copied().filter(|column| match self.has_puzzles {
                    true => !values[*column].trim().is_empty(),
                    false => is_board(column),
                });
                let first = filled.next().or(self.has_puzzles.then_some(self.puzzle[0]));
                let first = first.ok_or_else(|| no_puzzle_column(header.names()))?;
                let mut boards = vec![(first, minirow_text::parse(&values[first])?)];
                boards.extend(filled.filter_map(|column| Some((column, minirow_text::parse(&values[column]).ok()?))));
                puzzle_of(&boards, |column| header.names().nth(column).unwrap_or_default())?
            }
        };
        let is_puzzle = |column| column == puzzle || self.has_cells() && self.puzzle.contains(&column);
        let solution_place = self.solution.or(solved);
        let solution = solution_place.map(|number| values[number].trim());
        let mut others: Vec<(Arc<str>, Value)> = Vec::with_capacity(values.len());
        for (number, name, value) in header.fields(values) {
            if self.kinds.contains(&number) && is_rule(name, value) {
                return Err(not_classic(name));
            }
            if self.orders.contains(&number)
                && let Some(error) = wrong_order(name, value)
            {
                return Err(error);
            }
            if self.starts.contains(&number)
                && !is_puzzle(number)
                && !is_count(value, &board)
                && minirow_text::parse(value)
                    .is_ok_and(|start| start != board && !start.clues().is_ok_and(Grid::is_full))
            {
                let found = format!("boards in {} and {name}", header.names().nth(puzzle).unwrap_or_default());
                return Err(ErrorKind::form(found, "one, or the column of the puzzles with --column"));
            }
            let is_other = !is_puzzle(number) && Some(number) != solution_place;
            if is_other && is_solution_of(&board, value) {
                let found = format!(
                    "a solution in {}, and its puzzle in {name}",
                    header.names().nth(puzzle).unwrap_or_default()
                );
                return Err(ErrorKind::form(found, "the puzzle in its column"));
            }
            if is_other && !(name.eq_ignore_ascii_case(CLUES) && is_count(value, &board)) {
                others.push((name.clone(), value.into()));
            }
        }
        let solution = solution.filter(|text| !text.is_empty()).map(str::to_string);
        let solution = solution.or_else(|| solution_behind(&values[puzzle]));
        let is_open = |text: &String| text.len() == 81 && text.contains(['0', '.']);
        if solution.as_ref().is_some_and(is_open) && board.clues().is_ok_and(Grid::is_full) {
            return Err(ErrorKind::form("a solution with empty cells, and a full puzzle", "the puzzle in its column"));
        }
        let solution_column = self.solution_column;
        let mut record = Record { solution, solution_column, fields: Fields::from_iter(others), ..Record::from(board) };
        if self.has_progress {
            record.take_progress();
        }
        Ok(record)
    }

    /// Returns `true` for a row of sums, with nothing or a number in place of a puzzle.
    fn are_sums(&self, values: &StringRecord) -> bool {
        let mut filled = values.iter().map(str::trim).filter(|value| !value.is_empty());
        let is_number = |value: &str| value.len() < 9 && value.replace([',', '.'], "").parse::<u32>().is_ok();
        filled.next().is_some_and(is_sum) && filled.all(is_number) && !self.has_cells()
    }

    /// Returns `true` if there is a column for each cell.
    fn has_cells(&self) -> bool {
        self.puzzle.len() == 81
    }

    /// Reads a row with a column for each cell.
    fn cells(&self, header: &TableHeader, values: &StringRecord) -> Result<Board, ErrorKind> {
        // A space among empty fields is another blank, unless there are spaces beside the digits, too.
        let is_spaced = |&column: &usize| values[column].trim() != &values[column] && !values[column].trim().is_empty();
        let is_aligned = self.puzzle.iter().any(is_spaced);
        let value = |column: usize| if is_aligned { values[column].trim() } else { &values[column] };
        let cells = || self.puzzle.iter().map(|&column| (column, value(column)));
        let mut blanks = cells().filter(|(_, value)| !value.contains(|digit| matches!(digit, '1'..='9')));
        let (_, blank) = blanks.next().unwrap_or_default();
        // Another one may be a clue that was lost.
        if let Some((column, other)) = blanks.find(|(_, value)| *value != blank) {
            let name = header.names().nth(column).unwrap_or_default();
            let found = format!("the empty cells {blank:?} and {other:?} (in column {name:?})");
            return Err(ErrorKind::form(found, "one kind of them"));
        }
        let is_wrong = |value: &str| value != blank && !matches!(value.as_bytes(), [b'1'..=b'9']);
        minirow_text::parse(&cells().map(|(_, value)| value.trim()).collect::<Vec<_>>().join(",")).map_err(|error| {
            let wrong = cells().find(|(_, value)| is_wrong(value));
            wrong.map_or(error.into(), |(column, value)| {
                let name = header.names().nth(column).unwrap_or_default();
                ErrorKind::form(format!("{value:?} (in column {name:?})"), "a digit 1-9, or an empty cell")
            })
        })
    }
}

/// Returns `true` for a full grid that solves the puzzle in another field.
fn is_solution_of(board: &Board, value: &str) -> bool {
    let Some(solution) = board.clues().ok().filter(|grid| grid.is_full()) else { return false };
    let is_puzzle = |puzzle: &Grid| !puzzle.is_full() && solution.within(puzzle.pattern()) == *puzzle;
    may_be_board(value) && minirow_text::parse(value).is_ok_and(|board| board.clues().is_ok_and(is_puzzle))
}

/// Returns `true` for a row that is the header again.
fn is_header_again(header: &TableHeader, values: &StringRecord) -> bool {
    header.names().zip(values).all(|(name, value)| name.eq_ignore_ascii_case(name_of(value)))
}

/// Returns `true` for a row that is the header of another table: words of which one is the name of a column of puzzles.
fn is_other_header(values: &StringRecord) -> bool {
    let is_word = |name: &str| name_of(name).starts_with(char::is_alphabetic) && name.len() < 64;
    values.len() > 1 && values.iter().all(is_word) && values.iter().any(may_be_board_column)
}

/// The records of a table.
pub(crate) struct TableRecords<'a> {
    rows: CsvRows<'a>,
    columns: Columns,
    /// `true` if the text of the rows is kept.
    pub(crate) keeps_text: bool,
    /// The line of the header of another table, whose rows are not read.
    other_header: Option<u64>,
    /// `true` if a row has a record, so that lines below it may be remarks.
    has_record: bool,
    /// The errors of lines that are no remarks, because the record of a row follows, and that record.
    ahead: VecDeque<(LineResult, Option<RawRow>)>,
}

/// The most lines of remarks below a table.
const MOST_REMARKS: usize = 100;

impl<'a> TableRecords<'a> {
    /// Reads the header. `column` is the one with the puzzles, if the user has named it. `None` is a file without a header.
    pub(crate) fn open(bytes: FileBytes<'a>, column: Option<&str>) -> Result<Option<TableRecords<'a>>, Error> {
        let as_header = |error: Error| match error.kind {
            ErrorKind::Line(_) => error,
            kind => Error { line: error.line, kind: ErrorKind::Header(kind.into()) },
        };
        let Some(mut rows) = CsvRows::with_column(bytes, CsvKind::Any, column).map_err(as_header)? else {
            return Ok(None);
        };
        let columns = Columns::of(rows.header(), column);
        let columns = columns.map_err(|kind| as_header(Error { line: rows.header_line(), kind }))?;
        if column.is_some() {
            rows.header.rename_other_puzzle(&columns.puzzle);
        }
        Ok(Some(TableRecords {
            rows,
            columns,
            keeps_text: false,
            other_header: None,
            has_record: false,
            ahead: VecDeque::new(),
        }))
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

impl TableRecords<'_> {
    fn next_row(&mut self) -> Option<(LineResult, Option<RawRow>)> {
        Some(match self.rows.find(|row| !row.as_ref().is_ok_and(|row| self.columns.are_sums(&row.fields)))? {
            Ok(row) => {
                let header = self.rows.header();
                if is_header_again(header, &row.fields) {
                    self.other_header = None;
                } else if is_other_header(&row.fields) {
                    self.other_header = Some(row.line);
                }
                let record = match self.other_header {
                    Some(line) if line == row.line => Err(ErrorKind::form("the header of another table", "a row")),
                    Some(line) => Err(ErrorKind::form(format!("a row of the table in line {line}"), "one table")),
                    None => self.columns.record(header, &row.fields),
                };
                ((row.line, record), self.keeps_text.then_some(row))
            }
            Err(Error { line, kind }) => ((line, Err(kind)), None),
        })
    }
}

/// The records, with their rows if the text is kept. Remarks below the last one are left out.
impl Iterator for TableRecords<'_> {
    type Item = (LineResult, Option<RawRow>);

    fn next(&mut self) -> Option<Self::Item> {
        let mut may_be_remarks = self.ahead.is_empty();
        while may_be_remarks {
            let row = self.next_row()?;
            self.has_record |= row.0.1.is_ok();
            may_be_remarks =
                row.0.1.is_err() && self.has_record && self.rows.is_remark && self.ahead.len() < MOST_REMARKS;
            self.ahead.push_back(row);
        }
        self.ahead.pop_front()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::csv_record::csv_fields;

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
        let grid = "912345678".repeat(9);
        for header in ["puzzle", "id,puzzle,solution", "quizzes,solutions", "\"question\";\"answer\"", "Board\tlevel"] {
            assert!(is_header(header, &[]), "{header}");
        }
        assert!(is_header("Nr;Text;Datum", &[format!("1;{grid};2026")]));
        for (line, next) in [
            (grid.as_str(), grid.as_str()),
            (&format!("{grid},{grid}"), &format!("{grid},{grid}")),
            ("[[1,2,3]]", ""),
            ("1,2,3", "4,5,6"),
            ("Hello, this is hard", &grid),
            ("Sudoku, easy", &grid),
            ("grid;5", "003020600"),
            ("Hello, this is hard", "please, help"),
            ("+---+---+", ""),
            ("comment: mine, by x", ""),
            ("{\"puzzle\":\"1\",\"note\":\"a,puzzle,b\"}", ""),
        ] {
            assert!(!is_header(line, &[next.into()]), "{line}");
        }
    }

    #[test]
    fn a_row_has_as_many_fields_as_the_header() {
        let grid = "912345678".repeat(8) + "91234567.";
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
    fn a_solution_beside_its_puzzle_is_no_puzzle() {
        // The header has lost a comma.
        let (puzzle, solution) = (
            "003020600900305001001806400008102900700000008006708200002609500800203009005010300",
            "483921657967345821251876493548132976729564138136798245372689514814253769695417382",
        );
        let found = record("puzzlesolution,clues,level", &format!("{puzzle},{solution},25,")).unwrap_err().to_string();
        assert_eq!(
            found,
            "found a solution in clues, and its puzzle in puzzlesolution, expected the puzzle in its column"
        );
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
        let grid = "912345678".repeat(8) + "91234567.";
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
        assert_eq!((columns.puzzle, columns.solution), (vec![2, 1, 0], Some(4)));
    }
}
