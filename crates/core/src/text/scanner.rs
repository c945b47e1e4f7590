//! The scanner: recognises the text forms line by line, and returns boards and errors with their line numbers.
//!
//! It holds only the incomplete board, so it can read files of any size. It does no input or output. After an error it
//! continues with the next board.

use std::collections::VecDeque;

use crate::candidate::{Candidate, CandidateSet};
use crate::cell::Cell;
use crate::digit::{Digit, DigitSet};
use crate::grid::Grid;
use crate::text::board::Board;
use crate::text::characters::number;
use crate::text::error::{JsonError, ParseError};
use crate::text::{candidates, json, line, pencilmarks};

/// The maximum length of a JSON board in bytes. A longer one has a bracket that is never closed.
const LONGEST_JSON: usize = 1 << 16;

/// The maximum length of a word that is parsed as a row. A longer word is parsed as a whole grid.
const LONGEST_ROW: usize = 27;

/// A board or an error, with its line number.
///
/// ```
/// use minirow_core::text::{Scanned, Scanner};
/// let mut scanner = Scanner::new();
/// scanner.push("# one comment");
/// scanner.push(&".".repeat(81));
/// scanner.finish();
/// let Scanned { line, result } = scanner.pop().unwrap();
/// assert_eq!(line, 2);
/// assert!(result.is_ok());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scanned {
    /// The number of the line where the board starts or the error is, counted from 1.
    pub line: usize,
    /// The board or the error.
    pub result: Result<Board, ParseError>,
}

/// Recognises boards in a stream of lines.
///
/// Push the lines, and pop the results after each line. Call [`finish`](Scanner::finish) after the last line.
///
/// ```
/// use minirow_core::text::Scanner;
/// let mut scanner = Scanner::new();
/// scanner.push("# a comment, then a short line");
/// scanner.push("53..7");
/// scanner.finish();
/// let scanned = scanner.pop().unwrap();
/// assert_eq!(scanned.line, 2);
/// assert_eq!(scanned.result.unwrap_err().to_string(), "found 5 cells in a line, expected 81 (or 9 for a row)");
/// ```
#[derive(Clone, Default, Debug)]
pub struct Scanner {
    line: usize,
    rows: Rows,
    json: Option<Json>,
    /// `true` after the end of an array of boards. Only the end of the text may follow.
    after_list: bool,
    found: VecDeque<Scanned>,
}

/// Rows of a grid that is not complete yet.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Rows {
    first_line: usize,
    rows: Vec<TextRow>,
    /// `true` if a blank other than `-` was found. Then nine dashes are a rule between boxes.
    blank_seen: bool,
    dash_seen: bool,
    /// After an error in a row: the number of rows of the same grid that may follow, and are skipped.
    skip: usize,
}

/// A line of nine cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TextRow {
    Numbers([u8; 9]),
    /// Pencilmarks. In a board with pencilmarks, a row of numbers has at most one candidate in each cell.
    Marks([DigitSet; 9]),
}

/// A JSON text with brackets that are not closed yet.
#[derive(Clone, Debug)]
struct Json {
    first_line: usize,
    text: String,
    in_string: bool,
    open: Vec<Array>,
}

/// An array that is not closed yet.
#[derive(Clone, Debug)]
struct Array {
    /// The start in the text that is held.
    start: usize,
    line: usize,
    /// 0 if the array holds no array so far, 1 if it holds arrays (a board), 2 if it holds boards.
    depth: usize,
    between: Between,
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
    /// Creates a scanner that is before the first line.
    pub fn new() -> Scanner {
        Scanner::default()
    }

    /// Removes and returns the next board or error, in the order of the text.
    pub fn pop(&mut self) -> Option<Scanned> {
        self.found.pop_front()
    }

    /// Counts a line that the caller has handled itself.
    pub fn pass_over(&mut self) {
        self.line += 1;
    }

    /// Ends an incomplete board with an error, as if the text ended here.
    pub fn end_board(&mut self) {
        self.end_rows();
        if let Some(json) = self.json.take().filter(|json| !json.open.is_empty()) {
            self.report(json.first_line, Err(ParseError::Json(JsonError::NotClosed)));
        }
    }

    /// Returns `true` if no board is incomplete and no result waits, so that the next line starts as the first one does.
    pub fn is_idle(&self) -> bool {
        self.rows == Rows::default() && self.json.is_none() && self.found.is_empty() && !self.after_list
    }

    /// Returns `true` if an array has begun and not ended, so that the next lines belong to it.
    pub fn is_inside_array(&self) -> bool {
        self.json.is_some()
    }

    /// Drops an array of which only the opening bracket was read, because it holds something other than boards. Returns
    /// `true` if there was one.
    pub fn forget_array(&mut self) -> bool {
        self.json.take_if(|json| json.text.trim() == "[").is_some()
    }

    /// Reads the next line, given without its line feed.
    pub fn push(&mut self, text: &str) {
        self.line += 1;
        if let Some(json) = &self.json {
            // An array never has a line of 81 cells, so the bracket before it was never closed.
            if text.split(is_separator).next().is_none_or(|word| line::read(word.as_bytes()).is_none()) {
                self.json(text);
                return;
            }
            let first_line = json.first_line;
            self.json = None;
            self.report(first_line, Err(ParseError::Json(JsonError::NotClosed)));
        }
        if text.trim_start().starts_with('#') {
            return;
        }
        if !text.trim().is_empty() {
            self.check_after_list();
        }
        let text = text.split('#').next().unwrap_or_default().trim();
        if text.is_empty() {
            // An empty line between the bands of a grid is decoration. Anywhere else it ends the grid.
            self.rows.skip = 0;
            if !matches!(self.rows.rows.len(), 3 | 6) {
                self.end_rows();
            }
        } else if text.starts_with('[') {
            self.end_rows();
            self.json = Some(Json { first_line: self.line, text: String::new(), in_string: false, open: Vec::new() });
            self.json(text);
        } else {
            self.cells(text);
        }
    }

    /// Ends the text. An incomplete board becomes an error.
    pub fn finish(&mut self) {
        self.end_board();
    }

    fn report(&mut self, line: usize, result: Result<Board, ParseError>) {
        self.found.push_back(Scanned { line, result });
    }

    /// Reports text after the end of an array of boards, once.
    fn check_after_list(&mut self) {
        if std::mem::take(&mut self.after_list) {
            let error = ParseError::List { found: "text after its end".into(), expected: "the end of the text" };
            self.report(self.line, Err(error));
        }
    }

    fn end_rows(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        if !rows.rows.is_empty() {
            self.report(rows.first_line, Err(ParseError::Rows(rows.rows.len())));
        }
    }

    /// Parses a line of cells: a whole grid, all candidates, or a row.
    fn cells(&mut self, text: &str) {
        let word = text.split(is_separator).next().unwrap_or_default().as_bytes();
        let whole = match word.len() {
            81 if is_frame(word) => return,
            81 => line::read(word).map(Board::Grid),
            729 => candidates::read(word).map(Board::Candidates),
            _ => None,
        };
        if let Some(board) = whole {
            self.end_rows();
            self.report(self.line, Ok(board));
            return;
        }
        if self.is_rule(text) {
            return;
        }
        if let Some(marks) = pencilmarks::read_row(text.split(is_separator)) {
            if let Ok(nine) = <[DigitSet; 9]>::try_from(marks.as_slice()) {
                return self.row(TextRow::Marks(nine));
            }
            if self.rows.rows.iter().any(|row| matches!(row, TextRow::Marks(_))) {
                return self.bad_line(ParseError::Length(marks.len()));
            }
        }
        // After a whole grid, the rest of the line is a comment.
        let text = if word.len() > LONGEST_ROW { &text[..word.len()] } else { text };
        let mut numbers = Vec::new();
        let mut dash = false;
        let mut blank = false;
        for (position, found) in text.chars().enumerate() {
            match u8::try_from(found).ok().and_then(number) {
                Some(number) => {
                    numbers.push(number);
                    dash |= found == '-';
                    blank |= number == 0 && found != '-';
                }
                None if is_separator(found) => {}
                None => return self.bad_line(ParseError::Character { found, at: position + 1 }),
            }
        }
        match numbers.len() {
            9 => {
                self.rows.dash_seen |= dash;
                self.rows.blank_seen |= blank;
                self.row(TextRow::Numbers(numbers.try_into().expect("nine numbers")));
            }
            81 => {
                self.end_rows();
                let grid = Grid::from_numbers(numbers.try_into().expect("81 numbers")).expect("numbers 0-9");
                self.report(self.line, Ok(Board::Grid(grid)));
            }
            found => self.bad_line(ParseError::Length(found)),
        }
    }

    /// Returns `true` if a line is decoration, drawn with `-`, `=`, `+` and the like, and not a row or grid of blanks.
    fn is_rule(&self, text: &str) -> bool {
        let drawn = text.chars().all(|c| matches!(c, '-' | '=' | '+' | '|' | '*' | '.' | ':' | '\'' | ' '));
        if !drawn || !text.contains(['-', '=', '+']) {
            return false;
        }
        let cells = text.chars().filter(|&c| matches!(c, '-' | '*' | '.')).count();
        let nine_dashes = text == "---------";
        if nine_dashes {
            return matches!(self.rows.rows.len(), 3 | 6) && self.rows.blank_seen && !self.rows.dash_seen;
        }
        text.contains(['=', '+']) || (cells != 9 && cells != 81) || is_frame(text.as_bytes())
    }

    fn row(&mut self, row: TextRow) {
        if self.rows.skip > 0 {
            self.rows.skip -= 1;
            return;
        }
        if self.rows.rows.is_empty() {
            self.rows.first_line = self.line;
        }
        self.rows.rows.push(row);
        if let Ok(rows) = <[TextRow; 9]>::try_from(self.rows.rows.as_slice()) {
            let first_line = self.rows.first_line;
            self.rows = Rows::default();
            self.report(first_line, Ok(board(rows)));
        }
    }

    /// Reports an error in a line. Only the first error of each grid is reported.
    fn bad_line(&mut self, error: ParseError) {
        let rows = std::mem::take(&mut self.rows);
        if rows.skip > 0 {
            self.rows.skip = rows.skip - 1;
            return;
        }
        let row = rows.rows.len() + 1;
        let error = match error {
            ParseError::Length(found) if row > 1 && found <= LONGEST_ROW => ParseError::RowLength { row, found },
            other => other,
        };
        if row > 1 {
            self.rows.skip = 9 - row;
        }
        self.report(self.line, Err(error));
    }

    /// Reads a line within brackets. A board is an array of arrays that hold no arrays. Arrays around boards are
    /// skipped.
    fn json(&mut self, text: &str) {
        let mut json = self.json.take().expect("an open bracket");
        for (position, character) in text.char_indices() {
            if json.open.is_empty() && character == '[' {
                self.check_after_list();
            }
            if json.open.is_empty() && character != '[' {
                // Blanks and commas may be between two boards at the top level. Anything else is read as a line of its
                // own.
                if matches!(character, ' ' | '\t' | '\r') || character == ',' && !self.after_list {
                    continue;
                }
                self.line -= 1;
                return self.push(&text[position..]);
            }
            if let Some(list) = json.open.last_mut().filter(|array| array.depth >= 2) {
                let (next, expected) = match (list.between, character) {
                    (Between::Misplaced, _) | (Between::Board, ']') | (Between::Comma, '[') => (None, ""),
                    (_, blank) if blank.is_whitespace() => (None, ""),
                    (Between::Board, ',') => (Some(Between::Comma), ""),
                    (Between::Board, _) => (Some(Between::Misplaced), "a comma or ]"),
                    (Between::Comma, _) => (Some(Between::Misplaced), "a board"),
                };
                list.between = next.unwrap_or(list.between);
                if !expected.is_empty() {
                    self.report(self.line, Err(ParseError::List { found: format!("{character:?}"), expected }));
                }
                if character != '[' && character != ']' {
                    continue;
                }
            }
            json.text.push(character);
            match character {
                '"' => json.in_string = !json.in_string,
                '[' if !json.in_string => {
                    let start = json.text.len() - 1;
                    json.open.push(Array { start, line: self.line, depth: 0, between: Between::Board });
                }
                ']' if !json.in_string => {
                    let array = json.open.pop().expect("an open bracket");
                    let depth = array.depth + 1;
                    // A row at the top level is also parsed as a board, to report the missing rows.
                    if array.depth == 1 || (array.depth == 0 && json.open.is_empty()) {
                        let before = json.open.last().filter(|outer| outer.depth < 2);
                        let before = before.map_or("", |outer| json.text[outer.start + 1..array.start].trim());
                        if !before.is_empty() {
                            let found = "something other than a board".into();
                            self.report(array.line, Err(ParseError::List { found, expected: "a board" }));
                        }
                        let grid = json::read(&json.text[array.start..]);
                        self.report(array.line, grid.map(Board::Grid));
                        json.text.truncate(array.start);
                    }
                    if let Some(outer) = json.open.last_mut() {
                        outer.depth = outer.depth.max(depth);
                        outer.between = Between::Board;
                    } else {
                        json.text.clear();
                        self.after_list = depth > 2;
                    }
                }
                _ => {}
            }
            if json.text.len() > LONGEST_JSON {
                self.report(json.first_line, Err(ParseError::Json(JsonError::TooLong(LONGEST_JSON))));
                return;
            }
        }
        if json.open.is_empty() {
            return;
        }
        self.json = Some(json);
    }
}

/// Makes a board from nine rows: candidates if one of them has pencilmarks, otherwise clues.
fn board(rows: [TextRow; 9]) -> Board {
    let numbers = rows.map(|row| match row {
        TextRow::Numbers(numbers) => Some(numbers),
        TextRow::Marks(_) => None,
    });
    if numbers.iter().all(Option::is_some) {
        return Board::Grid(Grid::from_rows(numbers.map(Option::unwrap_or_default)).expect("numbers 0-9"));
    }
    let digits = rows.into_iter().flat_map(|row| match row {
        TextRow::Numbers(numbers) => numbers.map(|number| Digit::new(number).map_or(DigitSet::EMPTY, DigitSet::from)),
        TextRow::Marks(marks) => marks,
    });
    let cells = Cell::ALL.into_iter().zip(digits);
    let candidates = cells.flat_map(|(cell, digits)| digits.iter().map(move |digit| Candidate { cell, digit }));
    Board::Candidates(candidates.collect::<CandidateSet>())
}

/// Returns `true` if a line is the upper or lower edge of a grid, such as `*-----------*` or `.-----.-----.-----.`.
///
/// An edge may have 81 characters. It is not an empty grid, because a grid has only one kind of blank.
pub(super) fn is_frame(text: &[u8]) -> bool {
    matches!(text, [b'*' | b'.' | b'\'', b'-', .., b'*' | b'.' | b'\''])
        && text.iter().all(|character| matches!(character, b'-' | b'*' | b'.' | b'+' | b'\''))
}

/// Returns `true` for a character that may be between cells, or after the 81 cells of a line.
fn is_separator(character: char) -> bool {
    character.is_whitespace() || matches!(character, '|' | ',' | ';' | ':' | '"' | '\'')
}
