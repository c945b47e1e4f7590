//! A candidate, which is a digit that is still possible in a cell, and a set of candidates.

use std::fmt;

use crate::cell::{Cell, CellSet};
use crate::contradiction::Contradiction;
use crate::digit::{Digit, DigitSet};
use crate::grid::Grid;
use crate::house::House;
use crate::set::Members;

/// A digit in a cell.
///
/// ```
/// use minirow_core::{Candidate, Cell, Digit};
/// let candidate = Candidate { cell: Cell::at(3, 2), digit: Digit::D7 };
/// assert_eq!(candidate.to_string(), "(7)r4c3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
}

/// Writes the candidate in Eureka notation: `(7)r4c3`.
impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}){}", self.digit, self.cell)
    }
}

/// A set of candidates, out of the 729 that the board has.
///
/// The set holds one [`CellSet`] for each digit, because most rules look at one digit at a time.
///
/// ```
/// use minirow_core::{Candidate, CandidateSet, Cell, Digit, Grid};
/// let mut candidates = CandidateSet::from(&Grid::EMPTY);
/// assert_eq!(candidates.len(), 729);
/// candidates.place(Candidate { cell: Cell::at(0, 0), digit: Digit::D5 });
/// assert_eq!(candidates.digits(Cell::at(0, 1)).to_string(), "12346789");
/// assert_eq!(candidates.cells(Digit::D5).len(), 81 - 20);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CandidateSet([CellSet; 9]);

impl CandidateSet {
    /// The set without candidates.
    pub const EMPTY: CandidateSet = CandidateSet([CellSet::EMPTY; 9]);
    /// The set of all 729 candidates: every digit in every cell.
    pub const ALL: CandidateSet = CandidateSet([CellSet::ALL; 9]);

    /// Returns the cells where a digit is possible.
    pub const fn cells(&self, digit: Digit) -> CellSet {
        self.0[digit.index()]
    }

    /// Returns the digits that are possible in a cell.
    #[inline]
    pub fn digits(&self, cell: Cell) -> DigitSet {
        Digit::ALL.into_iter().filter(|digit| self.0[digit.index()].contains(cell)).collect()
    }

    /// Returns the candidates in a set of cells that have a digit of a set.
    ///
    /// ```
    /// use minirow_core::{CandidateSet, Digit, House};
    /// let among = CandidateSet::ALL.among(House::ROWS[0].cells(), Digit::D3.into());
    /// assert_eq!((among.len(), among.cells(Digit::D3)), (9, House::ROWS[0].cells()));
    /// ```
    #[inline]
    pub fn among(&self, cells: CellSet, digits: DigitSet) -> CandidateSet {
        let mut among = CandidateSet::EMPTY;
        for digit in digits.iter() {
            among.0[digit.index()] = self.0[digit.index()] & cells;
        }
        among
    }

    /// Returns the number of candidates, 0-729.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|cells| cells.len()).sum()
    }

    /// Returns `true` if there is no candidate.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns `true` if the candidate is in the set.
    pub const fn contains(&self, candidate: Candidate) -> bool {
        self.0[candidate.digit.index()].contains(candidate.cell)
    }

    /// Adds a candidate.
    pub const fn insert(&mut self, candidate: Candidate) {
        self.0[candidate.digit.index()].insert(candidate.cell);
    }

    /// Removes a candidate.
    pub const fn remove(&mut self, candidate: Candidate) {
        self.0[candidate.digit.index()].remove(candidate.cell);
    }

    /// Makes the digit the only candidate of its cell, and removes it from the 20 peers.
    pub fn place(&mut self, candidate: Candidate) {
        let Candidate { cell, digit } = candidate;
        for cells in &mut self.0 {
            cells.remove(cell);
        }
        self.0[digit.index()] -= cell.peers();
        self.0[digit.index()].insert(cell);
    }

    /// Returns all candidates, ordered by cell and then by digit.
    pub fn iter(&self) -> Candidates<'_> {
        Candidates { set: self, cells: Cell::ALL.into_iter(), cell: Cell::ALL[0], digits: DigitSet::EMPTY.iter() }
    }

    /// Returns the grid of the cells that have exactly one candidate.
    pub fn singles(&self) -> Grid {
        let mut grid = Grid::EMPTY;
        for cell in Cell::ALL {
            grid.set(cell, self.digits(cell).single());
        }
        grid
    }

    /// Returns the first reason why the candidates contain no solution, as far as it shows without a search.
    ///
    /// Cells without a candidate are reported first, then digits without a place in a house.
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

/// Returns the candidates that the clues leave. A clue is the only candidate of its cell, and its peers lose the digit.
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
        let (mut clues, mut seen, mut all) = ([CellSet::EMPTY; 9], [CellSet::EMPTY; 9], CellSet::EMPTY);
        for (cell, digit) in grid.clues() {
            clues[digit.index()].insert(cell);
            seen[digit.index()] |= cell.peers();
            all.insert(cell);
        }
        CandidateSet(std::array::from_fn(|digit| (!all | clues[digit]) - seen[digit]))
    }
}

/// The candidates of a set, ordered by cell and then by digit.
///
/// ```
/// use minirow_core::{Candidate, CandidateSet};
/// let all: Vec<Candidate> = (&CandidateSet::ALL).into_iter().collect();
/// assert_eq!((all.len(), all[9].to_string().as_str()), (729, "(1)r1c2"));
/// ```
#[derive(Clone, Debug)]
pub struct Candidates<'a> {
    set: &'a CandidateSet,
    cells: std::array::IntoIter<Cell, 81>,
    cell: Cell,
    digits: Members<DigitSet>,
}

impl Iterator for Candidates<'_> {
    type Item = Candidate;

    fn next(&mut self) -> Option<Candidate> {
        loop {
            if let Some(digit) = self.digits.next() {
                return Some(Candidate { cell: self.cell, digit });
            }
            self.cell = self.cells.next()?;
            self.digits = self.set.digits(self.cell).iter();
        }
    }
}

impl<'a> IntoIterator for &'a CandidateSet {
    type Item = Candidate;
    type IntoIter = Candidates<'a>;

    fn into_iter(self) -> Candidates<'a> {
        self.iter()
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
