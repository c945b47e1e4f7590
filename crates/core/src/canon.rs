//! Canonical forms: the lexicographically smallest image of a grid under all symmetries.
//!
//! Read a grid row by row as 81 numbers, with 0 for an empty cell. The canonical form is the smallest of its up to
//! [`Symmetry::COUNT`] images in lexicographical order. The Sudoku community calls it *minlex* or *row-minlex*, for
//! puzzles and for solution grids. All images count, including those that [transpose](Symmetry::TRANSPOSE). Two grids
//! are equivalent if and only if their canonical forms are equal.
//!
//! ```
//! use minirow_core::{Grid, Puzzle, Symmetry, canon};
//!
//! let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let canonical = canon::grid(&grid);
//! assert_eq!(canonical.transformation.grid(&grid), canonical.form);
//! assert_eq!(canonical.form.to_string(),
//!     "........1.....2.34156...27......8.......51..232974......16..9....34..7..28.91.45.");
//!
//! // An equivalent puzzle has the same form.
//! let equivalent = Symmetry::nth(123_456_789_012).grid(&grid);
//! assert_eq!(canon::grid(&equivalent).form, canonical.form);
//!
//! // The form of the solution is common to all puzzles with equivalent solution grids.
//! let solution = canon::solution(Puzzle::new(grid)?.solution());
//! assert!(solution.form.to_string().starts_with("1234567894"));
//! assert_eq!(solution.automorphisms, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Shape of a form.** Empty cells come first, so the form of a puzzle begins with as many empty cells as possible.
//! Its digits are labelled in the order in which they appear. The form of a solution grid begins with `123456789`,
//! followed by `456789` or `457`. A full grid has the same form with [`grid()`] and [`solution()`].
//!
//! **Any grid.** A grid may have any number of clues from 0 to 81, contradictions, or several solutions. No solver is
//! called. (The crate `sudoku` defines another canonical form for puzzles: it takes the smallest form of the *solution*
//! and moves the clues along. That requires a puzzle with one solution. It gives equivalent puzzles different forms if
//! the solution has automorphisms.)
//!
//! **Automorphisms.** An automorphism is a symmetry that maps the grid to itself; the identity is one. The grid has
//! [`Symmetry::COUNT`] / [`automorphisms`](Canonical::automorphisms) different images. Digits without clues can be
//! relabelled freely, and each relabelling counts: every symmetry is an automorphism of the empty grid.
//! [`Canonical::automorphisms_of_cells`] excludes these relabellings. The two numbers are equal for puzzles with one
//! solution, which use eight or nine digits.
//!
//! The plain version in [`mod@reference`] is the specification.

mod any;
mod full;
pub mod reference;

use crate::digit::Digit;
use crate::grid::Grid;
use crate::solution::Solution;
use crate::symmetry::Symmetry;

/// The canonical form of a grid or solution, with a symmetry that leads to it.
///
/// ```
/// use minirow_core::{Grid, Symmetry, canon};
/// let canon::Canonical { form, transformation, automorphisms } = canon::grid(&Grid::EMPTY);
/// assert_eq!(form, Grid::EMPTY);
/// assert_eq!(transformation.grid(&Grid::EMPTY), form);
/// assert_eq!(automorphisms, Symmetry::COUNT);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Canonical<T> {
    /// The smallest image.
    pub form: T,
    /// A symmetry that maps the grid to its form. There are as many as automorphisms; a grid always gets the same one.
    pub transformation: Symmetry,
    /// The number of symmetries that map the grid to itself, from 1 to [`Symmetry::COUNT`].
    pub automorphisms: u64,
}

impl Canonical<Grid> {
    /// Returns the number of automorphisms without the relabellings of unused digits: permutations of cells, each with
    /// some relabelling, that map the grid to itself. It is from 1 to 3,359,232.
    pub fn automorphisms_of_cells(&self) -> u64 {
        self.automorphisms / relabellings_of_unused(&self.form)
    }
}

/// Returns the canonical form of any grid.
///
/// A puzzle takes some microseconds, and so does the empty grid. The time grows with the number of arrangements of rows
/// that give the same beginning of the form. The slowest known grid has three Latin squares of order three, with
/// different digits, in boxes without a common band or stack: it has 69,984 automorphisms and takes about ten
/// milliseconds.
///
/// ```
/// use minirow_core::{Grid, canon};
/// let grid: Grid = format!("{:.>81}", "55").parse()?; // the clues may clash
/// assert_eq!(canon::grid(&grid).form.to_string(), format!("{:.>81}", "11"));
/// # Ok::<(), minirow_core::ParseGridError>(())
/// ```
pub fn grid(grid: &Grid) -> Canonical<Grid> {
    if let Ok(solution) = Solution::new(*grid) {
        let Canonical { form, transformation, automorphisms } = full::canonical(&solution);
        return Canonical { form: *form.grid(), transformation, automorphisms };
    }
    any::canonical(grid, any::FIRST)
}

/// Returns the largest image of any grid, which the community calls *maxlex*. Clues come first, and digits are labelled 9, 8, 7 in the
/// order in which they appear.
///
/// ```
/// use minirow_core::{Grid, canon};
/// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let largest = canon::largest(&grid);
/// assert_eq!(largest.transformation.grid(&grid), largest.form);
/// assert!(largest.form.to_string().starts_with("987"));
/// # Ok::<(), minirow_core::ParseGridError>(())
/// ```
pub fn largest(grid: &Grid) -> Canonical<Grid> {
    // The smallest image with empty cells last, and the labels reversed.
    let Canonical { form, transformation, automorphisms } = match Solution::new(*grid) {
        Ok(_) => self::grid(grid),
        Err(_) => any::canonical(grid, any::LAST),
    };
    let mut digits = Digit::ALL;
    digits.reverse();
    let reversed = Symmetry::relabel(digits).expect("each digit once");
    Canonical { form: reversed.grid(&form), transformation: transformation.then(&reversed), automorphisms }
}

/// Returns the canonical form of a solution grid.
///
/// ```
/// use minirow_core::{Grid, Solution, canon};
/// let grid: Grid = "123456789456789123789123456231564897564897231897231564312645978645978312978312645".parse()?;
/// let canonical = canon::solution(&Solution::new(grid)?);
/// assert_eq!(canonical.form.grid(), &grid);
/// assert_eq!(canonical.automorphisms, 648); // no solution grid has more
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solution(solution: &Solution) -> Canonical<Solution> {
    full::canonical(solution)
}

/// Returns the number of permutations of the digits that a grid does not use.
fn relabellings_of_unused(grid: &Grid) -> u64 {
    let used: crate::DigitSet = grid.clues().map(|(_, digit)| digit).collect();
    (1..=9 - used.len() as u64).product()
}
