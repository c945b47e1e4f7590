//! The steps of one puzzle.

use std::fmt::Write;

use minirow_grade::{Limits, Path, path_from};
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

/// Returns the steps of a puzzle or a position on the scale of Sudoku Explainer, without explanations. See [`text`].
#[pyfunction]
pub(crate) fn path(py: Python<'_>, puzzle: String) -> Result<String> {
    let board = grids::board(&puzzle).map_err(Error::invalid)?;
    job::run(py, None, move |_| {
        let start = StartPosition::from_board(&board).map_err(Error::invalid)?;
        Ok(text(path_from(start.position, Limits::default())))
    })
}

/// Writes the steps of a path, one a line: `pointing 2.6: r1c6<>2, r2c6<>2`.
pub(crate) fn text(path: Path) -> String {
    path.fold(String::new(), |mut lines, step| {
        writeln!(lines, "{} {}: {step}", step.technique().slug, step.rating())
            .expect("writing to a String cannot fail");
        lines
    })
}
