//! `pack`: a rated pack of puzzles from a seed, or from a recipe.

mod merge;

use std::io::Write;
use std::path::{Path, PathBuf};

use minirow_core::Puzzle;
use minirow_gen::GENERATOR;
use minirow_pack::{
    BookRecipe, DEFAULT_SEED, Excluded, PackDone, PackError, PackPlan, PackRun, PackStopped, PackSummary, PackTarget,
    PuzzleSpec, RunLimits, Trace, write_pack,
};
use minirow_report::trace;
use minirow_table::{ExtraColumns, OutputShape, Row, Run, Schema, StoredManifest, Tally, csv_line, files, row_writer};

use crate::args::{LimitArgs, ShapeArgs, SpecArgs, TargetArgs, WorkArgs};
use crate::commands::InputVerdict;
use crate::error::{Error, Result, print_message};
use crate::progress::TerminalObserver;
use crate::{interrupt, loaders};

const EXAMPLES: &str = "\
Examples:
  minirow pack --seed 42 --count 1000 --out pack.csv
  minirow pack --seed 42 --count 1000 --out pack.csv --resume           after an interruption
  minirow pack --level hard --symmetry half-turn --clues 24..=28 --count 50
  minirow pack --er 2.6..=3.4 --count 100 | cut -d, -f2                 the puzzles alone
  minirow pack --needs swordfish --without x-wing --level hard          by the steps that it takes
  minirow pack --recipe book.toml --exclude last-year.csv --out book.csv
  minirow pack --seed 42 --count 100000 --labels --weights --out pack.parquet --shard-rows 25000
  minirow pack --sampling weighted --count 10000 --out fair.csv         a fair sample by weight
  minirow pack --sampling uniform --count 500 --clues 26                a fair sample as it is
  minirow pack --seed 42 --start 1000 --count 1000 --out next.csv       the next thousand
  minirow pack merge all.csv pack.csv next.csv                          both as one

The same seed, index and wishes give the same puzzle, on any machine and with any number of
threads. Beside FILE comes FILE.manifest.json: what it was made from, what is in it, its checksum.
Exit status: 0 all was made, 1 an index was given up or the disk is full, 2 wrong use, 3 a limit on
time or attempts was reached, 130 interrupted; after 1, 3 and 130, FILE.part has what was made.";

const RECIPES: &str = "\
A recipe is a TOML file; its keys are the options above, and all but name and count may be left out:
  title = \"Puzzles for a long journey\"
  seed = 42
  [[section]]
  name = \"Setting out\"
  count = 20
  level = \"easy\"
  symmetry = \"half-turn\"
  order = \"ramp\"           # the easiest first; otherwise as they are made
No two puzzles of it have their clues in the same cells or the same solution, unless the recipe says
allow-same-pattern = true or allow-same-solution = true before its sections.";

/// Generate a rated pack of puzzles from a seed or a recipe, as CSV
#[derive(clap::Args)]
#[command(before_help = EXAMPLES, after_help = RECIPES, args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    generate: GenerateArgs,
    #[command(flatten)]
    target: TargetArgs,
    /// Continue a file that was not completed
    #[arg(long, requires = "out", conflicts_with = "force")]
    resume: bool,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    shape: ShapeArgs,
    /// Write the steps of every path to TRACE as JSON lines, each with the `id` of its puzzle, once the pack is complete
    #[arg(long, value_name = "TRACE", requires = "out")]
    trace: Option<PathBuf>,
    #[command(flatten)]
    work: WorkArgs,
}

/// The options that define the puzzles of a pack.
#[derive(clap::Args, Clone)]
pub(crate) struct GenerateArgs {
    /// The seed [default: that of the recipe, or 1]
    #[arg(long)]
    seed: Option<u64>,
    /// The index of the first puzzle
    #[arg(long, default_value_t = 0, value_name = "INDEX")]
    start: u64,
    /// Number of puzzles
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    /// Sections, as a recipe has them; see below
    #[arg(long, value_name = "TOML", conflicts_with_all = [SpecArgs::GROUP, "start", "count"])]
    recipe: Option<PathBuf>,
    /// Exclude puzzles equivalent to those of these files, which can have any form
    #[arg(long, value_name = "FILE", num_args = 1..)]
    exclude: Vec<PathBuf>,
    /// Add the columns `nodes` and `backdoor`; see the guide, "Data sets"
    #[arg(long)]
    labels: bool,
    /// Add the column `weight`, which makes statistics those of all minimal puzzles that meet the constraints
    #[arg(long, conflicts_with = "recipe")]
    weights: bool,
    #[command(flatten)]
    spec: SpecArgs,
}

impl GenerateArgs {
    pub(crate) fn plan(&self) -> Result<PackPlan> {
        let excluded = Excluded::read(&self.exclude, &Run::default())?;
        let extra = ExtraColumns { labels: self.labels, weights: self.weights, sections: false };
        Ok(match &self.recipe {
            Some(path) => PackPlan::book(&BookRecipe::read(path).map_err(PackError::from)?, self.seed, excluded, extra),
            None => {
                let spec: &PuzzleSpec = &self.spec.0;
                PackPlan::range(self.seed.unwrap_or(DEFAULT_SEED), self.start, self.count, spec, excluded, extra)
            }
        }?)
    }
}

/// The commands on existing packs.
#[derive(clap::Subcommand)]
enum Command {
    Merge(merge::Args),
}

impl Args {
    pub(crate) fn run(self) -> Result<InputVerdict> {
        match &self.command {
            Some(Command::Merge(args)) => args.run(),
            None => self.make(),
        }
    }

    fn make(&self) -> Result<InputVerdict> {
        let plan = self.generate.plan()?;
        let shape = self.shape.shape(self.target.out.as_deref())?;
        let observer = TerminalObserver::new(self.work.quiet);
        let run = Run { threads: self.work.threads, interrupt: interrupt::token(), observer: &observer };
        let Some(path) = self.target.out.as_deref().filter(|path| !files::is_stream(path)) else {
            return self.stream(&plan, shape, &run);
        };
        interrupt::finish_first();
        let steps = trace_lines;
        let trace = self.trace.as_ref().map(|path| Trace { path, lines: &steps });
        let label = format!("minirow pack --out {}", path.display());
        let options = files::WriteOptions { resume: self.resume, ..self.target.options(&label) };
        let target = PackTarget { path, shape, options, trace: trace.as_ref() };
        let done = write_pack(&plan, &target, self.limits.limits(), &run);
        match stopped(done, plan.count())? {
            _ if self.work.quiet => {}
            PackDone::Complete => print_message(&format!("{}: is complete already", path.display())),
            PackDone::Written(summary) => say_written(path, &plan, &shape, &summary),
        }
        Ok(InputVerdict::AllValid)
    }

    /// Writes the rows as CSV to standard output, a device or a pipe: there is nothing to continue later.
    fn stream(&self, plan: &PackPlan, shape: OutputShape, run: &Run) -> Result<InputVerdict> {
        let mut output = match &self.target.out {
            Some(path) => files::WholeFile::open(path, &files::WriteOptions::default())?,
            None => files::WholeFile::stdout(),
        };
        let name = output.path().to_path_buf();
        let failed = |error| files::Error::from_write(error, &name);
        let columns = plan.columns();
        let mapping = shape.schema.mapping(&columns).map_err(Error::usage)?;
        output.write_all(mapping.columns().header_line().as_bytes()).map_err(failed)?;
        output.flush().map_err(failed)?;
        run.observer.begin("puzzles", Some(plan.count()));
        let (mut written, mut number) = (0, 0);
        let made = PackRun::new(plan, self.limits.limits(), run.clone()).rows(|rows| {
            let mut text = Vec::new();
            for row in &rows {
                number += 1;
                match shape.schema {
                    Schema::Full => text.extend(csv_line(&columns, row).into_bytes()),
                    _ => {
                        let Ok(values) = mapping.of_row(number, row) else { continue };
                        let mut line = Vec::new();
                        let mut writer = row_writer(minirow_table::Format::Csv, mapping.columns(), &[], &mut line)
                            .expect("a vector takes everything");
                        writer.write_values(&values).expect("a vector takes everything");
                        writer.finish().expect("a vector takes everything");
                        let header = mapping.columns().header_line().len();
                        text.extend(&line[header..]);
                    }
                }
            }
            written += rows.len();
            output.write_all(&text).and_then(|()| output.flush()).map_err(failed)?;
            Ok::<_, PackError>(())
        });
        run.observer.end();
        if let Err(PackError::Limit(_)) = &made {
            print_message(&format!("{written} of {} puzzles are written", plan.count()));
        }
        made?;
        output.finish()?;
        Ok(InputVerdict::AllValid)
    }
}

/// Generates a pack of plain CSV as a step of another command, or completes its partial file.
pub(crate) fn make_plain(generate: &GenerateArgs, out: &Path, limits: RunLimits, run: &Run) -> Result<()> {
    let plan = generate.plan()?;
    let options = files::WriteOptions { resume: true, ..files::WriteOptions::default() };
    let target = PackTarget { path: out, shape: OutputShape::default(), options, trace: None };
    interrupt::finish_first();
    stopped(write_pack(&plan, &target, limits, run), plan.count())?;
    Ok(())
}

/// The steps of the path of a row, as JSON lines.
fn trace_lines(row: &Row) -> std::result::Result<String, PackError> {
    let puzzle = Puzzle::new(row.puzzle).expect("the row of a puzzle");
    Ok(trace::steps(row.id.as_deref(), &puzzle, minirow_grade::path(&puzzle)))
}

/// Reports what a run that ended early has left.
fn stopped(done: std::result::Result<PackDone, PackStopped>, count: u64) -> Result<PackDone> {
    done.map_err(|PackStopped { error, partial }| {
        // Another run would give up the same index.
        let goes_on = match &*error {
            PackError::Interrupted | PackError::Limit(_) => true,
            PackError::Files(error) => error.kind() == files::ErrorKind::Output,
            _ => false,
        };
        if let Some((path, rows)) = partial {
            let how = if goes_on { "; the same command with --resume goes on" } else { "" };
            print_message(&format!("{rows} of {count} puzzles are in {}{how}", path.display()));
        }
        (*error).into()
    })
}

fn say_written(path: &Path, plan: &PackPlan, shape: &OutputShape, summary: &PackSummary) {
    if let Some((number, why)) = &summary.first_left_out {
        let (schema, count) = (shape.schema, summary.left_out);
        print_message(&format!("left out of the schema {schema}: {count} rows, the first of them row {number}: {why}"));
    }
    let title = plan.title().map(|title| format!(" of {title:?}")).unwrap_or_default();
    print_message(&format!("{}: {} puzzles{title} by {GENERATOR}, seed {}", path.display(), plan.count(), plan.seed()));
    let tried = if plan.may_reject() { format!(", of {} tried in this run", summary.attempts) } else { String::new() };
    let manifest = StoredManifest::path_of(path);
    print_message(&format!("{}{tried}; more in {}", levels(&summary.tally), manifest.display()));
    print_message(&loaders::hint(path, shape));
}

/// The number of puzzles of each level, in words.
fn levels(tally: &Tally) -> String {
    let levels = tally.column("level").iter().map(|(level, count)| format!("{level} {}", count.rows));
    levels.collect::<Vec<_>>().join(", ")
}
