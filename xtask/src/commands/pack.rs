//! `pack`: a rated pack of puzzles from a seed, or from a recipe.

mod attempt;
mod making;
mod merge;
mod plan;
mod ramp;
mod watch;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use minirow_core::Puzzle;
use minirow_gen::GENERATOR;

use crate::batch;
use crate::commands::Answer;
use crate::destination::{Destination, Wanted};
use crate::effort::{Bounds, Effort};
use crate::exclude::Excluded;
use crate::failure::{Failure, Result, say};
use crate::input::{Inputs, Item};
use crate::interrupt;
use crate::loaders;
use crate::manifest::{self, Claim, Manifest};
use crate::output::{self, Output, Target};
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
    #[command(flatten)]
    target: Target,
    /// Go on with a file that was not completed
    #[arg(long, requires = "out", conflicts_with = "force")]
    resume: bool,
    #[command(flatten)]
    bounds: Bounds,
    /// Add the columns `nodes` and `backdoor`; see PACKS.md
    #[arg(long)]
    labels: bool,
    /// Add the column `weight`, which makes statistics those of all minimal puzzles that are as wished for
    #[arg(long, conflicts_with = "recipe")]
    weights: bool,
    /// Write the steps of every path to TRACE as JSON lines, each with the `id` of its puzzle, once the pack is complete
    #[arg(long, value_name = "TRACE", requires = "out")]
    trace: Option<PathBuf>,
    /// How many threads to use [default: as many as there are cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    wishes: Wishes,
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
        let plan = self.plan()?;
        if let Some(path) = &self.target.out {
            if self.resume && is_complete(path, &plan)? {
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
        }
        let wanted = Wanted {
            target: &self.target,
            resume: self.resume,
            recipe: &plan.recipe,
            header: &plan.header(),
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
        let outcome = outcome.and_then(|()| match (&self.trace, &destination) {
            (Some(trace), Destination::File(part)) => self.write_trace(part.path(), trace),
            _ => Ok(()),
        });
        match outcome {
            Ok(()) => self.finish(&plan, destination, tried),
            Err(failure) => Err(self.keep(&plan, destination, failure, made)),
        }
    }

    fn plan(&self) -> Result<Plan> {
        let excluded = Excluded::read(&self.exclude)?;
        let further = Further { labels: self.labels, weight: self.weights, section: false };
        match &self.recipe {
            Some(path) => Plan::book(&RecipeFile::read(path)?, self.seed, excluded, further),
            None => Plan::plain(self.seed.unwrap_or(SEED), self.start, self.count, &self.wishes, excluded, further),
        }
    }

    /// The manifest gets its name only when all is done, but that the name is taken is said before.
    fn check_manifest(&self, path: &Path) -> Result<()> {
        let manifest = manifest::path_of(&output::behind_links(path));
        if self.resume || self.target.force || path.exists() || !manifest.exists() {
            return Ok(());
        }
        Err(Failure::usage(format!("{}: exists already; --force overwrites it", manifest.display())))
    }

    fn finish(&self, plan: &Plan, destination: Destination, tried: u64) -> Result<Answer> {
        let path = self.target.out.as_deref().unwrap_or(Path::new("-"));
        match destination {
            Destination::File(mut part) => {
                if ramp::is_in(plan) {
                    part.rewrite(|lines, to| ramp::rewrite(plan, lines, to))?;
                }
                let manifest = part.finish_with_manifest(&plan.recipe)?;
                if !self.quiet {
                    say_finished(path, plan, &manifest, tried);
                }
            }
            Destination::Complete(complete) => {
                complete.finish(true)?;
                let target = output::behind_links(path);
                Manifest::of(&target, &target, &plan.recipe)?.write(&target)?;
                self.say_complete(path);
            }
            Destination::Stream(output) => output.finish()?,
        }
        Ok(Answer::Yes)
    }

    /// Writes the steps of all puzzles of a pack. They are looked for again, which costs as much as rating them did.
    fn write_trace(&self, pack: &Path, trace: &Path) -> Result<()> {
        interrupt::finish_first();
        let target = Target { out: Some(trace.to_path_buf()), force: self.resume || self.target.force };
        let mut output = Output::open(&target)?;
        let progress = Progress::spinner("puzzles traced", self.quiet);
        let steps = |item: Item| {
            let entry = item.map_err(Failure::data)?;
            if interrupt::requested() {
                return Err(Failure::Interrupted);
            }
            let puzzle = Puzzle::new(entry.grid()).map_err(|why| Failure::data(format!("{}: {why}", entry.place)))?;
            let id = entry.record.fields.text("id");
            let lines = trace::lines(id.as_deref(), &puzzle, minirow_grade::path(&puzzle));
            progress.add(1);
            Ok(lines)
        };
        let items = Inputs::of(&[pack.to_path_buf()]).read()?;
        batch::in_order(items, self.threads, steps, |traced| {
            traced.into_iter().try_for_each(|lines| output.write(lines?.as_bytes()))
        })?;
        drop(progress);
        output.finish()
    }

    fn say_complete(&self, path: &Path) {
        if !self.quiet {
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
fn is_complete(path: &Path, plan: &Plan) -> Result<bool> {
    if !path.is_file() || Part::is_there(path) {
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

fn say_finished(path: &Path, plan: &Plan, manifest: &Manifest, tried: u64) {
    let file = path.display();
    let title = plan.title.as_ref().map(|title| format!(" of {title:?}")).unwrap_or_default();
    say(&format!("{file}: {} puzzles{title} by {GENERATOR}, seed {}", plan.count(), plan.seed));
    let tried = if plan.is_choosy() { format!(", of {tried} tried in this run") } else { String::new() };
    say(&format!("{}{tried}; more in {}", manifest.levels(), manifest::path_of(path).display()));
    say(&format!("columns of 81 digits are text; loaders have to be told so:\n{}", loaders::lines(&file.to_string())));
}
