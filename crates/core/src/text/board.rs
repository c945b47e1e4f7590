//! A board: what a text holds, clues or candidates.

use crate::candidate::CandidateSet;
use crate::grid::Grid;
use crate::text::error::OnlyCandidates;

/// What a text holds: a grid, or the candidates of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Board {
    /// Clues.
    Grid(Grid),
    /// The digits possible in each cell (729 characters; also known as Sukaku).
    Candidates(CandidateSet),
}

impl Board {
    /// Returns the clues.
    ///
    /// # Errors
    /// If the board has candidates, which do not show which digits are clues.
    pub fn clues(&self) -> Result<&Grid, OnlyCandidates> {
        match self {
            Board::Grid(grid) => Ok(grid),
            Board::Candidates(_) => Err(OnlyCandidates),
        }
    }
}
