//! Grids of which each cell is an object: `{"row": 1, "col": 2, "value": 5}`, or `{"value": 5, "given": true}` in the order of the cells.

use minirow_core::{Cell, Digit, Grid, Puzzle};
use serde_json::{Map, Value};

use crate::error::ErrorKind;
use crate::form::{TextContext, TextParser};
use crate::record::Record;

/// The keys of the digit of a cell, and of a digit that is a clue.
const DIGITS: [&str; 3] = ["value", "digit", "number"];
const GIVEN: [&str; 4] = ["given", "isgiven", "fixed", "clue"];

/// The keys of the row and the column of a cell.
const PLACES: [[&str; 2]; 4] = [["row", "col"], ["row", "column"], ["r", "c"], ["y", "x"]];

/// The longest array in bytes. A longer one has a bracket that is never closed.
pub(super) const LONGEST: usize = 1 << 16;

/// The keys of the objects of an array of cells.
#[derive(PartialEq)]
struct Keys {
    digit: String,
    given: Option<String>,
    place: Option<[&'static str; 2]>,
}

/// A cell of the grid with the values of its object.
struct Square<'a> {
    place: Option<[usize; 2]>,
    value: &'a Value,
    is_given: bool,
}

impl Keys {
    /// Returns the keys of an object, or `None` for one with other keys: they may be those of a place, or of digits that are hidden.
    fn of(cell: &Map<String, Value>) -> Option<Keys> {
        let names: Vec<String> = cell.keys().map(|key| key.to_ascii_lowercase()).collect();
        let has = |wanted: &&str| names.iter().any(|name| name == wanted);
        let place = PLACES.into_iter().find(|place| place.iter().all(has));
        let given = names.iter().find(|name| GIVEN.contains(&name.as_str())).cloned();
        let digit = names.iter().find(|name| DIGITS.contains(&name.as_str())).cloned()?;
        let known = 1 + 2 * usize::from(place.is_some()) + usize::from(given.is_some());
        (names.len() == known).then_some(Keys { digit, given, place })
    }
}

/// Returns the value of a key.
fn of<'a>(cell: &'a Map<String, Value>, wanted: &str) -> Option<&'a Value> {
    cell.iter().find(|(key, _)| key.eq_ignore_ascii_case(wanted)).map(|(_, value)| value)
}

/// Returns the parts of a cell, or `None` for an object of something else.
fn square<'a>(cell: &'a Map<String, Value>, keys: &Keys) -> Option<Square<'a>> {
    let number = |key: &str| usize::try_from(of(cell, key)?.as_u64()?).ok().filter(|&number| number < 10);
    let place = match keys.place {
        Some([row, column]) => Some([number(row)?, number(column)?]),
        None => None,
    };
    let is_given = match &keys.given {
        Some(given) => of(cell, given)?.as_bool()?,
        None => true,
    };
    let value = of(cell, &keys.digit)?;
    (!value.is_array() && !value.is_object()).then_some(Square { place, value, is_given })
}

/// Returns `true` for the object of a cell.
pub(super) fn is_cell(object: &str) -> bool {
    let cell: Option<Map<String, Value>> = serde_json::from_str(object).ok();
    let square = |cell: &Map<String, Value>| square(cell, &Keys::of(cell)?).map(|square| digit(square.value));
    cell.is_some_and(|cell| square(&cell).is_some_and(|digit| digit.is_ok()))
}

/// Returns `true` for rows of cells of which the empty ones have a value, such as 0. Those of f-puzzles have none.
pub(super) fn have_blanks(rows: &str) -> bool {
    let rows: Vec<Vec<Map<String, Value>>> = serde_json::from_str(rows).unwrap_or_default();
    let is_blank = |value: &Value| !value.is_null() && digit(value) == Ok(None);
    let value = |cell| of(cell, &Keys::of(cell)?.digit);
    rows.iter().flatten().any(|cell| value(cell).is_some_and(is_blank))
}

/// Reads the cells of an array, in nine arrays or in one, or `None` for an array of something else.
pub(super) fn read(array: &str) -> Option<Result<Record, ErrorKind>> {
    if !array.starts_with('[') || !array.contains('{') {
        return None;
    }
    let elements: Vec<Value> = serde_json::from_str(array).ok()?;
    let rows: Option<Vec<&Vec<Value>>> = elements.iter().map(Value::as_array).collect();
    let elements: Vec<&Value> = match rows.filter(|rows| rows.len() == 9) {
        Some(rows) if rows.iter().any(|row| row.len() != 9) => return None,
        Some(rows) => rows.into_iter().flatten().collect(),
        None => elements.iter().collect(),
    };
    let cells: Vec<&Map<String, Value>> = elements.into_iter().map(Value::as_object).collect::<Option<_>>()?;
    let keys = Keys::of(cells.first()?)?;
    let is_alike = |cell: &&Map<String, Value>| Keys::of(cell).is_some_and(|other| other == keys);
    if cells.len() < Puzzle::FEWEST_CLUES || !cells.iter().all(is_alike) {
        return None;
    }
    let squares: Vec<Square> = cells.iter().map(|cell| square(cell, &keys)).collect::<Option<_>>()?;
    Some(record(&squares, keys.given.is_some()))
}

fn record(squares: &[Square], has_given: bool) -> Result<Record, ErrorKind> {
    let (mut clues, mut placed) = (Grid::EMPTY, Grid::EMPTY);
    for (square, place) in squares.iter().zip(places(squares)?) {
        let digit = digit(square.value);
        match digit.map_err(|()| ErrorKind::form(format!("{} in {place}", square.value), "a digit 1-9"))? {
            None if has_given && square.is_given => {
                return Err(ErrorKind::form(format!("no digit in {place}, which is given"), "a digit 1-9"));
            }
            None => {}
            digit => if square.is_given { &mut clues } else { &mut placed }.set(place, digit),
        }
    }
    if let Some(error) = mixed(squares) {
        return Err(error);
    }
    if squares.len() < 81 && squares.iter().any(|square| digit(square.value) == Ok(None)) {
        let found = format!("{} cells, of which some are empty", squares.len());
        return Err(ErrorKind::form(found, "81 cells, or those with digits"));
    }
    if clues == Grid::EMPTY && placed != Grid::EMPTY {
        return Err(ErrorKind::form("cells of which none has a given digit", "\"given\": true in those of the puzzle"));
    }
    // A cell that is lost or in another place is hardly noticed.
    if Puzzle::new(clues).is_err() {
        return Err(ErrorKind::form("cells whose clues do not have exactly one solution", "those of a puzzle"));
    }
    let mut record = Record::from(clues);
    record.set_progress(placed, None);
    Ok(record)
}

/// Returns the cells: those that two numbers name, from 0 or from 1, or all in their order. Those with numbers are in the order of rows, too:
/// in another one, `x` may be the row, or the cells are those of moves.
fn places(squares: &[Square]) -> Result<Vec<Cell>, ErrorKind> {
    let Some(pairs) = squares.iter().map(|square| square.place).collect::<Option<Vec<[usize; 2]>>>() else {
        let found = format!("{} cells without their row and column", squares.len());
        return if squares.len() == 81 { Ok(Cell::ALL.to_vec()) } else { Err(ErrorKind::form(found, "81 cells")) };
    };
    // Rows may be counted from 1, and columns from 0.
    let has = |axis: usize, number| pairs.iter().any(|pair| pair[axis] == number);
    let first = match [has(0, 0), has(1, 0), has(0, 9), has(1, 9)] {
        [true, true, false, false] => 0,
        [false, false, true, true] => 1,
        _ => {
            let found = "cells whose numbers may be from 0 or from 1";
            return Err(ErrorKind::form(found, "rows and columns 0 to 8, or 1 to 9"));
        }
    };
    let cells: Vec<Cell> = pairs.into_iter().map(|[row, column]| Cell::at(row - first, column - first)).collect();
    match cells.windows(2).find(|pair| pair[0] >= pair[1]) {
        Some(pair) => Err(ErrorKind::form(format!("the cell {} behind {}", pair[1], pair[0]), "the order of rows")),
        None => Ok(cells),
    }
}

/// Returns the error of values of two kinds: one may be a clue that was lost, or a digit of the player.
fn mixed(squares: &[Square]) -> Option<ErrorKind> {
    let values = |is_empty: bool| {
        squares.iter().map(|square| square.value).filter(move |value| (digit(value) == Ok(None)) == is_empty)
    };
    let first = |is_empty| values(is_empty).next();
    let other_blank = values(true).find(|value| Some(*value) != first(true));
    let other_digit =
        values(false).find(|value| first(false).is_some_and(|first| first.is_string() != value.is_string()));
    let (first, other) = first(true).zip(other_blank).or_else(|| first(false).zip(other_digit))?;
    Some(ErrorKind::form(format!("the values {first} and {other}"), "one kind of digits, and of empty cells"))
}

/// Returns the digit of a cell, or `None` for an empty one.
fn digit(value: &Value) -> Result<Option<Digit>, ()> {
    let number = match value {
        Value::Null => 0,
        Value::Number(number) => number.as_u64().ok_or(())?,
        Value::String(text) if matches!(text.trim(), "" | "." | "-") => 0,
        Value::String(text) => text.trim().parse().map_err(|_| ())?,
        _ => return Err(()),
    };
    if number == 0 { Ok(None) } else { u8::try_from(number).ok().and_then(Digit::new).map(Some).ok_or(()) }
}

/// Reads an array whose first object is a cell, with what a program has behind it.
pub(super) fn read_array(array: &str) -> Result<Record, ErrorKind> {
    let error = || ErrorKind::form("an array of cells that cannot be read", "81 cells, or their rows and columns");
    read(array.trim_end_matches([';', ',', '\n', ' '])).unwrap_or_else(|| Err(error()))
}

/// Reads a text that is an array of cells, which begins with the first of them in its line.
#[derive(Default)]
pub(crate) struct Squares {
    text: String,
    first_line: u64,
    /// The record of the array, which has to be the whole text.
    found: Option<Result<Record, ErrorKind>>,
    /// `true` after another line, below which an array may be one of hints.
    has_others: bool,
}

impl Squares {
    /// Adds a line. Ends the array at its last bracket.
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        let depth = |open, close| self.text.matches(open).count().cmp(&self.text.matches(close).count());
        if depth('[', ']').is_gt() && self.text.len() < LONGEST {
            return;
        }
        let array = std::mem::take(&mut self.text);
        self.found = Some(read_array(&array));
    }
}

impl Squares {
    /// Notes a line that is not in the array: beside it, the array may be one of hints.
    fn note_other(&mut self) {
        self.has_others = true;
        let error = || ErrorKind::form("another line below an array of cells", "the array alone");
        self.found = self.found.take().map(|_| Err(error()));
    }
}

impl TextParser for Squares {
    fn resume(&mut self, text: &str, _: &mut TextContext) -> bool {
        let is_open = !self.text.is_empty();
        if is_open {
            self.push(text);
        } else if !text.is_empty() && !self.begins(text, false) {
            self.note_other();
        }
        is_open
    }

    fn is_idle(&self) -> bool {
        self.text.is_empty() && self.found.is_none() && self.has_others
    }

    fn begins(&self, text: &str, in_array: bool) -> bool {
        let inner = text.trim_start_matches(['[', ' ']);
        let object = inner.split_inclusive('}').next().unwrap_or_default();
        let is_first = !self.has_others && self.found.is_none();
        !in_array && is_first && text.starts_with('[') && inner.starts_with('{') && is_cell(object)
    }

    fn begin(&mut self, text: &str, context: &mut TextContext) {
        self.first_line = context.line;
        self.push(text);
    }

    fn skip_line(&mut self, _: &mut TextContext) {
        self.note_other();
    }

    fn end(&mut self, context: &mut TextContext) {
        if !self.text.is_empty() {
            self.found = Some(Err(ErrorKind::form("an array of cells that is not closed", "]")));
        }
        if let Some(found) = self.found.take() {
            context.close();
            context.push(self.first_line, found);
        }
    }
}
