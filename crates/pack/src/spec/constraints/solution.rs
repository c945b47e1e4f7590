//! `solution`: the solution grid.

use minirow_core::{Grid, Solution};
use minirow_gen::Recipe;

use crate::spec::{Constraint, ConstraintInfo, ConstraintValue, InvalidValue, PuzzleSpec};

/// The solution that puzzles must have, or `None` for any.
///
/// ```
/// # use minirow_pack::PuzzleSpec;
/// let solution = minirow_gen::full_grid(42, 0);
/// assert_eq!(PuzzleSpec::new().solution(solution).solution.0, Some(solution));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SolutionConstraint(pub Option<Solution>);

pub(super) static INFO: ConstraintInfo = ConstraintInfo {
    name: "solution",
    help: "Solution of all puzzles (81 digits)",
    value_name: "GRID",
    example: "123456789456789123789123456231674895875912364694538217317265948542897631968341572",
    ..ConstraintInfo::VALUE
};

impl ConstraintValue for Option<Solution> {
    fn parse(text: &str) -> Result<Option<Solution>, InvalidValue> {
        let grid: Grid = text.parse().map_err(InvalidValue::new)?;
        Solution::new(grid).map(Some).map_err(|error| InvalidValue::new(format!("not a solution: {error}")))
    }

    fn words(&self) -> Vec<String> {
        self.iter().map(ToString::to_string).collect()
    }
}

impl Constraint for SolutionConstraint {
    fn apply(&self, _spec: &PuzzleSpec, recipe: &mut Recipe) {
        recipe.solution = self.0;
    }
}
