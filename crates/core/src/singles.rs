//! Propagation by naked and hidden singles.
//!
//! This is the plain, readable propagation of textbooks, for code that needs the candidates. The solvers have their own
//! propagation, which handles many cells at once.

pub mod batch;

use crate::candidate::{Candidate, CandidateSet};
use crate::cell::{Cell, CellSet};
use crate::contradiction::Contradiction;
use crate::digit::Digit;
use crate::grid::Grid;
use crate::house::House;

/// Places naked and hidden singles until there are none, and returns the candidates that are left.
///
/// ```
/// use minirow_core::{Grid, singles};
/// let grid: Grid = "003020600900305001001806400008102900700000008006708200002609500800203009005010300".parse()?;
/// assert!(singles::propagate(&grid).unwrap().singles().is_full());
/// # Ok::<(), minirow_core::ParseGridError>(())
/// ```
///
/// # Errors
/// The first contradiction that is found: a clash of clues, a cell without a candidate, or a digit without a place.
pub fn propagate(grid: &Grid) -> Result<CandidateSet, Contradiction> {
    if let Some(clash) = grid.clash() {
        return Err(clash);
    }
    propagate_candidates(CandidateSet::from(grid))
}

/// Places naked and hidden singles, starting from any candidates, until there are none.
///
/// ```
/// use minirow_core::{CandidateSet, singles};
/// let left = singles::propagate_candidates(CandidateSet::ALL).unwrap();
/// assert_eq!(left, CandidateSet::ALL); // the empty grid has no singles
/// ```
///
/// # Errors
/// The first contradiction that is found: a cell without a candidate, or a digit without a place.
pub fn propagate_candidates(mut candidates: CandidateSet) -> Result<CandidateSet, Contradiction> {
    let mut placed = CellSet::EMPTY;
    loop {
        if let Some(contradiction) = candidates.contradiction() {
            return Err(contradiction);
        }
        let Some(single) = naked_single(&candidates, placed).or_else(|| hidden_single(&candidates, placed)) else {
            return Ok(candidates);
        };
        candidates.place(single);
        placed.insert(single.cell);
    }
}

fn naked_single(candidates: &CandidateSet, placed: CellSet) -> Option<Candidate> {
    (!placed).iter().find_map(|cell| Some(Candidate { cell, digit: candidates.digits(cell).single()? }))
}

fn hidden_single(candidates: &CandidateSet, placed: CellSet) -> Option<Candidate> {
    House::all().flat_map(|house| Digit::ALL.map(|digit| (house, digit))).find_map(|(house, digit)| {
        let cell: Cell = (candidates.cells(digit) & house.cells()).single()?;
        (!placed.contains(cell)).then_some(Candidate { cell, digit })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(rows: [&str; 9]) -> Grid {
        rows.concat().parse().unwrap()
    }

    #[test]
    fn a_hidden_single_is_placed_and_its_peers_lose_the_digit() {
        let mut rows = ["........."; 9];
        rows[1] = "....1....";
        rows[2] = ".......1.";
        rows[3] = "1........";
        rows[6] = ".1.......";
        let candidates = propagate(&grid(rows)).unwrap();
        assert_eq!(candidates.digits(Cell::at(0, 2)).to_string(), "1");
        assert!(!candidates.cells(Digit::D1).intersects(Cell::at(0, 2).peers()));
    }

    #[test]
    fn contradictions_are_described() {
        let mut rows = ["........."; 9];
        rows[0] = "7.......7";
        assert_eq!(propagate(&grid(rows)).unwrap_err().to_string(), "r1c1 and r1c9 in row 1 are both 7");
        rows[0] = "12345678.";
        rows[5] = "........9";
        assert_eq!(propagate(&grid(rows)).unwrap_err().to_string(), "no digit is possible in r1c9");
        rows = ["........."; 9];
        rows[0] = "...234...";
        rows[1] = "......1..";
        rows[8] = ".1.......";
        rows[7] = "..1......";
        assert_eq!(propagate(&grid(rows)).unwrap_err().to_string(), "r8c3 and r9c2 in box 7 are both 1");
        rows[7] = "1........";
        rows[8] = ".........";
        rows[5] = "..1......";
        rows[0] = ".23456...";
        assert_eq!(propagate(&grid(rows)).unwrap_err().to_string(), "1 is possible nowhere in row 1");
    }
}
