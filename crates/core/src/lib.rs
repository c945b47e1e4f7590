//! Sudoku grids, puzzles, solvers and canonical forms.
//!
//! The crate does no input or output and draws no random numbers. Its results do not depend on the machine.
//!
//! # What is in the crate
//! - The board: [`Cell`], [`Digit`], [`House`], [`Candidate`], and the bit sets [`CellSet`], [`DigitSet`] and
//!   [`CandidateSet`].
//! - Grids: a [`Grid`] has digits and empty cells; its text is 81 characters (`minirow-text` reads all other forms). A [`Puzzle`] is a grid that is proved to have exactly one [`Solution`].
//! - Solvers: [`solver`] counts and enumerates solutions; [`solver::batch`] does so for many grids at once.
//! - Propagation: [`singles`] places naked and hidden singles; [`backdoor`] tells how many cells singles need as help.
//! - Symmetry: [`Symmetry`] transforms grids, [`PatternSymmetry`] describes clue patterns, and [`canon`] has the
//!   canonical forms that show duplicates up to symmetry.
//!
//! With the feature `serde`, [`Cell`], [`Grid`], [`Puzzle`], [`Solution`] and [`Symmetry`] are serialised as their texts.
//!
//! # The way through it
//! Parse a text into a [`Grid`], prove it with [`Puzzle::new`], and pass the [`Puzzle`] on. Code that takes a `Puzzle`
//! does not need to check it again.
//!
//! ```
//! use minirow_core::{Grid, Puzzle, solver};
//!
//! let grid: Grid = "003020600900305001001806400008102900700000008006708200002609500800203009005010300".parse()?;
//! assert_eq!(grid.clue_count(), 32);
//! assert_eq!(solver::count(&grid, 2), 1);
//!
//! let puzzle = Puzzle::new(grid)?;
//! assert!(puzzle.solution().to_string().starts_with("483921657"));
//! assert!(!puzzle.is_minimal());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Two puzzles are equivalent if a symmetry maps one to the other. Compare their canonical forms:
//!
//! ```
//! use minirow_core::{Grid, Symmetry, canon};
//!
//! let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let equivalent = Symmetry::nth(123_456_789_012).grid(&grid);
//! assert_ne!(equivalent, grid);
//! assert_eq!(canon::grid(&equivalent).form, canon::grid(&grid).form);
//! # Ok::<(), minirow_core::ParseGridError>(())
//! ```
//!
//! The empty grid has 6,670,903,752,021,072,936,960 solutions. Limits and lazy iterators keep questions about it short:
//!
//! ```
//! use minirow_core::{Grid, solver};
//!
//! assert_eq!(solver::count(&Grid::EMPTY, 1000), 1000);
//! let smallest = solver::smallest(&Grid::EMPTY).unwrap();
//! assert!(smallest.to_string().starts_with("123456789456789123789123456"));
//! ```

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
#[cfg(feature = "serde")]
mod serde_texts;
#[cfg(test)]
#[path = "../tests/core/size.rs"]
mod size;
mod solution;
mod symmetry;
mod text;

pub mod backdoor;
pub mod canon;
pub mod singles;
pub mod solver;

pub use candidate::{Candidate, CandidateSet, Candidates};
pub use cell::{Cell, CellSet, ParseCellError};
pub use contradiction::Contradiction;
pub use digit::{Digit, DigitSet};
pub use grid::Grid;
pub use house::{House, HouseKind};
pub use pattern::{PatternSymmetry, UnknownPatternSymmetry};
pub use puzzle::{NotAPuzzle, ParsePuzzleError, Puzzle};
pub use set::Members;
pub use solution::{NotASolution, Solution};
pub use symmetry::{NotAPermutation, ParseSymmetryError, Symmetry};
pub use text::ParseGridError;
