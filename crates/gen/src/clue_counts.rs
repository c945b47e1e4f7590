//! The minimum and maximum number of clues of minimal puzzles.

/// The smallest number of clues of a puzzle (G. McGuire, B. Tugemann, G. Civario: There is no 16-clue Sudoku, 2012).
pub(crate) const FEWEST_CLUES: usize = 17;

/// The largest number of clues of a known minimal puzzle.
pub(crate) const MOST_CLUES: usize = 40;
