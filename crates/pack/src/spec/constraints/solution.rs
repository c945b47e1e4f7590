//! `solution`: the solution grid.

use minirow_core::{Grid, Solution};

use crate::spec::value::ConstraintValue;
use crate::spec::{Constraint, InvalidValue};

pub(super) static CONSTRAINT: Constraint = Constraint {
    name: "solution",
    help: "Solution of all puzzles (81 digits)",
    value_name: "GRID",
    example: "123456789456789123789123456231674895875912364694538217317265948542897631968341572",
    apply: |spec, recipe| recipe.solution = spec.solution,
    is_filter: false,
    ..Constraint::VALUE
};

impl ConstraintValue for Solution {
    fn parse(text: &str) -> Result<Solution, InvalidValue> {
        let grid: Grid = text.parse().map_err(InvalidValue::new)?;
        Solution::new(grid).map_err(|error| InvalidValue::new(format!("not a solution: {error}")))
    }

    fn text(&self) -> Option<String> {
        Some(self.to_string())
    }
}
