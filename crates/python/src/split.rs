//! The split rule of `minirow split`.

use std::sync::Arc;

use minirow_core::{Grid, Solution, canon};
use minirow_dataset::{SplitRule as Rule, grid_id};
use minirow_table::{ColumnType, Interrupt, Value};
use pyo3::prelude::*;

use crate::batch::RecordBatch;
use crate::error::{Error, Result};
use crate::grids::Grids;
use crate::many::{Cost, MaybePuzzle, Options, Question, puzzles, values_or_reason};

/// The names of splits with their shares, and a salt. A rule can be pickled.
#[pyclass(frozen, module = "minirow._minirow")]
pub(crate) struct SplitRule(pub(crate) Arc<Rule>);

#[pymethods]
impl SplitRule {
    #[new]
    fn new(shares: Vec<(String, String)>, salt: &str) -> Result<SplitRule> {
        Ok(SplitRule(Arc::new(Rule::new(shares, salt).map_err(Error::invalid)?)))
    }

    /// The names and shares, in order.
    #[getter]
    fn shares(&self) -> Vec<(&str, &str)> {
        self.0.shares().collect()
    }

    /// Returns the split of a canonical solution, 81 digits.
    fn split_of(&self, form: &str) -> Result<&str> {
        let form = form.parse().map_err(|error| Error::Invalid(format!("{form}: {error}")))?;
        let form = Solution::new(form).map_err(Error::invalid)?;
        Ok(self.0.name(self.0.of_canonical(&form)))
    }

    fn __getnewargs__(&self) -> (Vec<(&str, &str)>, &str) {
        (self.shares(), self.0.salt())
    }
}

/// Returns the splits of puzzles, in a batch with the columns puzzle, `grid_id` and split.
#[pyfunction]
pub(crate) fn split(py: Python<'_>, grids: &Grids, rule: &SplitRule, options: Options) -> Result<RecordBatch> {
    let rule = rule.0.clone();
    let answer = move |_: &Grid, puzzle: MaybePuzzle, _: &Interrupt| {
        values_or_reason(puzzle.map(|puzzle| {
            let form = canon::solution(puzzle.solution()).form;
            [Value::from(grid_id(&form)), Value::from(rule.name(rule.of_canonical(&form)).to_string())]
        }))
    };
    let columns = vec![("grid_id", ColumnType::Utf8), ("split", ColumnType::Utf8)];
    Question { cost: Cost::Quick, columns, prepare: puzzles, answer }.ask(py, grids, options)
}
