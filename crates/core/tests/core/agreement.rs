//! The bitmask solver compared with the plain one: counts, solutions and smallest solutions, on grids of every kind and
//! on equivalent grids.

use std::collections::BTreeSet;

use crate::common::{Random, size};
use minirow_core::solver::{self, State, reference};
use minirow_core::{Candidate, CandidateSet, Cell, Grid, NotAPuzzle, Puzzle, Solution};

fn check(grid: &Grid, limit: usize) {
    let expected = reference::count(grid, limit as u64);
    let found: Vec<Solution> = solver::solutions(grid).take(limit).collect();
    assert_eq!(found.len() as u64, expected, "{grid}");
    assert_eq!(solver::count(grid, limit as u64), expected, "{grid}");
    let different: BTreeSet<_> = found.iter().collect();
    assert_eq!(different.len(), found.len(), "a solution came twice: {grid}");
    for solution in &found {
        assert!(Solution::new(*solution.grid()).is_ok() && solution.completes(grid), "{grid}");
    }
    if (found.len()) < limit {
        let all: BTreeSet<Solution> = reference::solutions(grid, limit).into_iter().collect();
        assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), all, "{grid}");
    }
    assert_eq!(solver::is_unique(grid), expected == 1, "{grid}");
    match (Puzzle::new(*grid), expected) {
        (Ok(puzzle), 1) => assert_eq!(Some(*puzzle.solution()), solver::solve(grid)),
        (Err(NotAPuzzle::Ambiguous(two)), 2..) => {
            assert!(two[0] != two[1] && two.iter().all(|solution| solution.completes(grid)));
        }
        (Err(NotAPuzzle::NoSolution | NotAPuzzle::Contradiction(_)), 0) => {}
        (puzzle, _) => panic!("{puzzle:?} with {expected} solutions: {grid}"),
    }
}

#[test]
fn on_grids_with_no_solution_one_and_several() {
    let mut random = Random::new(1);
    let mut of_each = [0; 3];
    for _ in 0..size(10_000) {
        let grid = random.anything();
        check(&grid, 3);
        of_each[solver::count(&grid, 2) as usize] += 1;
    }
    assert!(of_each.iter().all(|&number| number > size(10_000) / 100), "{of_each:?}: all kinds must come up");
}

#[test]
fn on_every_number_of_clues() {
    let mut random = Random::new(2);
    for clues in 0..=81 {
        for _ in 0..20 {
            check(&random.solvable(clues), 20);
        }
    }
}

#[test]
fn on_noise() {
    let mut random = Random::new(3);
    // For numbers of clues in between, the plain solver can take minutes to find that there is no solution.
    for clues in (1..9).chain(40..=81) {
        for _ in 0..100 {
            check(&random.noise(clues), 2);
        }
    }
}

#[test]
fn on_hard_puzzles_and_their_equivalents() {
    let mut random = Random::new(4);
    for text in crate::common::PUZZLES {
        let puzzle = Puzzle::new(text.parse().unwrap()).unwrap();
        for _ in 0..20 {
            let equivalent = random.symmetry().puzzle(&puzzle);
            check(equivalent.clues(), 2);
            assert_eq!(solver::smallest(equivalent.clues()), Some(*equivalent.solution()));
        }
        // With one clue changed or missing there are none, one or several solutions.
        for cell in puzzle.clues().pattern().iter() {
            let mut changed = *puzzle.clues();
            changed.set(cell, None);
            check(&changed, 50);
            let digit = random.digit();
            changed.set(cell, Some(digit));
            check(&changed, 50);
        }
    }
}

#[test]
fn the_smallest_solution_equals_that_of_the_plain_solver() {
    let mut random = Random::new(5);
    for clues in [28, 32, 36, 40, 50, 60, 81] {
        for _ in 0..50 {
            let grid = random.solvable(clues);
            assert_eq!(solver::smallest(&grid), reference::smallest(&grid), "{grid}");
        }
    }
    for _ in 0..500 {
        let mut grid = random.solvable(35);
        let digit = random.digit();
        grid.set(Cell::from_index(random.below(81)), Some(digit));
        assert_eq!(solver::smallest(&grid), reference::smallest(&grid), "{grid}");
    }
    // With no clues, or few and late ones, the plain solver does not have to backtrack.
    assert_eq!(solver::smallest(&Grid::EMPTY), reference::smallest(&Grid::EMPTY));
    for clues in 1..=6 {
        let full = random.full_grid();
        let grid = full.within(Cell::ALL.into_iter().rev().take(clues).collect());
        assert_eq!(solver::smallest(&grid), reference::smallest(&grid), "{grid}");
    }
}

#[test]
fn the_smallest_of_billions_is_below_any_other() {
    let mut random = Random::new(6);
    for clues in 0..17 {
        for _ in 0..10 {
            let grid = random.solvable(clues);
            let smallest = solver::smallest(&grid).unwrap();
            assert!(smallest.completes(&grid));
            assert!(solver::solutions(&grid).take(200).all(|other| smallest <= other), "{grid}");
        }
    }
}

#[test]
fn candidates_give_the_same_solutions_as_clues() {
    let mut random = Random::new(7);
    for _ in 0..500 {
        let grid = random.anything();
        let candidates = CandidateSet::from(&grid);
        let from_candidates = solver::Solutions::of(State::from(&candidates)).count_next(5);
        assert_eq!(from_candidates, solver::count(&grid, 5), "{grid}");
        assert_eq!(solver::smallest_of(State::from(&candidates)), solver::smallest(&grid), "{grid}");
    }
    // Candidates without clues: a solution is lost if its digit is removed from a cell.
    let puzzle = Puzzle::new(crate::common::PUZZLES[0].parse().unwrap()).unwrap();
    let mut candidates = CandidateSet::from(puzzle.clues());
    let cell = Cell::at(0, 0);
    candidates.remove(Candidate { cell, digit: puzzle.solution().digit(cell) });
    assert_eq!(solver::smallest_of(State::from(&candidates)), None);
}

#[test]
fn propagation_never_loses_a_solution() {
    let mut random = Random::new(8);
    for _ in 0..2_000 {
        let full = random.full_grid();
        let pattern = random.cells(20);
        let mut state = State::from(&full.within(pattern));
        state.propagate().expect("there is a solution");
        let singles = minirow_core::singles::propagate(&full.within(pattern)).expect("there is a solution");
        for (cell, digit) in full.clues() {
            assert!(state.digits(cell).contains(digit));
            assert!(singles.digits(cell).contains(digit));
            assert!(state.digits(cell).is_subset(singles.digits(cell)), "the solver's rules are stronger than singles");
        }
    }
}

#[test]
fn a_clue_is_needed_if_there_are_two_solutions_without_it() {
    let mut random = Random::new(9);
    for text in crate::common::PUZZLES {
        let puzzle = Puzzle::new(text.parse().unwrap()).unwrap();
        // Some of these puzzles have one redundant clue.
        let mut clues = *puzzle.clues();
        let extra = Cell::from_index(random.below(81));
        clues.set(extra, Some(puzzle.solution().digit(extra)));
        let puzzle = Puzzle::new(clues).unwrap();
        let spare = |cell: &Cell| reference::count(&clues.within(clues.pattern().without(*cell)), 2) == 1;
        let expected = clues.pattern().iter().filter(spare).collect();
        assert_eq!(puzzle.redundant_clues(), expected, "{clues}");
        assert_eq!(puzzle.is_minimal(), expected.is_empty());
    }
}
