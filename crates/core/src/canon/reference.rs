//! The plain version of canonical forms: tries each of the 3,359,232 arrangements of lines. It is the specification of
//! the fast versions, and takes at least a tenth of a second.

use super::{Canonical, relabellings_of_unused};
use crate::digit::Digit;
use crate::grid::Grid;
use crate::symmetry::Symmetry;

/// Returns the canonical form of a grid.
///
/// ```
/// use minirow_core::{Grid, canon};
/// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// assert_eq!(canon::reference::grid(&grid).form, canon::grid(&grid).form);
/// # Ok::<(), minirow_core::ParseGridError>(())
/// ```
pub fn grid(grid: &Grid) -> Canonical<Grid> {
    smallest(grid, 0)
}

/// Returns the largest image of a grid: the smallest one if empty cells are greater than digits, with the labels reversed.
pub fn largest(grid: &Grid) -> Canonical<Grid> {
    let Canonical { form, transformation, automorphisms } = smallest(grid, 10);
    let mut digits = Digit::ALL;
    digits.reverse();
    let reversed = Symmetry::relabel(digits).expect("each digit once");
    Canonical { form: reversed.grid(&form), transformation: transformation.then(&reversed), automorphisms }
}

/// Returns the smallest image if an empty cell has a number.
fn smallest(grid: &Grid, empty: u8) -> Canonical<Grid> {
    let orders: Vec<[u8; 9]> = Symmetry::line_orders().collect();
    let mut best = [u8::MAX; 81];
    let mut transformation = Symmetry::IDENTITY;
    let mut number = 0;
    for transposed in [false, true] {
        let lines = if transposed { Symmetry::TRANSPOSE.grid(grid) } else { *grid }.to_rows();
        for rows in &orders {
            for columns in &orders {
                let arranged = rows.iter().flat_map(|&row| columns.iter().map(move |&column| (row, column)));
                let digits = arranged.map(|(row, column)| lines[usize::from(row)][usize::from(column)]);
                match compare_relabelled(digits.clone(), &best, empty) {
                    std::cmp::Ordering::Greater => {}
                    std::cmp::Ordering::Equal => number += 1,
                    std::cmp::Ordering::Less => {
                        let mut names = Names::new(empty);
                        best = [0; 81];
                        for (cell, digit) in digits.enumerate() {
                            best[cell] = names.of(digit);
                        }
                        transformation = Symmetry::arranging(transposed, *rows, *columns, names.all());
                        number = 1;
                    }
                }
            }
        }
    }
    let form = Grid::from_numbers(best.map(|name| if name == empty { 0 } else { name })).expect("names are 1 to 9");
    Canonical { form, transformation, automorphisms: number * relabellings_of_unused(grid) }
}

/// Compares a relabelled arrangement with the smallest so far. Usually the first few cells decide.
fn compare_relabelled(digits: impl Iterator<Item = u8>, best: &[u8; 81], empty: u8) -> std::cmp::Ordering {
    let mut names = Names::new(empty);
    digits.map(|digit| names.of(digit)).cmp(best.iter().copied())
}

/// New labels of digits. Digits get the labels 1, 2, 3 in the order of appearance, which gives the smallest form.
#[derive(Default)]
pub(super) struct Names {
    /// The label of each digit, 0 for a digit without a label, and the label of an empty cell.
    names: [u8; 10],
    given: u8,
}

impl Names {
    fn new(empty: u8) -> Names {
        let mut names = Names::default();
        names.names[0] = empty;
        names
    }

    fn of(&mut self, digit: u8) -> u8 {
        let name = &mut self.names[usize::from(digit)];
        if *name == 0 && digit != 0 {
            self.given += 1;
            *name = self.given;
        }
        *name
    }

    /// Returns the label of each digit. Digits that did not appear get the remaining labels in order.
    pub(super) fn all(mut self) -> [Digit; 9] {
        std::array::from_fn(|index| Digit::from_index(usize::from(self.of(index as u8 + 1)) - 1))
    }
}
