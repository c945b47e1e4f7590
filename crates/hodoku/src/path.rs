//! The path of a puzzle, step by step.

use minirow_core::{Grid, Puzzle, Solution};
use minirow_grade::{Budget, Pencilmarks};

use crate::rating::next_step;
use crate::search::Search;
use crate::state::State;
use crate::step::Step;

/// Returns the path from the clues of a puzzle to its solution. The steps are those of [`Rating::path`](crate::Rating::path).
///
/// ```
/// use minirow_core::Puzzle;
/// use minirow_hodoku::{path, rate};
///
/// let puzzle = Puzzle::new("8...5......28.1.....1.2..9..8.5..1.4..9..36.84..6...5..9......57..3...2...6......".parse()?)?;
/// let steps: Vec<_> = path(&puzzle).collect();
/// assert_eq!(steps, rate(&puzzle, None)?.path());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn path(puzzle: &Puzzle) -> Path {
    path_from(puzzle.clues(), puzzle.solution(), Pencilmarks::from(puzzle.clues()))
}

/// Returns the path from any position, such as one where a person is stuck. `clues` are those of the puzzle, and the solution must be
/// among the candidates; brute force uses it.
///
/// The singles of the position are found in the order of their cells.
pub fn path_from(clues: &Grid, solution: &Solution, position: Pencilmarks) -> Path {
    let search = Search::new(State::at(clues, &position), Some(*solution), Budget::new(None));
    Path { search, position, is_stopped: false }
}

/// An iterator over the steps of a position, each applied before the next.
pub struct Path {
    search: Search,
    position: Pencilmarks,
    is_stopped: bool,
}

impl Path {
    /// Returns the path without the techniques that conclude from the uniqueness of the solution. It is for a Sukaku, whose
    /// candidates have one solution, and whose filled cells have more.
    #[must_use]
    pub fn without_uniqueness(mut self) -> Path {
        self.search.is_unique = false;
        self
    }

    /// Returns the current position.
    pub const fn pencilmarks(&self) -> &Pencilmarks {
        &self.position
    }

    /// Returns `true` if the path has ended because [`minirow_grade::stop`] has stopped it.
    pub const fn is_stopped(&self) -> bool {
        self.is_stopped
    }
}

impl Iterator for Path {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        if self.position.is_solved() || self.is_stopped {
            return None;
        }
        let Ok(step) = next_step(&mut self.search) else {
            self.is_stopped = true;
            return None;
        };
        self.search.execute(&step);
        if let Some(placement) = step.placement() {
            self.position.place(placement);
        }
        step.eliminations().iter().for_each(|&candidate| self.position.eliminate(candidate));
        Some(step)
    }
}

impl std::iter::FusedIterator for Path {}
