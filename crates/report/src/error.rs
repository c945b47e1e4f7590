//! The errors of this crate.

use minirow_core::NotAPuzzle;
use minirow_table::ValueError;

/// A reason why a record cannot be counted, or a board cannot be explained.
///
/// ```
/// use minirow_report::Error;
/// use minirow_report::explain::{StepSelection, Walkthrough};
/// use minirow_table::{SUDOKU_EXPLAINER, StartPosition};
///
/// let board = minirow_text::parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// let error = Walkthrough::new(&StartPosition::from_board(&board)?, &SUDOKU_EXPLAINER, StepSelection::Only(60)).unwrap_err();
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
    /// A column holds a value of the wrong form. Of a long value, only the start is kept.
    #[error("found {:?} in column {}, expected {}", .0.value, .0.column, .0.expected)]
    InvalidValue(ValueError),
}

/// The number of characters of the longest value in a message.
const LONGEST_VALUE: usize = 60;

impl From<ValueError> for Error {
    fn from(mut error: ValueError) -> Error {
        if let Some((end, _)) = error.value.char_indices().nth(LONGEST_VALUE) {
            error.value.replace_range(end.., "...");
        }
        Error::InvalidValue(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_value_only_the_start_is_shown() {
        let message = |value: String| {
            let (column, expected) = ("level".into(), "a name".into());
            Error::from(ValueError { column, value, expected }).to_string()
        };
        let shown = "é".repeat(60);
        assert_eq!(message(shown.clone()), format!("found \"{shown}\" in column level, expected a name"));
        assert_eq!(message("é".repeat(61)), format!("found \"{shown}...\" in column level, expected a name"));
    }
}
