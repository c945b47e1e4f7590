//! Our solvers for one grid at a time.

use minirow_core::solver::{self, reference};

use crate::engines::{Answer, EngineKind, Solver, one_by_one};

/// The bitmask solver.
pub(crate) static BITMASK: Solver = Solver {
    name: "bitmask",
    kind: EngineKind::Ours,
    available: || true,
    load: |grids| one_by_one(grids, |grid| *grid, |grid| solver::solutions(grid).count_next(2) == 1),
    answer: |grid| Answer::of(solver::solutions(grid).map(|solution| *solution.grid())),
};

/// The solver that the core selects.
pub(crate) static SINGLE: Solver =
    Solver { name: "single", load: |grids| one_by_one(grids, |grid| *grid, solver::is_unique), ..BITMASK };

/// The plain reference solver, which the others are checked against. It is too slow to be in every table.
pub(crate) static REFERENCE: Solver = Solver {
    name: "reference",
    load: |grids| one_by_one(grids, |grid| *grid, |grid| reference::count(grid, 2) == 1),
    answer: |grid| Answer::of(reference::solutions(grid, 2).iter().map(|solution| *solution.grid())),
    ..BITMASK
};
