//! The results of a text in its order: puzzles with their solutions, and errors.

use std::collections::VecDeque;

use super::Scanned;
use minirow_core::{Grid, Puzzle};

use crate::board::Board;
use crate::error::ParseError;
use crate::solution_names::{CELLS_OF_A_SOLUTION, lost_of_solution};

/// The most results that wait for the end of a text: with a vector of R, or of rows in comments. More of them are hardly in a text with a
/// matrix, or one whose only rows are comments.
const MOST_WAITING: usize = 1000;

/// The most puzzles whose solutions may follow.
const MOST_PUZZLES: usize = 2000;

/// The context of the next result.
#[derive(Clone, Copy, Default)]
pub(super) struct Context {
    /// It is an array, or in one: a puzzle waits for its solution in the same array or line.
    pub(super) is_array: bool,
    /// Its name is that of a solution: it is that of the puzzle before it, and no puzzle.
    pub(super) is_solution: bool,
    /// The heading above it has the name of a solution.
    pub(super) is_below_solution: bool,
}

/// The results that are not taken yet, and what the next ones may belong to.
#[derive(Clone, Default, Debug)]
pub(super) struct Results {
    ready: VecDeque<Scanned>,
    /// The last result, to which the next one may belong.
    waiting: Option<Scanned>,
    /// The numbers of the lines of grids that are refused if a matrix of R follows, which is filled by columns.
    undecided: Vec<usize>,
    /// The last grid that is no solution of the one before it, or `Err` after an error that may be that of a puzzle.
    before: Option<Result<Grid, ()>>,
    /// The last puzzles whose solutions are not found yet.
    puzzles: VecDeque<Grid>,
    /// The grids that were left out.
    solutions: Vec<Grid>,
    /// `true` after a line of text behind the last result.
    is_behind_text: bool,
    /// The number of the last line of text.
    text_line: usize,
    /// `true` after a grid that was refused because it has no digit but 1.
    is_after_mask: bool,
}

impl Results {
    /// Removes and returns the first result that no later line changes.
    pub(super) fn pop(&mut self) -> Option<Scanned> {
        let (count, first) = (self.ready.len(), self.ready.front_mut()?);
        if self.undecided.contains(&first.line) {
            if count < MOST_WAITING {
                return None;
            }
            first.result = Err(ParseError::ByColumns);
        }
        self.ready.pop_front()
    }

    /// Returns the number of the line of the first result.
    pub(super) fn first_line(&self) -> Option<usize> {
        self.ready.front().map(|first| first.line)
    }

    /// Removes and returns the grids that were left out, because each is the solution of a puzzle before it.
    pub(super) fn take_solutions(&mut self) -> Vec<Grid> {
        std::mem::take(&mut self.solutions)
    }

    /// Returns `true` if there is no result, and earlier ones have no effect on the next.
    pub(super) fn is_idle(&self) -> bool {
        self.ready.is_empty() && self.waiting.is_none() && !self.is_after_mask && !self.is_behind_text
    }

    /// Returns `true` for more results than those of a text whose comments are rows.
    pub(super) fn are_many(&self) -> bool {
        self.ready.len() > MOST_WAITING
    }

    /// Returns `true` if a result is a board.
    pub(super) fn has_board(&self) -> bool {
        self.ready.iter().any(|scanned| scanned.result.is_ok())
    }

    /// Adds those of another text.
    pub(super) fn append(&mut self, mut others: Results) {
        self.ready.append(&mut others.ready);
    }

    /// Notes a line that is no result of this text.
    pub(super) fn pass_line(&mut self) {
        self.before = None;
    }

    /// Notes a grid that is read elsewhere. Its solution may follow.
    pub(super) fn pass_grid(&mut self, grid: Grid) {
        self.before = None;
        self.is_behind_text = false;
        self.add_puzzle(grid);
    }

    /// Notes a line of text.
    pub(super) fn pass_text(&mut self, line: usize) {
        self.is_behind_text = true;
        self.text_line = line;
    }

    /// Notes the end of a line, for which no result waits but a grid with one or two clues.
    pub(super) fn end_line(&mut self) {
        self.ready.extend(self.waiting.take_if(|waiting| !is_small(waiting)));
    }

    /// Notes the end of the text, or of a part in one form. `has_matrix` tells that it has a matrix of R.
    pub(super) fn end(&mut self, has_matrix: bool) {
        self.ready.extend(self.waiting.take());
        let undecided = std::mem::take(&mut self.undecided);
        if has_matrix {
            self.refuse(|line| undecided.contains(&line), &ParseError::ByColumns);
        }
    }

    /// Makes the result of a line wait for the end of the text, if there may be a matrix of R in it. Returns `false` after too many.
    pub(super) fn wait_for_matrix(&mut self, line: usize) -> bool {
        let may_wait = self.undecided.len() < MOST_WAITING;
        self.undecided.extend(may_wait.then_some(line));
        may_wait
    }

    /// Replaces the results of some lines.
    pub(super) fn refuse(&mut self, is_refused: impl Fn(usize) -> bool, error: &ParseError) {
        let results = self.ready.iter_mut().chain(&mut self.waiting);
        results.filter(|scanned| is_refused(scanned.line)).for_each(|scanned| scanned.result = Err(error.clone()));
    }

    /// Returns the number of the line of the result that waits.
    pub(super) fn waiting_line(&self) -> Option<usize> {
        self.waiting.as_ref().map(|waiting| waiting.line)
    }

    /// Replaces the result that waits.
    pub(super) fn refuse_waiting(&mut self, error: &ParseError) {
        self.waiting.iter_mut().for_each(|waiting| waiting.result = Err(error.clone()));
    }

    /// Adds a result.
    pub(super) fn add(&mut self, mut next: Scanned, context: Context) {
        let mut last = self.waiting.take();
        self.refuse_mask(&mut next, last.as_mut());
        // A grid before the text may have waited.
        let is_behind_text = self.text_line <= next.line && std::mem::take(&mut self.is_behind_text);
        if is_behind_text && !(context.is_array && last.is_some()) && self.take_earlier(&next) {
            self.is_behind_text = true;
            self.ready.extend(last);
            return;
        }
        let is_named = context.is_solution || context.is_below_solution;
        if let Ok(Board::Grid(grid)) = &next.result
            && let Some(error) = lost_of_solution(grid)
            && (is_named || self.puzzles.iter().any(|puzzle| is_nearly_completed(puzzle, grid)))
        {
            next.result = Err(error);
        }
        let is_solution = is_named && full(&next.result).is_some();
        let is_beside = last.as_ref().is_some_and(|last| last.line == next.line);
        if let Some(last) = last.as_mut().filter(|_| context.is_array || is_solution || is_beside) {
            if let Some(solution) = solution(last, &next) {
                last.solution = Some(solution);
                return self.ready.push_back(last.clone());
            }
            if let Some(solution) = solution(&next, last) {
                next.solution = Some(solution);
                return self.ready.push_back(next);
            }
        }
        self.ready.extend(last);
        if is_solution && let Some(grid) = full(&next.result) {
            match self.before {
                // It was given without its solution.
                Some(Ok(puzzle)) if is_completed(&puzzle, grid) => return self.solutions.push(*grid),
                Some(Ok(_)) | None if !context.is_solution => {}
                _ => next.result = Err(ParseError::NoPuzzle),
            }
        }
        // Its puzzle may be the grid that was refused. The next one is hardly that of the same.
        let is_behind_error = full(&next.result).is_some() && self.before == Some(Err(()));
        if is_behind_error {
            next.result = Err(ParseError::NoPuzzle);
        }
        self.before = match (&next.result, &self.before) {
            _ if is_behind_error => None,
            (Ok(Board::Grid(grid)), Some(Ok(puzzle))) if is_completed(puzzle, grid) => None,
            (Ok(Board::Grid(grid)), _) => Some(Ok(*grid)),
            (Ok(_), _) => None,
            // In a list of full grids, they have no puzzles.
            (Err(_), Some(Ok(grid))) if grid.is_full() => Some(Ok(*grid)),
            (Err(_), _) => Some(Err(())),
        };
        if let Ok(Board::Grid(grid)) = &next.result
            && next.solution.is_none()
        {
            self.add_puzzle(*grid);
        }
        if context.is_array && next.result.is_ok() || is_small(&next) {
            self.waiting = Some(next);
        } else {
            self.ready.push_back(next);
        }
    }

    fn add_puzzle(&mut self, grid: Grid) {
        if self.puzzles.len() == MOST_PUZZLES {
            self.puzzles.pop_front();
        }
        self.puzzles.push_back(grid);
    }

    /// Refuses a grid without any digit but 1, which tells where a digit is. One with one or two clues waits for others.
    fn refuse_mask(&mut self, next: &mut Scanned, last: Option<&mut Scanned>) {
        let last = last.filter(|last| is_small(last));
        let is_mask = ones(next).is_some_and(|count| match count {
            0 => self.is_after_mask,
            1 | 2 => self.is_after_mask || last.is_some(),
            _ => count <= 72,
        });
        self.is_after_mask = is_mask || self.is_after_mask && next.result.is_err();
        if is_mask {
            next.result = Err(ParseError::Mask);
            last.into_iter().for_each(|last| last.result = Err(ParseError::Mask));
        }
    }

    /// Leaves out the solution of an earlier puzzle, which was given without it. Returns `false` for another result.
    fn take_earlier(&mut self, next: &Scanned) -> bool {
        let Some(grid) = full(&next.result) else { return false };
        // A grid with fewer clues has the solution of another one, too.
        let is_puzzle = |puzzle: &Grid| puzzle.clue_count() >= Puzzle::FEWEST_CLUES && is_completed(puzzle, grid);
        let place = self.puzzles.iter().position(is_puzzle);
        if let Some(place) = place {
            self.puzzles.remove(place);
            self.solutions.push(*grid);
        }
        place.is_some()
    }
}

/// Returns the number of clues of a grid with no digit but 1.
fn ones(scanned: &Scanned) -> Option<usize> {
    match &scanned.result {
        Ok(Board::Grid(grid)) if grid.numbers().iter().all(|&number| number < 2) => Some(grid.clue_count()),
        _ => None,
    }
}

fn is_small(scanned: &Scanned) -> bool {
    matches!(ones(scanned), Some(1 | 2))
}

/// Returns the solution of a puzzle without one, if another result is it.
fn solution(puzzle: &Scanned, other: &Scanned) -> Option<String> {
    let (Ok(Board::Grid(puzzle)), None, Ok(Board::Grid(grid))) = (&puzzle.result, &puzzle.solution, &other.result)
    else {
        return None;
    };
    is_completed(puzzle, grid).then(|| grid.to_string())
}

/// Returns `true` for a puzzle and a grid that is its solution but for empty cells.
fn is_nearly_completed(puzzle: &Grid, grid: &Grid) -> bool {
    let is_in = |(cell, digit)| grid.get(cell).is_none_or(|other| other == digit);
    (Puzzle::FEWEST_CLUES..CELLS_OF_A_SOLUTION).contains(&puzzle.clue_count()) && puzzle.clues().all(is_in)
}

pub(super) fn is_completed(puzzle: &Grid, grid: &Grid) -> bool {
    grid.is_full() && !puzzle.is_full() && puzzle.clues().all(|(cell, digit)| grid.get(cell) == Some(digit))
}

/// Returns the grid of a result without empty cells.
pub(super) fn full(result: &Result<Board, ParseError>) -> Option<&Grid> {
    result.as_ref().ok().and_then(|board| board.clues().ok()).filter(|grid| grid.is_full())
}
