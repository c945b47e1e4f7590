//! The second proof of every puzzle, by another engine than the one that made it.
//!
//! All kinds of generation (sampling, hill climbing, filling a mask) ask the batch engine whether solutions are unique and
//! which clues are needed. Its answers are not trusted here. The bitmask solver searches the clues exhaustively, and must
//! find exactly the expected solution. A witness shows that a clue is needed: a second solution of the other clues. Each
//! witness is checked cell by cell and house by house, so it does not matter which engine found it. Both proofs together
//! take about 30 us a puzzle.

use std::ops::ControlFlow;

use minirow_core::solver::batch::{Engine, Solved, Start, Work};
use minirow_core::{Cell, CellSet, Grid, PatternSymmetry, Puzzle, Solution, solver};

/// The error for a puzzle whose second proof failed: one of the two engines is wrong.
///
/// ```
/// use minirow_core::solver::batch::Engine;
/// use minirow_core::{PatternSymmetry, Puzzle};
/// use minirow_pack::{Disproof, prove};
///
/// let mut clues = *minirow_gen::full_grid(42, 0).grid();
/// clues.set(minirow_core::Cell::ALL[0], None);
/// let puzzle = Puzzle::new(clues)?;
/// let error = prove(&mut Engine::new(), &puzzle, Some(PatternSymmetry::None)).unwrap_err();
/// assert!(matches!(error.reason, Disproof::NotMinimal(_)));
/// # Ok::<(), minirow_core::NotAPuzzle>(())
/// ```
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
#[error("{clues} {reason}: this is an error in Minirow, and the row was not written; please report it")]
pub struct Disproved {
    /// The clues of the puzzle.
    pub clues: Box<Grid>,
    /// The result of the second proof.
    pub reason: Disproof,
}

/// The result of a failed second proof. See [`Disproved`].
#[derive(thiserror::Error, Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Disproof {
    /// The puzzle has one solution, but not the expected one.
    #[error("was made with another solution than it has")]
    OtherSolution,
    /// The puzzle has no solution.
    #[error("was made as a puzzle, but has no solution")]
    NoSolution,
    /// The puzzle has several solutions.
    #[error("was made as a puzzle, but has several solutions")]
    SeveralSolutions,
    /// The clue in this cell can be removed from a puzzle that was generated as minimal.
    #[error("was made as a minimal puzzle, but the clue in {0} can be removed")]
    NotMinimal(Cell),
}

/// Proves a second time that a puzzle has one solution, and returns `true` if it is minimal: no clue can be removed.
///
/// Also proves that no orbit of a symmetry can be removed, if the puzzle was generated as minimal under it.
///
/// # Errors
/// Returns an error if the second proof fails.
///
/// ```
/// use minirow_core::solver::batch::Engine;
/// use minirow_gen::{Generator, Recipe};
///
/// let puzzle = Generator::new(Recipe::default())?.puzzle(42, 0)?;
/// assert!(minirow_pack::prove(&mut Engine::new(), &puzzle, None)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prove(engine: &mut Engine, puzzle: &Puzzle, minimal_under: Option<PatternSymmetry>) -> Result<bool, Disproved> {
    let (clues, solution) = (puzzle.clues(), puzzle.solution());
    prove_unique(clues, solution)?;
    let pattern = clues.pattern();
    let orbits = pattern.iter().map(CellSet::from).collect();
    let is_minimal = without_witness(engine, clues, solution, orbits).is_none();
    if let Some(symmetry) = minimal_under.filter(|_| !is_minimal) {
        let orbits = symmetry.orbits().into_iter().filter(|orbit| orbit.is_subset(pattern)).collect();
        if let Some(cell) = without_witness(engine, clues, solution, orbits) {
            return Err(disproved(clues, Disproof::NotMinimal(cell)));
        }
    }
    Ok(is_minimal)
}

fn disproved(clues: &Grid, reason: Disproof) -> Disproved {
    Disproved { clues: Box::new(*clues), reason }
}

/// Proves that the clues have this solution, and no other.
fn prove_unique(clues: &Grid, solution: &Solution) -> Result<(), Disproved> {
    let mut solutions = solver::solutions(clues);
    let reason = match (solutions.next(), solutions.next()) {
        (Some(found), None) if is_solution_of(&found, clues) && found == *solution => return Ok(()),
        (Some(_), None) => Disproof::OtherSolution,
        (None, _) => Disproof::NoSolution,
        (Some(_), Some(_)) => Disproof::SeveralSolutions,
    };
    Err(disproved(clues, reason))
}

/// Returns a cell of an orbit that has no witness.
fn without_witness(engine: &mut Engine, clues: &Grid, solution: &Solution, orbits: Vec<CellSet>) -> Option<Cell> {
    let mut all = Start::new();
    all.at(clues);
    let mut witnesses = Witnesses { clues, pattern: clues.pattern(), all, solution, orbits, asked: 0, without: None };
    engine.run(&mut witnesses);
    witnesses.without
}

/// The search for witnesses: for each orbit, a second solution of the other clues.
struct Witnesses<'a> {
    clues: &'a Grid,
    pattern: CellSet,
    /// The start with all clues.
    all: Start,
    solution: &'a Solution,
    orbits: Vec<CellSet>,
    /// The number of orbits whose search was started.
    asked: usize,
    /// A cell of an orbit that has no witness.
    without: Option<Cell>,
}

impl Work for Witnesses<'_> {
    fn next(&mut self, start: &mut Start) -> Option<usize> {
        if self.without.is_some() || self.asked == self.orbits.len() {
            return None;
        }
        let search = self.asked;
        self.asked += 1;
        start.clone_from(&self.all);
        self.orbits[search].iter().for_each(|cell| start.clear(cell));
        // The known solution is not a witness. For a single cell, it can be excluded before the search.
        if let Some(cell) = self.orbits[search].single() {
            start.remove(cell, self.solution.digit(cell));
        }
        Some(search)
    }

    fn found(&mut self, search: usize, found: &dyn Solved) -> ControlFlow<()> {
        let others = self.pattern - self.orbits[search];
        match Solution::new(found.grid()) {
            Ok(witness) if witness != *self.solution && witness.completes(&self.clues.within(others)) => {
                ControlFlow::Break(())
            }
            _ => ControlFlow::Continue(()),
        }
    }

    fn exhausted(&mut self, search: usize) {
        self.without = self.orbits[search].first();
    }
}

fn is_solution_of(solution: &Solution, clues: &Grid) -> bool {
    Solution::new(*solution.grid()).is_ok() && solution.completes(clues)
}

#[cfg(test)]
mod tests {
    use super::*;
    use minirow_gen::{Generator, Recipe};

    fn puzzles(recipe: &Recipe, count: u64) -> Vec<Puzzle> {
        let generator = Generator::new(recipe.clone()).unwrap();
        (0..count).map(|index| generator.puzzle(6, index).unwrap()).collect()
    }

    #[test]
    fn generated_puzzles_are_proved_and_minimal_where_the_lanes_say_so() {
        let half_turn = PatternSymmetry::HalfTurn;
        let sparse = Recipe { clues: Some(25..=27), minimal: false, ..Recipe::default() };
        let symmetric = Recipe { symmetry: half_turn, ..Recipe::default() };
        let (mut engine, mut minimal) = (Engine::new(), [0, 0]);
        for (recipe, under) in [(sparse, None), (symmetric, Some(half_turn))] {
            for puzzle in puzzles(&recipe, 200) {
                let is_minimal = prove(&mut engine, &puzzle, under).unwrap();
                assert_eq!(is_minimal, puzzle.is_minimal(), "{}", puzzle.clues());
                minimal[usize::from(is_minimal)] += 1;
            }
        }
        assert!(minimal.iter().all(|&count| count > 5), "{minimal:?}");
    }

    #[test]
    fn wrong_puzzles_are_refused() {
        let reason = |clues: &Grid, solution| prove_unique(clues, solution).unwrap_err().reason;
        let [puzzle, other] = puzzles(&Recipe::default(), 2)[..] else { panic!("two puzzles") };
        let (clues, solution) = (puzzle.clues(), puzzle.solution());
        assert!(prove_unique(clues, solution).is_ok());
        assert_eq!(reason(clues, other.solution()), Disproof::OtherSolution);
        let mut fewer = *clues;
        fewer.set(clues.pattern().first().unwrap(), None);
        assert_eq!(reason(&fewer, solution), Disproof::SeveralSolutions);
        let cell = (!clues.pattern()).first().unwrap();
        let mut wrong = *clues;
        let digit = minirow_core::Digit::ALL.into_iter().find(|&digit| digit != solution.digit(cell));
        wrong.set(cell, digit);
        assert_eq!(reason(&wrong, solution), Disproof::NoSolution);
        // One clue more than a minimal puzzle has.
        let mut more = *clues;
        more.set(cell, Some(solution.digit(cell)));
        let more = Puzzle::new(more).unwrap();
        let prove = |under| prove(&mut Engine::new(), &more, under);
        assert!(!prove(None).unwrap());
        let error = prove(Some(PatternSymmetry::None)).unwrap_err();
        assert!(matches!(error.reason, Disproof::NotMinimal(_)));
        assert!(error.to_string().contains(" was made as a minimal puzzle, but the clue in r"), "{error}");
    }
}
