//! What can be asked of many grids at once: solve, count, grade, canonical, check; and of one, explain.

use std::cell::RefCell;
use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::thread;

use minirow_cli::door::{self, Kind, Stop};
use minirow_core::solver::batch::{Answer, Engine, Solved, Start, Work};
use minirow_core::{CandidateSet, Grid, NotAPuzzle, Puzzle, canon, solver};
use minirow_grade::{Limits, Rating};
use pyo3::prelude::*;

use crate::batch::{Builder, RecordBatch, check_number};
use crate::error::{Error, Result};
use crate::grids::{self, Grids, Row};
use crate::job::{self, Control, Progress};

/// What every such function is given.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Options {
    errors_null: bool,
    threads: Option<NonZeroUsize>,
    progress: Progress,
}

/// What comes of a row: its values in the order of the columns, or what is wrong with it.
type Made<T> = std::result::Result<T, String>;

/// How long grids take.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    /// Some microseconds each, and less if many are asked for together. One alone is not worth a thread.
    Quick,
    /// The same for most, but one may take longer than anyone waits.
    MostlyQuick,
    /// A while each.
    Slow,
}

impl Manner {
    /// So many are given to a thread together: enough for the lanes of the batch engine to be busy most of the time; but where
    /// each takes a while, so few that no thread has the last ones alone.
    fn lot(self, grids: usize, threads: Option<NonZeroUsize>) -> NonZeroUsize {
        let most = if self == Manner::Slow { 4 } else { 1 << 9 };
        let threads = threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
        NonZeroUsize::new((grids / (4 * threads)).clamp(1, most)).expect("one at least")
    }
}

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::new(Engine::new());
}

/// Asks for all grids, some at a time, and gathers the answers.
///
/// `ask` is given grids that could be read, and answers in their order; `add` adds the values of an answer to a row.
fn all<T: Send>(
    py: Python<'_>,
    grids: &Grids,
    options: Options,
    (manner, columns): (Manner, Vec<(&'static str, Kind)>),
    ask: impl Fn(&[Grid], &Stop) -> Vec<Made<T>> + Send + Sync + 'static,
    add: impl Fn(&mut Builder, Option<&Grid>, Option<&T>, Option<&str>) + Send + 'static,
) -> Result<RecordBatch> {
    check_number(grids.rows.len() as u64, "the same with _batches behind its name")?;
    let Options { errors_null, threads, progress } = options;
    let errors = grids.errors(errors_null)?;
    let rows: Arc<Vec<Row>> = grids.rows.clone();
    let is_one = grids.is_one() && manner == Manner::Quick;
    let work = move |control: &Control| {
        let error = errors.are_null.then_some(("error", Kind::Text));
        let mut builder = Builder::new(columns.into_iter().chain(error));
        let work = |range: Range<usize>| {
            let readable: Vec<Grid> = rows[range.clone()].iter().flatten().copied().collect();
            let answers = ask(&readable, &control.stop);
            control.add(range.len());
            (range, answers)
        };
        let mut add_all = |(range, answers): (Range<usize>, Vec<Made<T>>)| -> Result<()> {
            let mut answers = answers.into_iter();
            for number in range {
                let grid = rows[number].as_ref();
                let made = match grid {
                    Ok(_) => answers.next().ok_or(Error::Stopped)?,
                    Err(why) => Err(why.to_string()),
                };
                match &made {
                    Ok(made) => add(&mut builder, grid.ok(), Some(made), None),
                    Err(why) if errors.are_null => add(&mut builder, grid.ok(), None, Some(why)),
                    Err(why) => return Err(errors.at(number, why)),
                }
            }
            Ok(())
        };
        if is_one {
            add_all(work(0..1))?;
        } else {
            door::in_lots(rows.len(), manner.lot(rows.len(), threads), threads, &control.stop, work, add_all)?;
        }
        Ok(builder.finish())
    };
    if is_one { py.detach(|| work(&Control::default())) } else { job::run(py, progress, work) }
}

/// Adds a row of texts behind the grid.
fn add_texts<const N: usize>(
    builder: &mut Builder,
    grid: Option<&Grid>,
    values: Option<&[Option<String>; N]>,
    error: Option<&str>,
) {
    let grid = grid.map(Grid::to_string);
    let values = (0..N).map(|number| values.and_then(|values| values[number].as_deref()));
    builder.row([grid.as_deref()].into_iter().chain(values).chain([error]));
}

/// The reason why a grid has no solution.
fn why_unsolvable(grid: &Grid) -> String {
    match grid.clash().or_else(|| CandidateSet::from(grid).contradiction()) {
        Some(contradiction) => format!("no solution: {contradiction}"),
        None => "no solution".into(),
    }
}

#[pyfunction]
pub(crate) fn solve(py: Python<'_>, grids: &Grids, any: bool, options: Options) -> Result<RecordBatch> {
    let ask = move |grids: &[Grid], stop: &Stop| {
        let answers: Vec<Answer> = ENGINE.with_borrow_mut(|engine| engine.answers(grids).collect());
        let solution = |(grid, answer): (&Grid, Answer)| {
            let found = match answer {
                Answer::NoSolution => None,
                Answer::One(solution) => Some(solution),
                Answer::Several if any => solver::solve(grid),
                Answer::Several => solver::smallest(grid),
            };
            found.map(|solution| [Some(solution.to_string())]).ok_or_else(|| why_unsolvable(grid))
        };
        grids.iter().zip(answers).take_while(|_| !stop.is_to_stop()).map(solution).collect()
    };
    all(py, grids, options, (Manner::Quick, vec![("puzzle", Kind::Text), ("solution", Kind::Text)]), ask, add_texts)
}

/// Up to so many solutions of all grids are counted side by side, those of the others then one grid after the other.
const SIDE_BY_SIDE: u64 = 1 << 10;

#[pyfunction]
pub(crate) fn count(py: Python<'_>, grids: &Grids, limit: Option<NonZeroU64>, options: Options) -> Result<RecordBatch> {
    let limit = limit.map_or(u64::MAX, NonZeroU64::get);
    let first = limit.min(SIDE_BY_SIDE);
    let ask = move |grids: &[Grid], stop: &Stop| {
        let counts: Vec<u64> = ENGINE.with_borrow_mut(|engine| engine.counts(grids, first).collect());
        let count = |(grid, counted): (&Grid, u64)| {
            let count = if counted < first || counted == limit { counted } else { Counting::of(grid, limit, stop) };
            Ok([Some(count.to_string())])
        };
        grids.iter().zip(counts).take_while(|_| !stop.is_to_stop()).map(count).collect()
    };
    all(
        py,
        grids,
        options,
        (Manner::MostlyQuick, vec![("puzzle", Kind::Text), ("count", Kind::Whole(64))]),
        ask,
        add_texts,
    )
}

/// Counts the solutions of one grid, which may take longer than anyone waits.
struct Counting<'a> {
    grid: Option<&'a Grid>,
    limit: u64,
    count: u64,
    stop: &'a Stop,
}

impl Counting<'_> {
    /// So many solutions are counted between two looks at whether to stop.
    const PORTION: u64 = 1 << 16;

    fn of(grid: &Grid, limit: u64, stop: &Stop) -> u64 {
        let mut counting = Counting { grid: Some(grid), limit, count: 0, stop };
        Engine::new().run(&mut counting);
        counting.count
    }
}

impl Work for Counting<'_> {
    fn next(&mut self, start: &mut Start) -> Option<usize> {
        start.at(self.grid.take()?);
        Some(0)
    }

    fn found(&mut self, _search: usize, _solution: impl Solved) -> ControlFlow<()> {
        self.count += 1;
        let stops = self.count.is_multiple_of(Counting::PORTION) && self.stop.is_to_stop();
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
            return Err(Error::Asked(format!("max_er: found {er}, expected a rating from 1.0 to 20.0")));
        }
        er => er.map(Rating::new),
    };
    let limits = Limits { max_er, budget };
    let ask = move |grids: &[Grid], stop: &Stop| {
        let grids = grids.iter().take_while(|_| !stop.is_to_stop());
        grids.map(|grid| door::grade(grid, limits, labels).map_err(|why| why.to_string())).collect()
    };
    let columns: Vec<_> = door::grade_columns(labels).into_iter().map(|column| (column.name, column.kind)).collect();
    let number = columns.len();
    let add = move |builder: &mut Builder, grid: Option<&Grid>, line: Option<&String>, error: Option<&str>| match line {
        Some(line) => builder.line(line),
        None => {
            let (grid, clues) = (grid.map(Grid::to_string), grid.map(|grid| grid.clue_count().to_string()));
            let known = [grid.as_deref(), None, clues.as_deref()];
            builder.row(known.into_iter().chain((known.len()..number).map(|_| None)).chain([error]));
        }
    };
    all(py, grids, options, (Manner::Slow, columns), ask, add)
}

#[pyfunction]
pub(crate) fn canonical(py: Python<'_>, grids: &Grids, solution: bool, options: Options) -> Result<RecordBatch> {
    let ask = move |grids: &[Grid], stop: &Stop| {
        let canonical = |grid: &Grid| {
            let (form, automorphisms, transformation) = if solution {
                let puzzle = Puzzle::new(*grid).map_err(|why| why.to_string())?;
                let canonical = canon::solution(puzzle.solution());
                (canonical.form.to_string(), canonical.automorphisms, canonical.transformation)
            } else {
                let canonical = canon::grid(grid);
                (canonical.form.to_string(), canonical.automorphisms, canonical.transformation)
            };
            Ok([form, automorphisms.to_string(), transformation.to_string()].map(Some))
        };
        grids.iter().take_while(|_| !stop.is_to_stop()).map(canonical).collect()
    };
    let form = if solution { "canonical_solution" } else { "canonical" };
    let columns = vec![
        ("puzzle", Kind::Text),
        (form, Kind::Text),
        ("automorphisms", Kind::Whole(64)),
        ("transformation", Kind::Text),
    ];
    all(py, grids, options, (Manner::Quick, columns), ask, add_texts)
}

#[pyfunction]
pub(crate) fn check(py: Python<'_>, grids: &Grids, options: Options) -> Result<RecordBatch> {
    let ask = move |grids: &[Grid], stop: &Stop| {
        let puzzles: Vec<std::result::Result<Puzzle, NotAPuzzle>> =
            ENGINE.with_borrow_mut(|engine| engine.puzzles(grids).collect());
        let check = |(grid, puzzle): (&Grid, _)| {
            let door::Verdict { clues, verdict, reason, solution, .. } = door::check(grid, puzzle, None);
            Ok([solution, Some(clues.to_string()), Some(verdict.to_string()), reason])
        };
        grids.iter().zip(puzzles).take_while(|_| !stop.is_to_stop()).map(check).collect()
    };
    let columns = vec![
        ("puzzle", Kind::Text),
        ("solution", Kind::Text),
        ("clues", Kind::Whole(8)),
        ("verdict", Kind::Text),
        ("reason", Kind::Text),
    ];
    all(py, grids, options, (Manner::Quick, columns), ask, add_texts)
}

/// The steps of a puzzle, a JSON object each.
#[pyfunction]
pub(crate) fn explain(py: Python<'_>, puzzle: String) -> Result<Vec<String>> {
    let board = grids::board(&puzzle).map_err(|why| Error::Asked(why.into()))?;
    job::run(py, None, move |_| door::explain(&board).map_err(Error::Asked))
}
