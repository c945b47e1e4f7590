//! Where an explanation starts: a puzzle, a half-done grid, or a grid with candidates.

use minirow_core::text::Board;
use minirow_core::{Candidate, CandidateSet, Cell, Grid, NotAPuzzle, Puzzle};
use minirow_grade::Pencilmarks;

/// A position with one solution.
pub(crate) struct Start {
    /// The cells that are filled.
    pub(crate) clues: Grid,
    pub(crate) position: Pencilmarks,
}

impl Start {
    /// The position of a board.
    ///
    /// # Errors
    /// Why there is nothing to explain: no solution or several, or candidates without the solution.
    pub(crate) fn of(board: &Board) -> Result<Start, String> {
        match board {
            Board::Grid(grid) => {
                let puzzle = Puzzle::new(*grid).map_err(|error| error.to_string())?;
                Ok(Start { clues: *grid, position: Pencilmarks::from(puzzle.clues()) })
            }
            Board::Candidates(candidates) => Start::of_candidates(candidates),
        }
    }

    /// A cell with one candidate is filled if no cell that sees it has that candidate; else it is still to be filled,
    /// unless only filling all of them makes it a puzzle.
    fn of_candidates(candidates: &CandidateSet) -> Result<Start, String> {
        let singles = candidates.singles();
        let is_settled = |cell: Cell| {
            let digit = singles.get(cell);
            digit.is_some_and(|digit| !candidates.cells(digit).intersects(cell.peers()))
        };
        let mut filled = Grid::EMPTY;
        for cell in Cell::ALL.into_iter().filter(|&cell| is_settled(cell)) {
            filled.set(cell, singles.get(cell));
        }
        let puzzle = Puzzle::new(filled).or_else(|_| Puzzle::new(singles)).map_err(|error| match error {
            NotAPuzzle::Ambiguous(_) => format!(
                "{error}: the filled cells alone, without the candidates, have to leave one solution (the puzzle itself \
                 can be explained)"
            ),
            error => error.to_string(),
        })?;
        let solution = puzzle.solution();
        if let Some(cell) = Cell::ALL.into_iter().find(|&cell| !candidates.digits(cell).contains(solution.digit(cell)))
        {
            let digit = solution.digit(cell);
            return Err(format!("{cell} lacks the candidate {digit}, which it holds in the solution"));
        }
        let mut position = Pencilmarks::from(puzzle.clues());
        let gone: Vec<Candidate> =
            position.candidates().iter().filter(|&candidate| !candidates.contains(candidate)).collect();
        gone.into_iter().for_each(|candidate| position.eliminate(candidate));
        Ok(Start { clues: *puzzle.clues(), position })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minirow_core::Digit;

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
        let start = Start::of(&Board::Candidates(candidates)).unwrap();
        assert_eq!(start.clues.to_string(), CLUES);
        assert_eq!(start.position.with_values(), candidates);
    }

    #[test]
    fn a_cell_that_lost_its_digit_is_named() {
        let mut candidates = candidates();
        candidates.remove(Candidate { cell: Cell::at(0, 2), digit: Digit::D4 });
        let error = Start::of(&Board::Candidates(candidates)).err().unwrap();
        assert_eq!(error, "r1c3 lacks the candidate 4, which it holds in the solution");
    }

    #[test]
    fn a_last_candidate_that_others_still_have_is_not_filled_in() {
        let mut candidates = candidates();
        let cell = Cell::at(4, 4);
        for digit in candidates.digits(cell).without(Digit::D5).iter() {
            candidates.remove(Candidate { cell, digit });
        }
        let start = Start::of(&Board::Candidates(candidates)).unwrap();
        assert_eq!(start.clues.get(cell), None);
        assert_eq!(start.position.digits(cell), Digit::D5.into());
    }
}
