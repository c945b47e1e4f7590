//! The scanner: recognises the text forms line by line, and returns boards and errors with their line numbers.
//!
//! It holds only the incomplete board, so it can read files of any size. It does no input or output. After an error it
//! continues with the next board.

use std::collections::VecDeque;

use crate::candidate::{Candidate, CandidateSet};
use crate::cell::Cell;
use crate::digit::{Digit, DigitSet};
use crate::grid::Grid;
use crate::text::block::{BLANKS, Block, Line, Reading};
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
    block: Block,
    /// After an error in a row: the number of rows of the same grid that may follow, and are skipped.
    skip: usize,
    json: Option<Json>,
    /// `true` after the end of an array of boards. Only the end of the text may follow.
    after_list: bool,
    found: VecDeque<Scanned>,
}

/// A line of nine cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TextRow {
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
        self.block.is_empty() && self.skip == 0 && self.json.is_none() && self.found.is_empty() && !self.after_list
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
            self.skip = 0;
            if !self.block.pass_empty_line() {
                let is_doubtful = self.end_rows();
                self.block = Block::after_empty_line(is_doubtful);
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

    /// Ends the rows of a grid. Returns `true` if they are incomplete, or a line that may be a row was taken for an edge.
    fn end_rows(&mut self) -> bool {
        self.skip = 0;
        self.read_block(true);
        let block = std::mem::take(&mut self.block);
        let is_incomplete = !block.is_empty() && !block.is_edge();
        if is_incomplete {
            self.report(block.first_line(), Err(ParseError::Rows(block.rows())));
        }
        is_incomplete || block.is_refused() || !block.is_certain_edge()
    }

    /// Reports the grids that are complete.
    fn read_block(&mut self, is_over: bool) {
        loop {
            match self.block.read(is_over) {
                Reading::Open => break,
                Reading::Grid(line, rows) => self.report(line, Ok(board(rows))),
                Reading::Incomplete(line, rows) => self.report(line, Err(ParseError::Rows(rows))),
                Reading::Ambiguous(line) => self.report(line, Err(ParseError::Ruler)),
            }
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
        if is_rule(text) {
            return;
        }
        if let Some(marks) = pencilmarks::read_row(text.split(is_separator)) {
            if let Ok(nine) = <[DigitSet; 9]>::try_from(marks.as_slice()) {
                return self.row(TextRow::Marks(nine), 0, false);
            }
            if self.block.has_marks() {
                return self.bad_line(ParseError::Length(marks.len()));
            }
        }
        // After a whole grid, the rest of the line is a comment.
        let text = if word.len() > LONGEST_ROW { &text[..word.len()] } else { text };
        let (mut numbers, mut blanks) = (Vec::new(), 0_u8);
        let mut lengths = Lengths::default();
        for (position, found) in text.chars().enumerate() {
            match u8::try_from(found).ok().and_then(number) {
                Some(number) => {
                    numbers.push(number);
                    blanks |= BLANKS.iter().position(|&blank| blank == found).map_or(0, |kind| 1 << kind);
                    lengths.current += 1;
                }
                None if is_separator(found) => lengths.end(found == '|'),
                None => {
                    return self.bad_line(damaged(text).unwrap_or(ParseError::Character { found, at: position + 1 }));
                }
            }
        }
        lengths.end(true);
        match numbers.len() {
            9 | 81 if !lengths.are_equal() => {
                let fields = ParseError::Fields(numbers.len(), lengths.different());
                self.bad_line(damaged(text).unwrap_or(fields));
            }
            9 => {
                let is_uniform = numbers.iter().all(|&number| number == 0) && blanks.count_ones() == 1;
                self.row(TextRow::Numbers(numbers.try_into().expect("nine numbers")), blanks, is_uniform);
            }
            81 => {
                self.end_rows();
                let grid = Grid::from_numbers(numbers.try_into().expect("81 numbers")).expect("numbers 0-9");
                self.report(self.line, Ok(Board::Grid(grid)));
            }
            found => self.bad_line(damaged(text).unwrap_or(ParseError::Length(found))),
        }
    }

    fn row(&mut self, row: TextRow, blanks: u8, is_uniform: bool) {
        if self.skip > 0 {
            self.skip -= 1;
            return;
        }
        self.block.push(Line { number: self.line, row, blanks, is_uniform });
        self.read_block(false);
    }

    /// Reports an error in a line. Only the first error of each grid is reported.
    fn bad_line(&mut self, error: ParseError) {
        if self.skip > 0 {
            self.skip -= 1;
            return;
        }
        self.read_block(true);
        let row = std::mem::take(&mut self.block).rows() + 1;
        let error = match error {
            ParseError::Length(found) if row > 1 && found <= LONGEST_ROW => ParseError::RowLength { row, found },
            other => other,
        };
        if row > 1 {
            self.skip = 9_usize.saturating_sub(row);
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

/// The lengths of the fields of a line, and those of its parts between `|`.
#[derive(Default)]
struct Lengths {
    current: usize,
    part: usize,
    fields: Vec<usize>,
    parts: Vec<usize>,
}

impl Lengths {
    /// Ends a field, and a part if `is_part`.
    fn end(&mut self, is_part: bool) {
        let length = std::mem::take(&mut self.current);
        self.part += length;
        self.fields.extend((length > 0).then_some(length));
        if is_part {
            let part = std::mem::take(&mut self.part);
            self.parts.extend((part > 0).then_some(part));
        }
    }

    /// Returns `true` if all fields have the same length, or all of several parts.
    fn are_equal(&self) -> bool {
        let are_equal = |lengths: &[usize]| lengths.windows(2).all(|pair| pair[0] == pair[1]);
        are_equal(&self.fields) || self.parts.len() > 1 && are_equal(&self.parts)
    }

    /// Returns the first two lengths that differ.
    fn different(&self) -> [usize; 2] {
        let first = self.fields[0];
        [first, self.fields.iter().copied().find(|&length| length != first).unwrap_or(first)]
    }
}

/// Returns the error for a field that a spreadsheet program has turned into a number: it has rounded the 81 digits, or dropped the
/// zeros at their start.
fn damaged(text: &str) -> Option<ParseError> {
    let rounded = |word: &str| {
        let (digits, exponent) = word.split_once(['E', 'e'])?;
        let is_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let exponent = exponent.strip_prefix('+').unwrap_or(exponent).parse::<u32>().ok()?;
        (is_digits && (60..=81).contains(&exponent)).then(|| ParseError::Rounded(word.into()))
    };
    let shortened = |word: &str| {
        let is_number = !word.starts_with('0') && word.contains('0') && word.bytes().all(|byte| byte.is_ascii_digit());
        (is_number && (64..=80).contains(&word.len())).then_some(ParseError::LostZeros(word.len()))
    };
    text.split(is_separator).find_map(|word| rounded(word).or_else(|| shortened(word)))
}

/// Returns `true` if a line is decoration, drawn with `-`, `=`, `+` and the like, and does not have the cells of a row or a grid.
fn is_rule(text: &str) -> bool {
    let drawn = text.chars().all(|c| matches!(c, '-' | '=' | '+' | '|' | '*' | '.' | ':' | '\'' | '_' | ' '));
    if !drawn || !text.contains(['-', '=', '+', '_']) {
        return false;
    }
    let cells = text.chars().filter(|&c| matches!(c, '-' | '*' | '.' | '_')).count();
    text.contains(['=', '+']) || (cells != 9 && cells != 81) || is_frame(text.as_bytes())
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
