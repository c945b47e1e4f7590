//! Our solver for one grid at a time.

use minirow_core::solver;

use crate::engines::{Answer, Kind, OneByOne, Solver};

pub(crate) static SOLVER: Solver = Solver {
    name: "single",
    kind: Kind::Ours,
    load: |grids| OneByOne::load(grids, |grid| *grid, solver::is_unique),
    answer: |grid| Answer::of(solver::solutions(grid).map(|solution| *solution.grid())),
};
