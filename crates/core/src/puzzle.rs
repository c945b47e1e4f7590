//! A puzzle: a grid shown to have exactly one solution, which it carries. The type is the proof.

use std::borrow::Borrow;
use std::fmt;

use crate::cell::CellSet;
use crate::contradiction::Contradiction;
use crate::grid::Grid;
use crate::solution::Solution;
use crate::solver;
use crate::solver::batch::questions::Spare;
use crate::solver::batch::{self, Answer, Engine};

/// A grid with exactly one solution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Puzzle {
    clues: Grid,
    solution: Solution,
}

/// Why a grid is no puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotAPuzzle {
    /// The clues contradict each other at once.
    Contradiction(Contradiction),
    /// Nothing is wrong at first sight, but a search finds no solution.
    NoSolution,
    /// There are several solutions: the first two that the solver finds.
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

impl Puzzle {
    /// Proves that the clues have exactly one solution.
    ///
    /// ```
    /// use minirow_core::{Grid, NotAPuzzle, Puzzle};
    /// let clues: Grid = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
    /// let puzzle = Puzzle::new(clues).unwrap();
    /// assert!(puzzle.solution().to_string().starts_with("417369825"));
    /// assert!(matches!(Puzzle::new(Grid::EMPTY), Err(NotAPuzzle::Ambiguous(_))));
    /// # Ok::<(), minirow_core::text::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// [`NotAPuzzle`] says why there is none, or shows two.
    pub fn new(clues: Grid) -> Result<Puzzle, NotAPuzzle> {
        if let Answer::One(solution) = batch::with_engine_for_one(|engine| engine.answer(&clues)) {
            return Ok(Puzzle { clues, solution });
        }
        // Those who ask for the reason are shown the same two solutions on every machine.
        let mut solutions = solver::solutions(&clues);
        let Some(solution) = solutions.next() else {
            return Err(Puzzle::why_unsolvable(&clues));
        };
        match solutions.next() {
            None => Ok(Puzzle { clues, solution }),
            Some(other) => Err(NotAPuzzle::Ambiguous(std::boxed::Box::new([solution, other]))),
        }
    }

    /// The same for many grids, in order, and much faster than one after the other.
    ///
    /// ```
    /// # use minirow_core::{Grid, Puzzle};
    /// let clues: Grid = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
    /// let puzzles: Vec<_> = Puzzle::new_all([clues, Grid::EMPTY]).collect();
    /// assert_eq!(puzzles, [Puzzle::new(clues), Puzzle::new(Grid::EMPTY)]);
    /// # Ok::<(), minirow_core::text::ParseError>(())
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

    /// For the batch engine, which has the proof, and for symmetric twins: what has one solution still has one after
    /// relabelling and permuting.
    pub(crate) const fn trusted(clues: Grid, solution: Solution) -> Puzzle {
        Puzzle { clues, solution }
    }

    /// The clues.
    pub const fn clues(&self) -> &Grid {
        &self.clues
    }

    /// The solution.
    pub const fn solution(&self) -> &Solution {
        &self.solution
    }

    /// The clues that can be spared: without any one of them (though perhaps not without two), one solution is left.
    pub fn redundant_clues(&self) -> CellSet {
        self.spare_clues(false)
    }

    /// Whether no clue can be spared.
    pub fn is_minimal(&self) -> bool {
        self.spare_clues(true).is_empty()
    }

    /// The clues that can be spared, or at least one of them if that is enough.
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
    /// Returns, in order, the puzzle that each grid is.
    ///
    /// # Errors
    /// The same as those of [`Puzzle::new`].
    pub fn puzzles(
        &mut self,
        grids: impl IntoIterator<Item: Borrow<Grid>>,
    ) -> impl Iterator<Item = Result<Puzzle, NotAPuzzle>> {
        batch::in_portions(grids, move |grids| {
            let puzzles = self.answers(grids).zip(grids).map(|(answer, grid)| match answer {
                Answer::One(solution) => Ok(Puzzle::trusted(*grid, solution)),
                // The reason is found as for one grid alone, so that it is always the same.
                Answer::NoSolution | Answer::Several => Puzzle::new(*grid),
            });
            puzzles.collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_puzzle_says_why() {
        let grid = |start: &str| format!("{start:.<81}").parse::<Grid>().unwrap();
        let why = |start: &str| Puzzle::new(grid(start)).unwrap_err().to_string();
        assert_eq!(why("55"), "no solution: r1c1 and r1c2 in row 1 are both 5");
        assert_eq!(why(&format!("12345678.{}9", ".".repeat(53))), "no solution: no digit is possible in r1c9");
        assert!(why("").starts_with("several solutions: two of them differ in "), "{}", why(""));
        // 3 and 4 are both possible in row 1, but only in r1c4: it takes a step to see that.
        assert_eq!(why("....5678934"), "no solution");
    }
}
