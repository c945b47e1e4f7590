//! Questions about many grids at once: solve, count, grade, canonical, check.

use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::thread;

use minirow_core::solver::batch::{Engine, SolutionVerdict, Solved, Start, Work, with_engine};
use minirow_core::{CandidateSet, Grid, NotAPuzzle, Puzzle, canon, solver};
use minirow_dataset::Verdict;
use minirow_grade::{Limits, Rating, grade_within};
use minirow_table::ordered::{self, Worker};
use minirow_table::{ColumnType, Columns, Interrupt, Observer, Row as TableRow, Value};
use pyo3::prelude::*;

use crate::batch::{BatchBuilder, RecordBatch, check_number};
use crate::error::{Error, Result};
use crate::grids::{Grids, Row};
use crate::job::{self, Control, Progress};

/// What every such function is given.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Options {
    errors_null: bool,
    threads: Option<NonZeroUsize>,
    progress: Progress,
}

/// The answer for a grid, or what is wrong with the grid.
type Answered<T> = std::result::Result<T, String>;

pub(crate) type MaybePuzzle = std::result::Result<Puzzle, NotAPuzzle>;

/// The time that a grid takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cost {
    /// Some microseconds, and less if many grids are asked for together. One alone is not worth a thread.
    Quick,
    /// The same for most grids, but one may take for ever.
    MostlyQuick,
    /// Milliseconds or more.
    Slow,
}

impl Cost {
    /// Returns the number of grids that a thread is given together: many enough to keep the lanes of the batch engine busy;
    /// but few where each takes long, so that no thread is left with the last ones.
    fn lot(self, grids: usize, threads: Option<NonZeroUsize>) -> usize {
        let most = if self == Cost::Slow { 4 } else { 1 << 9 };
        let threads = threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
        (grids / (4 * threads)).clamp(1, most)
    }
}

/// Asks for all grids, a lot at a time, and collects the answers in order.
///
/// `ask` is given grids that could be read, and answers in their order; it may return early if it is interrupted. `add`
/// adds a row: the grid if it could be read, the answer if there is one, and the error otherwise.
pub(crate) fn all<T: Send>(
    py: Python<'_>,
    grids: &Grids,
    options: Options,
    (cost, columns): (Cost, Vec<(&'static str, ColumnType)>),
    ask: impl Fn(&[Grid], &Interrupt) -> Vec<Answered<T>> + Send + Sync + 'static,
    add: impl Fn(&mut BatchBuilder, Option<&Grid>, Option<&T>, Option<&str>) + Send + 'static,
) -> Result<RecordBatch> {
    check_number(grids.rows.len() as u64, "the same with _batches behind its name")?;
    let Options { errors_null, threads, progress } = options;
    let errors = grids.errors(errors_null)?;
    let rows: Arc<Vec<Row>> = grids.rows.clone();
    let is_one = grids.is_one() && cost == Cost::Quick;
    let work = move |control: &Control| {
        let error = errors.are_null.then_some(("error", ColumnType::Utf8));
        let mut builder = BatchBuilder::new(columns.into_iter().chain(error));
        let ask_lot = |range: Range<usize>| {
            let readable: Vec<Grid> = rows[range.clone()].iter().flatten().copied().collect();
            let answers = ask(&readable, &control.interrupt);
            control.advance(range.len() as u64);
            (range, answers)
        };
        let mut add_lot = |(range, answers): (Range<usize>, Vec<Answered<T>>)| -> Result<()> {
            let mut answers = answers.into_iter();
            for number in range {
                let grid = rows[number].as_ref();
                let answer = match grid {
                    Ok(_) => answers.next().ok_or(Error::Interrupted)?,
                    Err(why) => Err(why.to_string()),
                };
                match &answer {
                    Ok(answer) => add(&mut builder, grid.ok(), Some(answer), None),
                    Err(why) if errors.are_null => add(&mut builder, grid.ok(), None, Some(why)),
                    Err(why) => return Err(errors.at(number, why)),
                }
            }
            Ok(())
        };
        if is_one {
            add_lot(ask_lot(0..1))?;
        } else {
            in_lots(rows.len(), cost.lot(rows.len(), threads), threads, &control.interrupt, ask_lot, add_lot)?;
        }
        Ok(builder.finish())
    };
    if is_one { py.detach(|| work(&Control::default())) } else { job::run(py, progress, work) }
}

/// Works on the numbers below `count`, a lot at a time, and hands on the result of each lot, in order.
fn in_lots<R: Send>(
    count: usize,
    lot: usize,
    threads: Option<NonZeroUsize>,
    interrupt: &Interrupt,
    work: impl Fn(Range<usize>) -> R + Sync,
    mut take: impl FnMut(R) -> Result<()>,
) -> Result<()> {
    let work = |worker: Worker<Option<R>>| {
        while let Some(number) = worker.take(0) {
            let start = number as usize * lot;
            let goes_on = !interrupt.requested() && !worker.is_halted();
            worker.put(number, goes_on.then(|| work(start..count.min(start + lot))));
        }
    };
    ordered::in_order(0..count.div_ceil(lot) as u64, threads, work, |results| {
        for result in results {
            take(result.filter(|_| !interrupt.requested()).ok_or(Error::Interrupted)?)?;
        }
        Ok(ControlFlow::Continue(()))
    })
}

/// Adds a row: the grid, the values of the answer, and the error.
pub(crate) fn add_values<const N: usize>(
    builder: &mut BatchBuilder,
    grid: Option<&Grid>,
    answer: Option<&[Value<'static>; N]>,
    error: Option<&str>,
) {
    let answer = (0..N).map(|place| answer.map_or(Value::Missing, |values| values[place].borrowed()));
    builder.push([Value::from(grid.map(Grid::to_string))].into_iter().chain(answer).chain([Value::from(error)]));
}

/// Returns the reason why a grid has no solution.
fn why_unsolvable(grid: &Grid) -> String {
    match grid.clash().or_else(|| CandidateSet::from(grid).contradiction()) {
        Some(contradiction) => format!("no solution: {contradiction}"),
        None => "no solution".into(),
    }
}

#[pyfunction]
pub(crate) fn solve(py: Python<'_>, grids: &Grids, any: bool, options: Options) -> Result<RecordBatch> {
    let ask = move |grids: &[Grid], interrupt: &Interrupt| {
        let verdicts: Vec<SolutionVerdict> = with_engine(|engine| engine.verdicts(grids).collect());
        let solution = |(grid, verdict): (&Grid, SolutionVerdict)| {
            let found = match verdict {
                SolutionVerdict::NoSolution => None,
                SolutionVerdict::One(solution) => Some(solution),
                SolutionVerdict::Several if any => solver::solve(grid),
                SolutionVerdict::Several => solver::smallest(grid),
            };
            found.map(|solution| [Value::from(solution.to_string())]).ok_or_else(|| why_unsolvable(grid))
        };
        grids.iter().zip(verdicts).take_while(|_| !interrupt.requested()).map(solution).collect()
    };
    let columns = vec![("puzzle", ColumnType::Utf8), ("solution", ColumnType::Utf8)];
    all(py, grids, options, (Cost::Quick, columns), ask, add_values)
}

/// Up to this many solutions, the grids are counted side by side; those that have more are counted one by one.
const SIDE_BY_SIDE: u64 = 1 << 10;

#[pyfunction]
pub(crate) fn count(py: Python<'_>, grids: &Grids, limit: Option<NonZeroU64>, options: Options) -> Result<RecordBatch> {
    let limit = limit.map_or(u64::MAX, NonZeroU64::get);
    let first = limit.min(SIDE_BY_SIDE);
    let ask = move |grids: &[Grid], interrupt: &Interrupt| {
        let counts: Vec<u64> = with_engine(|engine| engine.counts(grids, first).collect());
        let count = |(grid, counted): (&Grid, u64)| {
            let is_all = counted < first || counted == limit;
            let count = if is_all { counted } else { SolutionCount::of(grid, limit, interrupt) };
            Ok([Value::from(count)])
        };
        grids.iter().zip(counts).take_while(|_| !interrupt.requested()).map(count).collect()
    };
    let columns = vec![("puzzle", ColumnType::Utf8), ("count", ColumnType::UInt64)];
    all(py, grids, options, (Cost::MostlyQuick, columns), ask, add_values)
}

/// The count of the solutions of one grid, which can be interrupted.
struct SolutionCount<'a> {
    grid: Option<&'a Grid>,
    limit: u64,
    count: u64,
    interrupt: &'a Interrupt,
}

impl SolutionCount<'_> {
    /// The number of solutions between two checks of the interrupt.
    const CHECK_EVERY: u64 = 1 << 16;

    fn of(grid: &Grid, limit: u64, interrupt: &Interrupt) -> u64 {
        let mut counting = SolutionCount { grid: Some(grid), limit, count: 0, interrupt };
        Engine::new().run(&mut counting);
        counting.count
    }
}

impl Work for SolutionCount<'_> {
    fn next(&mut self, start: &mut Start) -> Option<usize> {
        start.at(self.grid.take()?);
        Some(0)
    }

    fn found(&mut self, _search: usize, _solution: impl Solved) -> ControlFlow<()> {
        self.count += 1;
        let stops = self.count.is_multiple_of(SolutionCount::CHECK_EVERY) && self.interrupt.requested();
        if stops || self.count == self.limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn exhausted(&mut self, _search: usize) {}
}

#[pyfunction]
pub(crate) fn grade(
    py: Python<'_>,
    grids: &Grids,
    max_er: Option<f64>,
    budget: Option<NonZeroU64>,
    labels: bool,
    options: Options,
) -> Result<RecordBatch> {
    let max_er = match max_er {
        Some(er) if !(1.0..=20.0).contains(&er) => {
            return Err(Error::Invalid(format!("max_er: found {er}, expected a rating from 1.0 to 20.0")));
        }
        er => er.map(Rating::new),
    };
    let limits = Limits { max_er, budget };
    let ask = move |grids: &[Grid], interrupt: &Interrupt| {
        let row = |grid: &Grid| {
            let puzzle = Puzzle::new(*grid).map_err(|why| why.to_string())?;
            let row = TableRow::of(&puzzle).graded(&grade_within(&puzzle, limits));
            Ok(if labels { row.labelled(&puzzle) } else { row })
        };
        grids.iter().take_while(|_| !interrupt.requested()).map(row).collect()
    };
    let columns = Columns::grade(labels);
    let names = columns.iter().filter_map(|column| Some((column.known()?.name(), column.column_type()))).collect();
    let add = move |builder: &mut BatchBuilder, grid: Option<&Grid>, row: Option<&TableRow>, error: Option<&str>| {
        let ungraded = grid.map(|grid| TableRow::new(*grid));
        let values = row.or(ungraded.as_ref()).map(|row| columns.values(row));
        let known = values.as_ref().map_or(0, ExactSizeIterator::len);
        let missing = (known..columns.len()).map(|_| Value::Missing);
        builder.push(values.into_iter().flatten().chain(missing).chain([Value::from(error)]));
    };
    all(py, grids, options, (Cost::Slow, names), ask, add)
}

#[pyfunction]
pub(crate) fn canonical(py: Python<'_>, grids: &Grids, solution: bool, options: Options) -> Result<RecordBatch> {
    let ask = move |grids: &[Grid], interrupt: &Interrupt| {
        let canonical = |grid: &Grid| {
            let (form, automorphisms, transformation) = if solution {
                let puzzle = Puzzle::new(*grid).map_err(|why| why.to_string())?;
                let canonical = canon::solution(puzzle.solution());
                (canonical.form.to_string(), canonical.automorphisms, canonical.transformation)
            } else {
                let canonical = canon::grid(grid);
                (canonical.form.to_string(), canonical.automorphisms, canonical.transformation)
            };
            Ok([Value::from(form), Value::from(automorphisms), Value::from(transformation.to_string())])
        };
        grids.iter().take_while(|_| !interrupt.requested()).map(canonical).collect()
    };
    let form = if solution { "canonical_solution" } else { "canonical" };
    let columns = vec![
        ("puzzle", ColumnType::Utf8),
        (form, ColumnType::Utf8),
        ("automorphisms", ColumnType::UInt64),
        ("transformation", ColumnType::Utf8),
    ];
    all(py, grids, options, (Cost::Quick, columns), ask, add_values)
}

#[pyfunction]
pub(crate) fn check(py: Python<'_>, grids: &Grids, options: Options) -> Result<RecordBatch> {
    let ask = move |grids: &[Grid], interrupt: &Interrupt| {
        let puzzles: Vec<MaybePuzzle> = with_engine(|engine| engine.puzzles(grids).collect());
        let check = |(grid, puzzle): (&Grid, _)| {
            let Verdict { clues, verdict, reason, solution, .. } = Verdict::of(*grid, puzzle, None);
            let verdict = Value::from(<&str>::from(verdict));
            Ok([Value::from(solution), Value::from(clues), verdict, Value::from(reason)])
        };
        grids.iter().zip(puzzles).take_while(|_| !interrupt.requested()).map(check).collect()
    };
    let columns = vec![
        ("puzzle", ColumnType::Utf8),
        ("solution", ColumnType::Utf8),
        ("clues", ColumnType::UInt8),
        ("verdict", ColumnType::Utf8),
        ("reason", ColumnType::Utf8),
    ];
    all(py, grids, options, (Cost::Quick, columns), ask, add_values)
}
