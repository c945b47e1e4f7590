//! Our bitmask solver, one grid at a time.

use minirow_core::solver;

use crate::engines::{Answer, EngineKind, Solver, one_by_one};

pub(crate) static SOLVER: Solver = Solver {
    name: "bitmask",
    kind: EngineKind::Ours,
    available: || true,
    load: |grids| one_by_one(grids, |grid| *grid, |grid| solver::solutions(grid).count_next(2) == 1),
    answer: |grid| Answer::of(solver::solutions(grid).map(|solution| *solution.grid())),
};
