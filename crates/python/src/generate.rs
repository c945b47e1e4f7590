//! Generated puzzles: all in one batch, or batch after batch.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use minirow_core::Puzzle;
use minirow_pack::spec::Constraint;
use minirow_pack::{Excluded, PackPlan, PackRun, PuzzleSpec, RunLimits};
use minirow_table::ExtraColumns;
use minirow_table::equivalence::EquivalentBy;
use pyo3::prelude::*;
use serde_json::Value;

use crate::batch::{BatchBuilder, MAX_ROWS, RecordBatch, check_number};
use crate::error::{Error, Result};
use crate::job::{self, Job, Progress};
use crate::many::scale_set;
use crate::split::SplitRule;

/// The puzzles to generate.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Request {
    seed: u64,
    start: u64,
    count: u64,
    /// A JSON array of pairs of names and values. A value of `null` leaves the constraint unset.
    constraints: String,
    exclude: Vec<PathBuf>,
    labels: bool,
    weights: bool,
    scale: Vec<String>,
    threads: Option<NonZeroUsize>,
    progress: Progress,
    /// The split whose rows are kept.
    split: Option<(Py<SplitRule>, String)>,
}

impl Request {
    /// Checks the request. Files to exclude may be large, so they are read in a job.
    pub(crate) fn plan(&self, py: Python<'_>) -> Result<PackPlan> {
        let constraints: Vec<(String, Value)> = serde_json::from_str(&self.constraints).map_err(Error::invalid)?;
        let spec = PuzzleSpec::from_arguments(constraints, Constraint::python_name)?;
        let &Request { seed, start, count, labels, weights, threads, .. } = self;
        let exclude = self.exclude.clone();
        let scales = scale_set(&self.scale)?;
        job::run(py, None, move |control| {
            let excluded = Excluded::read(&exclude, EquivalentBy::Puzzle, &control.run(threads))?;
            let extra = ExtraColumns { labels, weights, sections: false, scales };
            Ok(PackPlan::range(seed, start, count, &spec, excluded, extra)?)
        })
    }
}

/// Generates all rows in one batch.
#[pyfunction]
pub(crate) fn generate(py: Python<'_>, request: Request) -> Result<RecordBatch> {
    check_number(request.count, "generate_batches")?;
    let plan = request.plan(py)?;
    let empty = builder(&plan).finish();
    Ok(start(plan, request, MAX_ROWS)?.next(py)?.unwrap_or(empty))
}

/// Generates the rows in batches of `batch_rows`.
#[pyfunction]
pub(crate) fn generate_batches(py: Python<'_>, request: Request, batch_rows: NonZeroUsize) -> Result<Batches> {
    Ok(Batches(start(request.plan(py)?, request, batch_rows.get())?))
}

fn builder(plan: &PackPlan) -> BatchBuilder {
    BatchBuilder::new(plan.columns().iter().map(|column| (column.name(), column.column_type())))
}

/// Starts to generate the rows of a plan. The last batch may have fewer rows, but has at least one.
fn start(plan: PackPlan, request: Request, batch_rows: usize) -> Result<Job<RecordBatch>> {
    let split = request.split.map(|(rule, name)| (rule.get().0.clone(), name));
    Job::start(request.progress, move |control, put| {
        let (mut builder, columns) = (builder(&plan), plan.columns());
        let run = PackRun::new(&plan, RunLimits::default(), control.run(request.threads));
        let is_in_split =
            split.map(|(rule, name)| move |puzzle: &Puzzle| rule.name(rule.of(puzzle.solution())) == name);
        let mut run = if let Some(is_kept) = &is_in_split { run.keeping(is_kept) } else { run };
        run.rows(|rows| {
            rows.iter().try_for_each(|row| {
                builder.push(columns.values(row));
                if builder.rows() == batch_rows { put(builder.finish()) } else { Ok(()) }
            })
        })?;
        if builder.rows() > 0 { put(builder.finish()) } else { Ok(()) }
    })
}

/// Batches of generated puzzles. While a batch is used, the next one is generated.
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
