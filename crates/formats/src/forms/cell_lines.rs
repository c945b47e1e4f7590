//! Cells in lines of their own, by their index: statements, and arrays as PHP and YAML print them.
//!
//! ```text
//! board[0][0] = 5        [0] => Array          - - 5
//! board[0][1] = 3            (                   - 3
//! ...                            [0] => 5        ...
//! ```

use std::collections::BTreeSet;

use minirow_core::text::{self, Board};
use minirow_core::{Puzzle, solver};

use crate::cell_names::named_cells;
use crate::error::ErrorKind;
use crate::form::{TextContext, TextParser};
use crate::record::Record;

/// The numbers of cells that are hardly anything but those of a grid, of which some are lost or added.
const CELLS_OF_A_GRID: std::ops::RangeInclusive<usize> = 60..=100;

/// The most cells that are kept: more than those of a grid.
const MOST_CELLS: usize = 120;

/// The words and brackets that may be in lines between cells.
const BETWEEN: [&str; 12] = ["", "(", ")", "),", "[", "]", "],", "{", "}", "},", "Array", "array ("];

/// The line of a cell, or one between cells.
enum Line<'a> {
    /// `begins_row` tells that the cell is the first one of a row of YAML.
    Cell {
        name: &'a str,
        value: char,
        is_call: bool,
        begins_row: bool,
    },
    /// The name of a value in the next line.
    Name(&'a str),
    /// The name of the row that begins.
    Row(&'a str),
    Between,
}

/// Reads grids of which each cell has a line. The scanner gets the lines, too: it takes them for remarks.
#[derive(Default)]
pub(super) struct CellLines {
    /// The names of the cells, and their values.
    cells: Vec<(String, char)>,
    count: usize,
    first_line: u64,
    /// The name of the row that has begun, and the numbers of cells before the rows.
    row: String,
    starts: Vec<usize>,
    /// The name of a value in the next line.
    name: Option<String>,
    /// `true` after a grid of another form, beside which clues may be steps to its solution.
    has_grid: bool,
    /// `true` for calls of functions, whose arguments may be columns and rows.
    are_calls: bool,
}

impl TextParser for CellLines {
    fn resume(&mut self, text: &str, context: &mut TextContext) -> bool {
        if let Some(name) = self.name.take() {
            let behind = text.trim_end_matches([',', ';']);
            if behind == "array (" || behind.starts_with("array(") {
                self.begin_row(&name);
                return false;
            }
            // PHP writes nothing for an empty value.
            let value = value(behind);
            self.add(&name, value.unwrap_or('.'), context.line);
            if value.is_some() {
                return false;
            }
        }
        // Several cells may be in a line.
        let words = || text.split([' ', ',']).filter(|word| !word.is_empty());
        if words().count() >= Puzzle::FEWEST_CLUES
            && words().all(|word| matches!(line(word), Some(Line::Cell { name, .. }) if !name.is_empty()))
        {
            words().for_each(|word| {
                self.resume(word, context);
            });
            return false;
        }
        match line(text) {
            Some(Line::Cell { name, value, is_call, begins_row }) => {
                if is_call != self.are_calls {
                    self.end(context);
                    self.are_calls = is_call;
                }
                if begins_row {
                    self.begin_row("");
                }
                self.add(name, value, context.line);
            }
            Some(Line::Name(name)) => self.name = Some(name.into()),
            Some(Line::Row(name)) => self.begin_row(name),
            Some(Line::Between) => {}
            None => self.end(context),
        }
        false
    }

    fn is_idle(&self) -> bool {
        self.has_grid && self.count == 0 && self.name.is_none() && self.starts.is_empty() // the first grid is noted
    }

    fn adopt(&mut self, _: &mut Record, _: u64, _: &mut TextContext) -> bool {
        self.has_grid = true;
        false
    }

    fn skip_line(&mut self, context: &mut TextContext) {
        self.end(context);
    }

    fn end(&mut self, context: &mut TextContext) {
        let lines = std::mem::replace(self, CellLines { has_grid: self.has_grid, ..CellLines::default() });
        if let Some(board) = lines.board() {
            context.close();
            context.push(lines.first_line, board.map(Record::from));
        }
    }
}

impl CellLines {
    fn begin_row(&mut self, name: &str) {
        self.row = name.into();
        self.starts.push(self.count);
        self.starts.dedup();
        self.starts.truncate(MOST_CELLS);
    }

    fn add(&mut self, name: &str, value: char, line: u64) {
        if self.count == 0 {
            self.first_line = line;
        }
        self.count += 1;
        if self.cells.len() < MOST_CELLS {
            self.cells.push((format!("{}{name}", self.row), value));
        }
    }

    /// Returns the board of the cells, or `None` for lines that are hardly cells.
    fn board(&self) -> Option<Result<Board, ErrorKind>> {
        if self.count < Puzzle::FEWEST_CLUES {
            return None;
        }
        let names = || self.cells.iter().map(|(name, _)| name.as_str());
        let words = |name: &str| name.replace(|character: char| character.is_ascii_digit(), "");
        let first = &self.cells[0].0;
        let are_alike = names().all(|name| words(name) == words(first));
        let pairs: BTreeSet<[usize; 2]> = names().filter_map(pair).collect();
        let are_pairs = are_alike && pairs.len() == self.count;
        let is_list = !first.contains(|character: char| character.is_ascii_digit());
        let are_rows = self.starts.len() < 2 || self.starts.iter().copied().eq((0..81).step_by(9));
        let is_array = are_alike && are_rows && (is_list || first.contains('['));
        let expected = "81 cells, or the names r1c1 to r9c9";
        let wrong = |found: &str| Some(Err(ErrorKind::form(format!("{} cells in {found}", self.count), expected)));
        let cells = match named_cells(names(), true) {
            _ if self.are_calls || first.to_ascii_lowercase().contains("values") => {
                return are_pairs.then(|| wrong("calls, whose numbers may be those of rows or columns")).flatten();
            }
            Some(Err(error)) => return Some(Err(error)),
            // Steps are in another order.
            Some(Ok(cells)) if cells.len() < 81 && !cells.values().is_sorted() => return None,
            Some(Ok(cells)) if cells.len() < 81 && self.has_grid => return wrong("lines of their own beside a grid"),
            Some(Ok(cells)) if are_rows => cells,
            None if is_list && is_array && self.count == 81 => (0..81).map(|cell| (cell, cell)).collect(),
            _ if are_pairs || is_array && CELLS_OF_A_GRID.contains(&self.count) => {
                return wrong("lines of their own");
            }
            _ => return None,
        };
        let mut values = [','; 161];
        // A blank of the lines is that of the others.
        let blank = self.cells.iter().map(|(_, value)| *value).find(|value| !matches!(value, '1'..='9'));
        values.iter_mut().step_by(2).for_each(|value| *value = blank.unwrap_or('0'));
        cells.into_iter().for_each(|(cell, place)| values[2 * cell] = self.cells[place].1);
        let board = text::parse(&String::from_iter(values)).map_err(ErrorKind::from);
        // Numbers in order may be those of other things.
        let is_sure = pairs.len() == self.count || is_array;
        let is_unique = || board.as_ref().is_ok_and(|board| board.clues().is_ok_and(solver::is_unique));
        (is_sure || is_unique()).then_some(board)
    }
}

/// Returns the numbers of a name, if they are those of a row and a column.
fn pair(name: &str) -> Option<[usize; 2]> {
    let numbers = name.split(|character: char| !character.is_ascii_digit()).filter(|number| !number.is_empty());
    let numbers: Vec<usize> = numbers.map(|number| number.parse().unwrap_or(usize::MAX)).collect();
    numbers.try_into().ok().filter(|pair: &[usize; 2]| pair.iter().all(|&number| number < 10))
}

/// Reads a line.
fn line(text: &str) -> Option<Line<'_>> {
    let text = text.trim_end_matches([',', ';']).trim();
    if BETWEEN.contains(&text) || text.starts_with(['#', '/']) || text.starts_with("array(") && text.ends_with('{') {
        return Some(Line::Between);
    }
    let cell =
        |name, value: &str| Some(Line::Cell { name, value: self::value(value)?, is_call: false, begins_row: false });
    // A table of MediaWiki.
    if let Some(field) = text.strip_prefix('|').filter(|field| !field.contains("||")) {
        let inner = field.split_once('|').filter(|(style, _)| style.contains('=')).map_or(field, |(_, inner)| inner);
        return match inner.trim() {
            "-" => Some(Line::Row("")),
            "" => cell("", "."),
            inner => cell("", inner),
        };
    }
    if let Some(item) = text.strip_prefix('-') {
        let first = item.trim_start().strip_prefix("- ");
        return match value(first.unwrap_or(item)) {
            _ if item.is_empty() => Some(Line::Row("")),
            Some(value) if item.starts_with(' ') => {
                Some(Line::Cell { name: "", value, is_call: false, begins_row: first.is_some() })
            }
            _ => None,
        };
    }
    if let Some((name, value)) = text.split_once("=>") {
        return match value.trim() {
            "" => Some(Line::Name(name.trim())),
            "Array" => Some(Line::Row(name.trim())),
            value => cell(name.trim(), value),
        };
    }
    let is_name = |name: &&str| name.contains(|character: char| character.is_ascii_digit());
    if let Some((name, value)) = text.rsplit_once(['=', ':']).filter(|(name, _)| is_name(name)) {
        return cell(name.trim_end(), value);
    }
    let (name, value) = text.trim_end_matches('.').strip_suffix(')')?.rsplit_once(',')?;
    let value = self::value(value).filter(|_| is_name(&name) && name.contains('('))?;
    Some(Line::Cell { name, value, is_call: true, begins_row: false })
}

/// Returns the cell of a value: a digit or a blank, or a point for the words that programs have for none.
fn value(text: &str) -> Option<char> {
    let text = text.trim();
    let number = text.strip_prefix("int(").and_then(|text| text.strip_suffix(')'));
    let text = number.unwrap_or(text).trim_start_matches("string(1) ").trim_matches(['"', '\'']);
    let mut characters = text.chars();
    match (characters.next()?, characters.next()) {
        (cell @ ('0'..='9' | '.' | '_' | '-' | '*'), None) => Some(cell),
        _ => matches!(text, "null" | "NULL" | "None" | "nil").then_some('.'),
    }
}
