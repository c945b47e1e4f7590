//! Random numbers without a dependency, and random grids of every kind. The crate `text` uses it, too.

#![allow(dead_code, reason = "each crate uses some of it")]

use minirow_core::{Cell, CellSet, Digit, Grid, Symmetry};

pub(crate) use crate::size::size;

/// Marsaglia's xorshift, which is good enough to choose test cases.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 11) as usize % bound
    }

    pub(crate) fn symmetry(&mut self) -> Symmetry {
        Symmetry::nth(self.next() % Symmetry::COUNT)
    }

    pub(crate) fn digit(&mut self) -> Digit {
        Digit::from_index(self.below(9))
    }

    pub(crate) fn cells(&mut self, number: usize) -> CellSet {
        let mut cells = CellSet::EMPTY;
        while cells.len() < number {
            cells.insert(Cell::from_index(self.below(81)));
        }
        cells
    }

    /// Returns a full grid: one of three that are not equivalent, moved by a random symmetry.
    pub(crate) fn full_grid(&mut self) -> Grid {
        let grid: Grid = FULL[self.below(FULL.len())].parse().unwrap();
        self.symmetry().grid(&grid)
    }

    /// Returns some clues of a full grid, which have at least one solution.
    pub(crate) fn solvable(&mut self, clues: usize) -> Grid {
        let pattern = self.cells(clues);
        self.full_grid().within(pattern)
    }

    /// Returns random digits in random cells. They nearly always contradict each other.
    pub(crate) fn noise(&mut self, clues: usize) -> Grid {
        let mut grid = Grid::EMPTY;
        for cell in self.cells(clues).iter() {
            grid.set(cell, Some(self.digit()));
        }
        grid
    }

    /// Returns a grid with few clues, or a few wrong clues, so that it may have none, one or many solutions.
    pub(crate) fn anything(&mut self) -> Grid {
        let clues = 22 + self.below(20);
        let mut grid = self.solvable(clues);
        for _ in 0..self.below(3) {
            let digit = self.digit();
            grid.set(Cell::from_index(self.below(81)), Some(digit));
        }
        grid
    }

    /// Returns a grid of any kind: none, one or many solutions, and 0 to 81 clues.
    pub(crate) fn of_any_kind(&mut self) -> Grid {
        let clues = self.below(82);
        match self.below(8) {
            0 => self.solvable(clues),
            1 => self.noise(clues),
            _ => self.anything(),
        }
    }
}

pub(crate) const FULL: [&str; 3] = [
    "483921657967345821251876493548132976729564138136798245372689514814253769695417382",
    "417369825632158947958724316825437169791586432346912758289643571573291684164875293",
    "123456789456789123789123456214365897365897214897214365531642978642978531978531642",
];

/// Puzzles that are hard for solvers.
pub(crate) const PUZZLES: [&str; 6] = [
    "003020600900305001001806400008102900700000008006708200002609500800203009005010300",
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    "..1...7........81..2.5.....4..38..9.3..6.........5132...8...1.....4.2.3..3.......",
];
