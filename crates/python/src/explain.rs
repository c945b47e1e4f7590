//! The steps of one puzzle.

use minirow_report::explain::{PathScale, StartPosition, StepSelection, Walkthrough};
use minirow_report::trace;
use pyo3::prelude::*;

use crate::error::{Error, Result};
use crate::{grids, job};

/// Returns the steps of a puzzle on a scale, each as a JSON object of `minirow explain --format json`.
#[pyfunction]
pub(crate) fn explain(py: Python<'_>, puzzle: String, scale: String) -> Result<Vec<String>> {
    let scale: PathScale = scale.parse().map_err(|error| Error::Invalid(format!("scale: found {scale:?}, {error}")))?;
    let board = grids::board(&puzzle).map_err(Error::invalid)?;
    job::run(py, None, move |_| {
        let start = StartPosition::from_board(&board).map_err(Error::invalid)?;
        let walkthrough = Walkthrough::new(&start, scale, StepSelection::All).map_err(Error::invalid)?;
        Ok(trace::explained_steps(None, &walkthrough).collect())
    })
}
