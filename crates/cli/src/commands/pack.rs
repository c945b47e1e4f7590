//! `pack`: a pack of rated puzzles from a seed or a recipe.

mod merge;

use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use minirow_core::Puzzle;
use minirow_dataset::Formulas;
use minirow_files::{CommandError, ErrorKind};
use minirow_gen::GENERATOR;
use minirow_grade::Level;
use minirow_pack::{
    BookRecipe, DEFAULT_SEED, Excluded, PackDone, PackError, PackPlan, PackRun, PackStopped, PackSummary, PackTarget,
    PuzzleSpec, RunLimits, SectionOrder, Trace, write_pack,
};
use minirow_report::trace;
use minirow_table::equivalence::EquivalentBy;
use minirow_table::{ExtraColumns, Format, OutputShape, Row, Run, ScaleSet, Schema, StoredManifest, Tally, csv_line};
use minirow_text::counted;

use crate::args::{self, Given, LimitArgs, ShapeArgs, SpecArgs, TargetArgs, WorkArgs, whole};
use crate::choices::{choices, scales};
use crate::commands::InputVerdict;
use crate::destination::Stream;
use crate::endings::{self, Endings};
use crate::error::{Error, Result, print_formulas, print_lines, print_message};
use crate::help::HelpLayout;
use crate::progress::TerminalObserver;
use crate::{interrupt, loaders};

const EXAMPLES: &str = "\
Examples:
  minirow pack --seed 42 --count 1000 --out pack.csv
  minirow pack --seed 42 --count 1000 --out pack.csv --resume
  minirow pack --level hard --symmetry half-turn --clues 24..=28 --count 50
  minirow pack --er 2.6..=3.4 --count 100 | cut -d, -f2      the puzzles alone
  minirow pack --minutes 5.0..=8.0 --b 0 --count 20
  minirow pack --needs swordfish --without x-wing --level hard
  minirow pack --pattern heart --count 20
  minirow pack --levels easy:30,medium:30,hard:30 --order ramp --out book.csv
  minirow pack --recipe book.toml --exclude last-year.csv --out book.csv
  minirow pack --count 100000 --out pack.parquet --shard-rows 25000
  minirow pack --sampling weighted --count 10000 --out sample.csv
  minirow pack --seed 42 --start 1000 --count 1000 --out next.csv
  minirow pack merge --out all.csv pack.csv next.csv         both as one";

const RECIPES: &str = "\
A recipe is a TOML file. Its keys are the options of pack. All but name and count are optional:

  title = \"Puzzles for a long journey\"
  seed = 42
  [[section]]
  name = \"Setting out\"
  count = 20
  level = \"easy\"
  symmetry = \"half-turn\"
  order = \"ramp\"           # easiest first, or \"ramp-minutes\"; otherwise in order of index

No two puzzles of a recipe have their clues in the same cells or the same solution, unless the recipe says \
allow-same-pattern = true or allow-same-solution = true before its sections.";

/// Generate a pack of rated puzzles from a seed or a recipe
///
/// The same seed, index and constraints give the same puzzle, on any machine and with any number of threads.
/// FILE.manifest.json says what FILE was made from and what it contains, with its checksum. The rows are CSV, JSON lines or
/// Parquet, by the ending of FILE.
///
/// The exit status is 0 if all puzzles were generated, 1 if an index was given up or the disk is full, 2 for wrong usage, 3 if a
/// limit on time or attempts was reached, and 130 after an interruption. After 1, 3 and 130, FILE.part has the puzzles so far.
#[derive(clap::Args)]
#[command(before_long_help = EXAMPLES, after_long_help = RECIPES, args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    generate: GenerateArgs,
    #[command(flatten)]
    target: TargetArgs,
    /// Format of the rows [default: by the ending of FILE, else csv]
    #[arg(long, value_name = "FORMAT", help_heading = "Output", value_parser = choices::<Format>())]
    format: Option<Format>,
    #[command(flatten)]
    shape: ShapeArgs,
    /// Write all steps to TRACE as JSON lines
    ///
    /// Each step has the `id` of its puzzle. TRACE is written when the pack is complete.
    #[arg(long, value_name = "TRACE", requires = "out", value_parser = args::list, help_heading = "Output")]
    trace: Option<PathBuf>,
    /// Continue an interrupted run
    ///
    /// If FILE exists, it is replaced only with --force. A partial result of other options is refused.
    #[arg(long, requires = "out", help_heading = "Resuming")]
    resume: bool,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    work: WorkArgs,
}

/// The options that define the puzzles of a pack.
#[derive(clap::Args, Clone)]
#[command(next_help_heading = "Puzzles")]
pub(crate) struct GenerateArgs {
    /// Seed [default: that of the recipe, or 1]
    #[arg(long, value_parser = whole(0..=u64::MAX))]
    seed: Option<u64>,
    /// Index of the first puzzle
    #[arg(long, default_value_t = 0, value_name = "INDEX", value_parser = whole(0..=u64::MAX))]
    start: u64,
    /// Number of puzzles
    #[arg(long, short = 'n', default_value_t = 100, value_name = "N", value_parser = whole(1..=u64::MAX))]
    count: u64,
    /// Recipe with sections
    ///
    /// A pack from a recipe is a book: each section has its own constraints.
    #[arg(long, value_name = "TOML", conflicts_with_all = [SpecArgs::GROUP, "start", "count", "levels", "pattern"])]
    recipe: Option<PathBuf>,
    /// Book with a section for each level, as in easy:30,hard:30
    ///
    /// The same as a recipe with these sections, in this order. Other constraints hold for all of them.
    #[arg(long, value_name = "LEVEL:N,...", value_delimiter = ',', value_parser = level_count)]
    #[arg(conflicts_with_all = ["level", "start", "count"])]
    levels: Vec<(Level, NonZeroU64)>,
    /// Order of the puzzles of each section of --levels
    #[arg(long, value_name = "ORDER", value_enum, default_value_t = Order::AsMade)]
    order: Order,
    /// Exclude puzzles equivalent to those of these files
    ///
    /// The files may have any form.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    exclude: Vec<PathBuf>,
    /// Property that a puzzle may not share with those of --exclude
    #[arg(long, value_name = "BY", default_value = "puzzle", requires = "exclude", value_parser = choices::<EquivalentBy>())]
    exclude_by: EquivalentBy,
    /// Put the clues in the cells of a pattern, such as heart
    ///
    /// The same as --mask with --exact. Patterns: heart, star, diamond, ring, smile, x, checkers. FILE has 81 characters, `.` or
    /// `0` for cells without a clue; whitespace is ignored. There may be no puzzles for a pattern of your own.
    #[arg(long, value_name = "NAME|FILE", value_parser = pattern, conflicts_with_all = ["mask", "exact"])]
    #[arg(help_heading = "Constraints")]
    pattern: Option<PuzzleSpec>,
    #[command(flatten)]
    spec: SpecArgs,
    /// Add the columns nodes and backdoor
    ///
    /// `nodes` is the number of guesses of a solver. `backdoor` is the smallest number of cells that must be known to solve the
    /// puzzle by singles: 0, 1, 2, or 3 for more.
    #[arg(long, help_heading = "Output")]
    labels: bool,
    /// Add the column weight
    ///
    /// Statistics by weight are those of all minimal puzzles that meet the constraints.
    #[arg(long, conflicts_with_all = ["recipe", "levels"], help_heading = "Output")]
    weights: bool,
    /// Add the columns of rating scales
    ///
    /// Every pack has those of se. Several scales are separated by commas.
    #[arg(long, value_name = "SCALE,...", value_delimiter = ',', help_heading = "Output", value_parser = scales())]
    scale: Vec<ScaleSet>,
}

/// The order of the puzzles of a section.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Order {
    /// By index
    AsMade,
    /// Sort by difficulty, easiest first: by ER, EP, ED and index
    Ramp,
    /// Sort by estimated minutes; equal times as in ramp
    RampMinutes,
}

/// Parses the name of a pattern, or reads the file of one.
fn pattern(text: &str) -> Result<PuzzleSpec, String> {
    let mut spec = PuzzleSpec::new();
    spec.set_pattern(text, Path::new("")).map_err(|error| error.to_string())?;
    Ok(spec)
}

/// Parses a level with its number of puzzles, such as `easy:30`.
fn level_count(text: &str) -> Result<(Level, NonZeroU64), String> {
    let known = || Level::ALL.map(Level::name).join(", ");
    let (level, count) = text.split_once(':').ok_or("expected LEVEL:N, as in easy:30")?;
    let level = level.parse().map_err(|_| format!("found the level {level}, expected one of {}", known()))?;
    let count = count.parse().map_err(|_| format!("found {count} puzzles, expected a number from 1"))?;
    Ok((level, count))
}

impl GenerateArgs {
    /// Checks that no option is without effect.
    pub(crate) fn refuse(&self, given: &Given) -> Result<()> {
        given.refuse(&[(self.levels.is_empty(), "without --levels", &["order"])])
    }

    pub(crate) fn plan(&self) -> Result<PackPlan> {
        let excluded = Excluded::read(&self.exclude, self.exclude_by, &Run::default())?;
        let scales = self.scale.iter().copied().collect();
        let extra = ExtraColumns { labels: self.labels, weights: self.weights, sections: false, scales };
        let mut spec = self.spec.0.clone();
        if let Some(pattern) = &self.pattern {
            (spec.mask, spec.exact) = (pattern.mask, pattern.exact);
        }
        if !self.levels.is_empty() {
            let order = match self.order {
                Order::AsMade => SectionOrder::AsMade,
                Order::Ramp => SectionOrder::Ramp,
                Order::RampMinutes => SectionOrder::RampMinutes,
            };
            let recipe = BookRecipe::from_levels(&self.levels, order, &spec).map_err(PackError::from)?;
            return Ok(PackPlan::book(&recipe, self.seed, excluded, extra)?);
        }
        Ok(match &self.recipe {
            Some(path) => PackPlan::book(&BookRecipe::read(path).map_err(PackError::from)?, self.seed, excluded, extra),
            None => {
                let seed = self.seed.unwrap_or(DEFAULT_SEED);
                PackPlan::range(seed, self.start, self.count, &spec, excluded, extra)
            }
        }?)
    }
}

/// The commands on existing packs.
#[derive(clap::Subcommand)]
enum Command {
    #[command(with_help_layout())]
    Merge(merge::Args),
}

/// The endings of traces.
const TRACE: Endings<()> = &[("jsonl", ()), ("ndjson", ())];

impl Args {
    pub(crate) fn run(self, given: &Given) -> Result<InputVerdict> {
        if let Some(Command::Merge(args)) = &self.command {
            return args.run();
        }
        let out = self.target.file();
        given.refuse(&[(out.is_none_or(minirow_files::is_stream), "without --out FILE", &["trace"])])?;
        self.shape.refuse(given, &["labels", "weights", "scale"])?;
        self.generate.refuse(given)?;
        let shape = self.shape.shape(self.format, out)?;
        endings::format_of(None, self.trace.as_deref(), TRACE)?;
        let plan = self.generate.plan()?;
        if let Some(recipe) = &self.generate.recipe
            && (shape.format, shape.schema) == (Format::Csv, Schema::Full)
        {
            let mut formulas = Formulas::default();
            formulas.note(plan.section_names().map(|name| ("section", name)), &recipe.display());
            print_formulas(&formulas, self.work.quiet);
        }
        let observer = TerminalObserver::new(self.work.quiet);
        let run = self.work.run(&observer);
        let Some(path) = out.filter(|path| !minirow_files::is_stream(path)) else {
            return self.stream(&plan, &shape, &run);
        };
        interrupt::finish_first();
        let trace = self.trace.as_ref().map(|path| Trace { path, lines: &trace_lines });
        let label = self.target.label("minirow pack");
        let options = minirow_files::WriteOptions { resume: self.resume, ..self.target.options(&label) };
        let target = PackTarget { path, shape, options, trace: trace.as_ref() };
        let done = write_pack(&plan, &target, self.limits.limits(), &run);
        match stopped(done, plan.count())? {
            _ if self.work.quiet => {}
            PackDone::Complete => print_message(&format!("{}: is complete already", path.display())),
            PackDone::Written(summary) => report(path, &plan, &shape, &summary),
        }
        Ok(InputVerdict::AllValid)
    }

    /// Writes the rows to standard output, a device or a pipe, which a later run cannot continue.
    fn stream(&self, plan: &PackPlan, shape: &OutputShape, run: &Run) -> Result<InputVerdict> {
        let columns = plan.columns();
        let mut stream = Stream::open(&self.target, "minirow pack", shape, &columns)?;
        run.observer.begin("puzzles", Some(plan.count()));
        let mut written = 0;
        let made = PackRun::new(plan, self.limits.limits(), run.clone()).rows(|rows| {
            written += rows.len();
            let text: String = rows.iter().map(|row| csv_line(&columns, row)).collect();
            stream.write(text.as_bytes())
        });
        run.observer.end();
        if let Err(Error::Limit(_)) = &made {
            print_message(&format!("wrote {written} of {}", counted(plan.count(), "puzzle")));
        }
        made?;
        stream.finish()?;
        Ok(InputVerdict::AllValid)
    }
}

/// Writes a pack of plain CSV as a step of another command, or completes its partial file.
pub(crate) fn write_plain(generate: &GenerateArgs, out: &Path, limits: RunLimits, run: &Run) -> Result<()> {
    let plan = generate.plan()?;
    // What is there is that of an earlier run with the folder.
    let options =
        minirow_files::WriteOptions { overwrite: true, resume: true, ..minirow_files::WriteOptions::default() };
    let target = PackTarget { path: out, shape: OutputShape::default(), options, trace: None };
    stopped(write_pack(&plan, &target, limits, run), plan.count())?;
    Ok(())
}

/// Returns the steps of the puzzle of a row, as JSON lines.
fn trace_lines(row: &Row) -> Result<String, PackError> {
    let puzzle = Puzzle::new(row.puzzle).expect("the row of a puzzle");
    Ok(trace::steps(row.id.as_deref(), puzzle.clues(), minirow_grade::path(&puzzle)))
}

/// Reports the partial file of a run that ended early.
fn stopped(done: Result<PackDone, PackStopped>, count: u64) -> Result<PackDone> {
    done.map_err(|PackStopped { error, partial }| {
        // A later run would give up the same index.
        let can_continue = match &*error {
            PackError::Interrupted | PackError::Limit(_) => true,
            error => error.kind() == ErrorKind::Output,
        };
        if let Some((path, rows)) = partial {
            let next = if can_continue { "; the same command with --resume continues" } else { "" };
            print_message(&format!("{} has {rows} of {}{next}", path.display(), counted(count, "puzzle")));
        }
        (*error).into()
    })
}

/// Reports a pack that was written.
fn report(path: &Path, plan: &PackPlan, shape: &OutputShape, summary: &PackSummary) {
    loaders::report_left_out(shape, summary.left_out, summary.first_left_out.as_ref(), loaders::row);
    let title = plan.title().map(|title| format!(" of {title:?}")).unwrap_or_default();
    let puzzles = counted(plan.count(), "puzzle");
    print_message(&format!(
        "wrote {puzzles}{title} to {} (generator {GENERATOR}, seed {})",
        path.display(),
        plan.seed()
    ));
    let attempts = match plan.may_reject() {
        true => format!("; {} in this run", counted(summary.attempts, "attempt")),
        false => String::new(),
    };
    let manifest = StoredManifest::path_of(path);
    print_message(&format!("{}{attempts}; more in {}", levels(&summary.tally), manifest.display()));
    print_lines(&loaders::hint(path, shape, summary.files));
}

/// Returns the number of puzzles of each level, in words.
fn levels(tally: &Tally) -> String {
    let levels = tally.column("level").iter().map(|(level, count)| format!("{level} {}", count.rows));
    levels.collect::<Vec<_>>().join(", ")
}
