//! JSON objects with all data of a puzzle, one per line. They are also read over several lines, and in an array.

mod named;
mod notebook;
mod objects;
mod python;
pub(super) mod rules;
pub(super) mod squares;

use std::fmt;
use std::sync::Arc;

use minirow_core::Grid;
use minirow_text::{Board, ParseError, Scanner, json_string, names_other_parts, safe_json};
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::cell_names::named_cells;
use crate::counts::{counts_json, counts_text};
use crate::error::ErrorKind;
use crate::fields::{MOST_FIELDS, Value, repeated_name};
use crate::form::{FileForm, Reading, TextContext, TextParser};
use crate::forms::f_puzzles;
use crate::forms::json_lines::objects::Objects;
use crate::forms::json_lines::rules::{is_other_size, is_start, other_kind_within};
use crate::record::Record;
use crate::table::{
    CLUES, PUZZLE_COLUMNS, SOLUTION_COLUMNS, is_count, is_puzzle_column, known_values, puzzle_of, solution_behind,
};

pub(crate) static JSON_LINES: FileForm = FileForm {
    name: "jsonl",
    about: "A JSON object a line, with all fields; one array in a file .json",
    endings: &["jsonl", "ndjson", "json"],
    reading: Reading::Text(|| Box::new(ObjectParser::default())),
    lost_of_board: |_| Vec::new(),
    holds_field: |_, _| true,
    write: |record, file, _| write(record, file.blank.unwrap_or('.')),
    ..FileForm::BASE
};

/// Reads objects on one line or several, alone or in an array.
#[derive(Default)]
struct ObjectParser {
    objects: Objects,
    /// `true` after a board that is in no object.
    has_others: bool,
    /// `true` after another line, below which cells may be those of hints.
    is_behind_text: bool,
}

impl TextParser for ObjectParser {
    fn resume(&mut self, text: &str, context: &mut TextContext) -> bool {
        if self.objects.continue_cells(text) {
            return true;
        }
        self.objects.end_heading(Some(text), context);
        if self.objects.is_in_broken(text) {
            return true;
        }
        if self.objects.is_heading_above(text) {
            self.objects = Objects::default();
        }
        if self.objects.is_lost_start(text, context) {
            return true;
        }
        if self.objects.is_open() {
            self.begin(text, context);
            return true;
        }
        if self.objects.has_array() && !text.is_empty() && !text.starts_with('#') {
            let continues = self.objects.continues_array(text, context);
            if continues {
                self.begin(text, context);
            }
            return continues;
        }
        self.is_behind_text |= !text.is_empty() && !text.starts_with(['[', '{', '#']);
        false
    }

    fn is_idle(&self) -> bool {
        self.has_others && self.objects.is_idle() // the first grid is noted
    }

    fn begins(&self, text: &str, in_array: bool) -> bool {
        // An object of JavaScript in its line, of which other languages have something similar.
        let is_object = || text.starts_with('{') && is_whole(text.trim_end_matches([',', ']', ';']));
        objects::begin(text) || in_array && (objects::is_entry(text) || is_object())
    }

    fn begin(&mut self, text: &str, context: &mut TextContext) {
        context.close();
        if context.is_in_array {
            self.objects.begin_array();
        }
        if objects::is_entry(text) && !self.objects.is_open() {
            self.objects.push_lost_start(context);
            return;
        }
        // An object that is whole on its line is no part of one that was not closed, but of an array in it.
        if self.objects.is_open() && !self.objects.is_in_list() && is_whole_line(text) {
            self.objects.end_object(context);
        }
        self.objects.has_object |= self.is_behind_text;
        self.objects.push(text, context);
    }

    fn adopt(&mut self, _record: &mut Record, _start: u64, _context: &mut TextContext) -> bool {
        self.has_others = true;
        false
    }

    fn end(&mut self, context: &mut TextContext) {
        self.objects.end(context);
        // Behind grids of other forms, it is a remark.
        if !self.has_others {
            self.objects.end_heading(None, context);
        }
    }
}

/// An object with its keys in their order, and the values as they are written.
struct Object(Vec<(String, Box<RawValue>)>);

impl<'de> serde::Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object, D::Error> {
        struct Keys;
        impl<'de> Visitor<'de> for Keys {
            type Value = Object;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Object(entries))
            }
        }
        deserializer.deserialize_map(Keys)
    }
}

/// The most objects around the one with the puzzle.
const MOST_DEPTH: usize = 4;

/// Parses an object of JSON or of Python.
fn parse(text: &str) -> Result<Object, serde_json::Error> {
    serde_json::from_str(text).or_else(|error| serde_json::from_str(&python::as_json(text)).map_err(|_| error))
}

/// Returns `true` if a text is an object, whatever it holds.
fn is_whole(text: &str) -> bool {
    parse(text).is_ok()
}

/// Returns `true` for a line that is an object, and possibly ends an array.
fn is_whole_line(line: &str) -> bool {
    line.starts_with('{') && is_whole(line.trim_end_matches([',', ']', ' ']))
}

/// Returns the keys and values of an object, or `None` for another text.
pub(crate) fn entries(text: &str) -> Option<Vec<(String, Box<RawValue>)>> {
    Some(serde_json::from_str::<Object>(text).ok()?.0)
}

/// Reads the records of an object: its own puzzle, or those of objects in it. `column` is the key of the puzzle, if the user has named it.
fn read(text: &str, column: Option<&str>) -> Vec<Result<Record, ErrorKind>> {
    column.map_or_else(|| read_at(text, 0, true), |column| vec![named::read(text, column)])
}

/// Returns `true` if a line begins objects, or an array of them.
pub(crate) fn is_first_line(line: &str) -> bool {
    line == "[" || objects::begin(line)
}

/// The most bytes of values that the records of an object share.
const MOST_SHARED: usize = 16 << 20;

/// The keys whose values are boards of the same puzzle.
const OTHER_BOARDS: [&str; 2] = ["state", "candidates"];

/// A board with its solution, if there is one.
type Solved = (Board, Option<String>);

/// Returns the boards of a string or an array, with their solutions.
fn all_boards(value: &str) -> Vec<Solved> {
    if !value.starts_with(['"', '[']) {
        return Vec::new();
    }
    let mut scanner = Scanner::new();
    Value::Json(value.into()).text().lines().for_each(|line| scanner.push(line));
    scanner.finish();
    let found = std::iter::from_fn(|| scanner.pop()).map(|scanned| Some((scanned.result.ok()?, scanned.solution)));
    found.collect::<Option<_>>().unwrap_or_default()
}

/// Returns the boards of a string or an array, which are not solved.
fn boards(value: &str) -> Vec<Solved> {
    let boards = all_boards(value);
    let is_solved = |board: &Board| matches!(board, Board::Grid(grid) if grid.is_full());
    if boards.iter().any(|(board, _)| is_solved(board)) { Vec::new() } else { boards }
}

/// The fewest cells of a text that is hardly anything but a board, and the fewest digits of it.
const CELLS_OF_A_BOARD: std::ops::RangeInclusive<usize> = 60..=100;
const DIGITS_OF_A_BOARD: usize = 10;

/// Returns `true` for a text or an array with nearly as many cells as a board, or an array with one of them.
fn is_damaged(value: &str) -> bool {
    let is_cell = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'_' | b'-' | b'*');
    let cells = value.bytes().filter(is_cell).count();
    let digits = value.bytes().filter(|byte| matches!(byte, b'1'..=b'9')).count();
    let is_dense = value.starts_with('[') || 5 * cells > 4 * value.len();
    if cells > *CELLS_OF_A_BOARD.end() && value.starts_with('[') {
        let elements: Vec<&RawValue> = serde_json::from_str(value).unwrap_or_default();
        return elements.iter().any(|element| is_damaged(element.get()));
    }
    value.starts_with(['"', '['])
        && is_dense
        && CELLS_OF_A_BOARD.contains(&cells)
        && digits >= DIGITS_OF_A_BOARD
        && all_boards(value).is_empty()
}

/// Returns the records of the boards of an array. An array of solutions has one for each.
fn records(mut boards: Vec<Solved>, mut others: Vec<(String, Box<RawValue>)>) -> Vec<Result<Record, ErrorKind>> {
    let solutions = if boards.len() > 1 { take(&mut others, &SOLUTION_COLUMNS, |_| true) } else { None };
    if let Some((key, value)) = solutions {
        let solutions = all_boards(&value.json());
        if solutions.len() != boards.len() {
            let found = format!("{} puzzles and {} {key}", boards.len(), solutions.len());
            return vec![Err(ErrorKind::form(found, "a solution for each"))];
        }
        for ((_, solution), (board, _)) in boards.iter_mut().zip(solutions) {
            *solution = board.clues().ok().map(ToString::to_string);
        }
    }
    let record = |(board, solution)| {
        let record = record(board, others.clone())?;
        Ok(Record { solution: record.solution.or(solution), ..record })
    };
    boards.into_iter().map(record).collect()
}

/// Returns the objects of a value: itself, or the elements of an array.
fn objects_of(value: &str) -> Vec<Box<RawValue>> {
    let elements: Vec<Box<RawValue>> = match value.as_bytes() {
        [b'{', ..] => serde_json::from_str(value).into_iter().collect(),
        [b'[', ..] => serde_json::from_str(value).unwrap_or_default(),
        _ => Vec::new(),
    };
    if elements.iter().all(|element| element.get().starts_with('{')) { elements } else { Vec::new() }
}

/// Returns the places of the entries that have any parts, with these.
fn parts_of<T>(entries: &[(String, Box<RawValue>)], parts: impl Fn(&str, &str) -> Vec<T>) -> Vec<(usize, Vec<T>)> {
    let each = entries.iter().map(|(key, value)| parts(key, value.get())).enumerate();
    each.filter(|(_, parts)| !parts.is_empty()).collect()
}

/// Reads the puzzles of an object with other keys: the boards of the only value that has some, or the objects of the only value that
/// has some. The other values belong to each of them.
fn read_others(
    entries: &[(String, Box<RawValue>)],
    depth: usize,
    may_be_cells: bool,
) -> Vec<Result<Record, ErrorKind>> {
    let is_known =
        |key: &str| SOLUTION_COLUMNS.iter().chain(&OTHER_BOARDS).any(|other| key.eq_ignore_ascii_case(other));
    let is_other = |key: &str| !is_known(key) && !names_other_parts(key);
    let with_boards = parts_of(entries, |key, value| if is_other(key) { boards(value) } else { Vec::new() });
    // The object of columns has no rows. Those of an array may be puzzles.
    let may_have_any = |key: &str, value: &str| !(value.starts_with('{') && names_other_parts(key));
    let with_objects =
        parts_of(entries, |key, value| if may_have_any(key, value) { objects_of(value) } else { Vec::new() });
    let others = |place: usize, count: usize| -> Result<Vec<(String, Box<RawValue>)>, ErrorKind> {
        let others = entries.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, entry)| entry);
        let bytes: usize = others.clone().map(|(key, value)| key.len() + value.get().len()).sum();
        if count > 1 && count.saturating_mul(bytes) > MOST_SHARED {
            let found = format!("{count} puzzles in an object with {bytes} bytes of other values");
            return Err(ErrorKind::form(found, format!("at most {MOST_SHARED} bytes in all")));
        }
        Ok(others.cloned().collect())
    };
    let read_object = |place: usize, object: &RawValue| {
        read_at(object.get(), depth + 1, may_be_cells && is_of_puzzles(&entries[place].0))
    };
    let has_any = |place: usize, objects: &[Box<RawValue>]| {
        is_other(&entries[place].0) && objects.iter().any(|object| read_object(place, object).iter().any(Result::is_ok))
    };
    let damaged = entries.iter().find(|(key, value)| is_other(key) && is_damaged(value.get()));
    match (&with_boards[..], &with_objects[..]) {
        (boards, objects) if let Some((key, _)) = damaged.filter(|_| !boards.is_empty() || objects.is_empty()) => {
            let found = format!("a board in {key} that cannot be read");
            vec![Err(ErrorKind::form(found, format!("81 cells, or a key {}", PUZZLE_COLUMNS.join(", "))))]
        }
        ([(place, _)], objects)
            if depth < MOST_DEPTH
                && objects.iter().any(|(other, objects)| other != place && has_any(*other, objects)) =>
        {
            let found = format!("a board in {} and others in an object", entries[*place].0);
            vec![Err(ErrorKind::form(found, format!("one, or a key {}", PUZZLE_COLUMNS.join(", "))))]
        }
        ([(place, boards)], _) => match others(*place, boards.len()) {
            Ok(others) => records(boards.clone(), others),
            Err(error) => vec![Err(error)],
        },
        ([_, _, ..], []) if are_apart(&with_boards) => {
            let named = with_boards.iter().map(|(place, boards)| (&entries[*place].0, boards));
            named.flat_map(|(name, boards)| with_name(name, records(boards.clone(), Vec::new()))).collect()
        }
        ([], [_, _, ..]) if depth < MOST_DEPTH => {
            let read = |(place, objects): &(usize, Vec<Box<RawValue>>)| {
                let records: Vec<_> = objects.iter().flat_map(|object| read_object(*place, object)).collect();
                let is_without =
                    |record: &Result<_, _>| matches!(record, Err(ErrorKind::Form { found, .. }) if found == NO_PUZZLE);
                let has_any = !records.iter().all(is_without) || has_puzzle(entries[*place].1.get());
                if has_any { with_name(&entries[*place].0, records) } else { Vec::new() }
            };
            let records: Vec<_> = with_objects.iter().flat_map(read).collect();
            if records.is_empty() { vec![Err(no_puzzle())] } else { records }
        }
        ([], [(place, objects)]) if depth < MOST_DEPTH => {
            let mut records: Vec<_> = objects.iter().flat_map(|object| read_object(*place, object)).collect();
            let others = match others(*place, records.len()) {
                Ok(others) => others,
                Err(error) => return vec![Err(error)],
            };
            for record in records.iter_mut().flatten() {
                for (key, value) in &others {
                    if record.fields.get(key).is_none() {
                        record.fields.set(key.as_str(), Value::Json(value.get().into()));
                    }
                }
            }
            records
        }
        ([_, _, ..], _) => {
            let names: Vec<&str> = with_boards.iter().map(|(place, _)| entries[*place].0.as_str()).collect();
            let found = format!("boards in {}", names.join(" and "));
            vec![Err(ErrorKind::form(found, format!("one, or a key {}", PUZZLE_COLUMNS.join(", "))))]
        }
        _ => vec![Err(no_puzzle())],
    }
}

/// The name of an object without boards, for messages.
const NO_PUZZLE: &str = "an object without a puzzle";

fn no_puzzle() -> ErrorKind {
    ErrorKind::form(NO_PUZZLE, format!("a key {}", PUZZLE_COLUMNS.join(", ")))
}

/// Returns `true` if a text has a key of puzzles.
fn has_puzzle(text: &str) -> bool {
    PUZZLE_COLUMNS.iter().any(|key| text.contains(&format!("{key:?}")))
}

/// Gives each record a name, unless it has one.
fn with_name(name: &str, mut records: Vec<Result<Record, ErrorKind>>) -> Vec<Result<Record, ErrorKind>> {
    for record in records.iter_mut().flatten().filter(|record| record.fields.get("name").is_none()) {
        record.fields.set("name", name);
    }
    records
}

/// Returns `true` if no board is another one with more digits, as the progress of a puzzle is.
fn are_apart(boards: &[(usize, Vec<Solved>)]) -> bool {
    let grids: Option<Vec<&Grid>> =
        boards.iter().flat_map(|(_, boards)| boards).map(|(board, _)| board.clues().ok()).collect();
    let extends = |one: &Grid, other: &Grid| one != other && other.within(one.pattern()) == *one;
    grids.is_some_and(|grids| grids.iter().all(|one| grids.iter().all(|other| !extends(one, other))))
}

fn not_json(text: &str, error: &serde_json::Error) -> ErrorKind {
    match minirow_text::parse(text) {
        // A number cannot begin with zeros.
        Err(error @ (ParseError::LostZeros(_) | ParseError::Rounded(_) | ParseError::Length(60..))) => error.into(),
        _ => ErrorKind::form(format!("an object that cannot be parsed ({error})"), "JSON"),
    }
}

/// Returns the keys and values of an object, which differ in their keys.
fn entries_of(text: &str) -> Result<Vec<(String, Box<RawValue>)>, ErrorKind> {
    let Object(entries) = parse(text).map_err(|error| not_json(text, &error))?;
    if entries.len() > MOST_FIELDS {
        return Err(ErrorKind::too_many_fields(entries.len()));
    }
    match repeated_name(entries.iter().map(|(key, _)| key.as_str())) {
        Some(key) => Err(ErrorKind::form(format!("two keys {key:?} in an object"), "keys that differ")),
        None => Ok(entries),
    }
}

/// Reads the records of an object. `may_be_cells` is `true` if no key around it names something else than puzzles.
fn read_at(text: &str, depth: usize, may_be_cells: bool) -> Vec<Result<Record, ErrorKind>> {
    let mut entries = match entries_of(text) {
        Ok(entries) => entries,
        Err(error) => return vec![Err(error)],
    };
    if depth == 0 && notebook::is_notebook(entries.iter().map(|(key, _)| key.as_str())) {
        return serde_json::from_str(text)
            .map_or_else(|error| vec![Err(not_json(text, &error))], |value| notebook::read(&value));
    }
    if let Some(error) = other_kind_within(&entries, depth, false) {
        return vec![Err(error)];
    }
    let is_f_puzzles =
        |value: &str| value.split_whitespace().collect::<String>().starts_with("[[{") && !squares::have_blanks(value);
    if entries.iter().any(|(key, value)| key == "grid" && is_f_puzzles(value.get())) {
        return vec![
            serde_json::from_str(text)
                .map_err(|error| not_json(text, &error))
                .and_then(|puzzle| f_puzzles::read_object(&puzzle)),
        ];
    }
    if may_be_cells && let Some((place, squares)) = squares_of(&entries) {
        entries.remove(place);
        return vec![squares.and_then(|squares| with_others(squares, entries))];
    }
    let named = |name: &&str| {
        entries.iter().position(|(key, value)| {
            key.eq_ignore_ascii_case(name) && !value.get().starts_with('{') && !matches!(value.get(), "null" | "\"\"")
        })
    };
    let named: Vec<usize> = PUZZLE_COLUMNS.iter().filter_map(named).collect();
    let Some(&first) = named.first() else {
        if let Some(board) = cells(&entries) {
            return vec![board.map(Record::from)];
        }
        return match may_be_cells.then(|| rows(&mut entries)).flatten() {
            Some(board) => vec![board.and_then(|board| record(board, entries))],
            None => read_others(&entries, depth, may_be_cells),
        };
    };
    let is_other = |key: &str, value: &str| is_start(key) && !is_puzzle_column(key) && !boards(value).is_empty();
    if !is_start(&entries[first].0)
        && let Some((key, _)) = entries.iter().find(|(key, value)| is_other(key, value.get()))
    {
        let found = format!("boards in {} and {key}", entries[first].0);
        return vec![Err(ErrorKind::form(found, "one, or a key puzzle alone"))];
    }
    vec![read_named(entries, &named)]
}

/// Reads the puzzle of an object that is in one of some entries. Another one may have its solution.
fn read_named(mut entries: Vec<(String, Box<RawValue>)>, places: &[usize]) -> Result<Record, ErrorKind> {
    let text = |place: usize| Value::Json(entries[place].1.get().into()).text().into_owned();
    let first = minirow_text::parse(&text(places[0]))
        .map_err(|error| ErrorKind::from(error).at("as the puzzle of an object"))?;
    let others = places[1..]
        .iter()
        .flat_map(|&place| all_boards(entries[place].1.get()).into_iter().map(move |(board, _)| (place, board)));
    let boards: Vec<(usize, Board)> = std::iter::once((places[0], first)).chain(others).collect();
    let (puzzle, board, solution) = puzzle_of(&boards, |place| &entries[place].0)?;
    let solution = solution.map(|place| (place, text(place)));
    let behind = solution_behind(&text(puzzle));
    let used = [Some(puzzle), solution.as_ref().map(|(place, _)| *place)];
    let mut place = 0;
    entries.retain(|_| {
        place += 1;
        !used.contains(&Some(place - 1))
    });
    let mut record = record(board, entries)?;
    record.solution = record.solution.or(solution.map(|(_, text)| solution_text(&text))).or(behind);
    Ok(record)
}

/// Reads an object of cells: `{"A1": 5, "A2": 3, ...}`, with all cells or those of the clues.
fn cells(entries: &[(String, Box<RawValue>)]) -> Option<Result<Board, ErrorKind>> {
    let cells = match named_cells(entries.iter().map(|(name, _)| name.as_str()), true)? {
        Ok(cells) if cells.len() < entries.len() => return None,
        Ok(cells) => cells,
        Err(error) => return Some(Err(error)),
    };
    let is_digit = |place: &usize| matches!(entries[*place].1.get().trim_matches('"').as_bytes(), [b'1'..=b'9']);
    if cells.len() < 81 && !cells.values().all(is_digit) {
        let found = format!("{} of the 81 cells, some of them empty", cells.len());
        return Some(Err(ErrorKind::form(found, "all cells, or those of the clues")));
    }
    let mut values = vec!["0"; 81];
    for (cell, place) in cells {
        values[cell] = entries[place].1.get().trim_matches('"');
    }
    Some(minirow_text::parse(&values.join(",")).map_err(ErrorKind::from))
}

/// Removes and reads the nine rows of an object: `{"row1": [5, 3, ...], ...}`, in their order. The other values are words and numbers.
fn rows(entries: &mut Vec<(String, Box<RawValue>)>) -> Option<Result<Board, ErrorKind>> {
    let number = |key: &str| {
        let (word, number) = key.split_at_checked(key.len().checked_sub(1)?)?;
        let is_row = word.trim_end_matches(['_', '-', ' ']).eq_ignore_ascii_case("row");
        is_row.then(|| number.parse::<u8>().ok()).flatten()
    };
    let rows: Vec<_> = entries.iter().filter_map(|(key, value)| Some((number(key)?, value.get()))).collect();
    let numbers = || rows.iter().map(|(number, _)| *number);
    let is_word = |(key, value): &(String, Box<RawValue>)| {
        number(key).is_some() || !value.get().starts_with(['{', '[']) && all_boards(value.get()).is_empty()
    };
    let are_rows = rows.iter().all(|(_, value)| is_row(value)) && entries.iter().all(is_word);
    if !are_rows || !numbers().eq(1..=9) && !numbers().eq(0..=8) {
        return None;
    }
    let board =
        minirow_text::parse(&format!("[{}]", rows.iter().map(|(_, value)| *value).collect::<Vec<_>>().join(",")));
    entries.retain(|(key, _)| number(key).is_none());
    Some(board.map_err(ErrorKind::from))
}

/// Returns `true` for the nine cells of a row: a string, or an array of nine values.
fn is_row(value: &str) -> bool {
    let is_cell = |cell: &str| !cell.starts_with(['[', '{']) && cell.trim_matches('"').len() < 5;
    let cells = |cells: Vec<Box<RawValue>>| cells.len() == 9 && cells.iter().all(|cell| is_cell(cell.get()));
    value.starts_with('"') && value.len() == 11 || serde_json::from_str(value).is_ok_and(cells)
}

/// The keys of an array of cells, and of an object or an array of objects that may have one, in addition to those of puzzles.
const CELLS: [&str; 2] = ["cells", "squares"];
const AROUND: [&str; 3] = ["data", "game", "newboard"];

/// Returns `true` for a key of puzzles, or of one.
fn is_of_puzzles(key: &str) -> bool {
    let key = key.to_ascii_lowercase();
    let is_known = |key: &str| PUZZLE_COLUMNS.contains(&key) || AROUND.contains(&key);
    is_known(&key) || key.strip_suffix('s').is_some_and(is_known)
}

/// Returns the place of the array of cells of an object, with its grid. No other value but the solution is a board.
fn squares_of(entries: &[(String, Box<RawValue>)]) -> Option<(usize, Result<Record, ErrorKind>)> {
    let known = |keys: &[&str], key: &str| keys.iter().any(|known| known.eq_ignore_ascii_case(key));
    let is_key = |key: &str| is_puzzle_column(key) || known(&CELLS, key);
    let mut squares = entries.iter().enumerate().filter(|(_, (key, _))| is_key(key));
    let (place, record) = squares.find_map(|(place, (_, value))| Some((place, squares::read(value.get())?)))?;
    let is_board = |(other, (key, value)): (usize, &(String, Box<RawValue>))| {
        let is_board = || !known(&SOLUTION_COLUMNS, key) && !all_boards(value.get()).is_empty();
        let is_any = || value.get().starts_with('{') || squares::read(value.get()).is_some() || is_board();
        other != place && (known(&OTHER_BOARDS, key) || is_any())
    };
    let other_size = entries.iter().find(|(key, value)| is_other_size(key, value.get()));
    let record = match other_size {
        Some((key, value)) => Err(ErrorKind::form(format!("cells with {key} {value}"), "a grid of 9x9 cells")),
        None => record,
    };
    (!entries.iter().enumerate().any(is_board)).then_some((place, record))
}

/// Returns a record with the other values of its object.
fn with_others(squares: Record, entries: Vec<(String, Box<RawValue>)>) -> Result<Record, ErrorKind> {
    let Record { solution, solution_column, fields, .. } = record(squares.board, entries)?;
    Ok(Record { solution, solution_column, fields, ..squares })
}

/// Removes and returns the first of some keys that an object has, with its value.
fn take(
    entries: &mut Vec<(String, Box<RawValue>)>,
    names: &[&'static str],
    is_value: fn(&str) -> bool,
) -> Option<(&'static str, Value)> {
    let place_of =
        |name: &str| entries.iter().position(|(key, value)| key.eq_ignore_ascii_case(name) && is_value(value.get()));
    let (place, name) = names.iter().find_map(|name| Some((place_of(name)?, *name)))?;
    Some((name, Value::Json(entries.remove(place).1.get().into())))
}

/// Returns the record of a board with the other values of its object.
fn record(board: Board, mut entries: Vec<(String, Box<RawValue>)>) -> Result<Record, ErrorKind> {
    let (solution_column, solution) = take(&mut entries, &SOLUTION_COLUMNS, |_| true).unzip();
    let solution = solution.map(|value| solution_text(&value.text()));
    let solution = solution.filter(|text| !text.is_empty());
    let fields = entries.into_iter().map(|(key, value)| match counts_text(&key, value.get()) {
        Some(text) => (key, Value::Text(text)),
        None => (key, Value::Json(value.get().into())),
    });
    let mut record = Record { solution, solution_column, fields: fields.collect(), ..Record::from(board) };
    record.take_progress();
    record.fields.remove_if(CLUES, |text| is_count(text, &record.board));
    Ok(record)
}

/// Returns a solution as 81 digits if it is an array, or in several lines.
fn solution_text(text: &str) -> String {
    match minirow_text::parse(text) {
        Ok(Board::Grid(grid)) if text.starts_with('[') || text.contains('\n') => grid.to_string(),
        _ => text.trim().to_string(),
    }
}

fn write(record: &Record, blank: char) -> String {
    let field = |(name, value): (&Arc<str>, &Value)| {
        let json = counts_json(name, &value.text()).unwrap_or_else(|| value.json().into_owned());
        (name.to_string(), json)
    };
    let (leading, others): (Vec<_>, Vec<_>) =
        record.fields.iter().partition(|(name, _)| name.eq_ignore_ascii_case("id"));
    let known = known_values(record, blank)
        .map(|(name, text)| (name.to_string(), if name == CLUES { text } else { json_string(&text) }));
    let parts = leading.into_iter().map(field).chain(known).chain(others.into_iter().map(field));
    let parts: Vec<String> = parts.map(|(name, json)| format!("{}:{json}", json_string(&name))).collect();
    // A value that was read over several lines may have line ends between its parts; within a string they are escaped.
    safe_json(format!("{{{}}}\n", parts.join(",").replace(['\n', '\r'], " ")))
}
