//! A board: the clues or the candidates in a text.

use crate::candidate::CandidateSet;
use crate::grid::Grid;
use crate::text::error::OnlyCandidates;

/// The contents of a text: clues or candidates.
///
/// ```
/// use minirow_core::text::{self, Board, OnlyCandidates};
/// use minirow_core::{CandidateSet, Grid};
/// assert_eq!(text::parse(&Grid::EMPTY.to_string())?.clues(), Ok(&Grid::EMPTY));
/// let board = text::parse(&CandidateSet::ALL.to_string())?;
/// assert_eq!(board, Board::Candidates(CandidateSet::ALL));
/// assert_eq!(board.clues(), Err(OnlyCandidates));
/// # Ok::<(), text::ParseError>(())
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
}
