//! A solution: a full grid in which every house holds every digit.

use std::fmt;

use crate::cell::{Cell, CellSet};
use crate::contradiction::Contradiction;
use crate::digit::Digit;
use crate::grid::Grid;

/// A full grid in which every house holds every digit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Solution(Grid); // Invariant: full, and no clash.

/// The answer without the reason: full grids are made and checked by the million.
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

/// A bit for each number from 1 to 9.
const ALL_DIGITS: u16 = 0x3FE;

/// Why a grid is no solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotASolution {
    /// A cell is still empty.
    Empty(Cell),
    /// A house holds a digit twice.
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
    /// Checks a full grid row by row, column by column and box by box.
    ///
    /// # Errors
    /// The first empty cell, or else the first two equal digits of a house.
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

    /// For solvers, whose rules keep the invariant.
    pub(crate) fn trusted(grid: Grid) -> Solution {
        debug_assert!(Solution::new(grid).is_ok(), "{grid:?}");
        Solution(grid)
    }

    /// The full grid.
    pub const fn grid(&self) -> &Grid {
        &self.0
    }

    /// The digit of a cell.
    pub fn digit(&self, cell: Cell) -> Digit {
        Digit::from_index(usize::from(self.0.numbers()[cell.index()]) - 1)
    }

    /// Whether the grid's digits are all where the solution has them.
    pub fn completes(&self, grid: &Grid) -> bool {
        grid.clues().all(|(cell, digit)| self.digit(cell) == digit)
    }

    /// The cells where another solution has another digit.
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
    fn a_solution_is_checked_row_by_row_column_by_column_box_by_box() {
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
