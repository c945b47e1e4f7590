//! `pack`: a rated pack of puzzles from a seed.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use minirow_gen::GENERATOR;
use serde_json::{Value, json};

use crate::commands::Answer;
use crate::destination::{Destination, Wanted};
use crate::failure::{Failure, Result, say};
use crate::output::Target;
use crate::part::Lines;
use crate::progress::Progress;
use crate::wish::{Found, Wish, Wishes};
use crate::{batch, interrupt, loaders, records};

const EXAMPLES: &str = "\
Examples:
  minirow pack --seed 42 --count 1000 --out pack.csv
  minirow pack --seed 42 --count 1000 --out pack.csv --resume           after an interruption
  minirow pack --level hard --symmetry half-turn --clues 24..=28 --count 50
  minirow pack --er 2.6..=3.4 --count 100 | cut -d, -f2                 the puzzles alone
  minirow pack --needs swordfish --without x-wing --level hard          by the steps that it takes
  minirow pack --seed 42 --start 1000 --count 1000 --out next.csv       the next thousand

The same seed, index and wishes give the same puzzle, on any machine and with any number of
threads. Files of neighbouring ranges, put one after the other without the second header, are the
file of both.";

/// Generate a rated pack of puzzles from a seed, as CSV
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The index of the first puzzle
    #[arg(long, default_value_t = 0, value_name = "INDEX")]
    start: u64,
    /// How many puzzles
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    #[command(flatten)]
    target: Target,
    /// Go on with a file that was not completed
    #[arg(long, requires = "out", conflicts_with = "force")]
    resume: bool,
    /// How many threads to use [default: as many as there are cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    wishes: Wishes,
}

impl Args {
    pub(crate) fn run(self) -> Result<Answer> {
        let wish = Wish::new(self.wishes.clone())?;
        let Some(end) = self.start.checked_add(self.count) else {
            return Err(Failure::usage(format!("--start and --count go past the last index, {}", u64::MAX)));
        };
        let recipe = self.recipe();
        let wanted = Wanted {
            target: &self.target,
            resume: self.resume,
            recipe: &recipe,
            header: records::PACK_HEADER,
            name: "pack",
        };
        let (mut destination, done) = Destination::open(&wanted, |lines| self.rows_done(&wish, lines))?;
        let progress = Progress::bar(self.count, &format!("puzzles{}", destination.verb()), self.quiet);
        progress.start_at(done);
        let outcome = self.lines(&wish, self.start + done..end, &progress, |lines| destination.write(lines));
        drop(progress);
        if let Err(failure) = outcome {
            return Err(destination.keep(failure, &format!("of {} puzzles", self.count), |failure| {
                // Another run would give up on the same index.
                let goes_on = matches!(failure, Failure::Interrupted | Failure::NotWritten(_));
                goes_on.then_some("the same command with --resume goes on")
            }));
        }
        let is_new_file = destination.finish(self.quiet)?;
        if let Some(path) = self.target.out.as_ref().filter(|_| is_new_file && !self.quiet) {
            say(&format!("{}: {} puzzles by {GENERATOR}, seed {}", path.display(), self.count, self.seed));
            say(&format!(
                "columns of 81 digits are text; loaders have to be told so:\n{}",
                loaders::lines(&path.display().to_string())
            ));
        }
        Ok(Answer::Yes)
    }

    /// All that decides what comes out.
    fn recipe(&self) -> Value {
        let mut recipe = json!({
            "generator": GENERATOR,
            "columns": records::PACK_HEADER.trim_end(),
            "seed": self.seed,
            "start": self.start,
            "count": self.count,
        });
        let wishes = serde_json::to_value(&self.wishes).expect("texts and lists of such");
        if let (Value::Object(recipe), Value::Object(wishes)) = (&mut recipe, wishes) {
            recipe.extend(wishes);
        }
        recipe
    }

    /// How many rows of an earlier run there are, of which the last is made again.
    fn rows_done(&self, wish: &Wish, lines: &mut Lines) -> Result<u64> {
        let (mut done, mut last) = (0, Vec::new());
        while let Some(line) = lines.next()? {
            done += 1;
            last.clear();
            last.extend_from_slice(line);
        }
        let is_ours = |index| Ok(self.line(wish, index, || Ok(()))?.as_bytes() == last);
        if done > self.count || (done > 0 && !is_ours(self.start + done - 1)?) {
            return Err(lines.refuse("its last line is not of this pack"));
        }
        Ok(done)
    }

    /// The line of an index.
    fn line(&self, wish: &Wish, index: u64, mut at_each_try: impl FnMut() -> Result<()>) -> Result<String> {
        let Found { puzzle, grade } = wish.find(self.seed, index, || {
            if interrupt::requested() { Err(Failure::Interrupted) } else { at_each_try() }
        })?;
        Ok(records::pack_line(self.seed, index, &puzzle, &grade))
    }

    /// Makes the lines of a range of indices, in order. What was made before an error is written all the same.
    fn lines(
        &self,
        wish: &Wish,
        indices: std::ops::Range<u64>,
        progress: &Progress,
        mut write: impl FnMut(&[u8]) -> Result<()>,
    ) -> Result<()> {
        let tries = AtomicU64::new(0);
        let make = |index| {
            let line = self.line(wish, index, || {
                tries.fetch_add(1, Relaxed);
                Ok(())
            });
            progress.add(u64::from(line.is_ok()));
            if wish.is_choosy() {
                progress.remark(format!(", {} tried", tries.load(Relaxed)));
            }
            line
        };
        batch::in_order(indices, self.threads, make, |lines| {
            let mut text = String::new();
            for line in lines {
                match line {
                    Ok(line) => text += &line,
                    Err(failure) => {
                        write(text.as_bytes())?;
                        return Err(failure);
                    }
                }
            }
            write(text.as_bytes())
        })
    }
}
