//! Grids of a CSV file: a column that holds them, and perhaps one that holds their solutions.

use std::io::Read;
use std::sync::Arc;

use csv::{ByteRecord, ReaderBuilder};
use minirow_core::text;

use crate::input::lines::Lines;
use crate::input::{Bad, Entry, Item, Place};

/// What the column of the puzzles may be called: ours, and those of the data sets that training code knows.
const PUZZLE_COLUMNS: [&str; 3] = ["puzzle", "quizzes", "question"];

/// The same for the solutions.
const SOLUTION_COLUMNS: [&str; 3] = ["solution", "solutions", "answer"];

const DELIMITERS: [char; 3] = [',', ';', '\t'];

/// Whether a line is the header of a CSV file rather than a grid: it names a column of puzzles, or it is several fields
/// of words.
pub(super) fn is_header(line: &str) -> bool {
    let delimiter = delimiter(line);
    let mut fields = line.split(delimiter).map(name_of);
    if fields.clone().any(|field| PUZZLE_COLUMNS.contains(&field.as_str())) {
        return true;
    }
    let words = |field: String| field.starts_with(|c: char| c.is_alphabetic()) && field.len() < 81;
    line.contains(delimiter) && fields.all(words)
}

fn delimiter(line: &str) -> char {
    DELIMITERS.into_iter().find(|&delimiter| line.contains(delimiter)).unwrap_or(',')
}

fn name_of(field: &str) -> String {
    field.trim_start_matches('\u{feff}').trim().trim_matches('"').trim().to_ascii_lowercase()
}

/// The grids of a file whose first line with content is a header.
pub(super) fn read(name: Arc<str>, lines: Lines) -> Box<dyn Iterator<Item = Item> + Send> {
    let header = lines.first_content().expect("a header").to_string();
    let columns: Vec<String> = header.split(delimiter(&header)).map(name_of).collect();
    let column = |names: &[&str]| columns.iter().position(|column| names.contains(&column.as_str()));
    let Some(puzzle) = column(&PUZZLE_COLUMNS) else {
        let message =
            format!("found the columns {}, expected one called {}", columns.join(", "), PUZZLE_COLUMNS.join(" or "));
        return Box::new(std::iter::once(Err(Bad { place: Place { name, line: 1 }, message })));
    };
    let solution = column(&SOLUTION_COLUMNS);
    let others: Arc<[String]> =
        columns.iter().enumerate().filter(|(number, _)| *number != puzzle).map(|(_, column)| column.clone()).collect();
    let reader = ReaderBuilder::new()
        .delimiter(delimiter(&header) as u8)
        .comment(Some(b'#'))
        .flexible(true)
        .from_reader(Box::new(lines.into_reader()) as Box<dyn Read + Send>);
    let mut records = reader.into_byte_records();
    let mut over = false;
    Box::new(std::iter::from_fn(move || {
        if over {
            return None;
        }
        let record = match records.next()? {
            Ok(record) => record,
            Err(error) => {
                over = true;
                let place = Place { name: name.clone(), line: records.reader().position().line() };
                return Some(Err(Bad { place, message: format!("cannot be read: {error}") }));
            }
        };
        let line = record.position().map_or(0, csv::Position::line);
        let place = Place { name: name.clone(), line };
        Some(entry(&place, &record, puzzle, solution, &others).map_err(|message| Bad { place, message }))
    }))
}

fn entry(
    place: &Place,
    record: &ByteRecord,
    puzzle: usize,
    solution: Option<usize>,
    others: &Arc<[String]>,
) -> Result<Entry, String> {
    let field = |number: usize| {
        let bytes = record
            .get(number)
            .ok_or_else(|| format!("found {} fields, expected a grid in field {}", record.len(), number + 1))?;
        std::str::from_utf8(bytes).map_err(|_| format!("found binary data in field {}, expected text", number + 1))
    };
    let board = text::parse(field(puzzle)?).map_err(|error| error.to_string())?;
    let solution = match solution.map(field) {
        Some(Ok(text)) if !text.trim().is_empty() => Some(text.trim().to_string()),
        _ => None,
    };
    Ok(Entry { place: place.clone(), board, solution, other_columns: Some(others.clone()) })
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
        for line in [grid.as_str(), &format!("{grid},{grid}"), "[[1,2,3]]", "1,2,3", "hello world", "+---+---+"] {
            assert!(!is_header(line), "{line}");
        }
    }
}
