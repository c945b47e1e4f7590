//! The common part of commands that take grids from files: reading, working on all cores, writing in order, reporting
//! bad lines, and the exit status.

use std::borrow::Cow;
use std::mem;
use std::time::{Duration, Instant};

use minirow_core::solver::batch::{Engine, with_engine};
use minirow_core::{Grid, Puzzle};
use minirow_files::{Lines, ordered};
use minirow_formats::{Form, LookAhead, Record};
use minirow_table::input::{self, BadLine, Entry, Inputs, Item, Lot, NeededColumns, Place};
use minirow_table::{Interrupt, equivalence};
use minirow_text::counted;

use crate::args::{TableInputArgs, TargetArgs, TimeLimitArgs, WorkArgs};
use crate::commands::InputVerdict;
use crate::destination::{Destination, EarlierLines, LongOutput};
use crate::error::{Error, Result};
use crate::interrupt;
use crate::output::{Frame, Output};
use crate::progress::{ItemCount, Progress};

/// The options of every such command.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Common {
    #[command(flatten)]
    pub(crate) inputs: TableInputArgs,
    /// Stop at the first line without a grid
    #[arg(long, help_heading = "Input")]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    #[command(flatten)]
    pub(crate) limit: TimeLimitArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
}

/// The result for one grid.
#[derive(Default)]
pub(crate) struct Outcome {
    /// The text that is written, with its line end.
    pub(crate) text: String,
    /// More text, in pieces that are made only when they are written, because there may be very much of it.
    pub(crate) more: Option<MoreText>,
    /// The message that is printed to standard error, after the place of the grid.
    pub(crate) message: Option<String>,
    /// The grid is invalid, and the text or the message says why. The exit status is 1.
    pub(crate) is_invalid: bool,
    /// The place of a grid with several solutions of which the text has the smallest.
    pub(crate) ambiguous: Option<Box<Place>>,
    /// The program was told to end before this grid was done. Later results are dropped.
    pub(crate) interrupted: bool,
}

/// Text in pieces that are made one by one.
pub(crate) type MoreText = Box<dyn Iterator<Item = String> + Send>;

/// The number of bytes of [`MoreText`] that are collected before they are written.
const PORTION_BYTES: usize = 1 << 16;
/// The time after which fewer bytes are written, too.
const PORTION_TIME: Duration = Duration::from_millis(100);

impl Outcome {
    pub(crate) fn valid(text: impl Into<String>) -> Outcome {
        Outcome { text: text.into(), ..Outcome::default() }
    }

    pub(crate) fn invalid(text: impl Into<String>, problem: impl ToString) -> Outcome {
        Outcome { message: Some(problem.to_string()), is_invalid: true, ..Outcome::valid(text) }
    }

    /// Returns `true` if there is nothing but a text.
    fn is_text(&self) -> bool {
        let Outcome { text: _, more, message, is_invalid, ambiguous, interrupted } = self;
        more.is_none() && message.is_none() && !is_invalid && ambiguous.is_none() && !interrupted
    }
}

/// Works on the puzzle of an entry. An entry that is no puzzle is invalid.
pub(crate) fn puzzle_outcome(entry: &Entry, work: impl FnOnce(&Puzzle) -> Outcome) -> Outcome {
    match equivalence::puzzle_of(&entry.board) {
        Ok(puzzle) => work(&puzzle),
        Err(reason) => Outcome::invalid("", reason),
    }
}

/// The result for an item: a grid, or a line that holds none.
pub(crate) type ItemOutcome = Result<Outcome, BadLine>;

/// Works on a grid, unless the command is told to end before the work is done.
pub(crate) fn until_interrupted(interrupt: &Interrupt, work: impl FnOnce() -> Outcome) -> Outcome {
    let interrupted = || Outcome { interrupted: true, ..Outcome::default() };
    if interrupt.requested() {
        return interrupted();
    }
    let outcome = interrupt.stops_ratings(work);
    // An interrupted rating is not used. The message of an outcome that knows of the interruption is.
    if interrupt.requested() && !outcome.interrupted { interrupted() } else { outcome }
}

/// Works on an item. The message of its outcome begins with its place.
pub(crate) fn item_outcome(item: Item, done: &ItemCount, work: impl FnOnce(&Entry) -> Outcome) -> ItemOutcome {
    let entry = item.inspect_err(|_| done.add(1))?;
    let outcome = until_interrupted(done.interrupt(), || work(&entry));
    // Counted here, not when the whole portion is done: one grid may take a second.
    done.add(u64::from(!outcome.interrupted));
    let message = outcome.message.map(|message| format!("{}: {message}", entry.place));
    Ok(Outcome { message, ..outcome })
}

/// Joins the texts of outcomes that follow each other and have nothing else, so that they are written at once. `left` is the number
/// of the outcomes.
fn joined(outcomes: impl Iterator<Item = ItemOutcome>, mut left: usize) -> Vec<ItemOutcome> {
    /// The maximum number of bytes for which room is made in the first text.
    const MOST_ROOM: usize = 1 << 18;
    let mut all: Vec<ItemOutcome> = Vec::new();
    outcomes.for_each(|outcome| {
        let before = all.len();
        match (all.last_mut(), outcome) {
            (Some(Ok(last)), Ok(next)) if last.is_text() && next.is_text() => {
                // Most texts of a command have equal lengths. Without room for them, the text would be copied as it grows.
                if before == 1 && last.text.capacity() - last.text.len() < next.text.len() {
                    last.text.reserve(left.saturating_mul(next.text.len()).min(MOST_ROOM));
                }
                last.text += &next.text;
            }
            (_, outcome) => all.push(outcome),
        }
        left -= 1;
    });
    all
}

/// Returns the items that the header of a file in a form depends on: those of a [`LookAhead`], or fewer, up to the first after which
/// `is_enough` returns `true`. `record` returns the record of an entry as it is written.
///
/// # Errors
/// If the header of these items would have too many columns.
pub(crate) fn first_items(
    form: Form,
    items: &mut impl Iterator<Item = Item>,
    record: impl for<'a> Fn(&'a Record) -> Cow<'a, Record>,
    is_enough: impl Fn(&Item) -> bool,
) -> Result<Vec<Item>> {
    let (mut ahead, mut first) = (LookAhead::new(form), Vec::new());
    while ahead.is_open()
        && !first.last().is_some_and(&is_enough)
        && let Some(item) = items.next()
    {
        match &item {
            Ok(entry) => {
                let added = ahead.add(&record(&entry.record));
                added.map_err(|error| Error::data(format!("{}: {error}", entry.place)))?;
            }
            Err(bad) => ahead.pass_over(bad.message.len()),
        }
        first.push(item);
    }
    Ok(first)
}

/// Takes the outcomes of items in order: writes the texts, prints the messages, and keeps the verdict.
pub(crate) struct Outcomes<'a> {
    strict: bool,
    /// The text for a bad line.
    for_bad_line: &'a str,
    progress: &'a Progress,
    /// The input has a grid.
    has_grid: bool,
    verdict: InputVerdict,
    /// The number of ambiguous grids, and the place of the first.
    ambiguous: Option<(u64, Place)>,
}

impl Outcomes<'_> {
    pub(crate) fn new<'a>(common: &Common, for_bad_line: &'a str, progress: &'a Progress) -> Outcomes<'a> {
        let verdict = InputVerdict::AllValid;
        Outcomes { strict: common.strict, for_bad_line, progress, has_grid: false, verdict, ambiguous: None }
    }

    /// Returns the verdict after the last outcome.
    ///
    /// # Errors
    /// If the target is a file, and the input has no grid.
    pub(crate) fn finish(&self, target: &TargetArgs) -> Result<InputVerdict> {
        if !self.has_grid {
            target.refuse_empty()?;
        }
        Ok(self.verdict)
    }

    /// Returns the same as [`finish`](Self::finish) after a run that can be continued.
    fn finish_long(&self, target: &TargetArgs) -> Result<InputVerdict> {
        // Perhaps the input ended early because its writer was interrupted, too.
        interrupt::token().check(Error::Interrupted)?;
        self.finish(target)
    }

    /// Reports the grids of which one of several solutions was written.
    fn report_ambiguous(&self) {
        if let Some((count, first)) = &self.ambiguous {
            let grids = counted(*count, "grid");
            self.progress.print_message(&format!(
                "several solutions, of which the smallest is written: {grids}; the first is {first}"
            ));
        }
    }

    /// Takes the next outcomes. Those before an error are written.
    ///
    /// # Errors
    /// If an outcome is interrupted, a line is bad and `--strict` is given, a file cannot be read to its end, or `write`
    /// fails.
    pub(crate) fn take(
        &mut self,
        outcomes: Vec<ItemOutcome>,
        mut write: impl FnMut(&[u8]) -> Result<()>,
    ) -> Result<()> {
        let progress = self.progress;
        let mut write = |text: &mut String| {
            let written = progress.aside(|| write(text.as_bytes()));
            text.clear();
            written
        };
        let mut text = String::new();
        let taken = outcomes.into_iter().try_for_each(|outcome| match outcome {
            Ok(mut outcome) => {
                // Most portions are one text, which is not copied.
                if text.is_empty() {
                    text = mem::take(&mut outcome.text);
                } else {
                    text += &outcome.text;
                }
                let mut written = Instant::now();
                for piece in outcome.more.take().into_iter().flatten() {
                    if progress.interrupt().requested() {
                        outcome.interrupted = true;
                        break;
                    }
                    text += &piece;
                    if text.len() >= PORTION_BYTES || written.elapsed() >= PORTION_TIME && !text.is_empty() {
                        write(&mut text)?;
                        written = Instant::now();
                    }
                }
                self.note(&outcome)
            }
            Err(bad) => {
                let is_line = bad.is_line;
                self.note_bad_line(bad)?;
                text += if is_line { self.for_bad_line } else { "" };
                Ok(())
            }
        });
        write(&mut text).and(taken)
    }

    fn note(&mut self, outcome: &Outcome) -> Result<()> {
        self.has_grid = true;
        if let Some(message) = &outcome.message {
            self.progress.print_message(message);
        }
        if outcome.is_invalid {
            self.verdict = InputVerdict::SomeInvalid;
        }
        if let Some(place) = &outcome.ambiguous {
            self.ambiguous.get_or_insert_with(|| (0, Place::clone(place))).0 += 1;
        }
        if outcome.interrupted { Err(Error::Interrupted) } else { Ok(()) }
    }

    fn note_bad_line(&mut self, bad: BadLine) -> Result<()> {
        if self.strict || bad.is_unreadable {
            return Err(Error::data(bad));
        }
        self.progress.print_message(&bad.to_string());
        self.verdict = InputVerdict::SomeInvalid;
        Ok(())
    }

    /// Takes the items that an earlier run has written rows for, and returns their number.
    ///
    /// Messages about these items are printed again, because the exit status is that of the whole input.
    ///
    /// # Errors
    /// If a row is not that of its grid. The work is done again for the last row, for rows that may have been changed, and for
    /// rows that `is_row_of` does not recognise.
    fn pass_over(
        &mut self,
        rows: &mut Lines,
        items: &mut impl Iterator<Item = Item>,
        is_row_of: impl Fn(&Entry, &str) -> bool,
        work: impl Fn(&Entry) -> Outcome,
    ) -> Result<u64> {
        let (mut passed, mut line) = (0, 1); // the first line is the header
        let unchanged = rows.unchanged().clone();
        let mut next = rows.next()?.map(<[u8]>::to_vec);
        while let Some(row) = next {
            line += 1;
            let entry = loop {
                let Some(item) = items.next() else {
                    return Err(rows.refuse(&format!("line {line}: the input has no more grids")).into());
                };
                passed += 1;
                self.progress.add(1);
                match item {
                    Ok(entry) => break entry,
                    Err(bad) => self.note_bad_line(bad)?,
                }
            };
            next = rows.next()?.map(<[u8]>::to_vec);
            let row = String::from_utf8_lossy(&row);
            if next.is_some() && unchanged.contain(line) && is_row_of(&entry, &row) {
                continue;
            }
            let outcome = work(&entry);
            if outcome.text != row {
                return Err(rows.refuse(&format!("line {line} is not the row of {}", entry.place)).into());
            }
            let message = outcome.message.map(|message| format!("{}: {message}", entry.place));
            self.note(&Outcome { message, ..outcome })?;
        }
        Ok(passed)
    }
}

impl Common {
    /// Returns the inputs of a command that needs grids without their other columns.
    pub(crate) fn grids(&self) -> Result<Inputs> {
        Ok(self.inputs.inputs()?.with_columns(NeededColumns::GRID))
    }

    /// Works on every grid, and writes the results in a frame.
    pub(crate) fn run(&self, frame: Frame, work: impl Fn(&Entry) -> Outcome + Sync) -> Result<InputVerdict> {
        self.run_together(frame, |_, _, _: &mut Vec<()>| {}, |entry, _, _| work(entry))
    }

    /// Works on every grid like [`run`](Self::run), after a question about many grids at once.
    ///
    /// `ask` gets the clues of some entries, and adds answers in their order. An entry that holds candidates instead of clues has no
    /// answer.
    pub(crate) fn run_together<A>(
        &self,
        frame: Frame,
        ask: impl Fn(&mut Engine, &[Grid], &mut Vec<A>) + Sync,
        work: impl Fn(&Entry, Option<A>, &Progress) -> Outcome + Sync,
    ) -> Result<InputVerdict> {
        let mut items = self.grids()?.read()?;
        interrupt::after(self.limit.time_limit)?;
        let mut output = Output::open(&self.target, frame.command)?.framed(frame)?;
        let progress = Progress::spinner("grids", self.work.quiet);
        let mut outcomes = Outcomes::new(self, frame.for_bad_line, &progress);
        let together = |(lot, answers): &mut (Lot, Vec<A>)| -> Vec<ItemOutcome> {
            with_engine(|engine| ask(engine, lot.grids(), answers));
            let mut answers = answers.drain(..);
            let done = progress.items();
            let work = |item: Item| {
                let has_clues = item.as_ref().is_ok_and(|entry| entry.board.clues().is_ok());
                let answer = if has_clues { answers.next() } else { None };
                item_outcome(item, &done, |entry| work(entry, answer, &progress))
            };
            let count = lot.len();
            progress.interrupt().stops_ratings(|| joined(lot.drain().map(work), count))
        };
        let done = ordered::map_lots(
            |(lot, _), most| items.fill(lot, most),
            self.work.threads,
            together,
            |portion| outcomes.take(portion, |text| output.write_now(text)),
        );
        if !self.work.quiet {
            outcomes.report_ambiguous();
        }
        done?;
        let verdict = outcomes.finish(&self.target)?;
        output.finish()?;
        Ok(verdict)
    }

    /// Works on every grid of inputs like [`run`](Self::run). Writes one row for each to a file that a later run can continue.
    /// `items` are those of the inputs.
    ///
    /// The rows of an earlier run are compared with the input. `is_row_of` returns `true` if a row is plainly that of a
    /// valid puzzle; for any other row the work is done again.
    pub(crate) fn run_resumable(
        &self,
        output: &LongOutput,
        inputs: &Inputs,
        mut items: impl Iterator<Item = Item> + Send,
        is_row_of: impl Fn(&Entry, &str) -> bool,
        work: impl Fn(&Entry) -> Outcome + Sync,
    ) -> Result<InputVerdict> {
        let progress = Progress::spinner("puzzles", self.work.quiet);
        progress.count_grids(inputs);
        let mut outcomes = Outcomes::new(self, "", &progress);
        let opened = Destination::open(output, |rows| outcomes.pass_over(rows, &mut items, is_row_of, &work));
        let (mut destination, passed) = opened.inspect_err(|error| {
            if matches!(error, Error::Output(_)) {
                output.report_partial(error);
            }
        })?;
        progress.start_at(passed);
        interrupt::after(self.limit.time_limit)?;
        let done = ordered::map(
            items,
            self.work.threads,
            |item| item_outcome(item, &progress.items(), &work),
            |portion| outcomes.take(portion, |rows| destination.write(rows)),
        );
        let done = done.and_then(|()| outcomes.finish_long(output.target));
        drop(progress);
        self.complete(done, destination, output)
    }

    /// Works on every grid like [`run`](Self::run). A result may have any number of lines. A file is one that a later run can continue:
    /// it finds the results of the earlier run again, compares them, and adds the others. `head` comes before the results.
    pub(crate) fn run_growing(
        &self,
        output: &LongOutput,
        head: &str,
        work: impl Fn(&Entry, &Progress) -> Outcome + Sync,
    ) -> Result<InputVerdict> {
        let items = input::ahead(self.grids()?.read()?, &interrupt::token());
        let progress = Progress::spinner("grids", self.work.quiet);
        let mut outcomes = Outcomes::new(self, "", &progress);
        let (mut destination, earlier) = Destination::open(output, EarlierLines::accept)?;
        let mut earlier = earlier.opened(&destination, output)?;
        let mut write = |lines: &[u8]| match earlier.compare(lines)? {
            // An empty block would hide the checksums of those after it.
            [] => Ok(()),
            new => destination.write(new),
        };
        write(head.as_bytes())?;
        interrupt::after(self.limit.time_limit)?;
        let done = ordered::map(
            items,
            self.work.threads,
            |item| item_outcome(item, &progress.items(), |entry| work(entry, &progress)),
            |portion| outcomes.take(portion, &mut write),
        );
        let done = done.and_then(|()| earlier.finish());
        let done = done.and_then(|()| outcomes.finish_long(output.target));
        drop(progress);
        self.complete(done, destination, output)
    }

    /// Completes a file after the last row, or keeps what an interrupted run has written.
    pub(crate) fn complete(
        &self,
        done: Result<InputVerdict>,
        destination: Destination,
        output: &LongOutput,
    ) -> Result<InputVerdict> {
        let done = match done {
            Ok(verdict) => destination.finish(output, self.work.quiet).map(|()| verdict),
            Err(error) => {
                destination.tidy();
                Err(error)
            }
        };
        done.inspect_err(|error| output.report_partial(error))
    }
}
