//! What the commands that take grids from files have in common: reading, working on all cores, writing in order,
//! reporting bad lines, and the exit status.

use std::io::{self, IsTerminal};

use minirow_core::Grid;
use minirow_core::solver::batch::{Engine, with_engine};
use minirow_core::text::Board;

use minirow_table::ordered;

use crate::args::{InputArgs, TargetArgs, WorkArgs, count_for};
use crate::commands::InputVerdict;
use crate::destination::{Destination, LongOutput};
use crate::error::{Error, Result};
use crate::interrupt;
use crate::output::Output;
use crate::progress::Progress;
use minirow_table::files::Lines;
use minirow_table::input::{self, BadLine, Entry, Item};

/// The flags of every such command.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Common {
    #[command(flatten)]
    pub(crate) inputs: InputArgs,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// Stop at the first line that holds no grid
    #[arg(long)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
}

/// The result for one grid.
#[derive(Default)]
pub(crate) struct Outcome {
    /// The text that is written, with its line end.
    pub(crate) text: String,
    /// The error of the grid. It is printed to standard error with its place, and the exit status is 1.
    pub(crate) problem: Option<String>,
    /// The text already describes an error of the grid. The exit status is 1.
    pub(crate) told: bool,
    /// A message about a valid grid.
    pub(crate) remark: Option<String>,
    /// The program was told to end before this grid was done. Later results are dropped.
    pub(crate) interrupted: bool,
}

/// The relation of a row of an earlier run to a grid.
pub(crate) enum RowOf {
    It,
    /// The row of the grid, which only states that it is no puzzle. The reason has to be found again.
    NoPuzzle,
    Another,
}

impl Outcome {
    pub(crate) fn fine(text: impl Into<String>) -> Outcome {
        Outcome { text: text.into(), ..Outcome::default() }
    }

    pub(crate) fn problem(text: impl Into<String>, problem: impl ToString) -> Outcome {
        Outcome { text: text.into(), problem: Some(problem.to_string()), ..Outcome::default() }
    }
}

/// Work on entries one after the other.
pub(crate) trait InOrder {
    /// Returns the header, which depends on the first entries.
    fn begin(&mut self, first: &mut dyn Iterator<Item = &Entry>) -> String;
    /// Returns the result for an entry.
    fn entry(&mut self, entry: &Entry) -> Outcome;
    /// Returns the footer.
    fn end(&mut self) -> String;
}

/// At most so many entries are worked on between two looks at the output.
const LARGEST_PORTION: usize = 1 << 10;

type Items = Box<dyn Iterator<Item = Item> + Send>;

/// The result for an item: a grid, or a line that holds none.
type Done = std::result::Result<Outcome, BadLine>;

/// A function that takes the next results.
type Results<'a> = dyn FnMut(Vec<Done>) -> Result<()> + 'a;

/// Returns the result for an item. Messages begin with its place.
fn done(item: Item, progress: &Progress, work: impl FnOnce(&Entry) -> Outcome) -> Done {
    let entry = item.inspect_err(|_| progress.add(1))?;
    let outcome = work(&entry);
    // Here, rather than when all of a portion are done: one grid may take a second.
    progress.add(u64::from(!outcome.interrupted));
    let said = |text: Option<String>| text.map(|text| format!("{}: {text}", entry.place));
    Ok(Outcome { problem: said(outcome.problem), remark: said(outcome.remark), ..outcome })
}

impl Common {
    /// Returns `true` if the results are written to a terminal.
    pub(crate) fn to_terminal(&self) -> bool {
        self.target.out.is_none() && io::stdout().is_terminal()
    }

    /// Works on every grid, and writes the results after a header.
    pub(crate) fn run(&self, header: &str, work: impl Fn(&Entry) -> Outcome + Sync) -> Result<InputVerdict> {
        self.run_with_progress(header, |entry, _| work(entry))
    }

    /// The same for work that prints messages.
    pub(crate) fn run_with_progress(
        &self,
        header: &str,
        work: impl Fn(&Entry, &Progress) -> Outcome + Sync,
    ) -> Result<InputVerdict> {
        self.write(header, |items, progress, results| {
            ordered::map(items, self.work.threads, |item| done(item, progress, |entry| work(entry, progress)), results)
        })
    }

    /// The same for work that begins with a question about many grids at once. `ask` is told the clues of some entries,
    /// and answers in their order; an entry that holds candidates instead has no answer.
    pub(crate) fn run_together<A>(
        &self,
        header: &str,
        ask: impl Fn(&mut Engine, &[Grid]) -> Vec<A> + Sync,
        work: impl Fn(&Entry, Option<A>, &Progress) -> Outcome + Sync,
    ) -> Result<InputVerdict> {
        let clues = |item: &Item| match item {
            Ok(entry) => match entry.board {
                Board::Grid(grid) => Some(grid),
                Board::Candidates(_) => None,
            },
            Err(_) => None,
        };
        self.write(header, |items, progress, results| {
            let together = |items: Vec<Item>| {
                let grids: Vec<Grid> = items.iter().filter_map(clues).collect();
                let mut answers = with_engine(|engine| ask(engine, &grids)).into_iter();
                let work = |item: Item| {
                    let answer = clues(&item).and_then(|_| answers.next());
                    done(item, progress, |entry| work(entry, answer, progress))
                };
                items.into_iter().map(work).collect::<Vec<_>>()
            };
            ordered::map_lots(items, self.work.threads, together, results)
        })
    }

    /// Hands on all entries one after the other, in order, to work that remembers what came before. It is shown the
    /// first entries before any is written, up to so many, and gives what stands above and below all others. `open` opens
    /// the output when the input is open.
    pub(crate) fn run_one_by_one(
        &self,
        look_ahead: usize,
        open: impl FnOnce(&TargetArgs) -> Result<Output>,
        work: &mut impl InOrder,
    ) -> Result<InputVerdict> {
        let mut items = self.inputs.read()?.fuse();
        let first: Vec<Item> = items.by_ref().take(look_ahead).collect();
        let mut output = open(&self.target)?;
        output.write(work.begin(&mut first.iter().filter_map(|item| item.as_ref().ok())).as_bytes())?;
        let progress = Progress::spinner("grids", self.work.quiet);
        let mut items = first.into_iter().chain(items);
        let write = |text: &[u8]| {
            output.write(text)?;
            output.flush()
        };
        let done = self.hand_on(InputVerdict::AllValid, &progress, write, |results| {
            // As long as there is little, it is written at once; somebody may be waiting for it.
            let mut size = 1;
            loop {
                let portion: Vec<Done> =
                    items.by_ref().take(size).map(|item| done(item, &progress, |entry| work.entry(entry))).collect();
                if portion.is_empty() {
                    return Ok(());
                }
                results(portion)?;
                size = (2 * size).min(LARGEST_PORTION);
            }
        });
        drop(progress);
        let answer = done?;
        output.write(work.end().as_bytes())?;
        output.finish()?;
        Ok(answer)
    }

    /// Reads, lets `work` be done, and writes what comes of it after a header.
    fn write(
        &self,
        header: &str,
        work: impl FnOnce(Items, &Progress, &mut Results) -> Result<()>,
    ) -> Result<InputVerdict> {
        let items = Box::new(self.inputs.read()?);
        let mut output = Output::open(&self.target)?;
        output.write(header.as_bytes())?;
        let progress = Progress::spinner("grids", self.work.quiet);
        let write = |text: &[u8]| {
            output.write(text)?;
            output.flush()
        };
        let done = self.hand_on(InputVerdict::AllValid, &progress, write, |results| work(items, &progress, results));
        drop(progress);
        let answer = done?;
        output.finish()?;
        Ok(answer)
    }

    /// The same for work that takes long: a row for every grid, to a file that an interrupted run can go on with.
    ///
    /// The rows of an earlier run are compared with the input: each has to be `row_of` its grid, and of the last one the
    /// work is done again. Where bad lines are among what is passed over, they are told again, for the exit status is
    /// that of the whole.
    pub(crate) fn run_resumable(
        &self,
        output: &LongOutput,
        row_of: impl Fn(&Entry, &str) -> RowOf,
        work: impl Fn(&Entry) -> Outcome + Sync,
    ) -> Result<InputVerdict> {
        let inputs = self.inputs.inputs()?;
        let mut items = input::ahead(inputs.read()?, &interrupt::token());
        let progress = Progress::spinner("puzzles", self.work.quiet);
        count_for(&inputs, &progress);
        let mut answer = InputVerdict::AllValid;
        let (mut destination, passed) =
            Destination::open(output, |rows| self.pass_over(rows, &mut items, &mut answer, &progress, &row_of, &work))?;
        progress.start_at(passed);
        let until_told_to_end = |entry: &Entry, _: &Progress| {
            if interrupt::requested() { Outcome { interrupted: true, ..Outcome::default() } } else { work(entry) }
        };
        let done = self.work_in_order(items, answer, &progress, until_told_to_end, |rows| destination.write(rows));
        // An input that ended may have been told to end as we were.
        let done = done.and_then(|answer| if interrupt::requested() { Err(Error::Interrupted) } else { Ok(answer) });
        drop(progress);
        match done {
            Ok(answer) => destination.finish(output, self.work.quiet).map(|()| answer),
            Err(error) => Err(destination.keep(error, "rows", |error| match error {
                Error::Interrupted | Error::Output(_) => Some("the same command with --resume goes on"),
                Error::Data(_) => Some("with the line put right, the same command with --resume goes on"),
                _ => None,
            })),
        }
    }

    /// Takes from the items those that there are rows of already, and gives their number.
    fn pass_over(
        &self,
        rows: &mut Lines,
        items: &mut impl Iterator<Item = Item>,
        answer: &mut InputVerdict,
        progress: &Progress,
        row_of: &impl Fn(&Entry, &str) -> RowOf,
        work: &impl Fn(&Entry) -> Outcome,
    ) -> Result<u64> {
        let (mut passed, mut number) = (0, 1); // lines of the file; the first is the header
        let mut last = None;
        while let Some(row) = rows.next()? {
            let row = String::from_utf8_lossy(row).into_owned();
            number += 1;
            let entry = loop {
                let Some(item) = items.next() else {
                    return Err(rows.refuse(&format!("line {number}: the input has no more grids")).into());
                };
                passed += 1;
                progress.add(1);
                match item {
                    Ok(entry) => break entry,
                    Err(bad) if self.strict => return Err(Error::data(bad)),
                    Err(bad) => {
                        progress.print_message(&bad.to_string());
                        *answer = InputVerdict::SomeInvalid;
                    }
                }
            };
            match row_of(&entry, &row) {
                RowOf::It => {}
                RowOf::NoPuzzle => {
                    let Outcome { text, problem, .. } = work(&entry);
                    if text != row {
                        return Err(rows.refuse(&format!("line {number} is not what {} gives", entry.place)).into());
                    }
                    if let Some(problem) = problem {
                        progress.print_message(&format!("{}: {problem}", entry.place));
                        *answer = InputVerdict::SomeInvalid;
                    }
                }
                RowOf::Another => {
                    return Err(rows.refuse(&format!("line {number} is not of the grid in {}", entry.place)).into());
                }
            }
            last = Some((entry, row));
        }
        match last {
            Some((entry, row)) if work(&entry).text != row => {
                Err(rows.refuse(&format!("line {number} is not what {} gives", entry.place)).into())
            }
            _ => Ok(passed),
        }
    }

    /// Works on items on all cores, and hands on what comes of them, in order and in portions.
    fn work_in_order(
        &self,
        items: impl Iterator<Item = Item> + Send,
        answer: InputVerdict,
        progress: &Progress,
        work: impl Fn(&Entry, &Progress) -> Outcome + Sync,
        write: impl FnMut(&[u8]) -> Result<()>,
    ) -> Result<InputVerdict> {
        self.hand_on(answer, progress, write, |results| {
            ordered::map(items, self.work.threads, |item| done(item, progress, |entry| work(entry, progress)), results)
        })
    }

    /// Lets `work` be done, and hands on the results that it gives in portions.
    fn hand_on(
        &self,
        mut answer: InputVerdict,
        progress: &Progress,
        mut write: impl FnMut(&[u8]) -> Result<()>,
        work: impl FnOnce(&mut Results) -> Result<()>,
    ) -> Result<InputVerdict> {
        work(&mut |outcomes| {
            let mut text = String::new();
            let mut end = Ok(());
            for outcome in outcomes {
                match outcome {
                    Ok(outcome) => {
                        text += &outcome.text;
                        if let Some(message) = outcome.problem.as_ref().or(outcome.remark.as_ref()) {
                            progress.print_message(message);
                        }
                        if outcome.problem.is_some() || outcome.told {
                            answer = InputVerdict::SomeInvalid;
                        }
                        if outcome.interrupted {
                            end = Err(Error::Interrupted);
                        }
                    }
                    Err(bad) if self.strict => end = Err(Error::data(bad)),
                    Err(bad) => {
                        progress.print_message(&bad.to_string());
                        answer = InputVerdict::SomeInvalid;
                    }
                }
                if end.is_err() {
                    break;
                }
            }
            // What was done before an error is written all the same.
            progress.aside(|| write(text.as_bytes())).and(end)
        })?;
        Ok(answer)
    }
}
