//! `neighbours`: the puzzles that differ from given puzzles in a few clues, up to equivalence.

mod forms;
mod rounds;
mod rows;

use std::mem;
use std::path::PathBuf;

use clap::ValueEnum;
use minirow_core::{Puzzle, canon};
use minirow_files::sort::Sorter;
use minirow_files::{Lines, hex, ordered};
use minirow_pack::PuzzleFilter;
use minirow_table::input;
use minirow_table::{OutputShape, PROGRAM};
use minirow_text::counted;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use self::forms::{Forms, NewForms, NumberedForm};
use self::rounds::{Changes, Reduced, Rounds, find};
use self::rows::{Rows, WrittenRow};
use crate::args::{Given, SortArgs, SpecArgs, whole};
use crate::commands::InputVerdict;
use crate::commands::per_grid::{Common, Outcome, Outcomes, item_outcome, puzzle_outcome, until_interrupted};
use crate::destination::{Destination, LongOutput};
use crate::endings;
use crate::error::{Error, Result};
use crate::interrupt;
use crate::progress::Progress;

const EXAMPLES: &str = "\
Examples:
  minirow neighbours hard.txt                         one clue for another one
  minirow neighbours hard.txt --remove 2 --add 2 --er 11.. --out found.csv
  minirow neighbours hard.txt --er 11.. --out found.csv --resume
  minirow neighbours puzzles.txt --minimal --depth 3 | minirow grade
  minirow neighbours puzzles.txt --remove 0 --add 1   with one more clue";

/// Find the puzzles that differ from given ones in a few clues
///
/// A neighbour of a puzzle lacks N of its clues and has M others instead, which the forum writes as {-N+M}. Puzzles are written as
/// canonical forms (see `minirow canon`), each once; those of the input are not among them. Only puzzles that meet the
/// constraints are written. With --depth, the neighbours of the written puzzles are searched too.
///
/// The columns are those of the puzzle and of the scales of constraints, then `depth`, and the puzzle from which the row was found:
/// `parent`, and `removed`, the cells of its clues that are removed.
///
/// The search goes from round to round, each with twice as many reduced puzzles as the one before, up to 65,536 for one clue that is
/// added, 4096 for two, 256 for three, and 16 for more. Rows are written after each round, in order within the round; the result
/// depends on nothing but the input and the options. An interrupted run leaves FILE.part, which --resume continues. Memory does not
/// grow with the number of puzzles.
#[derive(clap::Args)]
#[command(before_long_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
    /// Number of clues that are removed
    #[arg(long, value_name = "N", default_value = "1", help_heading = "Puzzles", value_parser = whole(0..=81_usize))]
    remove: usize,
    /// Number of clues that are added
    #[arg(long, value_name = "M", default_value = "1", help_heading = "Puzzles", value_parser = whole(0..=81_usize))]
    add: usize,
    /// Number of times that neighbours of what was found are searched
    #[arg(long, value_name = "K", default_value = "1", help_heading = "Puzzles", value_parser = whole(1..=u32::MAX))]
    depth: u32,
    /// Cells of the new clues
    #[arg(long, value_name = "CELLS", default_value = "any", help_heading = "Puzzles")]
    pattern: PatternKind,
    #[command(flatten)]
    spec: SpecArgs<true>,
    /// Continue an interrupted run with the same input
    ///
    /// If FILE exists, it is compared with the result, or replaced with --force. A partial result of other options is refused.
    #[arg(long, requires = "out", help_heading = "Resuming")]
    resume: bool,
    #[command(flatten)]
    sort: SortArgs,
}

/// The cells of new clues.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PatternKind {
    /// Any empty cells
    Any,
    /// The cells of the removed clues, so that all puzzles have one pattern
    Same,
}

/// Percentages of the memory for sorting.
const KNOWN: u64 = 30;
const FOUND: u64 = 40;
const KEPT: u64 = 15;

impl Args {
    pub(crate) fn run(self, _: &Given) -> Result<InputVerdict> {
        endings::format_of(None, self.common.target.file(), endings::LIST)?;
        let same_pattern = self.pattern == PatternKind::Same;
        if same_pattern && self.add != self.remove {
            return Err(Error::usage("--pattern same needs as many clues with --add as with --remove"));
        }
        let filter = PuzzleFilter::new(self.spec.0.clone()).map_err(Error::usage)?;
        let folder = self.sort.budget().folder(self.common.target.file())?;
        let progress = Progress::spinner("reduced puzzles", self.common.work.quiet);
        interrupt::after(self.common.limit.time_limit)?;
        let (verdict, sha256) = (InputVerdict::AllValid, String::new());
        let mut search = Search { args: &self, filter, folder, progress, verdict, sha256 };
        let mut state = search.read()?;
        let rows = Rows::new(search.filter.scales());
        let output = LongOutput {
            command: "minirow neighbours",
            contents: "neighbours of the input",
            target: &self.common.target,
            resume: self.resume,
            recipe: search.recipe(),
            columns: rows.columns.clone(),
            shape: OutputShape::default(),
        };
        let opened = Destination::open(&output, |lines| search.resume(lines, &mut state));
        let (mut destination, ()) = opened.inspect_err(|error| output.report_partial(error))?;
        let done = search.write(&rows, state, &mut destination).map(|()| search.verdict);
        drop(search.progress);
        self.common.complete(done, destination, &output)
    }
}

impl Args {
    /// Returns the reason why a puzzle with some clues has no neighbours, if there is one.
    fn without_neighbours(&self, clues: usize) -> Option<String> {
        let found = counted(clues as u64, "clue");
        if clues < self.remove {
            return Some(format!("no neighbours: {found}, expected at least {} for --remove {0}", self.remove));
        }
        let empty = 81 - (clues - self.remove);
        let found = counted(empty as u64, "empty cell");
        (empty < self.add).then(|| format!("no neighbours: {found}, expected at least {} for --add {0}", self.add))
    }
}

struct Search<'a> {
    args: &'a Args,
    filter: PuzzleFilter,
    /// The folder for temporary files.
    folder: PathBuf,
    progress: Progress,
    verdict: InputVerdict,
    /// The checksum of the canonical forms of the input, each once, in order.
    sha256: String,
}

/// The puzzles so far.
struct State {
    /// All puzzles that were found, with those of the input.
    known: Sorter<NumberedForm>,
    /// The number of searches of neighbours of neighbours.
    depth: u32,
    /// The puzzles whose neighbours are searched.
    parents: Sorter<NumberedForm>,
    /// The rows of this depth.
    kept: Sorter<NumberedForm>,
    has_kept: bool,
    /// The last row of an earlier run.
    last: Option<WrittenRow>,
}

impl Search<'_> {
    fn sorter(&self, percent: u64) -> Sorter<NumberedForm> {
        self.args.sort.budget().sorter(percent, &self.folder)
    }

    /// Reads the puzzles of the input.
    fn read(&mut self) -> Result<State> {
        let common = &self.args.common;
        let progress = Progress::spinner("grids", common.work.quiet);
        let items = input::ahead(common.grids()?.read()?, progress.interrupt());
        let mut outcomes = Outcomes::new(common, "", &progress);
        let mut sorter = self.sorter(FOUND);
        let form = |puzzle: &Puzzle| {
            let form = format!("{}\n", canon::grid(puzzle.clues()).form);
            match self.args.without_neighbours(puzzle.clues().clue_count()) {
                Some(reason) => Outcome::invalid(form, reason),
                None => Outcome::valid(form),
            }
        };
        let work = |item| item_outcome(item, &progress.items(), |entry| puzzle_outcome(entry, form));
        ordered::map(items, common.work.threads, work, |portion| {
            outcomes.take(portion, |lines| {
                let forms = str::from_utf8(lines).expect("our own text").lines();
                forms
                    .map(|form| form.parse().expect("a grid"))
                    .try_for_each(|form| Ok(sorter.push(NumberedForm::new(&form, 0))?))
            })
        })?;
        self.progress.interrupt().check(Error::Interrupted)?;
        self.verdict = outcomes.finish(&common.target)?;
        let (mut known, mut parents) = (self.sorter(KNOWN), self.sorter(KEPT));
        let (mut forms, mut sha256) = (Forms::new(sorter)?, Sha256::new());
        while let Some(form) = forms.next()? {
            sha256.update(form.grid().to_string());
            known.push(form)?;
            parents.push(form)?;
        }
        self.sha256 = hex(&sha256.finalize());
        Ok(State { known, depth: 1, parents, kept: self.sorter(KEPT), has_kept: false, last: None })
    }

    /// Returns everything that determines the rows.
    fn recipe(&self) -> Value {
        let Args { remove, add, depth, .. } = self.args;
        json!({
            "program": PROGRAM,
            "remove": remove,
            "add": add,
            "depth": depth,
            "pattern": if self.changes().same_pattern { "same" } else { "any" },
            "constraints": self.args.spec.0.to_string(),
            "input": self.sha256,
        })
    }

    fn changes(&self) -> Changes {
        let Args { remove, add, pattern, .. } = *self.args;
        Changes { remove, add, same_pattern: pattern == PatternKind::Same }
    }

    /// Takes the rows of an earlier run, up to the first that may have been changed.
    fn resume(&self, lines: &mut Lines, state: &mut State) -> Result<()> {
        let unchanged = lines.unchanged().clone();
        let mut line = 2; // the first line is the header
        while unchanged.contain(line)
            && let Some(text) = lines.next()?.map(|text| String::from_utf8_lossy(text).into_owned())
        {
            let follows = |row: &WrittenRow| row.depth == state.depth || row.depth == state.depth + 1 && state.has_kept;
            let Some(row) = WrittenRow::parse(&text).filter(follows) else {
                return Err(lines.refuse(&format!("line {line} is not the row of a neighbour")).into());
            };
            if row.depth > state.depth {
                self.descend(state);
            }
            state.has_kept = true;
            state.kept.push(row.form)?;
            state.known.push(row.form)?;
            state.last = Some(row);
            line += 1;
        }
        Ok(())
    }

    /// Goes on with the neighbours of what was kept.
    fn descend(&self, state: &mut State) {
        state.depth += 1;
        state.has_kept = false;
        state.parents = mem::replace(&mut state.kept, self.sorter(KEPT));
    }

    /// Writes the rows.
    fn write(&self, rows: &Rows, mut state: State, destination: &mut Destination) -> Result<()> {
        loop {
            let parents = mem::replace(&mut state.parents, self.sorter(KEPT));
            let mut rounds = Rounds::new(Forms::new(parents)?, self.changes());
            loop {
                let round = rounds.next()?;
                if round.is_empty() {
                    break;
                }
                // An earlier run has done the rounds before that of its last row.
                if state.last.as_ref().is_none_or(|last| last.is_of(&round)) {
                    self.write_round(&round, rows, &mut state, destination)?;
                }
            }
            if state.depth == self.args.depth || !state.has_kept {
                return Ok(());
            }
            self.descend(&mut state);
        }
    }

    fn write_round(
        &self,
        round: &[Reduced],
        rows: &Rows,
        state: &mut State,
        destination: &mut Destination,
    ) -> Result<()> {
        let found = find(round, self.changes(), self.sorter(FOUND), &self.args.common.work, &self.progress)?;
        let last = state.last.take();
        let known = Forms::new(mem::replace(&mut state.known, self.sorter(KNOWN)))?;
        let State { known: all, kept, has_kept, depth, .. } = state;
        let new = NewForms { found, known, all };
        let is_open = |form: &Result<NumberedForm>| match (form, &last) {
            (Ok(form), Some(last)) => *form > last.form,
            _ => true,
        };
        ordered::map(
            new.filter(is_open),
            self.args.common.work.threads,
            |form| form.map(|form| self.judge(form, round, rows, *depth)),
            |portion| {
                let (mut text, mut is_interrupted) = (String::new(), false);
                for outcome in portion {
                    let outcome = outcome?;
                    is_interrupted |= outcome.interrupted;
                    text += if is_interrupted { "" } else { &outcome.text };
                }
                *has_kept |= !text.is_empty();
                for row in text.lines().filter_map(WrittenRow::parse) {
                    kept.push(row.form)?;
                }
                // An empty block would hide the checksums of those after it.
                if !text.is_empty() {
                    self.progress.aside(|| destination.write(text.as_bytes()))?;
                }
                if is_interrupted { Err(Error::Interrupted) } else { Ok(()) }
            },
        )
    }

    /// Returns the row of a puzzle, which is empty if the constraints reject it.
    fn judge(&self, form: NumberedForm, round: &[Reduced], rows: &Rows, depth: u32) -> Outcome {
        until_interrupted(self.progress.interrupt(), || {
            let puzzle = Puzzle::new(form.grid()).expect("neighbours have one solution");
            let row = self.filter.rated(&puzzle);
            let line = row.map(|row| rows.line(&row, depth, &round[form.number as usize]));
            Outcome::valid(line.unwrap_or_default())
        })
    }
}
