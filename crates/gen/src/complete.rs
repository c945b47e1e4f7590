//! Completing clues to a full grid by randomised backtracking. It always chooses the first of the empty cells with the
//! fewest digits left, and tries the digits in random order.
//!
//! Every full grid with the clues can result, but not with equal probability; see [`fill`](mod@crate::fill). The module
//! has its own backtracking, because the grids of a seed must not change when a solver gets a new rule.
//!
//! For each digit there is a set of the cells that may hold it. From these sets the cells with one digit left, two
//! digits and so on follow in a few operations for all cells at once. Cells with one digit left draw no random number
//! and may be filled in any order: the result, a full grid or a contradiction, is the same.

use minirow_core::{Cell, CellSet, Digit, Grid, Solution};

use crate::stream::Stream;

/// Returns a random full grid with these clues, or `None` if there is none.
pub(crate) fn complete(clues: &Grid, stream: &mut Stream) -> Option<Solution> {
    let mut board = Board::EMPTY;
    for (cell, digit) in clues.clues() {
        if !board.left[digit.index()].contains(cell) {
            return None;
        }
        board.put(cell, digit);
    }
    board.complete(stream).map(|grid| Solution::new(grid).expect("no digit is used twice in a house"))
}

/// A partly filled grid.
#[derive(Clone, Copy)]
struct Board {
    /// By digit: the cells that hold it, and the empty cells that may hold it.
    left: [CellSet; 9],
    empty: CellSet,
}

/// A cell at which the digits are tried in turn.
#[derive(Clone, Copy)]
struct Choice {
    before: Board,
    cell: Cell,
    /// The digits in reverse order of trial; the first `untried` are not tried yet.
    digits: [Digit; 9],
    untried: usize,
}

impl Board {
    const EMPTY: Board = Board { left: [CellSet::ALL; 9], empty: CellSet::ALL };

    fn put(&mut self, cell: Cell, digit: Digit) {
        for left in &mut self.left {
            left.remove(cell);
        }
        let left = &mut self.left[digit.index()];
        *left -= cell.peers();
        left.insert(cell);
        self.empty.remove(cell);
    }

    /// Fills the empty cells, or returns `None` if that is impossible.
    fn complete(mut self, stream: &mut Stream) -> Option<Grid> {
        let mut choices: Vec<Choice> = Vec::with_capacity(64);
        loop {
            let choice = match self.fill_the_forced() {
                Ok(_) if self.empty.is_empty() => return Some(self.grid()),
                Ok(cell) => {
                    let mut digits = Digit::ALL;
                    let mut untried = 0;
                    for (digit, left) in Digit::ALL.into_iter().zip(&self.left) {
                        digits[untried] = digit;
                        untried += usize::from(left.contains(cell));
                    }
                    stream.shuffle(&mut digits[..untried]);
                    digits[..untried].reverse();
                    choices.push(Choice { before: self, cell, digits, untried });
                    choices.last_mut()?
                }
                Err(Unsolvable) => {
                    while choices.last()?.untried == 0 {
                        choices.pop();
                    }
                    let choice = choices.last_mut()?;
                    self = choice.before;
                    choice
                }
            };
            choice.untried -= 1;
            let (cell, digit) = (choice.cell, choice.digits[choice.untried]);
            self.put(cell, digit);
        }
    }

    /// Fills cells with one digit left until there are none. Returns the first cell with the fewest digits.
    ///
    /// These cells draw no random number, and their order does not affect the result, so all of them are filled at
    /// once.
    #[inline]
    fn fill_the_forced(&mut self) -> Result<Cell, Unsolvable> {
        loop {
            // The cells with at least one, two, three and four digits.
            let [mut one, mut two, mut three, mut four] = [CellSet::EMPTY; 4];
            for &left in &self.left {
                four |= three & left;
                three |= two & left;
                two |= one & left;
                one |= left;
            }
            if one != CellSet::ALL {
                return Err(Unsolvable);
            }
            let forced = self.empty - two;
            if forced.is_empty() {
                let fewest = match (two - three, three - four) {
                    (CellSet::EMPTY, CellSet::EMPTY) => self.fewest_of_many(),
                    (CellSet::EMPTY, three) => three,
                    (two, _) => two,
                };
                // The cell of a full grid is not used.
                return Ok(fewest.first().unwrap_or(Cell::at(0, 0)));
            }
            for left in &mut self.left {
                for cell in (*left & forced).iter() {
                    *left -= cell.peers();
                }
            }
            self.empty -= forced;
        }
    }

    /// Returns the cells with the fewest digits, if all empty cells have at least four.
    fn fewest_of_many(&self) -> CellSet {
        // exactly[n]: the cells with exactly n of the digits seen so far.
        let mut exactly = [CellSet::EMPTY; 10];
        exactly[0] = self.empty;
        for (place, &left) in self.left.iter().enumerate() {
            for number in (0..=place).rev() {
                let more = exactly[number] & left;
                exactly[number] -= more;
                exactly[number + 1] |= more;
            }
        }
        exactly.into_iter().find(|cells| !cells.is_empty()).unwrap_or_default()
    }

    fn grid(&self) -> Grid {
        let mut grid = Grid::EMPTY;
        for (digit, left) in Digit::ALL.into_iter().zip(&self.left) {
            for cell in left.iter() {
                grid.set(cell, Some(digit));
            }
        }
        grid
    }
}

/// The error for a grid without a solution: an empty cell has no digit left, or two cells of a house need the same
/// digit.
struct Unsolvable;

/// The specification: a mask of used digits for every row, column and box, and a scan of all cells for each cell
/// filled.
#[cfg(test)]
mod plain {
    use minirow_core::DigitSet;

    use super::*;

    pub(super) fn complete(clues: &Grid, stream: &mut Stream) -> Option<Solution> {
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

        /// Fills the empty cells. Returns `false` if that is impossible.
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fill::fill;

    #[test]
    fn clues_are_completed_like_in_the_plain_version() {
        let (mut completed, grids) = (0, 2_000);
        for index in 0..grids {
            let mut stream = Stream::new(5, index);
            let mut clues = *fill(&mut stream).grid();
            let mut cells = Cell::ALL;
            stream.shuffle(&mut cells);
            for &cell in &cells[20 + stream.below(30) as usize..] {
                clues.set(cell, None);
            }
            if stream.below(2) == 0 {
                clues.set(cells[80], Some(Digit::from_index(stream.below(9) as usize)));
            }
            let mut other = stream.clone();
            let solution = complete(&clues, &mut stream);
            assert_eq!(solution, plain::complete(&clues, &mut other), "{clues}");
            assert_eq!(stream.below(1 << 20), other.below(1 << 20), "as much is drawn");
            completed += u64::from(solution.is_some());
        }
        assert!((grids / 2..grids - 100).contains(&completed), "{completed} of {grids}");
    }
}
