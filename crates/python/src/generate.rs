//! Generated puzzles: all in one batch, or batch after batch.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use minirow_pack::{Excluded, PackPlan, PackRun, PuzzleSpec, RunLimits};
use minirow_table::ExtraColumns;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyString};
use serde_json::Value;

use crate::batch::{BatchBuilder, RecordBatch, check_number};
use crate::error::{Error, Result};
use crate::job::{self, Control, Job, Progress};

/// The puzzles to generate.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Request<'py> {
    seed: u64,
    start: u64,
    count: u64,
    constraints: Bound<'py, PyDict>,
    exclude: Vec<PathBuf>,
    labels: bool,
    weights: bool,
    threads: Option<NonZeroUsize>,
    progress: Progress,
}

/// Checks a request. Files to exclude may be large, so this is a job of its own.
fn plan(py: Python<'_>, request: &Request) -> Result<PackPlan> {
    let spec = spec(&request.constraints)?;
    let &Request { seed, start, count, labels, weights, threads, .. } = request;
    let exclude = request.exclude.clone();
    job::run(py, None, move |control| {
        let excluded = Excluded::read(&exclude, &control.run(threads))?;
        let extra = ExtraColumns { labels, weights, sections: false };
        Ok(PackPlan::range(seed, start, count, &spec, excluded, extra)?)
    })
}

/// Reads constraints from keyword arguments. None leaves a constraint unset.
pub(crate) fn spec(given: &Bound<'_, PyDict>) -> Result<PuzzleSpec> {
    let mut arguments: Vec<(String, Value)> = Vec::new();
    for (name, value) in given.iter() {
        let name: String = name.extract()?;
        let value = if value.is_none() { Value::Null } else { self::value(&name, &value)? };
        arguments.push((name, value));
    }
    Ok(PuzzleSpec::from_keywords(arguments)?)
}

/// Returns the value of a constraint: text, a number, a Boolean, or a list of these.
fn value(name: &str, given: &Bound<'_, PyAny>) -> Result<Value> {
    if let Ok(flag) = given.cast::<PyBool>() {
        return Ok(flag.is_true().into());
    }
    if let Ok(text) = given.cast::<PyString>() {
        return Ok(text.to_str()?.into());
    }
    if given.is_instance_of::<PyInt>() {
        let number: i64 =
            given.extract().map_err(|_| Error::Invalid(format!("{name}: found {given}, a number too large")))?;
        return Ok(number.into());
    }
    if given.is_instance_of::<PyFloat>() {
        return Ok(given.extract::<f64>()?.into());
    }
    // The integers of NumPy.
    if let Ok(number) = given.extract::<i64>() {
        return Ok(number.into());
    }
    match given.try_iter() {
        Ok(values) => {
            let values = values.map(|given| value(name, &given?));
            Ok(Value::Array(values.collect::<Result<_>>()?))
        }
        Err(_) => {
            let kind = given.get_type().name()?;
            Err(Error::Invalid(format!(
                "{name}: found {kind}, expected a text, a number, True or False, or a list of such"
            )))
        }
    }
}

/// Generates all rows in one batch.
#[pyfunction]
pub(crate) fn generate(py: Python<'_>, request: Request) -> Result<RecordBatch> {
    check_number(request.count, "generate_batches")?;
    let plan = plan(py, &request)?;
    let threads = request.threads;
    job::run(py, request.progress, move |control| {
        let mut builder = BatchBuilder::of(&plan.columns());
        rows(&plan, threads, control, &mut builder, |_| Ok(()))?;
        Ok(builder.finish())
    })
}

/// Generates the rows in batches of `batch_rows`.
#[pyfunction]
pub(crate) fn generate_batches(py: Python<'_>, request: Request, batch_rows: NonZeroUsize) -> Result<Batches> {
    check_number(batch_rows.get() as u64, "a smaller batch_rows")?;
    let plan = plan(py, &request)?;
    let threads = request.threads;
    let job = Job::start(request.progress, move |control, results| {
        let mut builder = BatchBuilder::of(&plan.columns());
        rows(&plan, threads, control, &mut builder, |builder| {
            if builder.rows() == batch_rows.get() { results.put(builder.finish()) } else { Ok(()) }
        })?;
        if builder.rows() > 0 { results.put(builder.finish()) } else { Ok(()) }
    })?;
    Ok(Batches(job))
}

/// Generates the rows of a plan, and calls `added` after each.
fn rows(
    plan: &PackPlan,
    threads: Option<NonZeroUsize>,
    control: &Control,
    builder: &mut BatchBuilder,
    mut added: impl FnMut(&mut BatchBuilder) -> Result<()>,
) -> Result<()> {
    let columns = plan.columns();
    PackRun::new(plan, RunLimits::default(), control.run(threads)).rows(|rows| {
        rows.iter().try_for_each(|row| {
            builder.push_row(&columns, row);
            added(builder)
        })
    })
}

/// Batches of generated puzzles; the next one is made while the last one is used.
#[pyclass(frozen, module = "minirow._minirow")]
pub(crate) struct Batches(Job<RecordBatch>);

#[pymethods]
impl Batches {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> Result<Option<RecordBatch>> {
        self.0.next(py)
    }
}
