//! A contradiction: a reason, seen without any search, why a grid has no solution.

use std::fmt;

use crate::cell::Cell;
use crate::digit::Digit;
use crate::house::House;

/// Why no solution is possible, and where that shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contradiction {
    /// Two cells of a house hold the same digit.
    Clash {
        /// The digit that is there twice.
        digit: Digit,
        /// The two cells, in order.
        cells: [Cell; 2],
        /// The house that they share.
        house: House,
    },
    /// No digit is possible in a cell.
    NoCandidate(Cell),
    /// A digit is possible in no cell of a house.
    NoPlace {
        /// The digit that is left without a place.
        digit: Digit,
        /// The house that needs it.
        house: House,
    },
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contradiction::Clash { digit, cells: [first, second], house } => {
                write!(f, "{first} and {second} in {house} are both {digit}")
            }
            Contradiction::NoCandidate(cell) => write!(f, "no digit is possible in {cell}"),
            Contradiction::NoPlace { digit, house } => write!(f, "{digit} is possible nowhere in {house}"),
        }
    }
}

impl std::error::Error for Contradiction {}
