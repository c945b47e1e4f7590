//! The lexicographically smallest solution, found without enumerating the billions of solutions that a grid may have.
//!
//! The cells are fixed in order. A known solution, the witness, shows that its own digit is possible in the next cell,
//! so only smaller digits are tested. Each test is one search that ends at the first solution. There are at most 8
//! searches for a cell and 648 in all; in practice there are a few dozen.

use crate::cell::Cell;
use crate::grid::Grid;
use crate::solution::Solution;
use crate::solver::bitmask::State;
use crate::solver::search::Solutions;

/// Returns the lexicographically smallest solution of a grid, read row by row, or `None` if there is none.
///
/// ```
/// # use minirow_core::{Grid, solver};
/// let smallest = solver::smallest(&Grid::EMPTY).unwrap().to_string();
/// assert_eq!(&smallest[..36], "123456789456789123789123456214365897");
/// ```
pub fn smallest(grid: &Grid) -> Option<Solution> {
    smallest_of(State::from(grid))
}

/// Returns the smallest solution among the candidates of a state, or `None` if there is none.
///
/// ```
/// use minirow_core::{Cell, Digit, solver};
/// let mut state = solver::State::default();
/// state.remove(Cell::at(0, 0), Digit::D1);
/// assert!(solver::smallest_of(state).unwrap().to_string().starts_with("213456789"));
/// ```
pub fn smallest_of(mut state: State) -> Option<Solution> {
    state.propagate().ok()?;
    let mut solutions = Solutions::of(state);
    let mut witness = solutions.next()?;
    if solutions.next_state().is_none() {
        return Some(witness); // most grids have one solution
    }
    for cell in Cell::ALL {
        for digit in state.digits(cell).iter().take_while(|&digit| digit < witness.digit(cell)) {
            let mut guess = state;
            guess.place(cell, digit);
            if let Some(smaller) = Solutions::of(guess).next() {
                witness = smaller;
                break;
            }
        }
        state.place(cell, witness.digit(cell));
        state.propagate().expect("the witness is among the candidates");
    }
    Some(witness)
}
