//! A grid of 81 cells, each empty or with a digit.

use crate::cell::{Cell, CellSet};
use crate::contradiction::Contradiction;
use crate::digit::Digit;
use crate::house::House;

/// A grid of 81 cells, each empty or with a digit. It may have any number of solutions, or contradict itself.
///
/// A grid is parsed from 81 characters, and displayed as 81 characters. The crate `minirow-text` has further forms.
///
/// ```
/// use minirow_core::{Cell, Digit, Grid};
/// let mut grid = Grid::EMPTY;
/// grid.set(Cell::at(0, 2), Some(Digit::D7));
/// assert!(grid.to_string().starts_with("..7......"));
/// assert_eq!(grid.to_string().parse(), Ok(grid));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid([u8; 81]); // Invariant: 0 (empty) to 9.

/// Returns the grid without clues.
impl Default for Grid {
    fn default() -> Grid {
        Grid::EMPTY
    }
}

impl Grid {
    /// The grid without clues.
    pub const EMPTY: Grid = Grid([0; 81]);

    /// Returns the digit of a cell, or `None` if the cell is empty.
    pub fn get(&self, cell: Cell) -> Option<Digit> {
        Digit::new(self.0[cell.index()])
    }

    /// Sets the digit of a cell, or empties the cell.
    #[inline]
    pub fn set(&mut self, cell: Cell, digit: Option<Digit>) {
        self.0[cell.index()] = digit.map_or(0, Digit::get);
    }

    /// Returns the filled cells with their digits, in the order of the cells.
    pub fn clues(&self) -> impl Iterator<Item = (Cell, Digit)> + '_ {
        self.pattern().iter().filter_map(|cell| Some((cell, self.get(cell)?)))
    }

    /// Returns the number of filled cells, 0-81.
    pub fn clue_count(&self) -> usize {
        self.0.iter().filter(|&&number| number != 0).count()
    }

    /// Returns the clue pattern: the set of filled cells.
    pub fn pattern(&self) -> CellSet {
        // Row by row, without a branch for each cell.
        let in_row =
            |row: usize| (0..9).fold(0, |all, column| all | u16::from(self.0[9 * row + column] != 0) << column);
        CellSet::from_bits((0..9).fold(0, |all, row| all | u128::from(in_row(row)) << (9 * row)))
    }

    /// Returns the grid with only the digits in the cells of `pattern`.
    #[must_use]
    pub fn within(&self, pattern: CellSet) -> Grid {
        let mut grid = Grid::EMPTY;
        for cell in pattern.iter() {
            grid.0[cell.index()] = self.0[cell.index()];
        }
        grid
    }

    /// Returns `true` if every cell is filled.
    pub fn is_full(&self) -> bool {
        !self.0.contains(&0)
    }

    /// Returns the first two cells of a house that hold the same digit, or `None` if there are none.
    ///
    /// Rows are checked first, then columns, then boxes. The result is always a [`Contradiction::Clash`].
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

    /// Returns the cells as numbers row by row, with 0 for an empty cell.
    pub const fn numbers(&self) -> &[u8; 81] {
        &self.0
    }

    /// Returns the grid of 81 numbers row by row, with 0 for an empty cell, or `None` if a number is greater than 9.
    pub fn from_numbers(numbers: [u8; 81]) -> Option<Grid> {
        // No early exit, so that the loop is vectorised.
        (numbers.iter().fold(0, |most, &number| most.max(number)) <= 9).then_some(Grid(numbers))
    }

    /// Returns the grid of nine rows of numbers, with 0 for an empty cell, or `None` if a number is greater than 9.
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

    /// Returns the grid as nine rows of nine numbers, with 0 for an empty cell.
    pub fn to_rows(&self) -> [[u8; 9]; 9] {
        std::array::from_fn(|row| std::array::from_fn(|column| self.0[9 * row + column]))
    }
}
