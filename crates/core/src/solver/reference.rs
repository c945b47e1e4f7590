//! The plain reference solver: backtracking, with a mask of the used digits of each row, column and box.
//!
//! It is the specification of the fast solvers, and as short as possible. There is no propagation, and the only undo is
//! to remove a digit. [`smallest`] fills the cells in order, so its first solution is the smallest. [`count`] fills the
//! cell with the fewest digits left, so that hard grids end in reasonable time.
//!
//! ```
//! use minirow_core::{Grid, solver};
//! let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! assert_eq!(solver::reference::count(&grid, 2), solver::count(&grid, 2));
//! assert_eq!(solver::reference::smallest(&grid), solver::smallest(&grid));
//! # Ok::<(), minirow_core::ParseGridError>(())
//! ```

use std::ops::ControlFlow;

use crate::cell::Cell;
use crate::digit::DigitSet;
use crate::grid::Grid;
use crate::solution::Solution;

/// Returns the number of solutions, up to `limit`.
pub fn count(grid: &Grid, limit: u64) -> u64 {
    let mut count = 0;
    if limit > 0 {
        visit(grid, fewest_digits, |_| {
            count += 1;
            if count == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    }
    count
}

/// Returns the lexicographically smallest solution, read row by row, or `None` if there is none.
pub fn smallest(grid: &Grid) -> Option<Solution> {
    let mut smallest = None;
    visit(grid, first_empty, |solution| {
        smallest = Some(solution);
        ControlFlow::Break(())
    });
    smallest
}

/// Returns up to `limit` solutions, in an unspecified order. For a limit of 0 it returns one, if there is one.
pub fn solutions(grid: &Grid, limit: usize) -> Vec<Solution> {
    let mut solutions = Vec::new();
    visit(grid, fewest_digits, |solution| {
        solutions.push(solution);
        if solutions.len() >= limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    solutions
}

struct Board {
    grid: Grid,
    used_in_row: [DigitSet; 9],
    used_in_column: [DigitSet; 9],
    used_in_box: [DigitSet; 9],
}

impl Board {
    fn left(&self, cell: Cell) -> DigitSet {
        !(self.used_in_row[cell.row()] | self.used_in_column[cell.column()] | self.used_in_box[cell.box_()])
    }
}

/// Returns the empty cell to fill next, or `None` if all cells are full.
type Choice = fn(&Board) -> Option<Cell>;

fn first_empty(board: &Board) -> Option<Cell> {
    Cell::ALL.into_iter().find(|&cell| board.grid.get(cell).is_none())
}

fn fewest_digits(board: &Board) -> Option<Cell> {
    Cell::ALL.into_iter().filter(|&cell| board.grid.get(cell).is_none()).min_by_key(|&cell| board.left(cell).len())
}

fn visit(grid: &Grid, choose: Choice, mut found: impl FnMut(Solution) -> ControlFlow<()>) {
    if grid.clash().is_some() {
        return;
    }
    let mut board = Board {
        grid: *grid,
        used_in_row: [DigitSet::EMPTY; 9],
        used_in_column: [DigitSet::EMPTY; 9],
        used_in_box: [DigitSet::EMPTY; 9],
    };
    for (cell, digit) in grid.clues() {
        board.used_in_row[cell.row()].insert(digit);
        board.used_in_column[cell.column()].insert(digit);
        board.used_in_box[cell.box_()].insert(digit);
    }
    let _ = search(&mut board, choose, &mut found);
}

fn search(board: &mut Board, choose: Choice, found: &mut dyn FnMut(Solution) -> ControlFlow<()>) -> ControlFlow<()> {
    let Some(cell) = choose(board) else {
        return found(Solution::trusted(board.grid));
    };
    for digit in board.left(cell).iter() {
        board.grid.set(cell, Some(digit));
        board.used_in_row[cell.row()].insert(digit);
        board.used_in_column[cell.column()].insert(digit);
        board.used_in_box[cell.box_()].insert(digit);
        search(board, choose, found)?;
        board.used_in_row[cell.row()].remove(digit);
        board.used_in_column[cell.column()].remove(digit);
        board.used_in_box[cell.box_()].remove(digit);
        board.grid.set(cell, None);
    }
    ControlFlow::Continue(())
}
