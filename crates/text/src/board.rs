//! A board: the clues or the candidates in a text.

use minirow_core::solver::{self, Solutions, State};
use minirow_core::{CandidateSet, Grid};

use crate::error::OnlyCandidates;

/// The contents of a text: clues or candidates.
///
/// ```
/// use minirow_text::{Board, OnlyCandidates};
/// use minirow_core::{CandidateSet, Grid};
/// assert_eq!(minirow_text::parse(&Grid::EMPTY.to_string())?.clues(), Ok(&Grid::EMPTY));
/// let board = minirow_text::parse(&CandidateSet::ALL.to_string())?;
/// assert_eq!(board, Board::Candidates(CandidateSet::ALL));
/// assert_eq!(board.clues(), Err(OnlyCandidates));
/// # Ok::<(), minirow_text::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Board {
    /// Clues.
    Grid(Grid),
    /// The digits that are possible in each cell (729 characters or pencilmarks). Also called Sukaku.
    Candidates(CandidateSet),
}

impl Board {
    /// Returns the clues.
    ///
    /// # Errors
    /// [`OnlyCandidates`] if the board has candidates, which do not show the clues.
    pub fn clues(&self) -> Result<&Grid, OnlyCandidates> {
        match self {
            Board::Grid(grid) => Ok(grid),
            Board::Candidates(_) => Err(OnlyCandidates),
        }
    }

    /// Returns the clues. For candidates, returns all cells with one candidate.
    pub fn grid(&self) -> Grid {
        match self {
            Board::Grid(grid) => *grid,
            Board::Candidates(candidates) => candidates.singles(),
        }
    }

    /// Returns `true` for exactly one solution.
    ///
    /// ```
    /// let grid = "003020600900305001001806400008102900700000008006708200002609500800203009005010300";
    /// assert!(minirow_text::parse(grid)?.has_one_solution());
    /// assert!(!minirow_text::parse(&grid.replace('9', "0"))?.has_one_solution());
    /// # Ok::<(), minirow_text::ParseError>(())
    /// ```
    pub fn has_one_solution(&self) -> bool {
        match self {
            Board::Grid(grid) => solver::is_unique(grid),
            Board::Candidates(candidates) => Solutions::of(State::from(candidates)).count_next(2) == 1,
        }
    }
}
