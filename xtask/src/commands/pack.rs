//! `pack`: a rated pack of puzzles from a seed, or from a recipe.

mod attempt;
mod making;
mod merge;
mod plan;
mod ramp;
pub(crate) mod range;
pub(crate) mod shards;
mod watch;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use minirow_gen::{GENERATOR, Sampling};

use crate::commands::Answer;
use crate::destination::{Destination, Wanted};
use crate::effort::{Bounds, Effort};
use crate::exclude::Excluded;
use crate::export::{Options, Shape};
use crate::failure::{Failure, Result, say};
use crate::loaders;
use crate::manifest::{self, Claim, Manifest};
use crate::output::{self, Target};
use crate::part::Part;
use crate::progress::Progress;
use crate::recipe_file::RecipeFile;
use crate::records::Further;
use crate::trace;
use crate::wish::Wishes;
use making::{Making, Position};
use plan::Plan;

/// The seed if none is given.
const SEED: u64 = 1;

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
    asked: Asked,
    #[command(flatten)]
    target: Target,
    /// Go on with a file that was not completed
    #[arg(long, requires = "out", conflicts_with = "force")]
    resume: bool,
    #[command(flatten)]
    bounds: Bounds,
    #[command(flatten)]
    shape: Options,
    /// Write the steps of every path to TRACE as JSON lines, each with the `id` of its puzzle, once the pack is complete
    #[arg(long, value_name = "TRACE", requires = "out")]
    trace: Option<PathBuf>,
    /// How many threads to use [default: as many as there are cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
    /// Whether this is a step of another command, which says itself what came of it.
    #[arg(skip)]
    is_step: bool,
}

/// What puzzles to make.
#[derive(clap::Args, Clone)]
pub(crate) struct Asked {
    /// The seed [default: that of the recipe, or 1]
    #[arg(long)]
    seed: Option<u64>,
    /// The index of the first puzzle
    #[arg(long, default_value_t = 0, value_name = "INDEX")]
    start: u64,
    /// How many puzzles
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    /// Sections, as a recipe has them; see below
    #[arg(long, value_name = "TOML", conflicts_with_all = ["Wishes", "start", "count"])]
    recipe: Option<PathBuf>,
    /// Keep out the puzzles of these files, in any form that can be read
    #[arg(long, value_name = "FILE", num_args = 1..)]
    exclude: Vec<PathBuf>,
    /// Add the columns `nodes` and `backdoor`; see DATASETS.md
    #[arg(long)]
    labels: bool,
    /// Add the column `weight`, which makes statistics those of all minimal puzzles that are as wished for
    #[arg(long, conflicts_with = "recipe")]
    weights: bool,
    #[command(flatten)]
    wishes: Wishes,
}

impl Asked {
    /// A range of a seed, with labels.
    pub(crate) fn with_labels(seed: u64, start: u64, count: u64, wishes: Wishes) -> Asked {
        Asked {
            seed: Some(seed),
            start,
            count,
            recipe: None,
            exclude: Vec::new(),
            labels: true,
            weights: false,
            wishes,
        }
    }

    fn plan(&self) -> Result<Plan> {
        let excluded = Excluded::read(&self.exclude)?;
        // Without its weights, a weighted sample is a sample of nothing.
        let weight = self.weights || self.wishes.sampling == Sampling::Weighted;
        let further = Further { labels: self.labels, weight, section: false };
        match &self.recipe {
            Some(path) => Plan::book(&RecipeFile::read(path)?, self.seed, excluded, further),
            None => Plan::plain(self.seed.unwrap_or(SEED), self.start, self.count, &self.wishes, excluded, further),
        }
    }
}

/// What can be done with packs that are there.
#[derive(clap::Subcommand)]
enum Command {
    Merge(merge::Args),
}

impl Args {
    pub(crate) fn run(self) -> Result<Answer> {
        match self.command {
            Some(Command::Merge(args)) => args.run(),
            None => self.make(),
        }
    }

    fn make(self) -> Result<Answer> {
        let mut plan = self.asked.plan()?;
        let shape = Shape::of(&self.shape, self.target.out.as_deref())?;
        shape.note(&mut plan.recipe);
        if let Some(path) = &self.target.out {
            if self.resume && is_complete(path, &plan, &shape)? {
                if let Some(trace) = self.trace.as_ref().filter(|trace| !trace.exists()) {
                    self.write_trace(path, trace)?;
                }
                self.say_complete(path);
                return Ok(Answer::Yes);
            }
            self.check_manifest(path)?;
            if let (Some(trace), false) = (&self.trace, self.resume) {
                output::check_target(trace, self.target.force)?;
            }
            // A plain pack that is there already may be this one: it is compared.
            if !shape.is_plain() && (!self.resume || !Part::is_there(path)) {
                shape.check_targets(path, plan.count(), self.target.force)?;
            }
        }
        let wanted = Wanted {
            target: &self.target,
            resume: self.resume,
            recipe: &plan.recipe,
            header: &plan.header(),
            shape,
            name: "pack",
        };
        let (mut destination, position) = Destination::open(&wanted, |lines| Position::after(&plan, lines).map(Some))?;
        let position = position.unwrap_or_else(|| Position::start(&plan));
        let progress = Progress::bar(plan.count(), &format!("puzzles{}", destination.verb()), self.quiet);
        progress.start_at(position.done(&plan));
        let effort = Effort::new(self.bounds.clone());
        let mut making = Making { plan: &plan, position, threads: self.threads, effort, progress: &progress };
        let outcome = making.run(&mut destination);
        let (made, tried) = (making.position.done(&plan), making.effort.total());
        drop(progress);
        let outcome = outcome.and_then(|()| self.arrange(&plan, &mut destination));
        match outcome {
            Ok(()) => self.finish(&plan, &shape, destination, tried),
            Err(failure) => Err(self.keep(&plan, destination, failure, made)),
        }
    }

    /// Makes a pack as a step of another command: plain CSV with its manifest, gone on with if some of it is there.
    pub(crate) fn step(
        asked: Asked,
        out: &Path,
        bounds: Bounds,
        threads: Option<NonZeroUsize>,
        quiet: bool,
    ) -> Result<Answer> {
        let target = Target { out: Some(out.to_path_buf()), force: false };
        let shape = Options::default();
        Args { command: None, asked, target, resume: true, bounds, shape, trace: None, threads, quiet, is_step: true }
            .make()
    }

    /// The manifest gets its name only when all is done, but that the name is taken is said before.
    fn check_manifest(&self, path: &Path) -> Result<()> {
        let manifest = manifest::path_of(&output::behind_links(path));
        if self.resume || self.target.force || path.exists() || !manifest.exists() {
            return Ok(());
        }
        Err(Failure::usage(format!("{}: exists already; --force overwrites it", manifest.display())))
    }

    /// All rows are there: puts those of a ramp in order, and writes the trace.
    fn arrange(&self, plan: &Plan, destination: &mut Destination) -> Result<()> {
        let Destination::File(part) = destination else { return Ok(()) };
        if ramp::is_in(plan) {
            part.rewrite(|lines, to| ramp::rewrite(plan, lines, to))?;
        }
        match &self.trace {
            Some(trace) => self.write_trace(part.path(), trace),
            None => Ok(()),
        }
    }

    fn finish(&self, plan: &Plan, shape: &Shape, destination: Destination, tried: u64) -> Result<Answer> {
        let path = self.target.out.as_deref().unwrap_or(Path::new("-"));
        match destination {
            Destination::File(part) => {
                let manifest = if shape.is_plain() {
                    part.finish_with_manifest(&plan.recipe)?
                } else {
                    part.finish_as_with_manifest(shape, &plan.recipe)?
                };
                if !self.quiet && !self.is_step {
                    say_finished(path, plan, shape, &manifest, tried);
                }
            }
            Destination::Complete(complete) => {
                complete.finish(true)?;
                let target = output::behind_links(path);
                Manifest::of(&target, &target, &plan.recipe)?.write(&target)?;
                self.say_complete(path);
            }
            Destination::Stream(stream) => stream.finish()?,
        }
        Ok(Answer::Yes)
    }

    fn write_trace(&self, pack: &Path, trace: &Path) -> Result<()> {
        let target = Target { out: Some(trace.to_path_buf()), force: self.resume || self.target.force };
        trace::write(pack, &target, self.threads, self.quiet)
    }

    fn say_complete(&self, path: &Path) {
        if !self.quiet && !self.is_step {
            say(&format!("{}: is complete already", path.display()));
        }
    }

    /// Says what a run that ends early leaves.
    fn keep(&self, plan: &Plan, destination: Destination, failure: Failure, made: u64) -> Failure {
        let count = plan.count();
        if let (Destination::Stream(_), Failure::Limit(_)) = (&destination, &failure) {
            say(&format!("{made} of {count} puzzles are written"));
        }
        destination.keep(failure, &format!("of {count} puzzles"), |failure| {
            // Another run would give up on the same index.
            let goes_on = matches!(failure, Failure::Interrupted | Failure::NotWritten(_) | Failure::Limit(_));
            goes_on.then_some("the same command with --resume goes on")
        })
    }
}

/// Whether a file is the pack already, as a manifest beside it says.
fn is_complete(path: &Path, plan: &Plan, shape: &Shape) -> Result<bool> {
    if Part::is_there(path) {
        return Ok(false);
    }
    if !shape.is_plain() {
        let target = output::behind_links(path);
        let claim = Claim::beside(&target)?;
        return Ok(claim.is_some_and(|claim| claim.recipe == plan.recipe && claim.holds(&target)));
    }
    if !path.is_file() {
        return Ok(false);
    }
    if Part::finish_again(path, &plan.recipe)?.is_some() {
        return Ok(true);
    }
    let target = output::behind_links(path);
    match Claim::beside(&target)? {
        Some(claim) if claim.recipe == plan.recipe => {
            let manifest = Manifest::of(&target, &target, &plan.recipe);
            Ok(manifest.is_ok_and(|manifest| manifest.sha256() == claim.sha256))
        }
        _ => Ok(false),
    }
}

fn say_finished(path: &Path, plan: &Plan, shape: &Shape, manifest: &Manifest, tried: u64) {
    let file = path.display();
    let title = plan.title.as_ref().map(|title| format!(" of {title:?}")).unwrap_or_default();
    say(&format!("{file}: {} puzzles{title} by {GENERATOR}, seed {}", plan.count(), plan.seed));
    let tried = if plan.is_choosy() { format!(", of {tried} tried in this run") } else { String::new() };
    say(&format!("{}{tried}; more in {}", manifest.levels(), manifest::path_of(path).display()));
    say(&loaders::hint(path, shape));
}
