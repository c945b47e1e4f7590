//! The crate `sudoku` (AGPL-3.0): a bitmask solver in the line of jczsolve, and a generator that removes clues.

use ::sudoku::{Sudoku, Symmetry};
use minirow_core::Grid;
use rand::SeedableRng;
use rand::rngs::SmallRng;

use crate::engines::{Answer, EngineKind, Maker, Solver, Work, one_after_another, one_by_one};

pub(crate) static SOLVER: Solver = Solver {
    name: "sudoku",
    kind: EngineKind::Peer,
    available: || true,
    // A count up to two that keeps no solution: the quickest that the crate has.
    load: |grids| one_by_one(grids, theirs, |sudoku| sudoku.is_uniquely_solvable()),
    answer: |grid| Answer::of(theirs(grid).solutions_up_to(2).into_iter().map(ours)),
};

pub(crate) static MAKER: Maker = Maker {
    name: "sudoku",
    kind: EngineKind::Peer,
    start: |work, seed| {
        // The quickest generator in `rand`, rather than the thread's own: random numbers are not what is measured.
        let mut rng = SmallRng::seed_from_u64(seed);
        let symmetry = match work {
            Work::Minimal => Symmetry::None,
            Work::MinimalHalfTurn => Symmetry::HalfRotation,
            Work::FullGrid => {
                return one_after_another(move || Ok(ours(Sudoku::generate_solved_with_rng(&mut rng))));
            }
        };
        one_after_another(move || {
            let full = Sudoku::generate_solved_with_rng(&mut rng);
            Ok(ours(Sudoku::generate_with_symmetry_and_rng_from(full, symmetry, &mut rng)))
        })
    },
};

fn theirs(grid: &Grid) -> Sudoku {
    Sudoku::from_bytes(*grid.numbers()).expect("numbers 0-9")
}

fn ours(sudoku: Sudoku) -> Grid {
    Grid::from_numbers(sudoku.to_bytes()).expect("numbers 0-9")
}
