//! A solution: a full grid with every digit in every house.

use std::fmt;

use crate::cell::{Cell, CellSet};
use crate::contradiction::Contradiction;
use crate::digit::Digit;
use crate::grid::Grid;

/// A full grid with every digit in every house.
///
/// ```
/// use minirow_core::{Cell, Digit, Grid, Solution};
/// let grid: Grid = "483921657967345821251876493548132976729564138136798245372689514814253769695417382".parse()?;
/// let solution = Solution::new(grid)?;
/// assert_eq!(solution.digit(Cell::at(0, 1)), Digit::D8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Solution(Grid); // Invariant: full, and no clash.

/// Returns `true` if every house has every digit. It finds no reason, and so is fast for millions of grids.
fn has_every_digit_in_every_house(grid: &Grid) -> bool {
    let (mut columns, mut boxes) = ([0u16; 9], [0u16; 9]);
    let mut rows = true;
    for (row, numbers) in grid.numbers().as_chunks::<9>().0.iter().enumerate() {
        let bits = numbers.map(|number| 1 << number);
        rows &= bits.iter().fold(0, |row, bit| row | bit) == ALL_DIGITS;
        for (column, bit) in bits.into_iter().enumerate() {
            columns[column] |= bit;
            boxes[3 * (row / 3) + column / 3] |= bit;
        }
    }
    rows && (columns, boxes) == ([ALL_DIGITS; 9], [ALL_DIGITS; 9])
}

/// The bitmask of the numbers 1 to 9.
const ALL_DIGITS: u16 = 0x3FE;

/// The reason why a grid is not a solution.
///
/// ```
/// use minirow_core::{Cell, Grid, NotASolution, Solution};
/// assert_eq!(Solution::new(Grid::EMPTY), Err(NotASolution::Empty(Cell::at(0, 0))));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotASolution {
    /// A cell is empty. The first such cell is given.
    Empty(Cell),
    /// A house has the same digit twice.
    Clash(Contradiction),
}

impl fmt::Display for NotASolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotASolution::Empty(cell) => write!(f, "{cell} is empty"),
            NotASolution::Clash(clash) => clash.fmt(f),
        }
    }
}

impl std::error::Error for NotASolution {}

impl Solution {
    /// Checks that every house of a grid has every digit.
    ///
    /// # Errors
    /// [`NotASolution`] gives the first empty cell, or else the first two equal digits of a house.
    pub fn new(grid: Grid) -> Result<Solution, NotASolution> {
        if has_every_digit_in_every_house(&grid) {
            return Ok(Solution(grid));
        }
        if let Some(cell) = Cell::ALL.into_iter().find(|&cell| grid.get(cell).is_none()) {
            return Err(NotASolution::Empty(cell));
        }
        let clash = grid.clash().expect("nine digits that are not all there, and no empty cell");
        Err(NotASolution::Clash(clash))
    }

    /// Makes a solution without a check, for solvers, whose rules keep the invariant.
    pub(crate) fn trusted(grid: Grid) -> Solution {
        debug_assert!(Solution::new(grid).is_ok(), "{grid:?}");
        Solution(grid)
    }

    /// Returns the full grid.
    pub const fn grid(&self) -> &Grid {
        &self.0
    }

    /// Returns the digit of a cell.
    pub fn digit(&self, cell: Cell) -> Digit {
        Digit::from_index(usize::from(self.0.numbers()[cell.index()]) - 1)
    }

    /// Returns `true` if every filled cell of the grid has the digit of the solution.
    pub fn completes(&self, grid: &Grid) -> bool {
        // Without a branch for each cell.
        let agrees = |(&clue, &digit): (&u8, &u8)| clue == 0 || clue == digit;
        grid.numbers().iter().zip(self.0.numbers()).fold(true, |all, pair| all & agrees(pair))
    }

    /// Returns the cells where two solutions have different digits.
    pub fn difference(&self, other: &Solution) -> CellSet {
        Cell::ALL.into_iter().filter(|&cell| self.digit(cell) != other.digit(cell)).collect()
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::house::House;

    const SOLVED: &str = "483921657967345821251876493548132976729564138136798245372689514814253769695417382";

    #[test]
    fn solutions_are_checked_by_rows_columns_and_boxes() {
        let grid: Grid = SOLVED.parse().unwrap();
        assert_eq!(Solution::new(grid).unwrap().grid(), &grid);
        for house in House::all() {
            let mut wrong = grid;
            wrong.set(house.cell(0), grid.get(house.cell(4)));
            let Err(NotASolution::Clash(clash)) = Solution::new(wrong) else { panic!("{house} is wrong") };
            assert_eq!(Some(clash), wrong.clash());
        }
        let mut empty = grid;
        empty.set(Cell::at(3, 3), None);
        assert_eq!(Solution::new(empty), Err(NotASolution::Empty(Cell::at(3, 3))));
    }
}
