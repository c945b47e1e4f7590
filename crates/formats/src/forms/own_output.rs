//! The output of this program for people: a puzzle next to its solution is read, and the steps of an explanation, which do not show
//! the puzzle, are left out behind it, and else refused.
//!
//! ```text
//! puzzles.txt:1
//! 5 3 . | . 7 . | . . .      5 3 4 | 6 7 8 | 9 1 2
//! ...
//! ```

use std::mem;

use minirow_core::{Grid, Solution};

use crate::error::ErrorKind;
use crate::form::{TextContext, TextParser};
use crate::record::Record;

/// Reads grids of the output of `solve --format beside` and `explain`.
#[derive(Default)]
pub(super) struct OwnOutput {
    state: State,
    /// `true` after a puzzle.
    has_puzzle: bool,
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
    /// The heading of a step in a line.
    Heading(u64),
    /// The rows of a step.
    Step,
    /// The sentences below a step.
    Sentences,
    /// The last sentence, before the solution.
    Solved,
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
            // Headings of books look like those of steps, too.
            State::Heading(line) if is_head(text) => {
                if !self.has_puzzle {
                    let error = ErrorKind::form("the steps of an explanation", "its puzzle, which they do not show");
                    context.push(line, Err(error));
                }
                self.state = State::Step;
            }
            State::Heading(_) => return false,
            State::Step if is_head(text) || text.contains('|') || text.contains("-+-") => self.state = State::Step,
            State::Step | State::Sentences if is_heading(text) => self.state = State::Step,
            State::Step | State::Sentences => {
                self.state = match () {
                    () if has_grid(text) => return false,
                    () if text.starts_with("Solved in ") => State::Solved,
                    () if text.starts_with("No technique sees ") => State::Nothing,
                    () => State::Sentences,
                };
            }
            State::Solved => return text.len() == 81 && text.bytes().all(|byte| byte.is_ascii_digit()),
        }
        true
    }

    fn is_idle(&self) -> bool {
        self.has_puzzle && matches!(self.state, State::Nothing) // the first grid is noted
    }

    fn begins(&self, text: &str, in_array: bool) -> bool {
        !in_array && (is_heading(text) || is_place(text) || is_summary(text) || beside(text).is_some())
    }

    fn begin(&mut self, text: &str, context: &mut TextContext) {
        context.close();
        self.state = match beside(text) {
            Some(row) => State::Beside(context.line, vec![row]),
            None if is_heading(text) => State::Heading(context.line),
            None if is_summary(text) => State::Solved,
            None => State::Place,
        };
    }

    fn adopt(&mut self, _: &mut Record, _: u64, _: &mut TextContext) -> bool {
        self.has_puzzle = true;
        false
    }

    fn reject(&mut self, _line: u64) {
        self.has_puzzle = false;
    }

    fn skip_line(&mut self, context: &mut TextContext) {
        self.end(context);
    }

    fn end(&mut self, context: &mut TextContext) {
        if let State::Beside(line, rows) = mem::take(&mut self.state) {
            context.push(line, Err(rows_missing(rows.len())));
        }
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

/// Returns `true` for the line above the solution of an explanation in brief.
fn is_summary(text: &str) -> bool {
    let number = text.strip_prefix("Solved in ").and_then(|rest| rest.split_once(" step"));
    number.is_some_and(|(number, rest)| number.bytes().all(|byte| byte.is_ascii_digit()) && rest.contains(": "))
}

/// Returns `true` for the numbers of the columns of a step.
fn is_head(text: &str) -> bool {
    text.split_whitespace().eq(["1", "2", "3", "4", "5", "6", "7", "8", "9"])
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
