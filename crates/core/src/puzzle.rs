//! A puzzle: a grid that is proved to have exactly one solution, together with that solution.

use std::borrow::Borrow;
use std::fmt;
use std::str::FromStr;

use crate::cell::CellSet;
use crate::contradiction::Contradiction;
use crate::grid::Grid;
use crate::solution::Solution;
use crate::solver;
use crate::solver::batch::questions::Spare;
use crate::solver::batch::{self, Engine, SolutionVerdict};
use crate::text::ParseGridError;

/// A grid with exactly one solution, and that solution.
///
/// Every constructor proves that there is one solution, so functions that take a `Puzzle` do not check it again.
///
/// ```
/// use minirow_core::Puzzle;
/// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let puzzle = Puzzle::new(clues)?;
/// assert_eq!(puzzle.clues().clue_count(), 30);
/// assert!(puzzle.solution().completes(puzzle.clues()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Puzzle {
    clues: Grid,
    solution: Solution,
}

/// The reason why a grid is not a puzzle.
///
/// ```
/// use minirow_core::{Grid, NotAPuzzle, Puzzle};
/// let grid: Grid = format!("{:.<81}", "55").parse()?;
/// let error = Puzzle::new(grid).unwrap_err();
/// assert!(matches!(error, NotAPuzzle::Contradiction(_)));
/// assert_eq!(error.to_string(), "no solution: r1c1 and r1c2 in row 1 are both 5");
/// # Ok::<(), minirow_core::ParseGridError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotAPuzzle {
    /// The clues contradict each other, which shows without a search.
    Contradiction(Contradiction),
    /// There is no contradiction in the clues, but a search finds no solution.
    NoSolution,
    /// There are several solutions. The first two that the bitmask solver finds are given.
    Ambiguous(std::boxed::Box<[Solution; 2]>),
}

impl fmt::Display for NotAPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAPuzzle::Contradiction(contradiction) => write!(f, "no solution: {contradiction}"),
            NotAPuzzle::NoSolution => f.write_str("no solution"),
            NotAPuzzle::Ambiguous(two) => {
                let [one, other] = &**two;
                let cells = one.difference(other);
                let first = cells.first().expect("two solutions differ");
                write!(
                    f,
                    "several solutions: two of them differ in {} cells, the first is {first}, {} in one and {} in the other",
                    cells.len(),
                    one.digit(first),
                    other.digit(first)
                )
            }
        }
    }
}

impl std::error::Error for NotAPuzzle {}

/// The error for a text without a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParsePuzzleError {
    /// The text has no grid.
    #[error(transparent)]
    Text(#[from] ParseGridError),
    /// The grid does not have exactly one solution.
    #[error(transparent)]
    Clues(#[from] NotAPuzzle),
}

/// Parses the 81 characters of a grid, and proves that it has exactly one solution.
///
/// ```
/// use minirow_core::{NotAPuzzle, ParsePuzzleError, Puzzle};
/// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// assert_eq!(puzzle.clues().clue_count(), 30);
/// let error = ".".repeat(81).parse::<Puzzle>().unwrap_err();
/// assert!(matches!(error, ParsePuzzleError::Clues(NotAPuzzle::Ambiguous(_))));
/// # Ok::<(), ParsePuzzleError>(())
/// ```
impl FromStr for Puzzle {
    type Err = ParsePuzzleError;

    fn from_str(text: &str) -> Result<Puzzle, ParsePuzzleError> {
        Ok(Puzzle::new(text.parse()?)?)
    }
}

impl Puzzle {
    /// The smallest number of clues of a puzzle (G. McGuire, B. Tugemann, G. Civario: There is no 16-clue Sudoku, 2012).
    pub const FEWEST_CLUES: usize = 17;

    /// Proves that the clues have exactly one solution.
    ///
    /// ```
    /// use minirow_core::{Grid, NotAPuzzle, Puzzle};
    /// let clues: Grid = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
    /// let puzzle = Puzzle::new(clues).unwrap();
    /// assert!(puzzle.solution().to_string().starts_with("417369825"));
    /// assert!(matches!(Puzzle::new(Grid::EMPTY), Err(NotAPuzzle::Ambiguous(_))));
    /// # Ok::<(), minirow_core::ParseGridError>(())
    /// ```
    ///
    /// # Errors
    /// [`NotAPuzzle`] gives the reason why there is no solution, or two solutions. It is the same on every machine.
    pub fn new(clues: Grid) -> Result<Puzzle, NotAPuzzle> {
        if let SolutionVerdict::One(solution) = batch::with_engine_for_one(|engine| engine.verdict(&clues)) {
            return Ok(Puzzle { clues, solution });
        }
        // The reason comes from the bitmask solver, so that it is the same on every machine.
        let mut solutions = solver::solutions(&clues);
        let Some(solution) = solutions.next() else {
            return Err(Puzzle::why_unsolvable(&clues));
        };
        match solutions.next() {
            None => Ok(Puzzle { clues, solution }),
            Some(other) => Err(NotAPuzzle::Ambiguous(std::boxed::Box::new([solution, other]))),
        }
    }

    /// Proves many grids, in order, with the batch engine. This is several times faster than [`Puzzle::new`] for each.
    ///
    /// ```
    /// # use minirow_core::{Grid, Puzzle};
    /// let clues: Grid = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
    /// let puzzles: Vec<_> = Puzzle::new_all([clues, Grid::EMPTY]).collect();
    /// assert_eq!(puzzles, [Puzzle::new(clues), Puzzle::new(Grid::EMPTY)]);
    /// # Ok::<(), minirow_core::ParseGridError>(())
    /// ```
    pub fn new_all(grids: impl IntoIterator<Item = Grid>) -> impl Iterator<Item = Result<Puzzle, NotAPuzzle>> {
        let mut engine = Engine::new();
        batch::in_portions(grids, move |grids| engine.puzzles(grids).collect())
    }

    fn why_unsolvable(clues: &Grid) -> NotAPuzzle {
        match clues.clash().or_else(|| crate::CandidateSet::from(clues).contradiction()) {
            Some(contradiction) => NotAPuzzle::Contradiction(contradiction),
            None => NotAPuzzle::NoSolution,
        }
    }

    /// Makes a puzzle without a check. For the batch engine, which has the proof, and for images of a puzzle under a
    /// symmetry, which keeps the number of solutions.
    pub(crate) const fn trusted(clues: Grid, solution: Solution) -> Puzzle {
        Puzzle { clues, solution }
    }

    /// Returns the clues.
    pub const fn clues(&self) -> &Grid {
        &self.clues
    }

    /// Returns the solution.
    pub const fn solution(&self) -> &Solution {
        &self.solution
    }

    /// Returns the redundant clues: those that can be removed, each alone, with one solution left.
    ///
    /// Two redundant clues can often not be removed together.
    ///
    /// ```
    /// use minirow_core::{Puzzle, solver};
    /// let clues = "003020600900305001001806400008102900700000008006708200002609500800203009005010300".parse()?;
    /// let puzzle = Puzzle::new(clues)?;
    /// for cell in puzzle.redundant_clues().iter() {
    ///     let mut fewer = *puzzle.clues();
    ///     fewer.set(cell, None);
    ///     assert!(solver::is_unique(&fewer));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn redundant_clues(&self) -> CellSet {
        self.spare_clues(false)
    }

    /// Returns `true` if no clue is redundant.
    pub fn is_minimal(&self) -> bool {
        self.spare_clues(true).is_empty()
    }

    /// Returns the redundant clues, or at least one of them if `one_is_enough`.
    fn spare_clues(&self, one_is_enough: bool) -> CellSet {
        let pattern = self.clues.pattern();
        batch::with_engine_for_one(|engine| {
            let mut work = Spare { clues: &self.clues, left: pattern, spare: CellSet::EMPTY, one_is_enough };
            engine.run(&mut work);
            work.spare
        })
    }
}

impl Engine {
    /// Proves many grids, in order, with this engine. See [`Puzzle::new_all`].
    ///
    /// ```
    /// use minirow_core::Grid;
    /// use minirow_core::solver::batch::Engine;
    /// let puzzle: Grid = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
    /// let mut engine = Engine::new();
    /// assert_eq!(engine.puzzles([puzzle, Grid::EMPTY]).filter(Result::is_ok).count(), 1);
    /// # Ok::<(), minirow_core::ParseGridError>(())
    /// ```
    ///
    /// # Errors
    /// Each item can be the same error as that of [`Puzzle::new`].
    pub fn puzzles(
        &mut self,
        grids: impl IntoIterator<Item: Borrow<Grid>>,
    ) -> impl Iterator<Item = Result<Puzzle, NotAPuzzle>> {
        let verdicts =
            batch::in_portions(grids, move |grids| self.verdicts(grids).zip(grids.iter().copied()).collect());
        verdicts.map(|(verdict, grid)| match verdict {
            SolutionVerdict::One(solution) => Ok(Puzzle::trusted(grid, solution)),
            // The reason is found as for a single grid, so that it is always the same.
            SolutionVerdict::NoSolution | SolutionVerdict::Several => Puzzle::new(grid),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_give_the_reason() {
        let grid = |start: &str| format!("{start:.<81}").parse::<Grid>().unwrap();
        let why = |start: &str| Puzzle::new(grid(start)).unwrap_err().to_string();
        assert_eq!(why("55"), "no solution: r1c1 and r1c2 in row 1 are both 5");
        assert_eq!(why(&format!("12345678.{}9", ".".repeat(53))), "no solution: no digit is possible in r1c9");
        assert!(why("").starts_with("several solutions: two of them differ in "), "{}", why(""));
        // 3 and 4 are both possible in row 1, but only in r1c4. This takes a search.
        assert_eq!(why("....5678934"), "no solution");
    }
}
