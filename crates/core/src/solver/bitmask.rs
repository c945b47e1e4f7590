//! The state of the bitmask solver and its propagation: locked candidates and singles.
//!
//! # Layout
//! The candidates of one digit in one band are the 27 low bits of a word, row by row:
//!
//! ```text
//! bit   0  1  2 |  3  4  5 |  6  7  8      row 1 of the band
//!       9 10 11 | 12 13 14 | 15 16 17      row 2
//!      18 19 20 | 21 22 23 | 24 25 26      row 3
//!      stack 1    stack 2    stack 3
//! ```
//!
//! # Rules
//! *Locked candidates, in both directions at once.* Take one digit in one band, and the nine minirows of the band where
//! it is possible. They form a 3x3 table of rows and boxes. A solution puts the digit into three entries, one in each
//! row and each box. Entries that are on no such triple are removed. This covers every pointing and claiming between
//! rows and boxes. The table of the columns of a stack and the bands gives the locked candidates between columns and
//! boxes. Both tables use the look-up table [`MATCHED`]. (The band as the unit for one digit, and the use of minirows,
//! come from the fast solvers of the players' forum: zhouyundong's JCZSolve and champagne's variants of it.)
//!
//! *Hidden singles* need no rule for rows and columns. A digit with one cell left in a row or column is locked into the
//! box of that cell, so after the rule above it is the only one in its box. A box with one minirow and one column left
//! has one cell left; all other digits are removed from that cell.
//!
//! *Naked singles* are found by adding up the nine words of a band bit by bit ("once", "twice"). The digit is then
//! removed from the other cells of the box. The rule of locked candidates removes it from row and column.

use crate::bands::{BAND, BOXES, FIRST_BOX, PEERS};
use crate::candidate::{Candidate, CandidateSet};
use crate::cell::Cell;
use crate::digit::{Digit, DigitSet};
use crate::grid::Grid;
use crate::solution::Solution;

const COLUMNS: u32 = 0o777;

/// The error for a state without a solution.
///
/// ```
/// use minirow_core::{Grid, solver::{State, Unsolvable}};
/// let grid: Grid = format!("{:.<81}", "55").parse()?;
/// assert_eq!(State::from(&grid).propagate(), Err(Unsolvable));
/// # Ok::<(), minirow_core::ParseGridError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no solution")]
pub struct Unsolvable;

/// The candidates of the bitmask solver, with the conclusions drawn so far.
///
/// ```
/// use minirow_core::{Grid, solver::State};
/// let grid: Grid = "003020600900305001001806400008102900700000008006708200002609500800203009005010300".parse()?;
/// let mut state = State::from(&grid);
/// assert!(!state.is_solved());
/// assert!(state.propagate().is_ok());
/// assert!(state.solution().to_string().starts_with("483921657"));
/// # Ok::<(), minirow_core::ParseGridError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct State {
    /// The candidates by digit and band.
    words: [[u32; 3]; 9],
    /// By band, the cells whose single was processed: no other digit in the cell, the digit nowhere else in the box.
    placed: [u32; 3],
    /// A bitmask of the digits that have lost a candidate since the rules were last applied to them.
    changed: u32,
}

/// Returns the state of the empty grid, with all candidates.
impl Default for State {
    fn default() -> State {
        State { words: [[BAND; 3]; 9], placed: [0; 3], changed: 0x1FF }
    }
}

impl From<&Grid> for State {
    fn from(grid: &Grid) -> State {
        let mut clues = [[0; 3]; 9];
        let mut filled = [0; 3];
        let mut open = [[BAND; 3]; 9];
        for (index, &number) in grid.numbers().iter().enumerate() {
            if number != 0 {
                let digit = usize::from(number) - 1;
                let (band, bit) = (index / 27, 1 << (index % 27));
                clues[digit][band] |= bit;
                filled[band] |= bit;
                for (word, peers) in open[digit].iter_mut().zip(PEERS[index]) {
                    *word &= !peers;
                }
            }
        }
        for digit in 0..9 {
            for band in 0..3 {
                // A clue with an equal clue among its peers is in neither term, so its cell has no candidate left.
                open[digit][band] &= !filled[band] | clues[digit][band];
            }
        }
        State { words: open, placed: filled, changed: 0x1FF }
    }
}

impl From<&CandidateSet> for State {
    fn from(candidates: &CandidateSet) -> State {
        let words = Digit::ALL.map(|digit| {
            let cells = candidates.cells(digit).bits();
            [0, 27, 54].map(|first| (cells >> first) as u32 & BAND)
        });
        State { words, ..State::default() }
    }
}

impl State {
    /// Makes the digit the only candidate of its cell. Call [`State::propagate`] to draw conclusions.
    pub fn place(&mut self, cell: Cell, digit: Digit) {
        let (band, bit) = place_of(cell);
        for (other, words) in self.words.iter_mut().enumerate() {
            if other != digit.index() && words[band] & bit != 0 {
                words[band] &= !bit;
                self.changed |= 1 << other;
            }
        }
        self.words[digit.index()][band] &= !BOX_OF[cell.index() % 27] | bit;
        self.placed[band] |= bit;
        self.changed |= 1 << digit.index();
    }

    /// Removes a candidate.
    pub fn remove(&mut self, cell: Cell, digit: Digit) {
        let (band, bit) = place_of(cell);
        self.words[digit.index()][band] &= !bit;
        self.changed |= 1 << digit.index();
    }

    /// Returns the candidates of a cell.
    pub fn digits(&self, cell: Cell) -> DigitSet {
        let (band, bit) = place_of(cell);
        Digit::ALL.into_iter().filter(|digit| self.words[digit.index()][band] & bit != 0).collect()
    }

    /// Returns all candidates.
    pub fn candidates(&self) -> CandidateSet {
        Cell::ALL
            .into_iter()
            .flat_map(|cell| self.digits(cell).iter().map(move |digit| Candidate { cell, digit }))
            .collect()
    }

    /// Applies the rules until they remove no more candidates.
    ///
    /// # Errors
    /// [`Unsolvable`] if the rules show that there is no solution. `Ok` does not mean that there is one.
    pub fn propagate(&mut self) -> Result<(), Unsolvable> {
        loop {
            while self.changed != 0 {
                let digit = self.changed.trailing_zeros() as usize;
                self.changed &= self.changed - 1;
                let left = self.lock_candidates(digit)?;
                self.place_hidden_singles(digit, left);
            }
            self.place_naked_singles()?;
            if self.changed == 0 {
                return Ok(());
            }
        }
    }

    /// Keeps the candidates of a digit that fit both into rows and boxes and into columns and boxes. Returns the
    /// minirows and the columns of each band that are left.
    fn lock_candidates(&mut self, digit: usize) -> Result<[(u16, u32); 3], Unsolvable> {
        let words = &mut self.words[digit];
        loop {
            let rows = words.map(|word| MATCHED[minirows(word)]);
            for (word, rows) in words.iter_mut().zip(rows) {
                if rows == 0 {
                    return Err(Unsolvable);
                }
                *word &= SPREAD[usize::from(rows)];
            }
            let columns = words.map(columns);
            let mut kept = [0; 3];
            for stack in [0, 3, 6] {
                // Three columns and three bands form a table of the same kind.
                let table = columns[0] >> stack & 7 | (columns[1] >> stack & 7) << 3 | (columns[2] >> stack & 7) << 6;
                let matched = u32::from(MATCHED[table as usize]);
                kept[0] |= (matched & 7) << stack;
                kept[1] |= (matched >> 3 & 7) << stack;
                kept[2] |= (matched >> 6) << stack;
            }
            if kept == columns {
                return Ok(std::array::from_fn(|band| (rows[band], columns[band])));
            }
            for (word, kept) in words.iter_mut().zip(kept) {
                *word &= kept * 0o001_001_001;
            }
        }
    }

    /// Removes all other digits from a cell that is the last one for the digit in a box.
    fn place_hidden_singles(&mut self, digit: usize, left: [(u16, u32); 3]) {
        for (band, (minirows, columns)) in left.into_iter().enumerate() {
            let boxes = ONE_ROW[usize::from(minirows)] & ONE_COLUMN[columns as usize];
            let singles = self.words[digit][band] & BOXES[usize::from(boxes)] & !self.placed[band];
            if singles != 0 {
                self.placed[band] |= singles;
                for (other, words) in self.words.iter_mut().enumerate() {
                    if other != digit && words[band] & singles != 0 {
                        words[band] &= !singles;
                        self.changed |= 1 << other;
                    }
                }
            }
        }
    }

    /// Removes the digit of a cell with one candidate from the other cells of the box.
    fn place_naked_singles(&mut self) -> Result<(), Unsolvable> {
        for band in 0..3 {
            let (mut once, mut twice) = (0, 0);
            for words in &self.words {
                twice |= once & words[band];
                once |= words[band];
            }
            if once != BAND {
                return Err(Unsolvable);
            }
            let singles = once & !twice & !self.placed[band];
            if singles == 0 {
                continue;
            }
            self.placed[band] |= singles;
            for (digit, words) in self.words.iter_mut().enumerate() {
                let mut cells = words[band] & singles;
                if cells != 0 {
                    self.changed |= 1 << digit;
                }
                while cells != 0 {
                    let bit = cells & cells.wrapping_neg();
                    words[band] &= !BOX_OF[bit.trailing_zeros() as usize] | bit;
                    cells ^= bit;
                }
            }
        }
        Ok(())
    }

    /// Returns `true` if every cell has one digit. This is a solution only after [`State::propagate`] returned `Ok`.
    pub fn is_solved(&self) -> bool {
        self.placed == [BAND; 3]
    }

    /// Returns the solution of a solved state.
    ///
    /// # Panics
    /// Panics if the state is not solved.
    pub fn solution(&self) -> Solution {
        assert!(self.is_solved(), "a state with open cells has no solution yet");
        let mut numbers = [0; 81];
        for (words, number) in self.words.iter().zip(1..) {
            for (band, &word) in words.iter().enumerate() {
                let mut cells = word;
                while cells != 0 {
                    numbers[27 * band + cells.trailing_zeros() as usize] = number;
                    cells &= cells - 1;
                }
            }
        }
        Solution::trusted(Grid::from_numbers(numbers).expect("numbers 1-9"))
    }

    /// Returns the cell to guess at: fewest candidates, then most open peers, then first in the grid. Returns `None` if
    /// all cells are placed.
    pub fn branching_cell(&self) -> Option<Cell> {
        let open: [u32; 3] = self.placed.map(|placed| BAND & !placed);
        // The cells with exactly two candidates, found by adding up the digits.
        let two = std::array::from_fn(|band| {
            let [mut once, mut twice, mut thrice] = [0; 3];
            for words in &self.words {
                thrice |= twice & words[band];
                twice |= once & words[band];
                once |= words[band];
            }
            open[band] & twice & !thrice
        });
        let fewest: [u32; 3] = if two == [0; 3] { self.fewest_above_two(open)? } else { two };
        let mut best = None;
        let mut most_open_peers = 0;
        for (band, cells) in fewest.into_iter().enumerate() {
            let mut cells = cells;
            while cells != 0 {
                let cell = 27 * band + cells.trailing_zeros() as usize;
                cells &= cells - 1;
                let [a, b, c] = PEERS[cell];
                let open_peers = (a & open[0]).count_ones() + (b & open[1]).count_ones() + (c & open[2]).count_ones();
                if best.is_none() || open_peers > most_open_peers {
                    (best, most_open_peers) = (Some(cell), open_peers);
                }
            }
        }
        best.map(Cell::from_index)
    }

    /// Returns the open cells with the fewest candidates, if no cell has two.
    #[cold]
    fn fewest_above_two(&self, open: [u32; 3]) -> Option<[u32; 3]> {
        (3..=9).find_map(|number| {
            let cells = [0, 1, 2].map(|band| {
                // at_least[n]: the cells with at least n candidates among the digits seen so far.
                let mut at_least = [BAND, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
                for words in &self.words {
                    for n in (1..=9).rev() {
                        at_least[n] |= at_least[n - 1] & words[band];
                    }
                }
                open[band] & at_least[number] & !at_least[number + 1]
            });
            (cells != [0; 3]).then_some(cells)
        })
    }
}

const fn place_of(cell: Cell) -> (usize, u32) {
    (cell.band(), 1 << (cell.index() % 27))
}

/// Returns the minirows of a word that have a candidate, as nine bits row by row.
fn minirows(word: u32) -> usize {
    let stacks = |row: u32| usize::from(STACKS[(word >> row & COLUMNS) as usize]);
    stacks(0) | stacks(9) << 3 | stacks(18) << 6
}

/// Returns the columns of a word that have a candidate, as nine bits.
fn columns(word: u32) -> u32 {
    (word | word >> 9 | word >> 18) & COLUMNS
}

/// The stacks that contain any of a set of nine columns.
const STACKS: [u8; 512] = {
    let mut table = [0; 512];
    let mut columns = 0;
    while columns < 512 {
        table[columns] =
            (columns & 0o7 != 0) as u8 | ((columns & 0o70 != 0) as u8) << 1 | ((columns & 0o700 != 0) as u8) << 2;
        columns += 1;
    }
    table
};

/// The entries of a 3x3 table (bit 3 * row + column) that are on a triple of entries in different rows and columns.
const MATCHED: [u16; 512] = {
    // The six ways to choose a column for each row.
    const TRIPLES: [u16; 6] = [
        0o001 | 0o020 | 0o400,
        0o001 | 0o040 | 0o200,
        0o002 | 0o010 | 0o400,
        0o002 | 0o040 | 0o100,
        0o004 | 0o010 | 0o200,
        0o004 | 0o020 | 0o100,
    ];
    let mut matched = [0; 512];
    let mut table = 0;
    while table < 512 {
        let mut n = 0;
        while n < 6 {
            if TRIPLES[n] & !(table as u16) == 0 {
                matched[table] |= TRIPLES[n];
            }
            n += 1;
        }
        table += 1;
    }
    matched
};

/// The cells of a set of nine minirows (bit 3 * row + box).
const SPREAD: [u32; 512] = {
    let mut cells = [0; 512];
    let mut minirows = 0;
    while minirows < 512 {
        let mut minirow = 0;
        while minirow < 9 {
            if minirows & 1 << minirow != 0 {
                cells[minirows] |= 0o7 << (3 * minirow);
            }
            minirow += 1;
        }
        minirows += 1;
    }
    cells
};

/// The boxes that have exactly one minirow of a set of nine (bit 3 * row + box).
const ONE_ROW: [u8; 512] = {
    let mut table = [0; 512];
    let mut minirows: usize = 0;
    while minirows < 512 {
        let mut number = 0;
        while number < 3 {
            if (minirows >> number & 0o111).count_ones() == 1 {
                table[minirows] |= 1 << number;
            }
            number += 1;
        }
        minirows += 1;
    }
    table
};

/// The stacks that have exactly one column of a set of nine.
const ONE_COLUMN: [u8; 512] = {
    let mut table = [0; 512];
    let mut columns: usize = 0;
    while columns < 512 {
        let mut stack = 0;
        while stack < 3 {
            if (columns >> (3 * stack) & 0o7).count_ones() == 1 {
                table[columns] |= 1 << stack;
            }
            stack += 1;
        }
        columns += 1;
    }
    table
};

/// The cells of the box that contains a cell of a band.
const BOX_OF: [u32; 27] = {
    let mut boxes = [0; 27];
    let mut cell = 0;
    while cell < 27 {
        boxes[cell] = FIRST_BOX << (cell % 9 / 3 * 3);
        cell += 1;
    }
    boxes
};
