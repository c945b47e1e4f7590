//! CSV with a column of puzzles: ours with every field, and those of the data sets that people have.
//!
//! It is read line by line, so that every message has the line that an editor shows, and a quote that is never closed
//! costs no more than its line.

use std::io::BufRead;
use std::sync::Arc;

use csv::{ReaderBuilder, StringRecord, WriterBuilder};
use minirow_core::text::{self, Board};

use crate::fields::{Fields, Value};
use crate::forms::json_lines;
use crate::reader::lines::{self, Line};
use crate::reader::{Found, Problem};
use crate::record::Record;

/// What the column of the puzzles may be called: ours, and those of the data sets that training code knows.
pub(crate) const PUZZLE_COLUMNS: [&str; 3] = ["puzzle", "quizzes", "question"];

/// The same for the solutions.
pub(crate) const SOLUTION_COLUMNS: [&str; 3] = ["solution", "solutions", "answer"];

/// The number of clues: written, and not kept when it is read and right.
pub(crate) const CLUES: &str = "clues";

const DELIMITERS: [char; 3] = [',', ';', '\t'];

/// Whether a line is the header of a CSV file rather than a grid: it names a column of puzzles, or it is several fields
/// of words.
pub(crate) fn is_header(line: &str) -> bool {
    let Ok(fields) = fields(line, delimiter(line)) else { return false };
    let names: Vec<String> = fields.iter().map(|field| name_of(field).to_ascii_lowercase()).collect();
    if names.iter().any(|name| PUZZLE_COLUMNS.contains(&name.as_str())) {
        return true;
    }
    let is_word = |name: &String| {
        let mut characters = name.chars();
        characters.next().is_some_and(char::is_alphabetic)
            && characters.all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ' '))
            && name.len() < 81
    };
    names.len() > 1 && names.iter().all(is_word)
}

pub(crate) fn delimiter(line: &str) -> char {
    DELIMITERS.into_iter().find(|&delimiter| line.contains(delimiter)).unwrap_or(',')
}

fn name_of(field: &str) -> &str {
    field.trim_start_matches('\u{feff}').trim()
}

pub(crate) fn is_count(text: &str, board: &Board) -> bool {
    text.trim().parse() == Ok(Record::from(*board).grid().clue_count())
}

/// The fields of a line.
fn fields(line: &str, delimiter: char) -> Result<StringRecord, String> {
    if !line.contains('"') {
        return Ok(line.split(delimiter).collect());
    }
    if line.matches('"').count() % 2 == 1 {
        return Err("found a quote that is not closed, expected it on the same line".into());
    }
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter as u8)
        .has_headers(false)
        .buffer_capacity(512)
        .from_reader(line.as_bytes());
    let mut record = StringRecord::new();
    match reader.read_record(&mut record) {
        Ok(_) => Ok(record),
        Err(error) => Err(format!("cannot be read: {error}")),
    }
}

/// What the columns are.
struct Columns {
    delimiter: char,
    names: Vec<Arc<str>>,
    puzzle: usize,
    solution: Option<usize>,
    has_progress: bool,
}

impl Columns {
    fn of(header: &str) -> Result<Columns, String> {
        let delimiter = delimiter(header);
        let record = fields(header, delimiter)?;
        let found: Vec<&str> = record.iter().map(name_of).collect();
        let column =
            |wanted: &[&str]| found.iter().position(|name| wanted.iter().any(|one| one.eq_ignore_ascii_case(name)));
        let Some(puzzle) = column(&PUZZLE_COLUMNS) else {
            let (found, wanted) = (found.join(", "), PUZZLE_COLUMNS.join(" or "));
            return Err(format!("found the columns {found}, expected one called {wanted}"));
        };
        let solution = column(&SOLUTION_COLUMNS);
        // A name that comes twice gets a number, as data frames do it, lest a column is lost.
        let mut names: Vec<Arc<str>> = Vec::new();
        for (number, name) in found.iter().enumerate() {
            let is_taken = |name: &str| {
                let is_ours = number != puzzle && name.eq_ignore_ascii_case("puzzle")
                    || Some(number) != solution && name.eq_ignore_ascii_case("solution");
                is_ours || names.iter().any(|known| known.eq_ignore_ascii_case(name))
            };
            let numbered = (1..).map(|suffix| format!("{name}.{suffix}"));
            let unique = std::iter::once(name.to_string()).chain(numbered).find(|name| !is_taken(name));
            names.push(unique.unwrap_or_default().into());
        }
        let has_progress = column(&["state", "candidates"]).is_some();
        Ok(Columns { delimiter, names, puzzle, solution, has_progress })
    }

    fn record(&self, line: &str) -> Result<Record, String> {
        let values = fields(line, self.delimiter)?;
        let puzzle = values
            .get(self.puzzle)
            .ok_or_else(|| format!("found {} fields, expected a grid in field {}", values.len(), self.puzzle + 1))?;
        let board = text::parse(puzzle).map_err(|error| error.to_string())?;
        let solution = self.solution.and_then(|number| values.get(number)).map(str::trim);
        let mut others: Vec<(Arc<str>, Value)> = Vec::with_capacity(values.len());
        for (number, value) in values.iter().enumerate() {
            if number == self.puzzle || Some(number) == self.solution {
                continue;
            }
            match self.names.get(number) {
                Some(name) if name.eq_ignore_ascii_case(CLUES) && is_count(value, &board) => {}
                Some(name) => others.push((name.clone(), value.into())),
                None if value.trim().is_empty() => {}
                None => others.push((format!("field {}", number + 1).into(), value.into())),
            }
        }
        let solution = solution.filter(|text| !text.is_empty()).map(str::to_string);
        let mut record = Record { board, progress: None, solution, fields: Fields::from_iter(others) };
        if self.has_progress {
            record.take_progress();
        }
        Ok(record)
    }
}

/// The records of a file whose first line with content is a header.
pub(crate) struct CsvRecords<R> {
    reader: R,
    line: u64,
    columns: Option<Columns>,
    over: bool,
}

impl<R: BufRead> CsvRecords<R> {
    pub(crate) fn new(reader: R) -> CsvRecords<R> {
        CsvRecords { reader, line: 0, columns: None, over: false }
    }
}

impl<R: BufRead> Iterator for CsvRecords<R> {
    type Item = Result<Found, Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.over {
            self.line += 1;
            let line = self.line;
            let text = match lines::next(&mut self.reader) {
                Line::Text(text) => text,
                Line::Bad(message) => return Some(Err(Problem { line, message })),
                Line::Broken(message) => {
                    self.over = true;
                    return Some(Err(Problem { line, message }));
                }
                Line::End => return None,
            };
            let text = text.trim_start_matches('\u{feff}');
            if text.trim().is_empty() || text.trim_start().starts_with('#') {
                continue;
            }
            match &self.columns {
                Some(columns) => {
                    let record = columns.record(text);
                    return Some(
                        record.map(|record| Found { line, record }).map_err(|message| Problem { line, message }),
                    );
                }
                None => match Columns::of(text) {
                    Ok(found) => self.columns = Some(found),
                    Err(message) => {
                        self.over = true;
                        return Some(Err(Problem { line, message }));
                    }
                },
            }
        }
        None
    }
}

/// The columns that some records need, in order.
pub(crate) fn columns<'a>(records: impl Iterator<Item = &'a Record>) -> Vec<Arc<str>> {
    let (mut id, mut state, mut candidates, mut solution) = (None, false, false, false);
    let mut others: Vec<Arc<str>> = Vec::new();
    for record in records {
        solution |= record.solution.is_some();
        state |= record.has_placed();
        candidates |= record.marks().is_some();
        for (name, _) in record.fields.iter() {
            if name.eq_ignore_ascii_case("id") {
                id.get_or_insert_with(|| name.clone());
            } else if !name.eq_ignore_ascii_case(CLUES) && !others.iter().any(|known| known.eq_ignore_ascii_case(name))
            {
                others.push(name.clone());
            }
        }
    }
    let optional = |is_there: bool, name: &str| is_there.then(|| Arc::from(name));
    let mut columns = Vec::from_iter(id);
    columns.push("puzzle".into());
    columns.extend(optional(solution, "solution"));
    columns.push(CLUES.into());
    columns.extend(optional(state, "state"));
    columns.extend(optional(candidates, "candidates"));
    columns.extend(others);
    columns
}

/// The row of a record, and the names of what there is no column for.
pub(crate) fn row(record: &Record, columns: &[Arc<str>], blank: char) -> (String, Vec<String>) {
    let mut dropped = Vec::new();
    let mut known: Vec<(&str, String)> = vec![("puzzle", json_lines::puzzle(&record.board, blank))];
    known.extend(record.solution.as_ref().map(|solution| ("solution", solution.clone())));
    if record.fields.get(CLUES).is_none() {
        known.push((CLUES, record.grid().clue_count().to_string()));
    }
    known.extend(json_lines::progress(record, blank));
    let fields = record.fields.iter().map(|(name, value)| (&**name, value.text().into_owned()));
    let mut row = vec![String::new(); columns.len()];
    for (name, mut text) in known.into_iter().chain(fields) {
        if text.contains(['\n', '\r']) {
            text = text.replace("\r\n", " ").replace(['\n', '\r'], " ");
            dropped.push(format!("line ends in {name}"));
        }
        match columns.iter().position(|column| column.eq_ignore_ascii_case(name)) {
            Some(place) => row[place] = text,
            None if text.is_empty() => {}
            None => dropped.push(name.to_string()),
        }
    }
    (line(&row), dropped)
}

pub(crate) fn line<T: AsRef<str>>(fields: &[T]) -> String {
    let mut writer = WriterBuilder::new().comment(Some(b'#')).from_writer(Vec::new());
    writer.write_record(fields.iter().map(|field| field.as_ref().as_bytes())).expect("a vector takes everything");
    String::from_utf8(writer.into_inner().expect("a vector takes everything")).expect("text")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_told_from_grids() {
        let grid = "1".repeat(81);
        for header in ["puzzle", "id,puzzle,solution", "quizzes,solutions", "\"question\";\"answer\"", "foo,bar"] {
            assert!(is_header(header), "{header}");
        }
        for line in [
            grid.as_str(),
            &format!("{grid},{grid}"),
            "[[1,2,3]]",
            "1,2,3",
            "hello world",
            "+---+---+",
            "comment: mine, by x",
        ] {
            assert!(!is_header(line), "{line}");
        }
    }

    #[test]
    fn a_name_that_comes_twice_gets_a_number() {
        let columns = Columns::of("Note,quizzes,puzzle,note,").unwrap();
        let names: Vec<&str> = columns.names.iter().map(|name| &**name).collect();
        assert_eq!(names, ["Note", "quizzes", "puzzle.1", "note.1", ""]);
    }
}
