//! A contradiction: a reason, found without a search, why a grid has no solution.

use std::fmt;

use crate::cell::Cell;
use crate::digit::Digit;
use crate::house::House;

/// A reason, found without a search, why a grid has no solution.
///
/// ```
/// use minirow_core::{Contradiction, Grid, House};
/// let grid: Grid = format!("{:.<81}", "5...5").parse()?;
/// let Some(Contradiction::Clash { house, .. }) = grid.clash() else { panic!("5 is in row 1 twice") };
/// assert_eq!(house, House::ROWS[0]);
/// # Ok::<(), minirow_core::ParseGridError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contradiction {
    /// Two cells of a house have the same digit.
    Clash {
        /// The digit.
        digit: Digit,
        /// The two cells, in order.
        cells: [Cell; 2],
        /// The house.
        house: House,
    },
    /// No digit is possible in a cell.
    NoCandidate(Cell),
    /// A digit is possible in no cell of a house.
    NoPlace {
        /// The digit.
        digit: Digit,
        /// The house.
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
