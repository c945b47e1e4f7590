//! The steps of one puzzle.

use minirow_report::explain::{StartPosition, StepSelection, Walkthrough};
use minirow_report::trace;
use pyo3::prelude::*;

use crate::error::{Error, Result};
use crate::{grids, job};

/// Returns the steps of a puzzle, a JSON object each, as `minirow explain --format json` writes them.
#[pyfunction]
pub(crate) fn explain(py: Python<'_>, puzzle: String) -> Result<Vec<String>> {
    let board = grids::board(&puzzle).map_err(|why| Error::Invalid(why.into()))?;
    job::run(py, None, move |_| {
        let start = StartPosition::from_board(&board)?;
        let walkthrough = Walkthrough::new(&start, StepSelection::All)?;
        Ok(trace::explained_steps(None, &walkthrough).collect())
    })
}
