//! The batch engine compared with the other solvers, on every instruction set of this machine.

use std::ops::ControlFlow;

use crate::common::{Random, size};
use crate::size::stride;
use minirow_core::solver::batch::{CountAndSolution, Engine, InstructionSet, Solved, Start, Work};
use minirow_core::solver::{self, reference};
use minirow_core::{CandidateSet, Cell, CellSet, Grid, Puzzle};

fn engines() -> Vec<Engine> {
    InstructionSet::available().map(|set| Engine::with(set).expect("it is available")).collect()
}

/// Compares every engine with the bitmask solver, which other tests compare with the plain one.
fn check(engines: &mut [Engine], grids: &[Grid], limit: u64) {
    let expected: Vec<u64> = grids.iter().map(|grid| solver::solutions(grid).count_next(limit)).collect();
    let solutions: Vec<_> = grids.iter().map(solver::smallest).collect();
    for engine in engines {
        let counts: Vec<u64> = engine.counts(grids, limit).collect();
        let found: Vec<CountAndSolution> = engine.find(grids, limit).collect();
        assert_eq!((counts.len(), found.len()), (grids.len(), grids.len()));
        for (number, grid) in grids.iter().enumerate() {
            let expected = (expected[number], expected[number], solutions[number]);
            let found = (counts[number], found[number].count, found[number].solution);
            assert_eq!(found, expected, "{engine:?}, limit {limit}: {grid}");
        }
    }
}

/// The numbers of solutions and of clues are of every kind: none, one, several, and too many to count.
#[test]
fn on_random_grids() {
    const PORTION: usize = 1000;
    let mut random = Random::new(21);
    let mut engines = engines();
    let mut of_each = [0; 3];
    let size = size(50_000) / stride(4);
    for _ in 0..size.div_ceil(PORTION) {
        let limit = [1, 2, 3, 20, 500][random.below(5)];
        let grids: Vec<Grid> = (0..PORTION).map(|_| random.of_any_kind()).collect();
        check(&mut engines, &grids, limit);
        for count in Engine::new().counts(&grids, 2) {
            of_each[count as usize] += 1;
        }
    }
    assert!(of_each.iter().all(|&number| number > size / 20), "{of_each:?}: all kinds must come up");
}

#[test]
fn on_hard_puzzles_with_some_clues_changed() {
    let mut random = Random::new(24);
    let mut engines = engines();
    let mut grids = Vec::new();
    for text in crate::common::PUZZLES {
        let puzzle: Grid = text.parse().unwrap();
        for changes in [0, 0, 1, 1, 2, 3].repeat(100) {
            let mut grid = random.symmetry().grid(&puzzle);
            for _ in 0..changes {
                let digit = (random.below(2) == 0).then(|| random.digit());
                grid.set(Cell::from_index(random.below(81)), digit);
            }
            grids.push(grid);
        }
    }
    for limit in [2, 50] {
        check(&mut engines, &grids, limit);
    }
}

#[test]
fn with_large_limits() {
    let mut random = Random::new(25);
    let grids: Vec<Grid> = (0..16).map(|clues| random.solvable(clues)).collect();
    for mut engine in engines() {
        assert!(engine.counts(&grids, 1000).all(|count| count == 1000));
        assert_eq!(engine.counts([Grid::EMPTY], 20_000).collect::<Vec<_>>(), [20_000]);
        assert!(engine.counts(&grids, 0).all(|count| count == 0));
    }
    // An exact count of a few thousand, with its branches distributed over all lanes.
    let grid = random.solvable(24);
    let exact = reference::count(&grid, u64::MAX);
    assert!(exact > 100, "{exact}");
    for mut engine in engines() {
        assert_eq!(engine.counts([grid], u64::MAX).collect::<Vec<_>>(), [exact]);
    }
}

#[test]
fn equal_digits_in_a_nearly_empty_grid_end_the_search() {
    // Only two equal digits, or a box with 8 digits left for 7 cells. The rest could be filled in very many ways.
    let mut grids = Vec::new();
    for (one, other) in [(0, 1), (0, 10), (40, 50), (0, 8), (0, 72), (80, 62)] {
        let mut grid = Grid::EMPTY;
        grid.set(Cell::from_index(one), Some(minirow_core::Digit::D5));
        grid.set(Cell::from_index(other), Some(minirow_core::Digit::D5));
        grids.push(grid);
    }
    check(&mut engines(), &grids, 2);
}

#[test]
fn results_are_in_the_order_of_the_grids_for_any_number_of_grids() {
    let mut random = Random::new(26);
    let grids: Vec<Grid> = (0..5_000).map(|_| random.anything()).collect();
    let expected: Vec<u64> = grids.iter().map(|grid| solver::solutions(grid).count_next(3)).collect();
    for mut engine in engines() {
        for size in [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 100, 2047, 2048, 2049, 5_000] {
            assert_eq!(engine.counts(&grids[..size], 3).collect::<Vec<_>>(), expected[..size], "{engine:?}, {size}");
        }
        // One at a time, each with all lanes.
        for (grid, count) in grids.iter().zip(&expected).take(1_000) {
            assert_eq!(engine.count(grid, 3), *count, "{engine:?}: {grid}");
        }
        // From a lazy iterator, and only as far as results are taken.
        let counts: Vec<u64> = engine.counts((0..).map(|n| grids[n % 5_000]), 3).take(7_000).collect();
        assert_eq!(counts[..5_000], expected);
        assert_eq!(counts[5_000..], expected[..2_000]);
    }
}

#[test]
fn the_solution_is_the_only_or_the_smallest_one() {
    let mut random = Random::new(27);
    let mut grids: Vec<Grid> = (0..3_000).map(|_| random.anything()).collect();
    grids.extend((0..=81).map(|clues| random.solvable(clues)));
    for limit in [1, 2, 3, 1000].into_iter().rev().step_by(stride(2)) {
        let expected: Vec<CountAndSolution> = (grids.iter())
            .map(|grid| CountAndSolution {
                count: solver::solutions(grid).count_next(limit),
                solution: solver::smallest(grid),
            })
            .collect();
        for mut engine in engines() {
            let set = engine.instruction_set();
            for ((found, expected), grid) in engine.find(&grids, limit).zip(&expected).zip(&grids) {
                assert_eq!(found, *expected, "{set}, limit {limit}: {grid}");
            }
        }
    }
}

/// Runs a search for each clue: could its cell hold another digit without it?
struct SpareClues<'a> {
    clues: &'a Grid,
    left: Vec<Cell>,
    searches: Vec<Cell>,
    spare: Vec<Cell>,
    as_candidates: bool,
}

impl Work for SpareClues<'_> {
    fn next(&mut self, start: &mut Start) -> Option<usize> {
        let cell = self.left.pop()?;
        let mut without = *self.clues;
        without.set(cell, None);
        if self.as_candidates {
            start.at_candidates(&CandidateSet::from(&without));
        } else {
            start.at(&without);
        }
        start.remove(cell, self.clues.get(cell).unwrap());
        self.searches.push(cell);
        Some(self.searches.len() - 1)
    }

    fn found(&mut self, _search: usize, solution: &dyn Solved) -> ControlFlow<()> {
        assert!(solution.grid().is_full());
        let mut known = Start::new();
        known.at(&solution.grid());
        assert_eq!(solution.differing(&known), CellSet::EMPTY);
        ControlFlow::Break(())
    }

    fn exhausted(&mut self, search: usize) {
        self.spare.push(self.searches[search]);
    }
}

#[test]
fn lanes_can_be_given_other_work() {
    let mut random = Random::new(28);
    for mut engine in engines() {
        for as_candidates in [false, true] {
            for text in crate::common::PUZZLES {
                let puzzle = Puzzle::new(text.parse().unwrap()).unwrap();
                let mut clues = *puzzle.clues();
                for cell in random.cells(10).iter() {
                    clues.set(cell, Some(puzzle.solution().digit(cell)));
                }
                let left = clues.pattern().iter().collect();
                let mut work =
                    SpareClues { clues: &clues, left, searches: Vec::new(), spare: Vec::new(), as_candidates };
                engine.run(&mut work);
                let spare = work.spare.into_iter().collect();
                assert_eq!(Puzzle::new(clues).unwrap().redundant_clues(), spare, "{engine:?}: {clues}");
            }
        }
    }
}

#[test]
fn an_engine_runs_on_each_available_instruction_set() {
    for set in InstructionSet::ALL {
        let available = InstructionSet::available().any(|other| other == set);
        assert_eq!(Engine::with(set).map(|engine| engine.instruction_set()), available.then_some(set));
    }
    let best = InstructionSet::available().next().unwrap();
    assert_eq!(Engine::new().instruction_set(), best);
    assert!(InstructionSet::available().any(|set| set == InstructionSet::Scalar));
}
