//! JSON arrays in one line or several, among the other lines of a text.

use std::borrow::Cow;

use minirow_core::Grid;

use super::signs::{cells_in, is_rule, without_remark};
use super::{Scanned, Scanner};
use crate::board::Board;
use crate::characters::{is_separator, plain};
use crate::error::{JsonError, ParseError};
use crate::json;
use crate::marks;
use crate::markup::without_quotation;
use crate::names::{FEWEST_LABELS, OTHER, remark_label};
use crate::no_row::damaged;
use crate::order::LONGEST_TITLE;
use crate::row::{Layout, readings};
use crate::scanner::results::Context;
use crate::solution_names::is_solution_name;
use crate::strings::with_points_in_quotes;
use crate::whole;

/// The maximum length of a JSON board in bytes. A longer one has a bracket that is never closed.
const LONGEST_JSON: usize = 1 << 16;

/// The number of cells that may be a row which has lost some.
const FEWEST_OF_A_ROW: usize = 7;

/// The fewest cells of strings that are hardly anything but a board with an error.
const FEWEST_OF_A_BOARD: usize = 60;

/// The most cells of a heading in brackets.
const MOST_OF_A_HEADING: usize = 8;

/// A JSON text with brackets that are not closed yet.
#[derive(Clone, Default, Debug)]
pub(super) struct Json {
    pub(super) first_line: usize,
    pub(super) text: String,
    /// The start of the string that is not closed, in the text that is held.
    pub(super) string: Option<usize>,
    pub(super) open: Vec<Array>,
    /// `true` for an array of Python or JavaScript.
    pub(super) is_code: bool,
    /// The number of open parentheses behind names, which are no brackets of an array.
    pub(super) calls: usize,
    /// The numbers of rows in the comments at the ends of lines.
    pub(super) labels: Vec<u32>,
}

/// An array that is not closed yet.
#[derive(Clone, Debug)]
pub(super) struct Array {
    /// The start in the text that is held.
    start: usize,
    line: usize,
    /// 0 if the array holds no array so far, 1 if it holds arrays (a board), 2 if it holds boards.
    depth: usize,
    between: Between,
    /// `true` if commas are between its elements.
    has_commas: bool,
    /// `true` behind an element with an error, to which the next strings may belong.
    is_lost: bool,
}

impl Json {
    /// Notes the comment at the end of a line.
    pub(super) fn note_remark(&mut self, remark: &str) {
        let words = remark.trim_start_matches([' ', '#', '/', '%']);
        self.labels.extend(remark_label(words.trim_end()));
    }

    /// Returns the error of the comments since the last board: they name other parts than rows, or rows in another order.
    fn error_of_labels(&mut self) -> Option<ParseError> {
        let labels = std::mem::take(&mut self.labels);
        if labels.len() < FEWEST_LABELS {
            return None;
        }
        if labels.contains(&OTHER) {
            return Some(ParseError::Names("the comments at its rows".into()));
        }
        let wrong = (1..labels.len()).find(|&at| labels[at] != labels[at - 1] + 1)?;
        Some(ParseError::Label { row: wrong + 1, found: labels[wrong] })
    }

    /// Returns `true` between the boards of an array.
    fn is_between(&self) -> bool {
        self.open.last().is_some_and(|array| array.depth >= 2)
    }

    /// Returns the bracket of an array in place of the parenthesis of a tuple.
    fn bracket(&mut self, character: char) -> char {
        if self.open.is_empty() || self.string.is_some() {
            return character;
        }
        match character {
            '(' if self.text.trim_end().ends_with(['[', ',']) || self.is_between() => '[',
            '(' => {
                self.calls += 1;
                '('
            }
            ')' if self.calls == 0 => ']',
            ')' => {
                self.calls -= 1;
                ')'
            }
            other => other,
        }
    }

    /// Ends a string, whose characters start at a place. Returns the board of 81 cells in it, or the error of another string in an array
    /// of boards.
    fn end_string(&mut self, start: usize) -> Option<Result<Board, ParseError>> {
        self.string = None;
        let array = self.open.last_mut()?;
        let string = &self.text[start..self.text.len() - 1];
        let letters = || whole::read(string).filter(|_| string.len() == 81)?.ok()?.board.clues().ok().copied();
        let result = match Grid::from_ascii(string.as_bytes()).or_else(letters) {
            Some(_) if array.is_lost => return None,
            Some(_) if array.depth == 0 && !self.text[array.start + 1..start - 1].trim().is_empty() => {
                array.is_lost = true;
                Err(damaged(&self.text[array.start + 1..start - 1]).unwrap_or_else(no_board))
            }
            Some(grid) if array.depth != 1 => Ok(Board::Grid(grid)),
            _ if array.depth < 2 => return None,
            _ => Err(ParseError::List { found: format!("{string:?}"), expected: "a board" }),
        };
        (array.depth, array.between) = (2, Between::Board);
        self.text.truncate(start - 1);
        Some(result)
    }
}

fn no_board() -> ParseError {
    ParseError::List { found: "something other than a board".into(), expected: "a board" }
}

impl Array {
    /// Notes a character between boards. Returns what is expected in place of one that is wrong.
    fn pass_between(&mut self, character: char) -> Option<&'static str> {
        // NumPy prints no commas.
        let is_printed = self.between == Between::Board && character == '[' && !self.has_commas;
        self.has_commas |= character == ',';
        let (next, expected) = match (self.between, character) {
            _ if is_printed || character.is_whitespace() => return None,
            // Programming languages have a comma behind the last element.
            (Between::Misplaced, _) | (Between::Board | Between::Comma, ']') | (Between::Comma, '[' | '"') => {
                return None;
            }
            (Between::Board, ',') => (Between::Comma, None),
            (Between::Board, _) => (Between::Misplaced, Some("a comma or ]")),
            (Between::Comma, _) => (Between::Misplaced, Some("a board")),
        };
        self.between = next;
        expected
    }
}

/// The last token before a character between two boards of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Between {
    Board,
    Comma,
    /// A character that was reported. Others are skipped.
    Misplaced,
}

impl Scanner {
    /// Reads a line within an array that has begun. Returns `false` if there is none.
    pub(super) fn continue_array(&mut self, text: &str) -> bool {
        // A cell in brackets may have a line end in it.
        let is_cell = |json: &Json| json.text.trim().len() < 3 && text.find(']').is_some_and(|end| end < 3);
        let is_text = |json: &Json| is_heading_above(&json.text, text) || is_cell(json);
        self.json.take_if(|json| json.first_line < self.line && is_text(json));
        let Some(json) = &mut self.json else { return false };
        // An array never has a line of 81 cells, so the bracket before it was never closed.
        let is_grid = text.split(is_separator).next().is_some_and(|word| Grid::from_ascii(word.as_bytes()).is_some());
        if is_grid {
            let first_line = json.first_line;
            self.json = None;
            self.report(first_line, Err(ParseError::Json(JsonError::NotClosed)));
        } else {
            // A comment of a programming language.
            let text = if json.string.is_some() { text } else { without_quotation(text) };
            let row = if json.string.is_some() { text } else { without_remark(text) };
            json.note_remark(&text[row.len()..]);
            self.json(row);
        }
        !is_grid
    }

    /// Begins an array behind its name.
    pub(super) fn begin_array(&mut self, name: &str, array: &str) {
        self.is_solution = is_solution_name(name);
        self.waits_for_line = !name.is_empty();
        if self.waits_for_line {
            self.results.pass_text(self.line);
        }
        // A bracket alone may be a part of a row.
        if array.trim().len() < 3 {
            let found = self.block.pass_error();
            self.add(found);
        }
        self.end_block();
        let row = if array.contains('"') { array } else { without_remark(array) };
        let mut json = Json { first_line: self.line, ..Json::default() };
        json.note_remark(&array[row.len()..]);
        self.json = Some(json);
        self.json(row);
    }

    /// Returns `true` for closing brackets behind a board of an array whose start is lost.
    pub(super) fn is_lost_start(&mut self, text: &str) -> bool {
        self.has_bracket |= text.matches(['{', '[', '(']).count() > text.matches(['}', ']', ')']).count();
        let is_after_array = std::mem::take(&mut self.is_after_array) && !self.has_bracket;
        // A row may follow that is there twice.
        let is_end = || text.trim_matches([']', '}', ',', ' ', '\t']).is_empty() || is_row_with_end(text);
        is_after_array && closing(text) > 0 && is_end()
    }

    pub(super) fn report_lost_start(&mut self, text: &str) {
        let bracket = text.chars().rfind(|character| matches!(character, ']' | '}')).unwrap_or_default();
        let found = format!("{bracket:?} without an opening bracket");
        let error = ParseError::List { found, expected: "the array from its start" };
        // A row of the array before it may be another one.
        if is_row_with_end(text) {
            self.results.refuse_waiting(&error);
        }
        self.report(self.line, Err(error));
    }

    /// Reports text after the end of an array of boards, once.
    pub(super) fn check_after_list(&mut self) {
        if std::mem::take(&mut self.after_list) {
            let error = ParseError::List { found: "text after its end".into(), expected: "the end of the text" };
            self.report(self.line, Err(error));
        }
    }

    /// Reads a line within brackets. A board is an array of arrays that hold no arrays. Arrays around boards are
    /// skipped.
    pub(super) fn json(&mut self, text: &str) {
        let mut json = self.json.take().expect("an open bracket");
        // Python and JavaScript have strings in single quotes.
        let is_quoted = text.contains('\'') && !text.contains('"');
        let text = &*if is_quoted { with_points_in_quotes(text) } else { Cow::Borrowed(text) };
        json.is_code |= is_quoted;
        for (position, character) in text.char_indices() {
            let character = if is_quoted && character == '\'' && !json.open.is_empty() { '"' } else { character };
            let character = json.bracket(character);
            if json.open.is_empty() && character == '[' {
                self.check_after_list();
            }
            if json.open.is_empty() && character != '[' {
                // Blanks, commas and semicolons may be between two boards at the top level. Anything else is read as a line of its
                // own.
                if matches!(character, ' ' | '\t' | '\r') || character == ';' || character == ',' && !self.after_list {
                    continue;
                }
                return self.push_line(&text[position..]);
            }
            if let Some(list) = json.open.last_mut().filter(|array| array.depth >= 2 && json.string.is_none()) {
                if let Some(expected) = list.pass_between(character) {
                    self.report(self.line, Err(ParseError::List { found: format!("{character:?}"), expected }));
                }
                if !matches!(character, '[' | ']' | '"') {
                    continue;
                }
            }
            json.text.push(character);
            match (character, json.string) {
                ('"', None) => json.string = Some(json.text.len()),
                ('"', Some(start)) => {
                    if let Some(result) = json.end_string(start) {
                        self.add_of_array(self.line, result);
                    }
                }
                ('[', None) => {
                    let start = json.text.len() - 1;
                    let between = Between::Board;
                    json.open.push(Array {
                        start,
                        line: self.line,
                        depth: 0,
                        between,
                        has_commas: false,
                        is_lost: false,
                    });
                }
                (']', None) => self.close_array(&mut json),
                _ => {}
            }
            if json.text.len() > LONGEST_JSON {
                self.report(json.first_line, Err(ParseError::Json(JsonError::TooLong(LONGEST_JSON))));
                return;
            }
        }
        let Some(array) = json.open.last() else { return };
        // The end of a line is between cells.
        if array.depth < 2 && json.string.is_none() {
            json.text.push('\n');
        }
        self.json = Some(json);
    }

    fn add_of_array(&mut self, line: usize, result: Result<Board, ParseError>) {
        let context = Context { is_array: true, is_solution: self.is_solution, ..Context::default() };
        self.found(Scanned { line, result, solution: None, title: None }, context);
    }

    /// Ends an array. Adds its board, if it is one.
    fn close_array(&mut self, json: &mut Json) {
        let mut array = json.open.pop().expect("an open bracket");
        // Nine strings are a board.
        let is_of_strings = |text: &str| text[1..].trim_start().starts_with('"');
        let text_of_array = &json.text[array.start..];
        let text_has_commas = text_of_array.contains(',');
        if array.depth == 0 && is_of_strings(text_of_array) && json::read(text_of_array).is_ok() {
            array.depth = 1;
        }
        let depth = array.depth + 1;
        // The strings of a tuple beside those of others, of which none is a board.
        let is_lost = array.depth == 0 && is_of_strings(text_of_array) && cells_in(text_of_array) >= FEWEST_OF_A_BOARD;
        if is_lost && !json.open.is_empty() {
            let error = damaged(text_of_array).unwrap_or_else(no_board);
            self.report(array.line, Err(error));
        }
        // A row at the top level is also parsed as a board, to report the missing rows.
        if array.depth == 1 || (array.depth == 0 && json.open.is_empty()) {
            let before = json.open.last().filter(|outer| outer.depth < 2);
            let before = before.map_or("", |outer| json.text[outer.start + 1..array.start].trim());
            // A row before the first one may be part of it.
            let has_row = cells_in(before) >= FEWEST_OF_A_ROW;
            if !before.is_empty() && !has_row {
                self.report(array.line, Err(no_board()));
            }
            let grid = json::read(&json.text[array.start..]);
            let grid = grid.and_then(|grid| marks::check_text(&grid, &json.text[array.start..]).map(|()| grid));
            let result = if has_row { Err(no_board()) } else { grid.map(Board::Grid) };
            let result = json.error_of_labels().map_or(result, Err);
            let inner = &json.text[array.start + 1..];
            if let Err(error) = &result
                && json.open.is_empty()
                && json.first_line == self.line
                && cells_in(inner) <= MOST_OF_A_HEADING
            {
                self.note(inner, error);
                self.note_alike(inner);
                json.text.clear();
                return;
            }
            self.waits_for_line |= json.first_line < self.line;
            self.add_of_array(array.line, result);
            json.text.truncate(array.start);
        }
        if let Some(outer) = json.open.last_mut() {
            outer.has_commas |= array.has_commas || text_has_commas;
            outer.depth = outer.depth.max(depth);
            outer.between = Between::Board;
        } else {
            json.text.clear();
            self.is_after_array = true;
            self.after_list = depth > 2 && !json.is_code;
        }
    }
}

/// Returns `true` if a bracket is that of a heading: hardly a cell is behind it, and the next line is one of a grid and of no array or
/// object.
pub fn is_heading_above(bracket: &str, next: &str) -> bool {
    let next = plain(next);
    let is_of_json =
        |character: char| matches!(character, ',' | ';' | ':' | '"' | '\'' | '[' | ']' | '{' | '}' | '(' | ')');
    let is_row = || readings(&next).iter().any(|row| row.layout == Layout::Cells) || is_rule(next.trim());
    bracket.len() <= LONGEST_TITLE
        && cells_in(bracket) <= MOST_OF_A_HEADING
        && !next.contains(is_of_json)
        && (is_row() || whole::read(&next).is_some())
}

/// Returns the number of closing brackets without an opening one.
pub(super) fn closing(text: &str) -> usize {
    text.matches([']', '}']).count().saturating_sub(text.matches(['[', '{']).count())
}

/// Returns `true` for a row with closing brackets behind it.
fn is_row_with_end(text: &str) -> bool {
    readings(text.trim_matches(['[', ']', '{', '}', ',', ';', ' '])).iter().any(|row| row.layout == Layout::Cells)
}
