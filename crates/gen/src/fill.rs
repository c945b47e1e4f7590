//! Full grids by randomized backtracking: a random first row, then always the empty cell with the fewest digits left (the
//! first of them), which tries its digits in random order.
//!
//! It has its own few lines of backtracking, with a mask of used digits for every row, column and box: the grids of a
//! seed must not change because a solver has learnt a new rule.
//!
//! Every full grid can come out. Not all have quite the same chance: a cell takes each of its digits equally often,
//! though one may lead to more grids than another.

use minirow_core::{Cell, CellSet, Digit, DigitSet, Grid, Solution};

use crate::stream::Stream;

/// A full grid.
pub(crate) fn fill(stream: &mut Stream) -> Solution {
    let mut board = Board::empty();
    let mut first_row = Digit::ALL;
    stream.shuffle(&mut first_row);
    for (column, digit) in first_row.into_iter().enumerate() {
        board.put(Cell::at(0, column), digit);
    }
    assert!(board.complete(stream), "every first row can be completed");
    Solution::new(board.grid).expect("no digit is used twice in a house")
}

/// A full grid with these clues, if there is any: found by the same backtracking, which need not be fair to all.
pub(crate) fn complete(clues: &Grid, stream: &mut Stream) -> Option<Solution> {
    let mut board = Board::empty();
    for (cell, digit) in clues.clues() {
        if !board.digits_left(cell).contains(digit) {
            return None;
        }
        board.put(cell, digit);
    }
    board.complete(stream).then(|| Solution::new(board.grid).expect("no digit is used twice in a house"))
}

struct Board {
    grid: Grid,
    empty: CellSet,
    /// The digits used so far in each row, column and box.
    used: [[DigitSet; 9]; 3],
}

impl Board {
    fn empty() -> Board {
        Board { grid: Grid::EMPTY, empty: CellSet::ALL, used: [[DigitSet::EMPTY; 9]; 3] }
    }

    fn put(&mut self, cell: Cell, digit: Digit) {
        self.grid.set(cell, Some(digit));
        self.empty.remove(cell);
        for (used, number) in self.used.iter_mut().zip([cell.row(), cell.column(), cell.box_()]) {
            used[number].insert(digit);
        }
    }

    fn take_back(&mut self, cell: Cell, digit: Digit) {
        self.grid.set(cell, None);
        self.empty.insert(cell);
        for (used, number) in self.used.iter_mut().zip([cell.row(), cell.column(), cell.box_()]) {
            used[number].remove(digit);
        }
    }

    fn digits_left(&self, cell: Cell) -> DigitSet {
        let [rows, columns, boxes] = &self.used;
        !(rows[cell.row()] | columns[cell.column()] | boxes[cell.box_()])
    }

    /// Fills the empty cells, if that is possible.
    fn complete(&mut self, stream: &mut Stream) -> bool {
        let Some(cell) = self.empty.iter().min_by_key(|&cell| self.digits_left(cell).len()) else {
            return true;
        };
        let mut digits: Vec<Digit> = self.digits_left(cell).iter().collect();
        stream.shuffle(&mut digits);
        for digit in digits {
            self.put(cell, digit);
            if self.complete(stream) {
                return true;
            }
            self.take_back(cell, digit);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_digit_comes_to_every_cell_about_equally_often() {
        let grids = 9_000;
        let mut times = [[0; 9]; 81];
        for index in 0..grids {
            let solution = fill(&mut Stream::new(3, index));
            for cell in Cell::ALL {
                times[cell.index()][solution.digit(cell).index()] += 1;
            }
        }
        // 1000 expected, standard deviation 30: five of them either way.
        for cell in Cell::ALL {
            assert!(times[cell.index()].iter().all(|times| (850..1150).contains(times)), "{cell} {times:?}");
        }
    }
}
