//! `pack`: a rated pack of puzzles from a seed.

use std::fs::File;
use std::io::{BufReader, Read};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::Path;

use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser;
use minirow_core::{Cell, CellSet, Grid, PatternSymmetry, Solution};
use minirow_gen::{GENERATOR, Recipe};
use minirow_grade::Level;

use crate::commands::Answer;
use crate::failure::{Failure, Result, say};
use crate::output::{self, Kind, Output, Target};
use crate::part::Part;
use crate::progress::Progress;
use crate::wish::Wish;
use crate::{batch, interrupt, loaders, range, records};

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
        let to_file = match &self.target.out {
            None => None,
            Some(path) if self.resume && path.is_file() => return self.already_there(path, &wish, end),
            Some(path) => match output::check_target(path, self.target.force)? {
                Kind::File => Some(path),
                Kind::Device => None,
            },
        };
        match to_file {
            Some(path) => self.write_file(path, &wish, end),
            None => self.write_stream(&wish, end),
        }
    }

    /// Writes to standard output or a device: there is nothing to resume.
    fn write_stream(&self, wish: &Wish, end: u64) -> Result<Answer> {
        let mut output = Output::open(&self.target)?;
        output.write(records::PACK_HEADER.as_bytes())?;
        let progress = Progress::bar(self.count, "puzzles", self.quiet);
        self.lines(wish, self.start..end, &progress, |lines| {
            output.write(lines)?;
            output.flush()
        })?;
        output.finish()?;
        Ok(Answer::Yes)
    }

    /// Writes to a file, by way of a part that survives an interruption.
    fn write_file(&self, path: &Path, wish: &Wish, end: u64) -> Result<Answer> {
        let recipe = wish.recipe(self.seed, self.start, self.count);
        let is_last = |index: u64, line: &[u8]| Ok(wish.line(self.seed, index)?.as_bytes() == line);
        let (mut part, found) = Part::open(path, &recipe, self.resume, self.target.force, |part, found| {
            let done = found.lines.saturating_sub(1); // the first line is the header
            if done > self.count || (done > 0 && !is_last(self.start + done - 1, &found.last)?) {
                let part = part.display();
                return Err(Failure::usage(format!("{part}: its last line is not of this pack; --force starts anew")));
            }
            Ok(())
        })?;
        let done = found.lines.saturating_sub(1);
        if found.lines == 0 {
            part.write(records::PACK_HEADER.as_bytes())?;
        }
        interrupt::finish_first();
        let progress = Progress::bar(self.count, "puzzles", self.quiet);
        progress.start_at(done);
        let outcome = self.lines(wish, self.start + done..end, &progress, |lines| part.write(lines));
        drop(progress);
        if let Err(failure) = outcome {
            let written = part.lines().saturating_sub(1);
            let mut message = format!("{written} of {} puzzles are in {}", self.count, part.path().display());
            if matches!(failure, Failure::Interrupted | Failure::NotWritten(_)) {
                message += "; the same command with --resume goes on";
            }
            say(&message);
            return Err(failure);
        }
        part.finish()?;
        if !self.quiet {
            say(&format!("{}: {} puzzles by {GENERATOR}, seed {}", path.display(), self.count, self.seed));
            say(&format!(
                "columns of 81 digits are text; loaders have to be told so:\n{}",
                loaders::lines(&path.display().to_string())
            ));
        }
        Ok(Answer::Yes)
    }

    /// With `--resume` and the file complete, all is done; unless it is another file, which only making the pack again
    /// can tell.
    fn already_there(&self, path: &Path, wish: &Wish, end: u64) -> Result<Answer> {
        let mut file = BufReader::new(File::open(path).map_err(|error| output::cannot_write(path, &error))?);
        let mut same = |expected: &[u8]| {
            let mut found = vec![0; expected.len()];
            if file.read_exact(&mut found).is_ok() && found == expected {
                return Ok(());
            }
            let path = path.display();
            Err(Failure::usage(format!("{path}: exists already, and is not this pack; --force overwrites it")))
        };
        same(records::PACK_HEADER.as_bytes())?;
        let progress = Progress::bar(self.count, "puzzles compared", self.quiet);
        self.lines(wish, self.start..end, &progress, &mut same)?;
        drop(progress);
        if file.read(&mut [0]).is_ok_and(|more| more > 0) {
            let path = path.display();
            return Err(Failure::usage(format!("{path}: exists already, and is not this pack; --force overwrites it")));
        }
        if !self.quiet {
            say(&format!("{}: is complete already", path.display()));
        }
        Ok(Answer::Yes)
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
