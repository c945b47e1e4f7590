//! The part of a solving path that is known while a puzzle is being rated.

use minirow_core::Puzzle;
use minirow_grade::{Rating, Step};

/// The steps of a path up to the latest one. A constraint gets it after each step.
#[derive(Debug)]
pub(crate) struct PathSoFar {
    /// The number of steps, the latest included.
    pub(super) steps: usize,
    /// The number of empty cells, which is a lower bound for the number of steps to come.
    pub(super) empty_cells: usize,
    /// The rating of the hardest step.
    pub(super) hardest: Rating,
    /// The number of steps that fill a cell.
    pub(super) placements: usize,
    latest_fills_cell: bool,
}

impl PathSoFar {
    /// Returns the path of a puzzle before its first step.
    pub(crate) fn new(puzzle: &Puzzle) -> PathSoFar {
        let empty_cells = 81 - puzzle.clues().clue_count();
        PathSoFar { steps: 0, empty_cells, hardest: Rating::ZERO, placements: 0, latest_fills_cell: false }
    }

    /// Adds the next step.
    pub(crate) fn take(&mut self, step: &Step) {
        self.steps += 1;
        self.hardest = self.hardest.max(step.rating());
        self.latest_fills_cell = step.placement().is_some();
        self.placements += usize::from(self.latest_fills_cell);
        self.empty_cells -= usize::from(self.latest_fills_cell);
    }

    /// Returns `true` if the latest step is the first one that fills a cell.
    pub(super) fn is_first_placement(&self) -> bool {
        self.placements == 1 && self.latest_fills_cell
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_ends_with_no_empty_cell() {
        let clues = "8...5......28.1.....1.2..9..8.5..1.4..9..36.84..6...5..9......57..3...2...6......";
        let puzzle = Puzzle::new(clues.parse().unwrap()).unwrap();
        let mut path = PathSoFar::new(&puzzle);
        for step in minirow_grade::path(&puzzle) {
            path.take(&step);
        }
        assert_eq!((path.empty_cells, path.hardest.to_string()), (0, "2.3".to_string()));
    }
}
