//! The position from which an explanation starts: a puzzle, a partly filled grid, or a grid with candidates.

use minirow_core::text::Board;
use minirow_core::{Candidate, CandidateSet, Grid, NotAPuzzle, Puzzle};
use minirow_formats::Record;
use minirow_grade::Pencilmarks;

use crate::Error;

/// A position with exactly one solution.
///
/// ```
/// use minirow_core::text;
/// use minirow_report::Error;
/// use minirow_report::explain::StartPosition;
///
/// let board = text::parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// assert_eq!(StartPosition::from_board(&board)?.clues.clue_count(), 30);
///
/// let empty = text::parse(&".".repeat(81))?;
/// assert!(matches!(StartPosition::from_board(&empty), Err(Error::NotAPuzzle(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct StartPosition {
    /// The filled cells.
    pub clues: Grid,
    /// The filled cells and the candidates of the others.
    pub position: Pencilmarks,
}

impl StartPosition {
    /// Reads the position from a board.
    ///
    /// # Errors
    /// Returns an error if the board has no solution or several, or if its candidates lack the solution.
    pub fn from_board(board: &Board) -> Result<StartPosition, Error> {
        match board {
            Board::Grid(grid) => {
                let puzzle = Puzzle::new(*grid)?;
                Ok(StartPosition { clues: *grid, position: Pencilmarks::from(puzzle.clues()) })
            }
            Board::Candidates(candidates) => StartPosition::from_candidates(candidates),
        }
    }

    /// Reads the position from candidates. A cell with one candidate counts as filled if no cell that sees it has that
    /// candidate. If these cells alone are no puzzle, every cell with one candidate counts as filled.
    fn from_candidates(candidates: &CandidateSet) -> Result<StartPosition, Error> {
        let filled = Record::from(Board::Candidates(*candidates)).with_clues().grid();
        let puzzle =
            Puzzle::new(filled).or_else(|_| Puzzle::new(candidates.singles())).map_err(|error| match error {
                NotAPuzzle::Ambiguous(_) => Error::AmbiguousCells(error),
                error => Error::NotAPuzzle(error),
            })?;
        let solution = puzzle.solution();
        for (cell, digit) in solution.grid().clues() {
            if !candidates.contains(Candidate { cell, digit }) {
                return Err(Error::MissingCandidate { cell, digit });
            }
        }
        let mut position = Pencilmarks::from(puzzle.clues());
        let gone: Vec<Candidate> =
            position.candidates().iter().filter(|&candidate| !candidates.contains(candidate)).collect();
        gone.into_iter().for_each(|candidate| position.eliminate(candidate));
        Ok(StartPosition { clues: *puzzle.clues(), position })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minirow_core::{Cell, Digit};

    const CLUES: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn candidates() -> CandidateSet {
        CandidateSet::from(&CLUES.parse::<Grid>().unwrap())
    }

    #[test]
    fn candidates_are_kept_as_they_are() {
        let mut candidates = candidates();
        let gone = Candidate { cell: Cell::at(0, 2), digit: Digit::D1 };
        assert!(candidates.contains(gone));
        candidates.remove(gone);
        let start = StartPosition::from_board(&Board::Candidates(candidates)).unwrap();
        assert_eq!(start.clues.to_string(), CLUES);
        assert_eq!(start.position.with_values(), candidates);
    }

    #[test]
    fn a_cell_that_lost_its_digit_is_named() {
        let mut candidates = candidates();
        candidates.remove(Candidate { cell: Cell::at(0, 2), digit: Digit::D4 });
        let error = StartPosition::from_board(&Board::Candidates(candidates)).err().unwrap();
        assert_eq!(error.to_string(), "r1c3 lacks the candidate 4, which it holds in the solution");
    }

    #[test]
    fn a_last_candidate_that_others_still_have_is_not_filled_in() {
        let mut candidates = candidates();
        let cell = Cell::at(4, 4);
        for digit in candidates.digits(cell).without(Digit::D5).iter() {
            candidates.remove(Candidate { cell, digit });
        }
        let start = StartPosition::from_board(&Board::Candidates(candidates)).unwrap();
        assert_eq!(start.clues.get(cell), None);
        assert_eq!(start.position.digits(cell), Digit::D5.into());
    }
}
