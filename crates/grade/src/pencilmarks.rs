//! Pencilmarks: the digits placed so far and the candidates left, by cell and by digit.

use std::fmt;

use minirow_core::{Candidate, CandidateSet, Cell, CellSet, Digit, DigitSet, Grid, House};

use crate::changes::Changes;

/// A position between the clues and the solution: the placed digits and the candidates.
///
/// A filled cell has no candidates. Placing a digit removes it from the peers of its cell, and draws no other
/// conclusions.
///
/// ```
/// use minirow_core::{Candidate, Cell, Digit, Grid};
/// use minirow_grade::Pencilmarks;
///
/// let mut pencilmarks = Pencilmarks::from(&Grid::EMPTY);
/// pencilmarks.place(Candidate { cell: Cell::at(4, 4), digit: Digit::D7 });
/// assert_eq!(pencilmarks.digits(Cell::at(4, 0)).to_string(), "12345689");
/// assert!(pencilmarks.digits(Cell::at(4, 4)).is_empty());
/// assert_eq!(pencilmarks.cells(Digit::D7).len(), 60);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Pencilmarks {
    values: Grid,
    // Invariant: the two hold the same candidates, and none of a filled cell.
    by_cell: [DigitSet; 81],
    by_digit: CandidateSet,
    // Invariant: the rest is computed from the values.
    empty: CellSet,
    empty_count: [u8; 27],
    filled_count: [u8; 9],
    /// The houses with one empty cell, as bits 0-26 by index.
    last_cell: u32,
}

impl Pencilmarks {
    /// The empty grid, with every candidate in every cell.
    const EMPTY: Pencilmarks = Pencilmarks {
        values: Grid::EMPTY,
        by_cell: [DigitSet::ALL; 81],
        by_digit: CandidateSet::ALL,
        empty: CellSet::ALL,
        empty_count: [9; 27],
        filled_count: [0; 9],
        last_cell: 0,
    };

    /// Returns the clues and the digits placed since.
    pub const fn values(&self) -> &Grid {
        &self.values
    }

    /// Returns `true` if every cell is filled.
    pub const fn is_solved(&self) -> bool {
        self.empty.is_empty()
    }

    /// Returns the empty cells.
    pub const fn empty_cells(&self) -> CellSet {
        self.empty
    }

    /// Returns the number of empty cells of a house.
    pub const fn empty_count(&self, house: House) -> usize {
        self.empty_count[house.index()] as usize
    }

    /// Returns the houses with one empty cell, as bits 0-26 by index.
    pub(crate) const fn houses_with_last_cell(&self) -> u32 {
        self.last_cell
    }

    /// Returns the number of cells that are filled with a digit.
    pub const fn filled_count(&self, digit: Digit) -> usize {
        self.filled_count[digit.index()] as usize
    }

    /// Returns the candidates of a cell.
    pub const fn digits(&self, cell: Cell) -> DigitSet {
        self.by_cell[cell.index()]
    }

    /// Returns the cells where a digit is a candidate.
    pub const fn cells(&self, digit: Digit) -> CellSet {
        self.by_digit.cells(digit)
    }

    /// Returns the cells of a house where a digit is a candidate.
    pub fn cells_in(&self, house: House, digit: Digit) -> CellSet {
        self.by_digit.cells(digit) & house.cells()
    }

    /// Returns all candidates.
    pub const fn candidates(&self) -> &CandidateSet {
        &self.by_digit
    }

    /// Returns the candidates in a set of cells that have a digit of a set.
    pub fn candidates_among(&self, cells: CellSet, digits: DigitSet) -> CandidateSet {
        self.by_digit.among(cells, digits)
    }

    /// Returns `true` if a cell of a set has a digit of a set.
    pub(crate) fn has_any_among(&self, cells: CellSet, digits: DigitSet) -> bool {
        digits.iter().any(|digit| self.cells(digit).intersects(cells))
    }

    /// Returns the cells with more than 0, 1, 2 and 3 candidates.
    pub(crate) fn cells_with_more_than(&self) -> [CellSet; 4] {
        let mut more_than = [CellSet::EMPTY; 4];
        for digit in Digit::ALL {
            for count in (1..4).rev() {
                more_than[count] |= more_than[count - 1] & self.cells(digit);
            }
            more_than[0] |= self.cells(digit);
        }
        more_than
    }

    /// Returns the candidates, with each placed digit as the only candidate of its cell, as pencilmarks are written.
    pub fn with_values(&self) -> CandidateSet {
        let mut candidates = self.by_digit;
        for (cell, digit) in self.values.clues() {
            candidates.insert(Candidate { cell, digit });
        }
        candidates
    }

    /// Fills an empty cell, and removes the digit from its peers. Returns the changes.
    pub fn place(&mut self, placement: Candidate) -> Changes {
        let Candidate { cell, digit } = placement;
        debug_assert!(self.empty.contains(cell), "{cell} is filled already");
        self.fill(placement);
        let mut changes = Changes::of(cell, self.digits(cell).with(digit));
        for peer in (self.cells(digit) & cell.peers()).iter() {
            self.by_cell[peer.index()].remove(digit);
            changes.add(peer);
        }
        self.by_cell[cell.index()] = DigitSet::EMPTY;
        self.by_digit.place(placement);
        self.by_digit.remove(placement);
        changes
    }

    /// Sets the value of a cell, without the candidates.
    fn fill(&mut self, Candidate { cell, digit }: Candidate) {
        self.values.set(cell, Some(digit));
        self.empty.remove(cell);
        for house in cell.houses() {
            let count = &mut self.empty_count[house.index()];
            *count -= 1;
            match *count {
                0 => self.last_cell &= !(1 << house.index()),
                1 => self.last_cell |= 1 << house.index(),
                _ => {}
            }
        }
        self.filled_count[digit.index()] += 1;
    }

    /// Removes a candidate, if it is there.
    pub fn eliminate(&mut self, candidate: Candidate) {
        self.by_cell[candidate.cell.index()].remove(candidate.digit);
        self.by_digit.remove(candidate);
    }
}

/// Returns the position after the clues.
impl From<&Grid> for Pencilmarks {
    fn from(grid: &Grid) -> Pencilmarks {
        let mut pencilmarks = Pencilmarks { by_digit: CandidateSet::from(grid), ..Pencilmarks::EMPTY };
        let mut filled = [DigitSet::EMPTY; 27];
        for (cell, digit) in grid.clues() {
            let clue = Candidate { cell, digit };
            pencilmarks.fill(clue);
            pencilmarks.by_digit.remove(clue);
            cell.houses().into_iter().for_each(|house| filled[house.index()].insert(digit));
        }
        for row in 0..9 {
            for column in 0..9 {
                let lines = filled[House::ROWS[row].index()] | filled[House::COLUMNS[column].index()];
                let box_ = filled[House::BOXES[row / 3 * 3 + column / 3].index()];
                let is_empty = grid.numbers()[9 * row + column] == 0;
                pencilmarks.by_cell[9 * row + column] = if is_empty { !(lines | box_) } else { DigitSet::EMPTY };
            }
        }
        pencilmarks
    }
}

/// Draws the pencilmark grid.
impl fmt::Debug for Pencilmarks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.with_values(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLUES: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn the_candidates_equal_those_of_the_core_without_filled_cells() {
        let grid: Grid = CLUES.parse().unwrap();
        let pencilmarks = Pencilmarks::from(&grid);
        assert_eq!(pencilmarks.with_values(), CandidateSet::from(&grid));
        assert_eq!(pencilmarks.candidates().len(), CandidateSet::from(&grid).len() - grid.clue_count());
        assert_eq!(pencilmarks.values(), &grid);
    }

    #[test]
    fn counts_agree_with_the_values() {
        let grid: Grid = CLUES.parse().unwrap();
        let pencilmarks = Pencilmarks::from(&grid);
        for house in House::all() {
            let empty = house.cells().iter().filter(|&cell| grid.get(cell).is_none()).count();
            assert_eq!(pencilmarks.empty_count(house), empty, "{house}");
        }
        for digit in Digit::ALL {
            let filled = grid.clues().filter(|&(_, value)| value == digit).count();
            assert_eq!(pencilmarks.filled_count(digit), filled, "{digit}");
        }
        assert_eq!(pencilmarks.empty_cells(), !grid.pattern());
        let last_cell = House::all().filter(|&house| pencilmarks.empty_count(house) == 1);
        assert_eq!(pencilmarks.houses_with_last_cell(), last_cell.fold(0, |all, house| all | 1 << house.index()));
    }

    #[test]
    fn cells_are_counted_by_their_candidates() {
        let grid: Grid = CLUES.parse().unwrap();
        let pencilmarks = Pencilmarks::from(&grid);
        for (count, cells) in pencilmarks.cells_with_more_than().into_iter().enumerate() {
            let has_more = |cell: &Cell| pencilmarks.digits(*cell).len() > count;
            assert_eq!(cells, Cell::ALL.into_iter().filter(has_more).collect(), "more than {count}");
        }
    }

    #[test]
    fn an_elimination_affects_cells_and_digits() {
        let mut pencilmarks = Pencilmarks::EMPTY;
        let candidate = Candidate { cell: Cell::at(2, 3), digit: Digit::D5 };
        pencilmarks.eliminate(candidate);
        assert_eq!(pencilmarks.digits(candidate.cell).to_string(), "12346789");
        assert_eq!(pencilmarks.cells(candidate.digit).len(), 80);
        assert!(pencilmarks.candidates_among(CellSet::from(candidate.cell), candidate.digit.into()).is_empty());
    }
}
