//! The steps of one puzzle.

use std::fmt::Write;

use minirow_core::{Candidate, Cell, Digit};
use minirow_grade::{Limits, Rating, Step, path_from, techniques};
use minirow_report::explain::{StepSelection, Walkthrough};
use minirow_report::trace;
use minirow_table::{StartPosition, path_scale};
use pyo3::prelude::*;

use crate::error::{Error, Result};
use crate::{grids, job};

/// Returns the steps of a puzzle on a scale, each as a JSON object of `minirow explain --format json`.
#[pyfunction]
pub(crate) fn explain(py: Python<'_>, puzzle: String, scale: String) -> Result<Vec<String>> {
    let scale = path_scale(&scale).map_err(|error| Error::Invalid(format!("scale: found {scale:?}, {error}")))?;
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

/// Returns the easiest step that eliminates a candidate, rated `highest` or lower. See [`text`].
///
/// The number of the candidate is its place among the 729 characters of a position.
#[pyfunction]
pub(crate) fn elimination(py: Python<'_>, position: String, number: usize, highest: f64) -> Result<Option<String>> {
    let board = grids::board(&position).map_err(Error::invalid)?;
    let cell = *Cell::ALL.get(number / 9).ok_or_else(|| Error::Invalid(format!("found candidate {number} of 729")))?;
    let candidate = Candidate { cell, digit: Digit::ALL[number % 9] };
    job::run(py, None, move |_| {
        let start = StartPosition::from_board(&board).map_err(Error::invalid)?;
        let step = techniques::easiest_elimination(&start.position, candidate, Rating::new(highest));
        Ok(step.map(|step| text([step])))
    })
}

/// Writes the steps of a path, one a line: `pointing 2.6: r1c6<>2, r2c6<>2`.
pub(crate) fn text(path: impl IntoIterator<Item = Step>) -> String {
    path.into_iter().fold(String::new(), |mut lines, step| {
        writeln!(lines, "{} {}: {step}", step.technique().slug, step.rating())
            .expect("writing to a String cannot fail");
        lines
    })
}
