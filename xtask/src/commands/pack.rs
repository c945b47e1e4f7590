//! `pack`: a rated pack of puzzles from a seed.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;

use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser;
use minirow_core::{Cell, CellSet, Grid, PatternSymmetry, Solution};
use minirow_gen::{GENERATOR, Recipe};
use minirow_grade::Level;

use crate::commands::Answer;
use crate::destination::{Destination, Wanted};
use crate::failure::{Failure, Result, say};
use crate::output::Target;
use crate::part::Lines;
use crate::progress::Progress;
use crate::wish::Wish;
use crate::{batch, loaders, range, records};

const EXAMPLES: &str = "\
Examples:
  minirow pack --seed 42 --count 1000 --out pack.csv
  minirow pack --seed 42 --count 1000 --out pack.csv --resume           after an interruption
  minirow pack --level hard --symmetry half-turn --clues 24..=28 --count 50
  minirow pack --er 2.6..=3.4 --count 100 | cut -d, -f2                 the puzzles alone
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
    /// Only puzzles of this level
    #[arg(long, value_parser = one_of(Level::ALL, Level::name))]
    level: Option<Level>,
    /// Only puzzles whose hardest step is rated so (LO..=HI)
    #[arg(long, value_name = "RANGE", value_parser = ratings)]
    er: Option<RangeInclusive<u32>>,
    /// How many clues (N or LO..=HI), instead of as few as removal comes to
    #[arg(long, value_name = "RANGE", value_parser = clues)]
    clues: Option<RangeInclusive<usize>>,
    /// With --clues: only puzzles where no clue (with a symmetry: no orbit of clues) can be spared
    #[arg(long, requires = "clues")]
    minimal: bool,
    /// The symmetry of the clues
    #[arg(long, default_value = "none", value_parser = one_of(PatternSymmetry::ALL, PatternSymmetry::name))]
    symmetry: PatternSymmetry,
    /// Puzzles with this solution only (81 digits)
    #[arg(long, value_name = "GRID", value_parser = solution)]
    solution: Option<Solution>,
    /// Clues only where these 81 characters have no `.` or `0`
    #[arg(long, value_name = "PATTERN", value_parser = mask)]
    mask: Option<Mask>,
    /// Give an index up after N tries
    #[arg(long, default_value_t = Recipe::default().max_tries, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max_tries: u64,
    /// How many threads to use [default: as many as there are cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

/// The cells that may hold a clue.
#[derive(Clone, Copy)]
struct Mask(CellSet);

/// One of a list of values by its name.
fn one_of<T: Copy + Send + Sync + 'static, const N: usize>(
    all: [T; N],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.map(name))
        .map(move |text| all.into_iter().find(|&value| name(value) == text).expect("one of the possible values"))
}

fn ratings(text: &str) -> std::result::Result<RangeInclusive<u32>, String> {
    let range: RangeInclusive<f64> = range::parse(text, 1.0, 20.0)?;
    let tenths = |rating: f64| (rating * 10.0).round() as u32; // below 0 and not a number give 0
    let range = tenths(*range.start())..=tenths(*range.end());
    if *range.start() < 10 { Err("ratings start at 1.0".into()) } else { Ok(range) }
}

fn clues(text: &str) -> std::result::Result<RangeInclusive<usize>, String> {
    range::parse(text, 0, 81)
}

fn solution(text: &str) -> std::result::Result<Solution, String> {
    let grid: Grid = text.parse().map_err(|error| format!("{error}"))?;
    Solution::new(grid).map_err(|error| format!("no solution: {error}"))
}

fn mask(text: &str) -> std::result::Result<Mask, String> {
    let characters: Vec<char> = text.chars().collect();
    if characters.len() != 81 {
        return Err(format!("found {} characters, expected 81", characters.len()));
    }
    Ok(Mask(Cell::ALL.into_iter().filter(|cell| !matches!(characters[cell.index()], '.' | '0')).collect()))
}

impl Args {
    pub(crate) fn run(self) -> Result<Answer> {
        let recipe = Recipe {
            symmetry: self.symmetry,
            minimal: self.minimal || self.clues.is_none(),
            clues: self.clues.clone(),
            solution: self.solution,
            mask: self.mask.map(|mask| mask.0),
            max_tries: self.max_tries,
        };
        let wish = Wish::new(recipe, self.level, self.er.clone())?;
        let Some(end) = self.start.checked_add(self.count) else {
            return Err(Failure::usage(format!("--start and --count go past the last index, {}", u64::MAX)));
        };
        let recipe = wish.recipe(self.seed, self.start, self.count);
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

    /// How many rows of an earlier run there are, of which the last is made again.
    fn rows_done(&self, wish: &Wish, lines: &mut Lines) -> Result<u64> {
        let (mut done, mut last) = (0, Vec::new());
        while let Some(line) = lines.next()? {
            done += 1;
            last.clear();
            last.extend_from_slice(line);
        }
        let is_ours = |index| Ok(wish.line(self.seed, index)?.as_bytes() == last);
        if done > self.count || (done > 0 && !is_ours(self.start + done - 1)?) {
            return Err(lines.refuse("its last line is not of this pack"));
        }
        Ok(done)
    }

    /// Makes the lines of a range of indices, in order. What was made before an error is written all the same.
    fn lines(
        &self,
        wish: &Wish,
        indices: std::ops::Range<u64>,
        progress: &Progress,
        mut write: impl FnMut(&[u8]) -> Result<()>,
    ) -> Result<()> {
        let make = |index| {
            let line = wish.line(self.seed, index);
            progress.add(u64::from(line.is_ok()));
            if wish.is_choosy() {
                progress.remark(format!(", {} tried", wish.tries()));
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
