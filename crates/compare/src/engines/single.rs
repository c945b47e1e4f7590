//! Our solver for one grid at a time, whichever the core picks.

use minirow_core::solver;

use crate::engines::{EngineKind, Solver, bitmask, one_by_one};

pub(crate) static SOLVER: Solver = Solver {
    name: "single",
    kind: EngineKind::Ours,
    available: || true,
    load: |grids| one_by_one(grids, |grid| *grid, solver::is_unique),
    answer: bitmask::SOLVER.answer,
};
