//! Sudoku grids, puzzles and solvers.
//!
//! Anything that parses is a [`Grid`]; a [`Puzzle`] is a grid shown to have exactly one solution.
//!
//! ```
//! use minirow_core::{Digit, Grid, Puzzle, solver};
//!
//! let grid: Grid = "003020600900305001001806400008102900700000008006708200002609500800203009005010300".parse()?;
//! assert_eq!(grid.clue_count(), 32);
//! assert_eq!(solver::count(&grid, 2), 1);
//!
//! let puzzle = Puzzle::new(grid)?;
//! assert_eq!(puzzle.solution().to_string().as_bytes()[0], b'4');
//! assert!(!puzzle.is_minimal());
//!
//! // The empty board has billions of solutions; the smallest of them is there at once.
//! let smallest = solver::smallest(&Grid::EMPTY).unwrap();
//! assert!(smallest.to_string().starts_with("123456789456789123789123456"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate does no input or output, draws no random numbers, and knows no file but the text of one grid.

mod set;

mod bands;
mod candidate;
mod cell;
mod contradiction;
mod digit;
mod grid;
mod house;
mod pattern;
mod puzzle;
mod solution;
mod symmetry;

pub mod backdoor;
pub mod canon;
pub mod singles;
pub mod solver;
pub mod text;

pub use candidate::{Candidate, CandidateSet};
pub use cell::{Cell, CellSet, ParseCellError};
pub use contradiction::Contradiction;
pub use digit::{Digit, DigitSet};
pub use grid::Grid;
pub use house::{House, HouseKind};
pub use pattern::PatternSymmetry;
pub use puzzle::{NotAPuzzle, Puzzle};
pub use solution::{NotASolution, Solution};
pub use symmetry::{NotAPermutation, ParseSymmetryError, Symmetry};
