//! The candidates and the CSP variables of the board, as numbers.
//!
//! A CSP variable is a question with at most nine values: which digit a cell has, or which cell of a row, column or box
//! has a digit. Each of the 729 candidates is a value of four of the 324 variables.

use minirow_core::{Candidate, Cell, Digit};

/// The number of candidates: 81 cells times 9 digits.
pub(crate) const CANDIDATES: usize = 729;
/// The number of variables: 81 cells, and 9 digits in each of 27 houses.
pub(crate) const VARIABLES: usize = 324;
/// The number of variables that are cells. They come first, in reading order.
pub(crate) const CELLS: usize = 81;

/// A variable of a candidate, and the bit of the candidate among the values of the variable.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) variable: u16,
    pub(crate) bit: u16,
}

/// The four variables of each candidate.
pub(crate) static PLACES: [[Place; 4]; CANDIDATES] = BOARD.0;

/// The nine candidates of each variable, in the order of their bits.
pub(crate) static VALUES: [[u16; 9]; VARIABLES] = BOARD.1;

const BOARD: ([[Place; 4]; CANDIDATES], [[u16; 9]; VARIABLES]) = {
    let mut places = [[Place { variable: 0, bit: 0 }; 4]; CANDIDATES];
    let mut values = [[0; 9]; VARIABLES];
    let mut candidate = 0;
    while candidate < CANDIDATES {
        let (cell, digit) = (candidate / 9, candidate % 9);
        let (row, column) = (cell / 9, cell % 9);
        let box_ = row / 3 * 3 + column / 3;
        let in_box = row % 3 * 3 + column % 3;
        let four = [
            (cell, digit),
            (CELLS + 9 * row + digit, column),
            (2 * CELLS + 9 * column + digit, row),
            (3 * CELLS + 9 * box_ + digit, in_box),
        ];
        let mut kind = 0;
        while kind < 4 {
            let (variable, position) = four[kind];
            places[candidate][kind] = Place { variable: variable as u16, bit: 1 << position };
            values[variable][position] = candidate as u16;
            kind += 1;
        }
        candidate += 1;
    }
    (places, values)
};

/// Returns the number of a candidate.
pub(crate) fn number(candidate: Candidate) -> u16 {
    (candidate.cell.index() * 9 + candidate.digit.index()) as u16
}

/// Returns the candidate with a number.
pub(crate) fn candidate(number: u16) -> Candidate {
    let number = usize::from(number);
    Candidate { cell: Cell::from_index(number / 9), digit: Digit::from_index(number % 9) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_and_variables_refer_to_each_other() {
        for (number, places) in PLACES.iter().enumerate() {
            for place in places {
                let position = place.bit.trailing_zeros() as usize;
                assert_eq!(usize::from(VALUES[usize::from(place.variable)][position]), number);
            }
        }
        let candidates = minirow_core::CandidateSet::ALL;
        assert!(candidates.iter().map(number).eq(0..729));
        assert!((0..729).map(candidate).eq(candidates.iter()));
    }

    #[test]
    fn a_candidate_has_28_peers() {
        for (number, places) in PLACES.iter().enumerate() {
            let values = places.iter().flat_map(|place| VALUES[usize::from(place.variable)]);
            let peers: std::collections::BTreeSet<u16> = values.filter(|&value| usize::from(value) != number).collect();
            assert_eq!(peers.len(), 28);
        }
    }
}
