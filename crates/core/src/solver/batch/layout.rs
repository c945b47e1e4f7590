//! The layout of a grid in a lane: 27 words, each with the same cell of the three bands.
//!
//! ```text
//!             band 3              band 2              band 1
//!   bit  29 28 ........ 20   19 18 ........ 10    9  8 ......... 0
//!         1  9 8 7 ... 2 1    1  9 8 7 ... 2 1    1  9 8 7 ... 2 1
//!     guard  digits       guard  digits       guard  digits
//!
//!   word 9 * row + column: row is that in the band, 0-2, column that of the grid, 0-8
//! ```
//!
//! Rows, columns and boxes consist of whole words, so one operation handles all nine digits of three bands. Only rules
//! that compare bands have to shift bits. The guard above each field is always set. When 1 is subtracted from a field,
//! the guard takes the borrow, which shows that the field had no digit, and keeps it away from the next field.

use crate::cell::{Cell, CellSet};
use crate::digit::Digit;
use crate::grid::Grid;

/// The number of words of a lane.
pub(super) const WORDS: usize = 27;

/// The lowest bit of each field: digit 1.
pub(super) const LOWEST: u32 = 1 | 1 << 10 | 1 << 20;
/// The guard of each field.
pub(super) const GUARDS: u32 = LOWEST << 9;
/// Each field with its guard.
pub(super) const FIELDS: u32 = (1 << 30) - 1;
/// The digits of a field.
pub(super) const DIGITS: u32 = 0x1FF;

/// The state of a lane outside of the registers: on a stack, or about to be loaded.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))] // two lines of the cache instead of three
pub(super) struct Position(pub(super) [u32; WORDS]);

impl Position {
    /// The empty grid.
    pub(super) const EMPTY: Position = Position([FIELDS; WORDS]);
    /// The position without candidates.
    pub(super) const NOTHING: Position = Position([GUARDS; WORDS]);

    /// Sets the candidates to those of a grid, without propagation.
    #[inline(always)]
    pub(super) fn load(&mut self, grid: &Grid) {
        let numbers = grid.numbers();
        for (cell, word) in self.0.iter_mut().enumerate() {
            // The number of an empty cell is 0: 1 << 0 >> 1 is no digit, and is replaced by all digits.
            let field = |number: u8| {
                let digit = 1 << u32::from(number & 15) >> 1;
                if digit == 0 { DIGITS } else { digit }
            };
            *word = GUARDS | field(numbers[cell]) | field(numbers[cell + 27]) << 10 | field(numbers[cell + 54]) << 20;
        }
    }

    #[inline(always)]
    pub(super) fn insert(&mut self, cell: Cell, digit: Digit) {
        self.0[cell.index() % WORDS] |= 1 << (10 * cell.band() + digit.index());
    }

    #[inline(always)]
    pub(super) fn clear(&mut self, cell: Cell) {
        self.0[cell.index() % WORDS] |= DIGITS << (10 * cell.band());
    }

    #[inline(always)]
    pub(super) fn remove(&mut self, cell: Cell, digit: Digit) {
        self.0[cell.index() % WORDS] &= !(1 << (10 * cell.band() + digit.index()));
    }

    /// Returns the cells with different candidates in two positions.
    pub(super) fn differing(&self, other: &Position) -> CellSet {
        let mut bands = [0u32; 3];
        for (cell, (here, there)) in self.0.iter().zip(&other.0).enumerate() {
            // Any bit of a field carries over into its guard, which is clear before.
            let differs = ((here ^ there) & FIELDS & !GUARDS) + (GUARDS - LOWEST);
            for (band, cells) in bands.iter_mut().enumerate() {
                *cells |= (differs >> (10 * band + 9) & 1) << cell;
            }
        }
        let bits = bands.into_iter().rev().fold(0u128, |bits, band| bits << WORDS | u128::from(band));
        CellSet::from_bits(bits)
    }

    /// Returns the grid of a position with one digit in every cell.
    pub(super) fn grid(&self) -> Grid {
        let mut numbers = [0; 81];
        for (cell, word) in self.0.iter().enumerate() {
            for band in 0..3 {
                let digits = word >> (10 * band) & DIGITS;
                numbers[cell + 27 * band] = digits.trailing_zeros() as u8 + 1;
            }
        }
        Grid::from_numbers(numbers).expect("a digit in each cell")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    const SOLVED: &str = "417369825632158947958724316825437169791586432346912758289643571573291684164875293";

    #[test]
    fn a_clue_has_one_bit_and_an_empty_cell_has_all() {
        let mut position = Position::NOTHING;
        position.load(&PUZZLE.parse().unwrap());
        // Word 0 has r1c1 (4), r4c1 (empty) and r7c1 (empty).
        assert_eq!(position.0[0], GUARDS | 1 << 3 | DIGITS << 10 | DIGITS << 20);
        // Word 10 has r2c2 (3), r5c2 (empty) and r8c2 (empty); word 18 has r3c1, r6c1 (empty) and r9c1 (1).
        assert_eq!(position.0[10], GUARDS | 1 << 2 | DIGITS << 10 | DIGITS << 20);
        assert_eq!(position.0[18], GUARDS | DIGITS | DIGITS << 10 | 1 << 20);
    }

    #[test]
    fn a_full_grid_is_returned_unchanged() {
        let mut position = Position::EMPTY;
        position.load(&SOLVED.parse().unwrap());
        assert_eq!(position.grid().to_string(), SOLVED);
    }

    #[test]
    fn candidates_are_inserted_and_removed_one_by_one() {
        let mut position = Position::NOTHING;
        for digit in Digit::ALL {
            for cell in Cell::ALL {
                position.insert(cell, digit);
            }
        }
        assert_eq!(position.0, Position::EMPTY.0);
        position.remove(Cell::at(8, 8), Digit::D9);
        assert_eq!(position.0[26], FIELDS & !(1 << 28));
        position.clear(Cell::at(8, 8));
        assert_eq!(position.0, Position::EMPTY.0);
    }

    #[test]
    fn differing_returns_the_cells_with_different_candidates() {
        let [mut one, mut other] = [Position::EMPTY; 2];
        one.load(&SOLVED.parse().unwrap());
        assert_eq!(one.differing(&one), CellSet::EMPTY);
        assert_eq!(one.differing(&other), CellSet::ALL);
        other.load(&PUZZLE.parse().unwrap());
        let pattern = PUZZLE.parse::<Grid>().unwrap().pattern();
        assert_eq!(one.differing(&other), CellSet::ALL - pattern);
        for cell in Cell::ALL {
            let mut other = one;
            other.clear(cell);
            assert_eq!(one.differing(&other), CellSet::from(cell));
        }
    }
}
