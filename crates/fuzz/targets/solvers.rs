//! The solvers: equal numbers of solutions and equal solutions from every engine and instruction set.
#![no_main]

use libfuzzer_sys::fuzz_target;
use minirow_core::Grid;
use minirow_core::solver::batch::{Engine, InstructionSet};
use minirow_core::solver::{self, reference};
use minirow_fuzz::AnyGrid;

const LIMIT: u64 = 20;

fuzz_target!(|grids: Vec<AnyGrid>| {
    let grids: Vec<Grid> = grids.into_iter().take(40).map(|AnyGrid(grid)| grid).collect();
    let expected: Vec<_> = grids.iter().map(|grid| (solver::count(grid, LIMIT), solver::smallest(grid))).collect();
    for (grid, (count, smallest)) in grids.iter().zip(&expected) {
        assert_eq!(smallest.is_some(), *count > 0, "{grid}");
        assert!(smallest.is_none_or(|smallest| smallest.completes(grid)), "{grid}");
        // With fewer clues, the plain solver can take minutes to find that there is no solution.
        if *count > 0 && grid.clue_count() > 24 {
            assert_eq!(reference::count(grid, LIMIT), *count, "{grid}");
        }
    }
    for set in InstructionSet::available() {
        let mut engine = Engine::with(set).expect("an available set");
        let found: Vec<_> = engine.find(&grids, LIMIT).map(|found| (found.count, found.solution)).collect();
        assert_eq!(found, expected, "{}", set.name());
        for (grid, (count, _)) in grids.iter().zip(&expected) {
            assert_eq!(engine.count(grid, LIMIT), *count, "{}: {grid}", set.name());
        }
    }
});
