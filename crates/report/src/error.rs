//! The errors of this crate.

use minirow_core::{Cell, Digit, NotAPuzzle};

/// A reason why a record cannot be counted, or a board cannot be explained.
///
/// ```
/// use minirow_core::text;
/// use minirow_report::Error;
/// use minirow_report::explain::{StartPosition, StepSelection, Walkthrough};
///
/// let board = text::parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// let error = Walkthrough::new(&StartPosition::from_board(&board)?, StepSelection::Only(60)).unwrap_err();
/// assert_eq!(error, Error::NoSuchStep { step: 60, steps: 51 });
/// assert_eq!(error.to_string(), "found no step 60, expected one of the 51 steps of its path");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The board has no solution or several.
    #[error(transparent)]
    NotAPuzzle(#[from] NotAPuzzle),
    /// The filled cells of a candidate grid have several solutions.
    #[error(
        "{0}: the filled cells alone, without the candidates, have to leave one solution (the puzzle itself can be explained)"
    )]
    AmbiguousCells(NotAPuzzle),
    /// A cell of a candidate grid lacks its digit of the solution.
    #[error("{cell} lacks the candidate {digit}, which it holds in the solution")]
    MissingCandidate {
        /// The cell.
        cell: Cell,
        /// The digit of the solution.
        digit: Digit,
    },
    /// The path is shorter than the number of the selected step.
    #[error("found no step {step}, expected one of the {steps} steps of its path")]
    NoSuchStep {
        /// The number of the selected step.
        step: usize,
        /// The number of steps of the path.
        steps: usize,
    },
    /// The record holds candidates instead of clues.
    #[error("found candidates, expected clues: only puzzles are counted")]
    NoClues,
    /// A column holds a value of the wrong form.
    #[error("found {found:?} in column {column}, expected {expected}")]
    InvalidValue {
        /// The name of the column.
        column: &'static str,
        /// The value, of a long one the start.
        found: String,
        /// The expected form.
        expected: &'static str,
    },
}
