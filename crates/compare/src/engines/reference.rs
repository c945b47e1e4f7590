//! Our plain reference solver, which the others are checked against; too slow to be in every table.

use minirow_core::solver::reference;

use crate::engines::{Answer, EngineKind, Solver, one_by_one};

pub(crate) static SOLVER: Solver = Solver {
    name: "reference",
    kind: EngineKind::Ours,
    available: || true,
    load: |grids| one_by_one(grids, |grid| *grid, |grid| reference::count(grid, 2) == 1),
    answer: |grid| Answer::of(reference::solutions(grid, 2).iter().map(|solution| *solution.grid())),
};
