//! Canonical forms: of all grids that are the same up to symmetry, the lexicographically smallest.
//!
//! Read a grid row by row as 81 numbers, 0 for an empty cell, and compare as texts are compared: the canonical form is
//! the smallest of its up to [`Symmetry::COUNT`] images. It is what the Sudoku community calls *minlex* or *row-minlex*,
//! for puzzles as for solution grids: every image counts, those that [transpose](Symmetry::TRANSPOSE) included. Two grids
//! are images of each other just if their forms are equal.
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
//! // A twin has the same form.
//! let twin = Symmetry::nth(123_456_789_012).grid(&grid);
//! assert_eq!(canon::grid(&twin).form, canonical.form);
//!
//! // The form of the solution stands for the puzzle with all its siblings: those that have the same solution grid.
//! let solution = canon::solution(Puzzle::new(grid)?.solution());
//! assert!(solution.form.to_string().starts_with("1234567894"));
//! assert_eq!(solution.automorphisms, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **What a form looks like.** Empty cells come first, so the form of a puzzle begins with as many of them as there can be,
//! and its digits are named in the order in which they appear. The form of a solution grid begins with `123456789`, and
//! then with `456789` or `457`; that of a full grid is the same whether it is asked for as a grid or as a solution.
//!
//! **Any grid.** Clues may be none or 81, contradict each other, or leave several solutions: nothing is solved here. The
//! crate `sudoku` goes another way for puzzles: it brings the *solution* into its smallest form and moves the clues along,
//! which takes a puzzle with one solution, and gives twins different texts where the solution has automorphisms.
//!
//! **Automorphisms.** Their number is that of all symmetries, the identity among them, that leave the grid as it is; the
//! grid has [`Symmetry::COUNT`] / [`automorphisms`](Canonical::automorphisms) different images. Digits that the grid does
//! not use can be relabelled freely, and each way of it counts: the empty grid has all the symmetries there are.
//! [`Canonical::automorphisms_of_cells`] leaves that out. For puzzles with one solution it makes no difference, as they
//! use eight digits or nine.
//!
//! [`mod@reference`] is the definition as code.

mod any;
mod full;
pub mod reference;

use crate::grid::Grid;
use crate::solution::Solution;
use crate::symmetry::Symmetry;

/// The canonical form of a grid or of a solution, and how it comes about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Canonical<T> {
    /// The smallest image.
    pub form: T,
    /// A symmetry that leads there. With automorphisms there are as many of them as automorphisms; this is always the
    /// same one for the same grid.
    pub transformation: Symmetry,
    /// The number of symmetries that leave the grid as it is, 1 to [`Symmetry::COUNT`].
    pub automorphisms: u64,
}

impl Canonical<Grid> {
    /// The number of ways of permuting the cells of the grid, with some relabelling each, that leave it as it is: 1 to
    /// 3,359,232. These are the [automorphisms](Canonical::automorphisms), if nothing is made of unused digits.
    pub fn automorphisms_of_cells(&self) -> u64 {
        self.automorphisms / relabellings_of_unused(&self.form)
    }
}

/// The canonical form of any grid.
///
/// A puzzle takes some microseconds, and so does the empty grid: the time grows with the number of different ways to
/// arrange rows that begin the form equally well. The longest search that is known is that of three Latin squares of
/// order three with digits of their own, in boxes that share no chute: 69,984 automorphisms, some ten milliseconds.
pub fn grid(grid: &Grid) -> Canonical<Grid> {
    if let Ok(solution) = Solution::new(*grid) {
        let Canonical { form, transformation, automorphisms } = full::canonical(&solution);
        return Canonical { form: *form.grid(), transformation, automorphisms };
    }
    any::canonical(grid)
}

/// The canonical form of a solution grid.
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

/// In how many ways the digits that a grid does not use can be relabelled.
fn relabellings_of_unused(grid: &Grid) -> u64 {
    let used: crate::DigitSet = grid.clues().map(|(_, digit)| digit).collect();
    (1..=9 - used.len() as u64).product()
}
