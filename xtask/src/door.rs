//! The door for front ends of another kind than files: rows as values, made by the same code as those of the commands.

use std::fmt;
use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use minirow_core::text::Board;
use minirow_core::{Grid, NotAPuzzle, Puzzle};
use minirow_grade::{Limits, grade_within};
use serde::Deserialize;
use serde_json::Value;

pub use minirow_gen::GENERATOR;

pub use crate::columns::{Column, Kind};
pub use crate::commands::check::Verdict;
pub use crate::commands::pack::shards::Shard;
pub use crate::manifest::PROGRAM;

use crate::commands::check;
use crate::commands::pack::{range, shards};
use crate::explain::{Start, Walk, Wanted};
use crate::failure::Failure;
use crate::pipeline::{self, Worker};
use crate::wish::Wishes;
use crate::{closest, columns, explain, records, trace};

/// Why there are no rows, or no more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// What is asked for cannot be.
    Refused(String),
    /// It turned out not to be: an index was given up.
    Failed(String),
    /// Somebody said stop.
    Stopped,
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Trouble {
        match failure {
            Failure::Use(message) => Trouble::Refused(message),
            Failure::Data(message) | Failure::NotWritten(message) | Failure::Limit(message) => Trouble::Failed(message),
            Failure::ClosedPipe | Failure::Interrupted => Trouble::Stopped,
        }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Refused(message) | Trouble::Failed(message) => f.write_str(message),
            Trouble::Stopped => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for Trouble {}

/// Tells work in other threads that nothing of it counts any more. Clones are the same switch.
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// From now on it is to stop.
    pub fn stop(&self) {
        self.0.store(true, SeqCst);
    }

    /// Whether it is to stop.
    pub fn is_to_stop(&self) -> bool {
        self.0.load(SeqCst)
    }
}

/// Columns besides those that rows always have.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Columns {
    /// `nodes` and `backdoor`.
    pub labels: bool,
    /// `weight`.
    pub weights: bool,
}

/// The names of all wishes: those of the command line, with `_` for `-`.
pub fn wishes() -> Vec<String> {
    Wishes::names().into_iter().map(|name| name.replace('-', "_")).collect()
}

/// Puzzles of a seed that are to be generated, as `minirow pack` has them.
pub struct Generation(range::Range);

impl Generation {
    /// The puzzles of `count` indices of a seed, from `start` on.
    ///
    /// Wishes have the names of [`wishes`]. Values are spelled as on the command line; a number or a list of such will do as
    /// well, as in recipes. The puzzles in the files of `exclude` are kept out.
    ///
    /// # Errors
    /// If a wish is not known or has no such value, wishes contradict each other, or a file cannot be read.
    pub fn new(
        seed: u64,
        start: u64,
        count: u64,
        wishes: impl IntoIterator<Item = (String, Value)>,
        exclude: Vec<PathBuf>,
        columns: Columns,
    ) -> Result<Generation, Trouble> {
        let wishes = read_wishes(wishes)?;
        let Columns { labels, weights } = columns;
        Ok(Generation(range::Range::new(seed, start, count, wishes, exclude, (labels, weights))?))
    }

    /// The columns of the rows.
    pub fn columns(&self) -> Vec<&'static Column> {
        columns_of(&self.0.header())
    }

    /// Makes the rows, on so many threads (or all cores), and hands them on in order, some at a time, as long as they are
    /// taken. A row is a line of CSV with its end, where no value has quotes, and one that is missing is empty.
    ///
    /// # Errors
    /// If an index is given up, or it was stopped.
    pub fn rows(
        &self,
        threads: Option<NonZeroUsize>,
        stop: &Stop,
        mut take: impl FnMut(Vec<String>) -> bool,
    ) -> Result<(), Trouble> {
        let hand_on = |rows| if take(rows) { Ok(()) } else { Err(Failure::Interrupted) };
        Ok(self.0.rows(threads, stop.0.clone(), hand_on)?)
    }
}

/// A pack in shards, as `minirow pack --out FILE.parquet --shard-rows N` writes them, for who makes them one by one.
pub struct Shards(shards::Shards);

impl Shards {
    /// The pack of `count` indices of a seed, from `start` on, with so many rows to a shard. Wishes are those of
    /// [`Generation::new`].
    ///
    /// # Errors
    /// If a wish is not known or has no such value, wishes contradict each other, or there is nothing to make.
    pub fn new(
        seed: u64,
        (start, count): (u64, u64),
        shard_rows: NonZeroU64,
        wishes: impl IntoIterator<Item = (String, Value)>,
        columns: Columns,
    ) -> Result<Shards, Trouble> {
        let wishes = read_wishes(wishes)?;
        let Columns { labels, weights } = columns;
        Ok(Shards(shards::Shards::new(seed, (start, count), shard_rows, wishes, (labels, weights))?))
    }

    /// How many shards there are.
    pub fn number(&self) -> u64 {
        self.0.number()
    }

    /// How many rows a shard has.
    pub fn rows_of(&self, shard: u64) -> u64 {
        self.0.range(shard).1
    }

    /// All that decides what comes out, as JSON: the recipe of the manifest.
    pub fn recipe(&self) -> String {
        self.0.recipe().to_string()
    }

    /// Makes a shard, on so many threads (or all cores): the bytes of the file, and what is in it. `done` is told how many
    /// more rows there are.
    ///
    /// # Errors
    /// If there is no such shard, an index is given up, or it was stopped.
    pub fn make(
        &self,
        shard: u64,
        threads: Option<NonZeroUsize>,
        stop: &Stop,
        done: impl FnMut(usize),
    ) -> Result<Shard, Trouble> {
        Ok(self.0.make(shard, threads, stop.0.clone(), done)?)
    }
}

/// Wishes by their names.
fn read_wishes(given: impl IntoIterator<Item = (String, Value)>) -> Result<Wishes, Trouble> {
    let names = wishes();
    let mut all = serde_json::Map::new();
    for (name, value) in given {
        if !names.contains(&name) {
            let meant = match closest::among(&name, names.iter().map(String::as_str)) {
                Some(meant) => format!("did you mean {meant}?"),
                None => format!("expected one of {}", names.join(", ")),
            };
            return Err(Trouble::Refused(format!("unknown wish {name}, {meant}")));
        }
        // One by one, so that it is known which one is wrong.
        let key = name.replace('_', "-");
        let alone = Value::Object([(key.clone(), value.clone())].into_iter().collect());
        Wishes::deserialize(alone).map_err(|error| Trouble::Refused(format!("{name}: {error}")))?;
        all.insert(key, value);
    }
    Wishes::deserialize(Value::Object(all)).map_err(|error| Trouble::Refused(error.to_string()))
}

fn columns_of(header: &str) -> Vec<&'static Column> {
    header.trim_end().split(',').map(|name| columns::find(name).expect("every column of ours is known")).collect()
}

/// The columns of graded puzzles.
pub fn grade_columns(labels: bool) -> Vec<&'static Column> {
    columns_of(records::grade_header(labels))
}

/// The row of a graded grid, as `minirow grade` has it: a line of CSV as those of [`Generation::rows`].
///
/// # Errors
/// Why the grid is no puzzle.
pub fn grade(grid: &Grid, limits: Limits, labels: bool) -> Result<String, NotAPuzzle> {
    let puzzle = Puzzle::new(*grid)?;
    Ok(records::grade_line(grid, Some((&puzzle, &grade_within(&puzzle, limits))), labels))
}

/// What `minirow check` says of a grid, given what a solver says of it, and a solution if somebody claims one.
pub fn check(grid: &Grid, puzzle: Result<Puzzle, NotAPuzzle>, given: Option<&str>) -> Verdict {
    check::verdict(*grid, puzzle, given)
}

/// The steps of the path of a board, as `minirow explain --format json` has them: a JSON object each.
///
/// # Errors
/// Why there is nothing to explain.
pub fn explain(board: &Board) -> Result<Vec<String>, String> {
    let walk = Walk::new(&Start::of(board)?, Wanted::All)?;
    let clues = walk.clues.to_string();
    let line =
        |moment: &explain::Moment| trace::line(None, &clues, moment.number, &moment.step, Some(&moment.explanation));
    Ok(walk.moments.iter().map(line).collect())
}

/// Works on the numbers from 0 to `count`, a lot of so many at a time, on so many threads (or all cores), and hands on what
/// comes of each lot, in order. Work that takes long should look at the switch now and then itself.
///
/// # Errors
/// If it was stopped, or the error that `take` gives.
pub fn in_lots<R: Send, E: From<Trouble>>(
    count: usize,
    lot: NonZeroUsize,
    threads: Option<NonZeroUsize>,
    stop: &Stop,
    work: impl Fn(Range<usize>) -> R + Sync,
    mut take: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let lots = count.div_ceil(lot.get()) as u64;
    let work = |worker: Worker<Option<R>>| {
        while let Some(number) = worker.take(0) {
            let start = number as usize * lot.get();
            let is_wanted = !stop.is_to_stop() && !worker.is_to_halt();
            worker.put(number, is_wanted.then(|| work(start..count.min(start + lot.get()))));
        }
    };
    let mut end = Ok(());
    pipeline::in_order(0..lots, threads, work, |done| {
        for result in done {
            end = match result {
                Some(result) if !stop.is_to_stop() => take(result),
                _ => Err(Trouble::Stopped.into()),
            };
            if end.is_err() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    })
    .map_err(Trouble::from)?;
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(name: &str, value: impl Into<Value>) -> String {
        let wishes = [(name.to_string(), value.into())];
        match Generation::new(1, 0, 1, wishes, Vec::new(), Columns::default()) {
            Err(Trouble::Refused(message)) => message,
            _ => panic!("must be refused"),
        }
    }

    #[test]
    fn a_wish_that_cannot_be_is_named() {
        assert_eq!(refused("levle", "hard"), "unknown wish levle, did you mean level?");
        assert_eq!(refused("max_trys", 3), "unknown wish max_trys, did you mean max_tries?");
        assert_eq!(refused("max_tries", 0), "max_tries: expected a number from 1 upwards");
        assert_eq!(refused("clues", "28..=24"), "clues: the first number is above the last");
        assert!(refused("minimal", "yes").starts_with("minimal: invalid type: string \"yes\", expected a boolean"));
    }

    #[test]
    fn lots_come_in_order_and_stop() {
        let lot = NonZeroUsize::new(7).unwrap();
        for threads in [1, 3] {
            let (stop, threads) = (Stop::default(), NonZeroUsize::new(threads));
            let mut all = Vec::new();
            let take = |part: Vec<usize>| -> Result<(), Trouble> {
                all.extend(part);
                Ok(())
            };
            in_lots(100, lot, threads, &stop, Iterator::collect, take).unwrap();
            assert!(all.into_iter().eq(0..100));
            let end = in_lots(
                usize::MAX,
                lot,
                threads,
                &stop,
                |part| part.start,
                |start| -> Result<(), Trouble> {
                    if start > 1000 {
                        stop.stop();
                    }
                    Ok(())
                },
            );
            assert_eq!(end, Err(Trouble::Stopped));
        }
    }

    #[test]
    fn no_puzzles_are_no_rows() {
        let generation = Generation::new(1, 0, 0, [], Vec::new(), Columns::default()).unwrap();
        generation.rows(None, &Stop::default(), |_| panic!("nothing to take")).unwrap();
        assert_eq!(generation.columns()[0].name, "id");
    }
}
