//! Grids of which each cell is an object: `{"row": 1, "col": 2, "value": 5}`, or `{"value": 5, "given": true}` in the order of the cells.

use minirow_core::{Cell, Digit, Grid};
use serde_json::{Map, Value};

use crate::error::ErrorKind;
use crate::form::{TextContext, TextParser};
use crate::record::Record;

/// The keys of the digit of a cell, of a digit that is a clue, and of the row and the column.
const DIGITS: [&str; 6] = ["value", "digit", "number", "val", "v", "num"];
const GIVEN: [&str; 9] = ["given", "isgiven", "fixed", "isfixed", "locked", "readonly", "clue", "initial", "prefilled"];
const PLACES: [[&str; 2]; 5] = [["row", "col"], ["row", "column"], ["r", "c"], ["y", "x"], ["i", "j"]];

/// The longest array in bytes. A longer one has a bracket that is never closed.
const LONGEST: usize = 1 << 16;

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
    let is_cell = |cell: &&Map<String, Value>| of(cell, &DIGITS).is_some() && !cell.values().any(Value::is_object);
    (cells.len() > 1 && cells.iter().all(is_cell)).then(|| record(&cells))
}

/// Returns the value of the first of some keys.
fn of<'a>(cell: &'a Map<String, Value>, keys: &[&str]) -> Option<&'a Value> {
    keys.iter().find_map(|wanted| cell.iter().find(|(key, _)| key.eq_ignore_ascii_case(wanted))).map(|(_, value)| value)
}

fn record(cells: &[&Map<String, Value>]) -> Result<Record, ErrorKind> {
    let (mut clues, mut placed, mut seen) = (Grid::EMPTY, Grid::EMPTY, [false; 81]);
    let has_given = cells.iter().any(|cell| of(cell, &GIVEN).is_some());
    for (cell, place) in cells.iter().zip(places(cells)?) {
        if std::mem::replace(&mut seen[place.index()], true) {
            return Err(ErrorKind::form(format!("the cell {place} twice"), "each cell once"));
        }
        let value = of(cell, &DIGITS).unwrap_or(&Value::Null);
        let Some(digit) = digit(value).map_err(|()| ErrorKind::form(format!("{value} in {place}"), "a digit 1-9"))?
        else {
            continue;
        };
        let is_given = !has_given || of(cell, &GIVEN).is_some_and(|given| given.as_bool() == Some(true));
        if is_given { &mut clues } else { &mut placed }.set(place, Some(digit));
    }
    if clues == Grid::EMPTY && placed != Grid::EMPTY {
        return Err(ErrorKind::form("cells of which none has a given digit", "\"given\": true in those of the puzzle"));
    }
    let mut record = Record::from(clues);
    record.set_progress(placed, None);
    Ok(record)
}

/// Returns the cells: those that two numbers name, from 0 or from 1, or all in their order.
fn places(cells: &[&Map<String, Value>]) -> Result<Vec<Cell>, ErrorKind> {
    let pair = |keys: &[&str; 2], cell: &&Map<String, Value>| Some([number(cell, keys[0])?, number(cell, keys[1])?]);
    let pairs = |keys: &[&str; 2]| cells.iter().map(|cell| pair(keys, cell)).collect::<Option<Vec<[usize; 2]>>>();
    let Some(pairs) = PLACES.iter().find_map(pairs) else {
        let found = format!("{} cells without their row and column", cells.len());
        return if cells.len() == 81 { Ok(Cell::ALL.to_vec()) } else { Err(ErrorKind::form(found, "81 cells")) };
    };
    let has = |number| pairs.iter().flatten().any(|&other| other == number);
    match (has(0), has(9)) {
        (true, false) => Ok(pairs.into_iter().map(|[row, column]| Cell::at(row, column)).collect()),
        (false, true) => Ok(pairs.into_iter().map(|[row, column]| Cell::at(row - 1, column - 1)).collect()),
        _ => Err(ErrorKind::form("cells whose numbers may be from 0 or from 1", "rows and columns 0 to 8, or 1 to 9")),
    }
}

/// Returns the number of a row or a column.
fn number(cell: &Map<String, Value>, key: &str) -> Option<usize> {
    let number = usize::try_from(of(cell, &[key])?.as_u64()?).ok()?;
    Some(number).filter(|&number| number < 10)
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

/// Reads an array of such objects that is no value of an object and begins in its line.
#[derive(Default)]
pub(crate) struct Squares {
    text: String,
    first_line: u64,
}

impl Squares {
    /// Adds a line. Ends the array at its last bracket.
    fn push(&mut self, text: &str, context: &mut TextContext) {
        self.text.push_str(text);
        let depth = |open, close| self.text.matches(open).count().cmp(&self.text.matches(close).count());
        if depth('[', ']').is_gt() && self.text.len() < LONGEST {
            return;
        }
        let array = std::mem::take(&mut self.text);
        let error = || ErrorKind::form("an array of cells that cannot be read", "81 cells, or their rows and columns");
        context.close();
        context.push(self.first_line, read(array.trim_end_matches([';', ','])).unwrap_or_else(|| Err(error())));
    }
}

impl TextParser for Squares {
    fn resume(&mut self, text: &str, context: &mut TextContext) -> bool {
        let is_open = !self.text.is_empty();
        if is_open {
            self.push(text, context);
        }
        is_open
    }

    fn is_idle(&self) -> bool {
        self.text.is_empty()
    }

    fn begins(&self, text: &str, in_array: bool) -> bool {
        let inner = text.trim_start_matches(['[', ' ']);
        let object = inner.split_inclusive('}').next().unwrap_or_default();
        let is_cell = || {
            let cell: Option<Map<String, Value>> = serde_json::from_str(object).ok();
            cell.is_some_and(|cell| of(&cell, &DIGITS).is_some() && !cell.values().any(Value::is_array))
        };
        !in_array && text.starts_with('[') && inner.starts_with('{') && is_cell()
    }

    fn begin(&mut self, text: &str, context: &mut TextContext) {
        self.first_line = context.line;
        self.push(text, context);
    }

    fn end(&mut self, context: &mut TextContext) {
        if !self.text.is_empty() {
            context.push(self.first_line, Err(ErrorKind::form("an array of cells that is not closed", "]")));
        }
    }
}
