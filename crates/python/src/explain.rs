//! The steps of one puzzle.

use minirow_report::explain::{StartPosition, StepSelection, Walkthrough};
use minirow_report::trace;
use pyo3::prelude::*;

use crate::error::{Error, Result};
use crate::{grids, job};

/// Returns the steps of a puzzle, each as a JSON object of `minirow explain --format json`.
#[pyfunction]
pub(crate) fn explain(py: Python<'_>, puzzle: String) -> Result<Vec<String>> {
    let board = grids::board(&puzzle).map_err(Error::invalid)?;
    job::run(py, None, move |_| {
        let start = StartPosition::from_board(&board).map_err(Error::invalid)?;
        let walkthrough = Walkthrough::new(&start, StepSelection::All).map_err(Error::invalid)?;
        Ok(trace::explained_steps(None, &walkthrough).collect())
    })
}
