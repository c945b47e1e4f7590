//! A candidate: a digit still possible in a cell; and the set of all that a grid has left.

use std::fmt;

use crate::cell::{Cell, CellSet};
use crate::contradiction::Contradiction;
use crate::digit::{Digit, DigitSet};
use crate::grid::Grid;
use crate::house::House;

/// A digit in a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Candidate {
    /// Where.
    pub cell: Cell,
    /// What.
    pub digit: Digit,
}

/// `(7)r4c3`, Eureka notation.
impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}){}", self.digit, self.cell)
    }
}

/// Any of the 729 candidates; stored by digit, since most rules look at one digit at a time.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CandidateSet([CellSet; 9]);

impl CandidateSet {
    /// No candidate at all.
    pub const EMPTY: CandidateSet = CandidateSet([CellSet::EMPTY; 9]);
    /// Every digit in every cell.
    pub const ALL: CandidateSet = CandidateSet([CellSet::ALL; 9]);

    /// The cells where a digit is possible.
    pub const fn cells(&self, digit: Digit) -> CellSet {
        self.0[digit.index()]
    }

    /// The digits possible in a cell.
    pub fn digits(&self, cell: Cell) -> DigitSet {
        Digit::ALL.into_iter().filter(|digit| self.0[digit.index()].contains(cell)).collect()
    }

    /// The number of candidates.
    pub fn len(&self) -> usize {
        self.0.iter().map(|cells| cells.len()).sum()
    }

    /// Whether there is no candidate.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the digit is possible in the cell.
    pub const fn contains(&self, candidate: Candidate) -> bool {
        self.0[candidate.digit.index()].contains(candidate.cell)
    }

    /// Adds a candidate.
    pub const fn insert(&mut self, candidate: Candidate) {
        self.0[candidate.digit.index()].insert(candidate.cell);
    }

    /// Takes a candidate out.
    pub const fn remove(&mut self, candidate: Candidate) {
        self.0[candidate.digit.index()].remove(candidate.cell);
    }

    /// Makes the digit the only candidate of its cell, and takes it from the 20 peers.
    pub fn place(&mut self, candidate: Candidate) {
        let Candidate { cell, digit } = candidate;
        for cells in &mut self.0 {
            cells.remove(cell);
        }
        self.0[digit.index()] -= cell.peers();
        self.0[digit.index()].insert(cell);
    }

    /// All candidates, cell by cell and digits ascending.
    pub fn iter(&self) -> impl Iterator<Item = Candidate> + '_ {
        Cell::ALL.into_iter().flat_map(|cell| self.digits(cell).iter().map(move |digit| Candidate { cell, digit }))
    }

    /// The grid of the cells that have one candidate left.
    pub fn singles(&self) -> Grid {
        let mut grid = Grid::EMPTY;
        for cell in Cell::ALL {
            grid.set(cell, self.digits(cell).single());
        }
        grid
    }

    /// The first reason why no solution can be among the candidates that shows without any search.
    pub fn contradiction(&self) -> Option<Contradiction> {
        let empty_cell = Cell::ALL.into_iter().find(|&cell| self.digits(cell).is_empty());
        if let Some(cell) = empty_cell {
            return Some(Contradiction::NoCandidate(cell));
        }
        House::all()
            .flat_map(|house| Digit::ALL.map(|digit| (house, digit)))
            .find(|&(house, digit)| !self.cells(digit).intersects(house.cells()))
            .map(|(house, digit)| Contradiction::NoPlace { digit, house })
    }
}

/// What is left after the clues alone: a clue is its cell's only candidate, and no peer of the cell has it.
///
/// Two equal clues in one house leave both cells without a candidate.
///
/// ```
/// # use minirow_core::{CandidateSet, Cell, Grid};
/// let mut grid = Grid::EMPTY;
/// grid.set(Cell::at(0, 0), minirow_core::Digit::new(1));
/// let candidates = CandidateSet::from(&grid);
/// assert_eq!(candidates.digits(Cell::at(0, 0)).to_string(), "1");
/// assert_eq!(candidates.digits(Cell::at(0, 8)).to_string(), "23456789");
/// assert_eq!(candidates.len(), 1 + 20 * 8 + 60 * 9);
/// ```
impl From<&Grid> for CandidateSet {
    fn from(grid: &Grid) -> CandidateSet {
        let mut set = CandidateSet::ALL;
        for (cell, digit) in grid.clues() {
            for other in Digit::ALL {
                if other != digit {
                    set.0[other.index()].remove(cell);
                }
            }
        }
        for (cell, digit) in grid.clues() {
            set.0[digit.index()] -= cell.peers();
        }
        set
    }
}

impl FromIterator<Candidate> for CandidateSet {
    fn from_iter<I: IntoIterator<Item = Candidate>>(candidates: I) -> CandidateSet {
        let mut set = CandidateSet::EMPTY;
        for candidate in candidates {
            set.insert(candidate);
        }
        set
    }
}

impl FromIterator<Candidate> for Grid {
    fn from_iter<I: IntoIterator<Item = Candidate>>(placements: I) -> Grid {
        let mut grid = Grid::EMPTY;
        for Candidate { cell, digit } in placements {
            grid.set(cell, Some(digit));
        }
        grid
    }
}
