//! The second proof of every row: what the lanes of the batch engine found is shown once more, in other ways.
//!
//! All that makes puzzles (sampling, climbing, filling a pattern) asks the batch engine whether solutions are unique and
//! which clues are needed. Its answers are not taken on trust here. The bitmask solver searches the clues to the end, and
//! has to come to the one solution that is to be written. That a clue is needed is shown by a witness: a second solution of
//! the other clues. Whoever found it, it is looked at cell by cell and house by house. Both together take some 30 us a
//! puzzle, and a row cannot be written without them.

use std::cell::RefCell;
use std::ops::ControlFlow;

use minirow_core::solver::batch::{Engine, Solved, Start, Work};
use minirow_core::{Cell, CellSet, Grid, PatternSymmetry, Puzzle, Solution, solver};

use crate::failure::{Failure, Result};

thread_local! {
    /// Looks for witnesses.
    static ENGINE: RefCell<Engine> = RefCell::new(Engine::new());
}

/// A puzzle that was proved twice.
#[derive(Debug)]
pub(crate) struct Proved<'a> {
    puzzle: &'a Puzzle,
    is_minimal: bool,
}

impl<'a> Proved<'a> {
    /// Proves a puzzle again; and that no orbit of a symmetry can be spared, if it was made so.
    ///
    /// # Errors
    /// If the second proof fails: one of the two engines is wrong.
    pub(crate) fn new(puzzle: &'a Puzzle, minimal_under: Option<PatternSymmetry>) -> Result<Proved<'a>> {
        let (clues, solution) = (puzzle.clues(), puzzle.solution());
        prove_unique(clues, solution)?;
        let pattern = clues.pattern();
        let is_minimal = without_witness(clues, solution, pattern.iter().map(CellSet::from).collect()).is_none();
        if let Some(symmetry) = minimal_under.filter(|_| !is_minimal) {
            let orbits = symmetry.orbits().into_iter().filter(|orbit| orbit.is_subset(pattern)).collect();
            if let Some(cell) = without_witness(clues, solution, orbits) {
                let why = format!("was made as a minimal one, but the clue in {cell} can be spared");
                return Err(disproved(clues, &why));
            }
        }
        Ok(Proved { puzzle, is_minimal })
    }

    pub(crate) fn puzzle(&self) -> &'a Puzzle {
        self.puzzle
    }

    /// Whether no clue can be spared.
    pub(crate) fn is_minimal(&self) -> bool {
        self.is_minimal
    }
}

/// The clues have this solution, and no other.
fn prove_unique(clues: &Grid, solution: &Solution) -> Result<()> {
    let mut solutions = solver::solutions(clues);
    match (solutions.next(), solutions.next()) {
        (Some(found), None) if is_solution_of(&found, clues) && found == *solution => Ok(()),
        (Some(_), None) => Err(disproved(clues, "was made with another solution than it has")),
        (None, _) => Err(disproved(clues, "was made as a puzzle, but has no solution")),
        (Some(_), Some(_)) => Err(disproved(clues, "was made as a puzzle, but has several solutions")),
    }
}

/// A cell of an orbit that no witness says is needed.
fn without_witness(clues: &Grid, solution: &Solution, orbits: Vec<CellSet>) -> Option<Cell> {
    let mut witnesses = Witnesses { clues, solution, orbits, asked: 0, without: None };
    ENGINE.with_borrow_mut(|engine| engine.run(&mut witnesses));
    witnesses.without
}

/// The search for witnesses: for each orbit, a second solution of the other clues.
struct Witnesses<'a> {
    clues: &'a Grid,
    solution: &'a Solution,
    orbits: Vec<CellSet>,
    /// How many of them were asked about.
    asked: usize,
    /// A cell of an orbit that has no witness.
    without: Option<Cell>,
}

impl Witnesses<'_> {
    fn others(&self, search: usize) -> Grid {
        self.clues.within(self.clues.pattern() - self.orbits[search])
    }
}

impl Work for Witnesses<'_> {
    #[inline(always)]
    fn next(&mut self, start: &mut Start) -> Option<usize> {
        if self.without.is_some() || self.asked == self.orbits.len() {
            return None;
        }
        let search = self.asked;
        self.asked += 1;
        start.at(&self.others(search));
        // The solution that is known already is no witness; of a single cell that can be said beforehand.
        if let Some(cell) = self.orbits[search].single() {
            start.remove(cell, self.solution.digit(cell));
        }
        Some(search)
    }

    #[inline(always)]
    fn found(&mut self, search: usize, found: impl Solved) -> ControlFlow<()> {
        match Solution::new(found.grid()) {
            Ok(witness) if witness != *self.solution && witness.completes(&self.others(search)) => {
                ControlFlow::Break(())
            }
            _ => ControlFlow::Continue(()),
        }
    }

    #[inline(always)]
    fn exhausted(&mut self, search: usize) {
        self.without = self.orbits[search].first();
    }
}

fn is_solution_of(solution: &Solution, clues: &Grid) -> bool {
    Solution::new(*solution.grid()).is_ok() && solution.completes(clues)
}

fn disproved(clues: &Grid, why: &str) -> Failure {
    Failure::data(format!("{clues} {why}: this is a fault of Minirow, and the row was not written; please report it"))
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
    fn what_is_made_is_proved_and_minimal_where_the_lanes_say_so() {
        let half_turn = PatternSymmetry::HalfTurn;
        let sparse = Recipe { clues: Some(25..=27), minimal: false, ..Recipe::default() };
        let symmetric = Recipe { symmetry: half_turn, ..Recipe::default() };
        let mut minimal = [0, 0];
        for (recipe, under) in [(sparse, None), (symmetric, Some(half_turn))] {
            for puzzle in puzzles(&recipe, 200) {
                let proved = Proved::new(&puzzle, under).unwrap();
                assert_eq!(proved.is_minimal(), puzzle.is_minimal(), "{}", puzzle.clues());
                minimal[usize::from(proved.is_minimal())] += 1;
            }
        }
        assert!(minimal.iter().all(|&count| count > 5), "{minimal:?}");
    }

    #[test]
    fn what_is_wrong_is_refused() {
        let said = |result: Result<()>| match result {
            Err(Failure::Data(message)) => message.split_once(' ').unwrap().1.split_once(':').unwrap().0.to_string(),
            other => panic!("{other:?}"),
        };
        let puzzle = puzzles(&Recipe::default(), 1)[0];
        let (clues, solution) = (puzzle.clues(), puzzle.solution());
        assert!(prove_unique(clues, solution).is_ok());
        let twin = puzzles(&Recipe::default(), 2)[1];
        assert_eq!(said(prove_unique(clues, twin.solution())), "was made with another solution than it has");
        let mut fewer = *clues;
        fewer.set(clues.pattern().first().unwrap(), None);
        assert_eq!(said(prove_unique(&fewer, solution)), "was made as a puzzle, but has several solutions");
        let cell = (!clues.pattern()).first().unwrap();
        let mut wrong = *clues;
        let other = minirow_core::Digit::ALL.into_iter().find(|&digit| digit != solution.digit(cell));
        wrong.set(cell, other);
        assert_eq!(said(prove_unique(&wrong, solution)), "was made as a puzzle, but has no solution");
        // One clue more than a minimal puzzle has.
        let mut more = *clues;
        more.set(cell, Some(solution.digit(cell)));
        let more = Puzzle::new(more).unwrap();
        assert!(!Proved::new(&more, None).unwrap().is_minimal());
        let message = said(Proved::new(&more, Some(PatternSymmetry::None)).map(drop));
        assert!(message.starts_with("was made as a minimal one, but the clue in r"), "{message}");
    }
}
