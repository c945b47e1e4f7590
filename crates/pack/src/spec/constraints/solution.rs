//! `solution`: the solution grid.

use minirow_core::{Grid, Solution};

use crate::spec::value::Word;
use crate::spec::{Constraint, InvalidValue};

pub(super) static CONSTRAINT: Constraint = Constraint {
    name: "solution",
    help: "Solution of all puzzles (81 digits)",
    value_name: "GRID",
    example: "123456789456789123789123456231674895875912364694538217317265948542897631968341572",
    apply: |spec, recipe| recipe.solution = spec.solution,
    ..Constraint::VALUE
};

impl Word for Solution {
    fn from_word(text: &str) -> Result<Solution, InvalidValue> {
        let grid: Grid = text.parse().map_err(InvalidValue::new)?;
        Solution::new(grid).map_err(|error| InvalidValue::new(format!("not a solution: {error}")))
    }

    fn to_word(&self) -> String {
        self.to_string()
    }
}
