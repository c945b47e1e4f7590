//! Grids of a CSV file: a column that holds them, and perhaps one that holds their solutions.

//!
//! It is read line by line, so that every message has the line that an editor shows, and a quote that is never closed
//! costs no more than its line.

use std::sync::Arc;

use csv::{ReaderBuilder, StringRecord};
use minirow_core::text;

use crate::input::lines::{self, Line, Lines};
use crate::input::{Bad, Entry, Item, Place};

/// What the column of the puzzles may be called: ours, and those of the data sets that training code knows.
const PUZZLE_COLUMNS: [&str; 3] = ["puzzle", "quizzes", "question"];

/// The same for the solutions.
const SOLUTION_COLUMNS: [&str; 3] = ["solution", "solutions", "answer"];

const DELIMITERS: [char; 3] = [',', ';', '\t'];

/// Whether a line is the header of a CSV file rather than a grid: it names a column of puzzles, or it is several fields
/// of words.
pub(super) fn is_header(line: &str) -> bool {
    let Ok(fields) = fields(line, delimiter(line)) else { return false };
    let names: Vec<String> = fields.iter().map(name_of).collect();
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

fn delimiter(line: &str) -> char {
    DELIMITERS.into_iter().find(|&delimiter| line.contains(delimiter)).unwrap_or(',')
}

fn name_of(field: &str) -> String {
    field.trim_start_matches('\u{feff}').trim().to_ascii_lowercase()
}

/// The fields of a line.
fn fields(line: &str, delimiter: char) -> Result<StringRecord, String> {
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
    puzzle: usize,
    solution: Option<usize>,
    others: Arc<[String]>,
}

impl Columns {
    fn of(header: &str) -> Result<Columns, String> {
        let delimiter = delimiter(header);
        let names: Vec<String> = fields(header, delimiter)?.iter().map(name_of).collect();
        let column = |wanted: &[&str]| names.iter().position(|name| wanted.contains(&name.as_str()));
        let Some(puzzle) = column(&PUZZLE_COLUMNS) else {
            let (found, wanted) = (names.join(", "), PUZZLE_COLUMNS.join(" or "));
            return Err(format!("found the columns {found}, expected one called {wanted}"));
        };
        let others = names.iter().enumerate().filter(|(number, _)| *number != puzzle).map(|(_, name)| name.clone());
        Ok(Columns { delimiter, puzzle, solution: column(&SOLUTION_COLUMNS), others: others.collect() })
    }

    fn entry(&self, place: &Place, line: &str) -> Result<Entry, String> {
        let record = fields(line, self.delimiter)?;
        let puzzle = record
            .get(self.puzzle)
            .ok_or_else(|| format!("found {} fields, expected a grid in field {}", record.len(), self.puzzle + 1))?;
        let board = text::parse(puzzle).map_err(|error| error.to_string())?;
        let solution = self.solution.and_then(|number| record.get(number)).map(str::trim);
        Ok(Entry {
            place: place.clone(),
            board,
            solution: solution.filter(|text| !text.is_empty()).map(str::to_string),
            other_columns: Some(self.others.clone()),
        })
    }
}

/// The grids of a file whose first line with content is a header.
pub(super) fn read(name: Arc<str>, lines: Lines) -> Box<dyn Iterator<Item = Item> + Send> {
    let mut reader = lines.into_reader();
    let mut line = 0;
    let mut columns: Option<Columns> = None;
    let mut over = false;
    Box::new(std::iter::from_fn(move || {
        while !over {
            line += 1;
            let place = Place { name: name.clone(), line };
            let text = match lines::next(&mut reader) {
                Line::Text(text) => text,
                Line::Bad(message) => return Some(Err(Bad { place, message })),
                Line::Broken(message) => {
                    over = true;
                    return Some(Err(Bad { place, message }));
                }
                Line::End => return None,
            };
            let text = text.trim_start_matches('\u{feff}');
            if text.trim().is_empty() || text.trim_start().starts_with('#') {
                continue;
            }
            match &columns {
                Some(columns) => {
                    return Some(columns.entry(&place, text).map_err(|message| Bad { place, message }));
                }
                None => match Columns::of(text) {
                    Ok(found) => columns = Some(found),
                    Err(message) => {
                        over = true;
                        return Some(Err(Bad { place, message }));
                    }
                },
            }
        }
        None
    }))
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
}
