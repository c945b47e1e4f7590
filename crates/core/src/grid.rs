//! A grid: 81 cells, each empty or holding a digit. Anything that parses is a grid.

use crate::cell::{Cell, CellSet};
use crate::contradiction::Contradiction;
use crate::digit::Digit;
use crate::house::House;

/// 81 cells, each empty or holding a digit; nothing says that it can be solved.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid([u8; 81]); // Invariant: 0 (empty) to 9.

impl Grid {
    /// The empty board.
    pub const EMPTY: Grid = Grid([0; 81]);

    /// What a cell holds.
    pub fn get(&self, cell: Cell) -> Option<Digit> {
        Digit::new(self.0[cell.index()])
    }

    /// Fills or empties a cell.
    pub fn set(&mut self, cell: Cell, digit: Option<Digit>) {
        self.0[cell.index()] = digit.map_or(0, Digit::get);
    }

    /// The filled cells with their digits, in order.
    pub fn clues(&self) -> impl Iterator<Item = (Cell, Digit)> + '_ {
        Cell::ALL.into_iter().filter_map(|cell| Some((cell, self.get(cell)?)))
    }

    /// The number of filled cells, 0-81.
    pub fn clue_count(&self) -> usize {
        self.0.iter().filter(|&&number| number != 0).count()
    }

    /// The filled cells: the clue pattern.
    pub fn pattern(&self) -> CellSet {
        self.clues().map(|(cell, _)| cell).collect()
    }

    /// Only the digits of the cells of `pattern`.
    #[must_use]
    pub fn within(&self, pattern: CellSet) -> Grid {
        let mut grid = Grid::EMPTY;
        for cell in pattern.iter() {
            grid.0[cell.index()] = self.0[cell.index()];
        }
        grid
    }

    /// Whether every cell is filled.
    pub fn is_full(&self) -> bool {
        !self.0.contains(&0)
    }

    /// The first two cells of a house, taken row by row, column by column and box by box, that hold the same digit.
    ///
    /// ```
    /// # use minirow_core::Grid;
    /// let grid: Grid = format!("5.......5{}", ".".repeat(72)).parse().unwrap();
    /// assert_eq!(grid.clash().unwrap().to_string(), "r1c1 and r1c9 in row 1 are both 5");
    /// ```
    pub fn clash(&self) -> Option<Contradiction> {
        House::all().find_map(|house| {
            let mut holder: [Option<Cell>; 9] = [None; 9];
            house.cells().iter().find_map(|cell| {
                let digit = self.get(cell)?;
                let first = holder[digit.index()].replace(cell)?;
                Some(Contradiction::Clash { digit, cells: [first, cell], house })
            })
        })
    }

    /// The cells as numbers, row by row, 0 for an empty one.
    pub const fn numbers(&self) -> &[u8; 81] {
        &self.0
    }

    /// The grid of 81 numbers, row by row, 0 for an empty cell; nothing if one is above 9.
    pub fn from_numbers(numbers: [u8; 81]) -> Option<Grid> {
        numbers.iter().all(|&number| number <= 9).then_some(Grid(numbers))
    }

    /// The board as nested arrays, 0 for an empty cell; nothing if a number is above 9.
    ///
    /// ```
    /// # use minirow_core::Grid;
    /// let mut board = [[0; 9]; 9];
    /// board[0][2] = 3;
    /// let grid = Grid::from_rows(board).unwrap();
    /// assert_eq!(grid.clue_count(), 1);
    /// assert_eq!(grid.to_rows(), board);
    /// ```
    pub fn from_rows(rows: [[u8; 9]; 9]) -> Option<Grid> {
        let mut numbers = [0; 81];
        numbers.copy_from_slice(rows.as_flattened());
        Grid::from_numbers(numbers)
    }

    /// The board as nested arrays, 0 for an empty cell.
    pub fn to_rows(&self) -> [[u8; 9]; 9] {
        std::array::from_fn(|row| std::array::from_fn(|column| self.0[9 * row + column]))
    }
}
