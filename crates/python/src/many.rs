//! Questions about many grids at once: solve, count, grade, canonical, check, paths.

use std::iter;
use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::{ControlFlow, Range};
use std::thread;

use minirow_core::solver::batch::{SolutionVerdict, with_engine};
use minirow_core::{Grid, NotAPuzzle, Puzzle, canon, solver};
use minirow_dataset::Verdict;
use minirow_files::ordered::{self, Worker};
use minirow_grade::{Limits, Rating};
use minirow_table::ColumnType::{self, UInt8, UInt64, Utf8};
use minirow_table::{Columns, Interrupt, Observer, Row, ScaleSet, Value};
use pyo3::prelude::*;

use crate::batch::{BatchBuilder, RecordBatch, check_number};
use crate::error::{Error, Result};
use crate::explain;
use crate::grids::Grids;
use crate::job::{self, Control, Progress};

/// The arguments that all these functions have.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Options {
    errors_null: bool,
    threads: Option<NonZeroUsize>,
    progress: Progress,
}

/// A question about grids. Its answers are the columns of a batch.
pub(crate) struct Question<P, A> {
    pub(crate) cost: Cost,
    /// The columns of the answers. The batch has the grid before them, and the errors after them if errors are null.
    pub(crate) columns: Vec<(&'static str, ColumnType)>,
    /// Computes what the batch engine knows of some grids, in their order, until an interrupt.
    pub(crate) prepare: P,
    /// Returns the values for one grid, and the reason if the grid has no answer. Missing values may be left out at the end.
    pub(crate) answer: A,
}

pub(crate) type MaybePuzzle = std::result::Result<Puzzle, NotAPuzzle>;

/// The time that a grid takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cost {
    /// Some microseconds, and less if many grids are asked for together. One alone is not worth a thread.
    Quick,
    /// Some microseconds for most grids, but some take very long.
    MostlyQuick,
    /// Milliseconds or more.
    Slow,
}

impl Cost {
    /// Returns the number of grids that a thread is given together.
    ///
    /// It is large enough to keep the lanes of the batch engine busy. It is small where each grid takes long, so that the
    /// threads end at about the same time.
    fn lot(self, grids: usize, threads: Option<NonZeroUsize>) -> usize {
        let most = if self == Cost::Slow { 4 } else { 1 << 9 };
        let threads = threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
        (grids / (4 * threads)).clamp(1, most)
    }
}

/// The number of grids that are prepared between two checks for an interrupt: enough for the lanes of the batch engine, and
/// less than a second of work even if all grids are among the slowest.
const PREPARED: usize = 8;

impl<P, A> Question<P, A> {
    /// Asks for all grids, and collects the answers in order.
    pub(crate) fn ask<T, V>(self, py: Python<'_>, grids: &Grids, options: Options) -> Result<RecordBatch>
    where
        P: Fn(&[Grid], &Interrupt) -> Vec<T> + Send + Sync + 'static,
        A: Fn(&Grid, T, &Interrupt) -> (V, Option<String>) + Send + Sync + 'static,
        V: IntoIterator<Item = Value<'static>> + Send,
    {
        let Options { errors_null, threads, progress } = options;
        let Question { cost, mut columns, prepare, answer } = self;
        let grids = grids.0.clone();
        let number = grids.rows.len();
        check_number(number as u64, "the function with _batches at the end of its name")?;
        if let (false, Some(error)) = (errors_null, grids.first_error()) {
            return Err(error);
        }
        let is_alone = grids.is_one() && cost == Cost::Quick;
        let work = move |control: &Control| {
            let interrupt = &control.interrupt;
            let width = columns.len();
            columns.insert(0, ("puzzle", Utf8));
            columns.extend(errors_null.then_some(("error", Utf8)));
            let mut builder = BatchBuilder::new(columns);
            let ask_lot = |range: Range<usize>| {
                let readable: Vec<Grid> = grids.rows[range.clone()].iter().flatten().copied().collect();
                let portions = readable.chunks(PREPARED).take_while(|_| !interrupt.requested());
                let prepared = readable.iter().zip(portions.flat_map(|grids| prepare(grids, interrupt)));
                let answer = |(grid, prepared): (&Grid, T)| answer(grid, prepared, interrupt);
                let answers: Vec<_> = prepared.take_while(|_| !interrupt.requested()).map(answer).collect();
                control.advance(range.len() as u64);
                (range, answers)
            };
            let mut add_lot = |(range, answers): (Range<usize>, Vec<(V, Option<String>)>)| -> Result<()> {
                let mut answers = answers.into_iter();
                for number in range {
                    let grid = grids.rows[number].as_ref();
                    let (values, error) = match grid {
                        Ok(_) => answers
                            .next()
                            .map(|(values, error)| (Some(values), error))
                            .ok_or_else(Error::interrupted)?,
                        Err(reason) => (None, Some(reason.to_string())),
                    };
                    if let (false, Some(reason)) = (errors_null, &error) {
                        return Err(grids.error(number, reason));
                    }
                    let values = values.into_iter().flatten().chain(iter::repeat(Value::Missing)).take(width);
                    let grid = Value::from(grid.ok().map(Grid::to_string));
                    builder.push(iter::once(grid).chain(values).chain([Value::from(error)]));
                }
                Ok(())
            };
            if is_alone {
                add_lot(ask_lot(0..1))?;
            } else {
                in_lots(number, cost.lot(number, threads), threads, interrupt, ask_lot, add_lot)?;
            }
            Ok(builder.finish())
        };
        if is_alone { py.detach(|| work(&Control::default())) } else { job::run(py, progress, work) }
    }
}

/// Works on the numbers below `count`, a lot at a time, and hands on the result of each lot, in order.
fn in_lots<R: Send>(
    count: usize,
    lot: usize,
    threads: Option<NonZeroUsize>,
    interrupt: &Interrupt,
    work: impl Fn(Range<usize>) -> R + Sync,
    mut take: impl FnMut(R) -> Result<()> + Send,
) -> Result<()> {
    let work = |worker: Worker<Option<R>>| {
        while let Some(number) = worker.take(0) {
            let start = number as usize * lot;
            let goes_on = !interrupt.requested() && !worker.is_halted();
            let work = || interrupt.stops_ratings(|| work(start..count.min(start + lot)));
            worker.put(number, goes_on.then(work));
        }
    };
    ordered::in_order(0..count.div_ceil(lot) as u64, threads, work, |results| {
        for result in results {
            take(result.filter(|_| !interrupt.requested()).ok_or_else(Error::interrupted)?)?;
        }
        Ok(ControlFlow::Continue(()))
    })
}

/// Proves many grids with the engine of this thread, until an interrupt.
pub(crate) fn puzzles(grids: &[Grid], interrupt: &Interrupt) -> Vec<MaybePuzzle> {
    with_engine(|engine| engine.puzzles(grids).take_while(|_| !interrupt.requested()).collect())
}

/// Prepares nothing, for questions that the batch engine does not answer.
fn nothing(grids: &[Grid], _: &Interrupt) -> Vec<()> {
    vec![(); grids.len()]
}

/// Returns the values of an answer, or no values and the reason.
pub(crate) fn values_or_reason<V: Default>(answer: std::result::Result<V, NotAPuzzle>) -> (V, Option<String>) {
    match answer {
        Ok(values) => (values, None),
        Err(reason) => (V::default(), Some(reason.to_string())),
    }
}

#[pyfunction]
pub(crate) fn solve(py: Python<'_>, grids: &Grids, any: bool, options: Options) -> Result<RecordBatch> {
    let prepare = |grids: &[Grid], _: &Interrupt| with_engine(|engine| engine.verdicts(grids).collect());
    let answer = move |grid: &Grid, verdict: SolutionVerdict, _: &Interrupt| {
        let solution = match verdict {
            SolutionVerdict::NoSolution => None,
            SolutionVerdict::One(solution) => Some(solution),
            SolutionVerdict::Several if any => solver::solve(grid),
            SolutionVerdict::Several => solver::smallest(grid),
        };
        let error = if solution.is_some() { None } else { Puzzle::new(*grid).err() };
        ([Value::from(solution.map(|solution| solution.to_string()))], error.map(|reason| reason.to_string()))
    };
    let columns = vec![("solution", Utf8)];
    Question { cost: Cost::Quick, columns, prepare, answer }.ask(py, grids, options)
}

/// The number of solutions up to which grids are counted side by side. Those with more are then counted one by one.
const SIDE_BY_SIDE: u64 = 1 << 10;

#[pyfunction]
pub(crate) fn count(py: Python<'_>, grids: &Grids, limit: Option<NonZeroU64>, options: Options) -> Result<RecordBatch> {
    let first = limit.map_or(SIDE_BY_SIDE, |limit| limit.get().min(SIDE_BY_SIDE));
    let prepare = move |grids: &[Grid], _: &Interrupt| with_engine(|engine| engine.counts(grids, first).collect());
    let answer = move |grid: &Grid, counted: u64, interrupt: &Interrupt| {
        let is_all = counted < first || limit.is_some_and(|limit| counted == limit.get());
        let count = if is_all { counted.into() } else { exact_count(grid, limit, interrupt) };
        // A column of larger numbers would be decimals or objects, which are slower for all other grids.
        let error = u64::try_from(count).is_err().then(|| {
            format!(
                "found {count} solutions, expected at most 2**64 - 1 in a column; set limit or count this grid alone"
            )
        });
        ([Value::from(u64::try_from(count).ok())], error)
    };
    let columns = vec![("count", UInt64)];
    Question { cost: Cost::MostlyQuick, columns, prepare, answer }.ask(py, grids, options)
}

/// Counts the solutions of one grid that was given alone. Ints of Python have no limit.
#[pyfunction]
pub(crate) fn count_one(py: Python<'_>, grids: &Grids, limit: Option<NonZeroU64>) -> Result<u128> {
    let grids = grids.0.clone();
    job::run(py, None, move |control| {
        let [Ok(grid)] = &grids.rows[..] else { return Err(grids.first_error().unwrap_or_else(Error::interrupted)) };
        Ok(exact_count(grid, limit, &control.interrupt))
    })
}

/// Counts the solutions of a grid, exactly or up to a limit. After an interrupt, the number is not used.
fn exact_count(grid: &Grid, limit: Option<NonZeroU64>, interrupt: &Interrupt) -> u128 {
    let limit = limit.map_or(u128::MAX, |limit| limit.get().into());
    solver::count_while(grid, limit, &mut |_| !interrupt.requested()).unwrap_or_else(|stopped| stopped.at_least)
}

/// Returns the set of scales with these names. Each text may also have several, separated by commas.
pub(crate) fn scale_set(names: &[String]) -> Result<ScaleSet> {
    let scale = |names: &String| names.parse::<ScaleSet>().map_err(|error| Error::Invalid(format!("scale: {error}")));
    names.iter().map(scale).collect()
}

#[pyfunction]
pub(crate) fn grade(
    py: Python<'_>,
    grids: &Grids,
    max_er: Option<f64>,
    budget: Option<NonZeroU64>,
    labels: bool,
    scales: Vec<String>,
    options: Options,
) -> Result<RecordBatch> {
    let scales = scale_set(&scales)?;
    let max_er = match max_er {
        Some(er) if !(1.0..=20.0).contains(&er) => {
            return Err(Error::Invalid(format!("max_er: found {er}, expected a rating from 1.0 to 20.0")));
        }
        er => er.map(Rating::new),
    };
    let limits = Limits { max_er, budget };
    let names = Columns::grade(scales, labels).without("puzzle");
    let columns = names.iter().filter_map(|column| Some((column.known()?.name(), column.column_type()))).collect();
    let answer = move |grid: &Grid, (): (), _: &Interrupt| {
        let (row, error) = match Puzzle::new(*grid) {
            Ok(puzzle) => {
                let mut row = Row::of(&puzzle);
                scales.rate(&puzzle, limits, &mut row);
                (if labels { row.labelled(&puzzle) } else { row }, None)
            }
            Err(reason) => (Row::new(*grid), Some(reason.to_string())),
        };
        (names.values(&row).map(Value::into_owned).collect::<Vec<_>>(), error)
    };
    Question { cost: Cost::Slow, columns, prepare: nothing, answer }.ask(py, grids, options)
}

#[pyfunction]
pub(crate) fn canonical(py: Python<'_>, grids: &Grids, solution: bool, options: Options) -> Result<RecordBatch> {
    let canonical = move |grid: &Grid| {
        let (form, automorphisms, transformation) = if solution {
            let canonical = canon::solution(Puzzle::new(*grid)?.solution());
            (canonical.form.to_string(), canonical.automorphisms, canonical.transformation)
        } else {
            let canonical = canon::grid(grid);
            (canonical.form.to_string(), canonical.automorphisms, canonical.transformation)
        };
        Ok([Value::from(form), Value::from(automorphisms), Value::from(transformation.to_string())])
    };
    let answer = move |grid: &Grid, (): (), _: &Interrupt| values_or_reason(canonical(grid));
    let form = if solution { "canonical_solution" } else { "canonical" };
    let columns = vec![(form, Utf8), ("automorphisms", UInt64), ("transformation", Utf8)];
    Question { cost: Cost::Quick, columns, prepare: nothing, answer }.ask(py, grids, options)
}

#[pyfunction]
pub(crate) fn check(py: Python<'_>, grids: &Grids, options: Options) -> Result<RecordBatch> {
    let answer = |grid: &Grid, puzzle: MaybePuzzle, _: &Interrupt| {
        let Verdict { clues, verdict, reason, solution, .. } = Verdict::of(*grid, puzzle, None);
        let verdict = Value::from(<&str>::from(verdict));
        ([Value::from(solution), Value::from(clues), verdict, Value::from(reason)], None)
    };
    let columns = vec![("solution", Utf8), ("clues", UInt8), ("verdict", Utf8), ("reason", Utf8)];
    Question { cost: Cost::Quick, columns, prepare: puzzles, answer }.ask(py, grids, options)
}

#[pyfunction]
pub(crate) fn paths(py: Python<'_>, grids: &Grids, options: Options) -> Result<RecordBatch> {
    let answer = |_: &Grid, puzzle: MaybePuzzle, _: &Interrupt| {
        values_or_reason(puzzle.map(|puzzle| vec![Value::from(explain::text(minirow_grade::path(&puzzle)))]))
    };
    let columns = vec![("path", Utf8)];
    Question { cost: Cost::Slow, columns, prepare: puzzles, answer }.ask(py, grids, options)
}
