//! The position from which steps start: a puzzle, a partly filled grid, or a grid with candidates.

use minirow_core::{Candidate, CandidateSet, Cell, Digit, Grid, NotAPuzzle, Solution, solver};
use minirow_formats::{Mistakes, Record};
use minirow_grade::Pencilmarks;
use minirow_text::Board;

/// The reason why a position has no steps.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The board has no solution or several.
    #[error(transparent)]
    NotAPuzzle(#[from] NotAPuzzle),
    /// Placed digits are wrong, or candidates lack the digit of the solution.
    #[error("{0}")]
    Mistakes(Mistakes),
    /// The state of a puzzle lacks a clue.
    #[error("found nothing in {cell} of the state, expected the clue {clue}")]
    MissingClue {
        /// The cell of the clue.
        cell: Cell,
        /// The clue.
        clue: Digit,
    },
}

/// A position with exactly one solution.
///
/// ```
/// use minirow_table::{StartError, StartPosition};
///
/// let board = minirow_text::parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// assert_eq!(StartPosition::from_board(&board)?.clues.clue_count(), 30);
///
/// let empty = minirow_text::parse(&".".repeat(81))?;
/// assert!(matches!(StartPosition::from_board(&empty), Err(StartError::NotAPuzzle(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct StartPosition {
    /// The clues. For candidates, the filled cells.
    pub clues: Grid,
    /// The filled cells and the candidates of the others.
    pub position: Pencilmarks,
    /// The only solution.
    pub solution: Solution,
    /// `true` if the clues alone have this solution only. In a Sukaku, only the candidates do, so that no conclusion from uniqueness is
    /// valid.
    pub is_unique: bool,
}

/// The part of a record that a [`StartPosition`] has.
///
/// ```
/// use minirow_core::Grid;
/// use minirow_formats::Record;
/// use minirow_table::{StartFrom, StartPosition};
///
/// let clues: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut record = Record::from(clues);
/// record.set_progress(format!("{:.<81}", "..4").parse()?, None);
/// let filled = |from| StartPosition::from_record(&record, from).map(|start| start.position.values().clue_count());
/// assert_eq!((filled(StartFrom::Clues)?, filled(StartFrom::Digits)?), (30, 31));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StartFrom {
    /// The clues.
    Clues,
    /// The clues and the placed digits.
    Digits,
    /// The clues, the placed digits and the pencilmarks.
    #[default]
    Pencilmarks,
}

impl StartPosition {
    /// Reads the position from a board.
    ///
    /// # Errors
    /// Returns the errors of [`StartPosition::from_record`].
    pub fn from_board(board: &Board) -> Result<StartPosition, StartError> {
        StartPosition::from_record(&Record::from(*board), StartFrom::default())
    }

    /// Reads the position from a record.
    ///
    /// A cell without pencilmarks has all candidates that the filled cells leave. Of a board of candidates, a cell with one
    /// candidate counts as filled if no cell that sees it has that candidate. If these cells alone are no puzzle, every cell
    /// with one candidate counts as filled. If these are no puzzle either, the candidates must have one solution: a Sukaku.
    ///
    /// # Errors
    /// Returns an error if the clues, or the candidates of a Sukaku, have no solution or several, if placed digits are wrong, or if
    /// candidates lack the solution.
    pub fn from_record(record: &Record, from: StartFrom) -> Result<StartPosition, StartError> {
        let (clues, solution, is_unique) = match (record.puzzle(), &record.board) {
            (Ok(puzzle), _) => (*puzzle.clues(), *puzzle.solution(), true),
            (Err(_), Board::Candidates(candidates)) => (record.clues(), only_solution(candidates)?, false),
            (Err(error), Board::Grid(_)) => return Err(StartError::NotAPuzzle(error)),
        };
        let mut record = if from == StartFrom::Clues { Record::from(record.board) } else { record.clone() };
        if from == StartFrom::Digits
            && let Some(progress) = &mut record.progress
        {
            progress.candidates = None;
        }
        if let Some(mistakes) = Mistakes::of(&record, &solution) {
            return Err(StartError::Mistakes(mistakes));
        }
        if let Some(state) = record.unread_state()
            && let Some((cell, clue)) = clues.clues().find(|&(cell, _)| state.get(cell).is_none())
        {
            return Err(StartError::MissingClue { cell, clue });
        }
        let is_gone = |&Candidate { cell, digit }: &Candidate| {
            let marks = match &record.board {
                Board::Candidates(candidates) => candidates.digits(cell),
                Board::Grid(_) => record.pencilmarks(cell),
            };
            !marks.is_empty() && !marks.contains(digit)
        };
        let filled = if let Board::Candidates(_) = record.board { clues } else { record.state() };
        let mut position = Pencilmarks::from(&filled);
        let gone: Vec<Candidate> = position.candidates().iter().filter(is_gone).collect();
        gone.into_iter().for_each(|candidate| position.eliminate(candidate));
        Ok(StartPosition { clues, position, solution, is_unique })
    }
}

/// Returns the solution of candidates, if they have exactly one.
fn only_solution(candidates: &CandidateSet) -> Result<Solution, NotAPuzzle> {
    if let Some(contradiction) = candidates.contradiction() {
        return Err(NotAPuzzle::Contradiction(contradiction));
    }
    let mut solutions = solver::Solutions::of(solver::State::from(candidates));
    match (solutions.next(), solutions.next()) {
        (None, _) => Err(NotAPuzzle::NoSolution),
        (Some(solution), None) => Ok(solution),
        (Some(one), Some(other)) => Err(NotAPuzzle::Ambiguous(Box::new([one, other]))),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use minirow_core::Puzzle;

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

    /// Returns the candidates of a Sukaku: those of a solution, and 150 others with which there is one solution.
    pub(crate) fn sukaku(seed: u64) -> CandidateSet {
        let solution: Grid =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179".parse().unwrap();
        let mut all: Vec<Candidate> = CandidateSet::ALL.iter().collect();
        let mut state = seed;
        for place in (1..all.len()).rev() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            all.swap(place, (state >> 33) as usize % (place + 1));
        }
        let mut candidates = CandidateSet::EMPTY;
        solution.clues().for_each(|(cell, digit)| candidates.insert(Candidate { cell, digit }));
        for candidate in all {
            let mut more = candidates;
            more.insert(candidate);
            if candidates.len() < 81 + 150 && only_solution(&more).is_ok() {
                candidates = more;
            }
        }
        candidates
    }

    #[test]
    fn candidates_with_one_solution_are_a_sukaku() {
        for seed in 0..10 {
            let candidates = sukaku(seed);
            assert!(Puzzle::new(candidates.singles()).is_err(), "the filled cells are no puzzle");
            let start = StartPosition::from_board(&Board::Candidates(candidates)).unwrap();
            assert_eq!((start.position.with_values(), start.is_unique), (candidates, false));
            let mut none = candidates;
            none.remove(Candidate { cell: Cell::at(0, 0), digit: start.solution.digit(Cell::at(0, 0)) });
            let error = StartPosition::from_board(&Board::Candidates(none)).unwrap_err();
            assert!(error.to_string().starts_with("no solution"), "{error}");
        }
        let several = StartPosition::from_board(&Board::Candidates(CandidateSet::ALL)).unwrap_err();
        assert!(several.to_string().starts_with("several solutions: "), "{several}");
    }

    #[test]
    fn a_cell_that_lost_its_digit_is_named() {
        let mut candidates = candidates();
        candidates.remove(Candidate { cell: Cell::at(0, 2), digit: Digit::D4 });
        let error = StartPosition::from_board(&Board::Candidates(candidates)).err().unwrap();
        assert_eq!(error.to_string(), "the candidates of r1c3 lack the digit of the solution");
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
