//! Grids in the output of this program for people: a puzzle next to its solution, and the steps of an explanation.
//!
//! ```text
//! puzzles.txt:1
//! 5 3 . | . 7 . | . . .      5 3 4 | 6 7 8 | 9 1 2
//! ...
//! Step 31: XY-Wing, 4.2
//!     1  2    3     4    5     6    7    8    9
//!   1 4  2    17  | 9    167   8  | 567  567  3
//!   2 8  (15) 9   | (17) 167-5 3  | 2    4    67
//! ```
//!
//! The grid of a step has the candidates before it: marks around digits are no part of it. Each grid is a record.

use std::mem;

use minirow_core::text::Board;
use minirow_core::{CandidateSet, Cell, Digit, DigitSet, Grid, Solution};

use crate::error::ErrorKind;
use crate::form::{TextContext, TextParser};
use crate::record::{Record, set_digits};

/// Reads grids of the output of `solve --format beside` and `explain`.
#[derive(Default)]
pub(super) struct OwnOutput {
    state: State,
}

/// The lines before the next one.
#[derive(Default)]
enum State {
    #[default]
    Nothing,
    /// The place of a puzzle.
    Place,
    /// The rows of a puzzle next to its solution, from a line on.
    Beside(u64, Vec<[[u8; 9]; 2]>),
    /// The heading of a step.
    Heading(u64, String),
    /// The rows of a step, from a line on.
    Step(u64, Vec<[DigitSet; 9]>),
    /// The sentences below a step.
    Sentences,
}

impl TextParser for OwnOutput {
    fn resume(&mut self, text: &str, context: &mut TextContext) -> bool {
        match mem::take(&mut self.state) {
            State::Nothing => return false,
            // Headings look like places, too: `Time: 00:12`.
            State::Place => {
                let is_beside = beside(text).is_some();
                if is_beside {
                    self.begin(text, context);
                }
                return is_beside;
            }
            State::Beside(first, rows) => return self.add_beside(text, first, rows, context),
            State::Heading(line, heading) => {
                if !text.split_whitespace().eq(["1", "2", "3", "4", "5", "6", "7", "8", "9"]) {
                    context.push(line, Err(ErrorKind::form(format!("{heading:?}"), "a grid below it")));
                    return false;
                }
                self.state = State::Step(context.line + 1, Vec::new());
            }
            State::Step(first, rows) => return self.add_step(text, first, rows, context),
            State::Sentences => {
                let is_end = text.starts_with("Solved in ") || text.starts_with("No technique sees ");
                if is_heading(text) || has_grid(text) {
                    return false;
                }
                if !is_end {
                    self.state = State::Sentences;
                }
            }
        }
        true
    }

    fn is_idle(&self) -> bool {
        matches!(self.state, State::Nothing)
    }

    fn begins(&self, text: &str, in_array: bool) -> bool {
        !in_array && (is_heading(text) || is_place(text) || beside(text).is_some())
    }

    fn begin(&mut self, text: &str, context: &mut TextContext) {
        context.close();
        self.state = match beside(text) {
            Some(row) => State::Beside(context.line, vec![row]),
            None if is_heading(text) => State::Heading(context.line, text.into()),
            None => State::Place,
        };
    }

    fn skip_line(&mut self, context: &mut TextContext) {
        self.end(context);
    }

    fn end(&mut self, context: &mut TextContext) {
        let (line, error) = match mem::take(&mut self.state) {
            State::Nothing | State::Place | State::Sentences => return,
            State::Heading(line, text) => (line, ErrorKind::form(format!("{text:?}"), "a grid below it")),
            State::Beside(line, rows) => (line, rows_missing(rows.len())),
            State::Step(line, rows) => (line, rows_missing(rows.len())),
        };
        context.push(line, Err(error));
    }
}

fn rows_missing(rows: usize) -> ErrorKind {
    ErrorKind::form(format!("{rows} rows of a grid"), "9")
}

impl OwnOutput {
    /// Adds a line to the rows of a puzzle next to its solution. Returns `false` if it is another line.
    fn add_beside(&mut self, text: &str, first: u64, mut rows: Vec<[[u8; 9]; 2]>, context: &mut TextContext) -> bool {
        let is_ruler =
            rows.len().is_multiple_of(3) && text.bytes().all(|byte| b"-+ ".contains(&byte)) && text.contains('+');
        let Some(row) = beside(text) else {
            if is_ruler {
                self.state = State::Beside(first, rows);
            } else {
                context.push(first, Err(rows_missing(rows.len())));
            }
            return is_ruler;
        };
        rows.push(row);
        if rows.len() < 9 {
            self.state = State::Beside(first, rows);
            return true;
        }
        let grid = |half: usize| Grid::from_numbers(std::array::from_fn(|cell| rows[cell / 9][half][cell % 9]));
        let [puzzle, solution] = [grid(0), grid(1)].map(|grid| grid.expect("digits and blanks"));
        let completes = |solution: Solution| solution.completes(&puzzle);
        context.push(
            first,
            match Solution::new(solution).is_ok_and(completes) {
                true => Ok(Record { solution: Some(solution.to_string()), ..Record::from(puzzle) }),
                false => Err(ErrorKind::form("two grids side by side", "a puzzle and its solution")),
            },
        );
        true
    }

    /// Adds a line to the rows of a step. Returns `false` if it is another line.
    fn add_step(&mut self, text: &str, first: u64, mut rows: Vec<[DigitSet; 9]>, context: &mut TextContext) -> bool {
        let is_ruler =
            [3, 6].contains(&rows.len()) && text.bytes().all(|byte| b"-+".contains(&byte)) && !text.is_empty();
        match text.strip_prefix(&format!("{} ", rows.len() + 1)).and_then(step_row) {
            Some(row) => rows.push(row),
            None if is_ruler => {}
            None => {
                context.push(
                    first,
                    Err(ErrorKind::form(format!("{text:?} in a step"), format!("row {}", rows.len() + 1))),
                );
                return false;
            }
        }
        if rows.len() < 9 {
            self.state = State::Step(first, rows);
            return true;
        }
        let mut candidates = CandidateSet::EMPTY;
        Cell::ALL
            .into_iter()
            .zip(rows.as_flattened())
            .for_each(|(cell, digits)| set_digits(&mut candidates, cell, *digits));
        context.push(first, Ok(Record::from(Board::Candidates(candidates))));
        self.state = State::Sentences;
        true
    }
}

/// Returns `true` for the place of a puzzle, such as `puzzles.txt:1`, perhaps with the number of its solutions.
fn is_place(text: &str) -> bool {
    let place = text.strip_suffix(" solutions").and_then(|text| text.rsplit_once(": ")).map(|(place, _)| place);
    let place = place.or_else(|| text.strip_suffix(": several solutions, the smallest of them is"));
    let place = place.or_else(|| text.strip_suffix(": several solutions, one of them is")).unwrap_or(text);
    let is_number = |number: &str| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    place.rsplit_once(':').is_some_and(|(name, line)| {
        is_number(line) && line.len() < 9 && name.starts_with(|first: char| first.is_alphabetic()) && !has_grid(name)
    })
}

/// Returns `true` for the line above the grid of a step.
fn is_heading(text: &str) -> bool {
    let number = text.strip_prefix("Step ").and_then(|rest| rest.split_once(": "));
    text == "After that:" || number.is_some_and(|(number, _)| number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns `true` if a word of a line has the cells of a row or more.
fn has_grid(text: &str) -> bool {
    let is_cell = |character: char| character.is_ascii_digit() || character == '.';
    text.split(|character| !is_cell(character)).any(|cells| cells.len() >= 9)
        || !text.is_empty()
            && text.chars().filter(|&character| is_cell(character)).count() >= 9
            && !text.contains(char::is_alphabetic)
}

/// Returns the row of a puzzle and that of its solution.
fn beside(text: &str) -> Option<[[u8; 9]; 2]> {
    let (left, right) = text.split_once("      ")?;
    let row = |half: &str| -> Option<[u8; 9]> {
        let boxes: Vec<&str> = half.split('|').collect();
        let words: Vec<&str> = boxes.iter().flat_map(|cells| cells.split_whitespace()).collect();
        let are_boxes = boxes.len() == 3 && boxes.iter().all(|cells| cells.split_whitespace().count() == 3);
        let number = |word: &&str| match word.as_bytes() {
            [b'.'] => Some(0),
            [digit @ b'1'..=b'9'] => Some(digit - b'0'),
            _ => None,
        };
        words.iter().map(number).collect::<Option<Vec<_>>>().filter(|_| are_boxes)?.try_into().ok()
    };
    Some([row(left)?, row(right)?])
}

/// Returns the candidates of a row of a step, behind its number.
fn step_row(text: &str) -> Option<[DigitSet; 9]> {
    let boxes: Vec<&str> = text.split('|').collect();
    let are_boxes = boxes.len() == 3 && boxes.iter().all(|cells| cells.split_whitespace().count() == 3);
    let digits = |word: &str| -> Option<DigitSet> {
        let digit = |character: char| character.to_digit(10).and_then(|number| Digit::new(number as u8));
        let plain: String = word.chars().filter(|character| !"()-=".contains(*character)).collect();
        let digits: DigitSet = plain.chars().map(digit).collect::<Option<_>>()?;
        (digits.len() == plain.len() && !digits.is_empty()).then_some(digits)
    };
    let words = boxes.iter().flat_map(|cells| cells.split_whitespace());
    words.map(digits).collect::<Option<Vec<_>>>().filter(|_| are_boxes)?.try_into().ok()
}
