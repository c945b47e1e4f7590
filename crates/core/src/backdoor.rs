//! Backdoors: small sets of cells that, once known, let singles solve the rest.
//!
//! A backdoor of a puzzle is a set of cells. If their digits of the solution are placed, naked and hidden singles fill
//! all other cells. (The concept is from R. Williams, C. Gomes and B. Selman, Backdoors to typical case complexity,
//! 2003. The New Sudoku Players' Forum lists the sizes of the smallest backdoors of its hardest puzzles.)
//!
//! # Algorithm
//! Singles are monotone and confluent: more placed cells never yield less, and the order of placements does not matter.
//! So each empty cell is placed alone first, and the resulting state is kept. If cell B follows from cell A, then A is
//! at least as good in any pair. Only cells that follow from no other cell are tried in pairs; of cells that follow
//! from each other, the first is tried. A pair starts from the conclusions of both.

use crate::bands::{BAND, BOXES, PEERS};
use crate::cell::{Cell, CellSet};
use crate::puzzle::Puzzle;

/// The result of [`size`] for puzzles without a backdoor of one or two cells.
pub const MORE_THAN_TWO: usize = 3;

/// Returns the size of the smallest backdoors: 0 if singles solve the puzzle, 1, 2, or [`MORE_THAN_TWO`].
///
/// Equivalent puzzles have the same size.
///
/// ```
/// use minirow_core::{Puzzle, backdoor};
/// let size = |clues: &str| backdoor::size(&Puzzle::new(clues.parse().unwrap()).unwrap());
/// assert_eq!(size("003020600900305001001806400008102900700000008006708200002609500800203009005010300"), 0);
/// assert_eq!(size("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"), 2);
/// ```
pub fn size(puzzle: &Puzzle) -> usize {
    let mut halves: Vec<(Cell, Marks)> = Vec::new();
    let Some(start) = Marks::unsolved(puzzle) else { return 0 };
    for cell in (!start.filled()).iter() {
        // A cell that follows from another one yields no more than that one.
        if halves.iter().any(|(_, other)| other.filled().contains(cell)) {
            continue;
        }
        let marks = start.with(puzzle, cell);
        if marks.is_solved() {
            return 1;
        }
        halves.retain(|&(other, _)| !marks.filled().contains(other));
        halves.push((cell, marks));
    }
    for (number, (_, one)) in halves.iter().enumerate() {
        if halves[..number].iter().any(|(_, other)| one.and(other).is_solved()) {
            return 2;
        }
    }
    MORE_THAN_TWO
}

/// Returns the cells that are backdoors of size 1. There are none if singles solve the puzzle.
///
/// ```
/// use minirow_core::{Puzzle, backdoor};
/// let puzzle: Puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
/// assert!(backdoor::cells(&puzzle).is_empty() && !backdoor::pairs(&puzzle).is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn cells(puzzle: &Puzzle) -> CellSet {
    let Some(start) = Marks::unsolved(puzzle) else { return CellSet::EMPTY };
    (!start.filled()).iter().filter(|&cell| start.with(puzzle, cell).is_solved()).collect()
}

/// Returns the pairs of cells that are backdoors of size 2 without a cell that is one of size 1, in order. Cells that singles fill anyway
/// are in none.
pub fn pairs(puzzle: &Puzzle) -> Vec<[Cell; 2]> {
    let Some(start) = Marks::unsolved(puzzle) else { return Vec::new() };
    let halves = (!start.filled()).iter().map(|cell| (cell, start.with(puzzle, cell)));
    let halves: Vec<(Cell, Marks)> = halves.filter(|(_, marks)| !marks.is_solved()).collect();
    let pairs =
        halves.iter().enumerate().flat_map(|(number, one)| halves[number + 1..].iter().map(move |other| (one, other)));
    pairs
        .filter(|((_, one), (_, other))| one.and(other).is_solved())
        .map(|((one, _), (other, _))| [*one, *other])
        .collect()
}

const ROW: u32 = 0o777;

/// Candidates. Only digits of the solution are placed, so there are no contradictions.
#[derive(Clone, Copy)]
struct Marks {
    /// The candidates by digit and band: a bitmask of cells, row by row.
    words: [[u32; 3]; 9],
    /// The filled cells by band.
    filled: [u32; 3],
    /// A bitmask of the digits that have lost a candidate since the last search for their hidden singles.
    changed: u32,
}

impl Marks {
    fn of(puzzle: &Puzzle) -> Marks {
        let mut marks = Marks { words: [[BAND; 3]; 9], filled: [0; 3], changed: 0x1FF };
        for (cell, digit) in puzzle.clues().clues() {
            marks.fill(cell.index(), digit.index());
        }
        marks
    }

    /// Returns the state after singles, or `None` if they solve the puzzle.
    fn unsolved(puzzle: &Puzzle) -> Option<Marks> {
        let mut start = Marks::of(puzzle);
        start.propagate();
        (!start.is_solved()).then_some(start)
    }

    /// Places the digit of a cell, and the singles that follow.
    fn with(&self, puzzle: &Puzzle, cell: Cell) -> Marks {
        let mut marks = *self;
        marks.fill(cell.index(), puzzle.solution().digit(cell).index());
        marks.propagate();
        marks
    }

    /// Combines the conclusions of two states, and places the singles that follow.
    fn and(&self, other: &Marks) -> Marks {
        let mut both = *self;
        both.changed = 0x1FF;
        for (words, others) in both.words.iter_mut().zip(&other.words) {
            for (word, other) in words.iter_mut().zip(others) {
                *word &= other;
            }
        }
        for (filled, other) in both.filled.iter_mut().zip(other.filled) {
            *filled |= other;
        }
        both.propagate();
        both
    }

    fn filled(&self) -> CellSet {
        let cells = self.filled.iter().rev().fold(0, |cells, &filled| cells << 27 | u128::from(filled));
        CellSet::from_bits(cells)
    }

    fn is_solved(&self) -> bool {
        self.filled == [BAND; 3]
    }

    fn fill(&mut self, cell: usize, digit: usize) {
        let (band, bit) = (cell / 27, 1 << (cell % 27));
        self.filled[band] |= bit;
        for (other, words) in self.words.iter_mut().enumerate() {
            if words[band] & bit != 0 {
                self.changed |= 1 << other;
            }
            words[band] &= !bit;
        }
        for (word, peers) in self.words[digit].iter_mut().zip(PEERS[cell]) {
            *word &= !peers;
        }
        self.words[digit][band] |= bit;
        self.changed |= 1 << digit;
    }

    /// Places naked and hidden singles until there are none.
    fn propagate(&mut self) {
        loop {
            self.fill_naked_singles();
            if self.changed == 0 {
                return;
            }
            let digit = self.changed.trailing_zeros() as usize;
            self.changed &= self.changed - 1;
            self.fill_hidden_singles(digit);
        }
    }

    fn fill_naked_singles(&mut self) {
        for band in 0..3 {
            let (mut once, mut twice) = (0, 0);
            for words in &self.words {
                twice |= once & words[band];
                once |= words[band];
            }
            let singles = once & !twice & !self.filled[band];
            if singles == 0 {
                continue;
            }
            for digit in 0..9 {
                self.fill_all(digit, band, self.words[digit][band] & singles);
            }
        }
    }

    fn fill_hidden_singles(&mut self, digit: usize) {
        let words = self.words[digit];
        let rows = words.map(|word| [0, 9, 18].map(|from| word >> from & ROW));
        let each = |row: u32| Tally { once: row, twice: 0 };
        let columns = rows.as_flattened().iter().fold(Tally::default(), |tally, &row| tally.and(each(row))).only();
        for (band, (word, rows)) in words.into_iter().zip(rows).enumerate() {
            let boxes = rows.iter().fold(Tally::default(), |tally, &row| tally.and(MINIROWS[row as usize])).only();
            let in_rows = ONLY[rows[0] as usize] | ONLY[rows[1] as usize] << 9 | ONLY[rows[2] as usize] << 18;
            let singles = in_rows | (word & (columns * 0o001_001_001)) | (word & BOXES[boxes as usize]);
            self.fill_all(digit, band, singles & !self.filled[band]);
        }
    }

    fn fill_all(&mut self, digit: usize, band: usize, cells: u32) {
        let mut cells = cells;
        while cells != 0 {
            self.fill(27 * band + cells.trailing_zeros() as usize, digit);
            cells &= cells - 1;
        }
    }
}

/// For a set of columns or boxes: bitmasks of those with at least one, and at least two candidates.
#[derive(Clone, Copy, Default)]
struct Tally {
    once: u32,
    twice: u32,
}

impl Tally {
    fn and(self, other: Tally) -> Tally {
        Tally { twice: self.twice | other.twice | self.once & other.once, once: self.once | other.once }
    }

    fn only(self) -> u32 {
        self.once & !self.twice
    }
}

/// The cell of a row that has only one, indexed by the bitmask of the row.
const ONLY: [u32; 512] = {
    let mut table = [0; 512];
    let mut cell = 0;
    while cell < 9 {
        table[1 << cell] = 1 << cell;
        cell += 1;
    }
    table
};

/// The tally of the three boxes of a row, indexed by the bitmask of the row.
const MINIROWS: [Tally; 512] = {
    let mut table = [Tally { once: 0, twice: 0 }; 512];
    let mut row = 0;
    while row < 512 {
        let mut stack = 0;
        while stack < 3 {
            let cells = (row >> (3 * stack) & 7_usize).count_ones();
            table[row].once |= ((cells >= 1) as u32) << stack;
            table[row].twice |= ((cells >= 2) as u32) << stack;
            stack += 1;
        }
        row += 1;
    }
    table
};
