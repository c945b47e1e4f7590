//! The minimum and maximum number of clues of minimal puzzles.

use minirow_core::Puzzle;

/// The smallest number of clues of a puzzle.
pub(crate) const FEWEST_CLUES: usize = Puzzle::FEWEST_CLUES;

/// The largest number of clues of a known minimal puzzle.
pub(crate) const MOST_CLUES: usize = 40;
