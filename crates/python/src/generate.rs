//! Generated puzzles: all in one batch, or batch after batch.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use minirow_cli::door::{self, Generation};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyString};
use serde_json::Value;

use crate::batch::{Builder, RecordBatch, check_number};
use crate::error::{Error, Result};
use crate::job::{self, Control, Job, Progress};

/// What is to be generated.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Wanted<'py> {
    seed: u64,
    start: u64,
    count: u64,
    wishes: Bound<'py, PyDict>,
    exclude: Vec<PathBuf>,
    labels: bool,
    weights: bool,
    threads: Option<NonZeroUsize>,
    progress: Progress,
}

/// Looks whether what is wanted can be. Files to exclude may be large, so that it is a job of its own.
fn generation(py: Python<'_>, wanted: &Wanted) -> Result<Generation> {
    let wishes = wishes(&wanted.wishes)?;
    let (seed, start, count) = (wanted.seed, wanted.start, wanted.count);
    let columns = door::Columns { labels: wanted.labels, weights: wanted.weights };
    let exclude = wanted.exclude.clone();
    job::run(py, None, move |_| Ok(Generation::new(seed, start, count, wishes, exclude, columns)?))
}

/// Wishes by their names. None is no wish.
pub(crate) fn wishes(given: &Bound<'_, PyDict>) -> Result<Vec<(String, Value)>> {
    let mut wishes = Vec::new();
    for (name, value) in given.iter() {
        let name: String = name.extract()?;
        if !value.is_none() {
            let value = self::value(&name, &value)?;
            wishes.push((name, value));
        }
    }
    Ok(wishes)
}

/// The value of a wish: a text, a number, True or False, or a list of such.
fn value(name: &str, given: &Bound<'_, PyAny>) -> Result<Value> {
    if let Ok(flag) = given.cast::<PyBool>() {
        return Ok(flag.is_true().into());
    }
    if let Ok(text) = given.cast::<PyString>() {
        return Ok(text.to_str()?.into());
    }
    if given.is_instance_of::<PyInt>() {
        let number: i64 =
            given.extract().map_err(|_| Error::Asked(format!("{name}: found {given}, a number too large")))?;
        return Ok(number.into());
    }
    if given.is_instance_of::<PyFloat>() {
        return Ok(given.extract::<f64>()?.into());
    }
    // Those of NumPy.
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
            Err(Error::Asked(format!(
                "{name}: found {kind}, expected a text, a number, True or False, or a list of such"
            )))
        }
    }
}

/// All rows in one batch.
#[pyfunction]
pub(crate) fn generate(py: Python<'_>, wanted: Wanted) -> Result<RecordBatch> {
    check_number(wanted.count, "generate_batches")?;
    let generation = generation(py, &wanted)?;
    let threads = wanted.threads;
    job::run(py, wanted.progress, move |control| {
        let mut builder = Builder::of(&generation.columns());
        rows(&generation, threads, control, |line| {
            builder.line(line);
            Ok(())
        })?;
        Ok(builder.finish())
    })
}

/// The rows in batches of so many.
#[pyfunction]
pub(crate) fn generate_batches(py: Python<'_>, wanted: Wanted, batch_rows: NonZeroUsize) -> Result<Batches> {
    check_number(batch_rows.get() as u64, "a smaller batch_rows")?;
    let generation = generation(py, &wanted)?;
    let threads = wanted.threads;
    let job = Job::start(wanted.progress, move |control, results| {
        let mut builder = Builder::of(&generation.columns());
        rows(&generation, threads, control, |line| {
            builder.line(line);
            if builder.rows() == batch_rows.get() { results.put(builder.finish()) } else { Ok(()) }
        })?;
        if builder.rows() > 0 { results.put(builder.finish()) } else { Ok(()) }
    })?;
    Ok(Batches(job))
}

/// Makes rows as long as they are taken.
fn rows(
    generation: &Generation,
    threads: Option<NonZeroUsize>,
    control: &Control,
    mut take: impl FnMut(&str) -> Result<()>,
) -> Result<()> {
    let mut taken = Ok(());
    let made = generation.rows(threads, &control.stop, |lines| {
        control.add(lines.len());
        taken = lines.iter().try_for_each(|line| take(line));
        taken.is_ok()
    });
    taken?;
    Ok(made?)
}

/// Batches of generated puzzles, one after the other; they are made while the last one is looked at.
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
