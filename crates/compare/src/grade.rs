//! `compare grade`: the time of our grader by the rating of the puzzles, beside that of a solver in the same run.

use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context;
use minirow_core::{Grid, Puzzle};
use minirow_grade::Rating;

use crate::bands::{self, BANDS};
use crate::engines::{Decide, single};
use crate::puzzles::{self, Puzzles};
use crate::rounds::{Times, thinning};
use crate::{report, say, table};

const EXAMPLES: &str = "\
Examples:
  compare grade crates/grade/tests/reference/se_random.csv
  compare grade se_random.csv se_hard.csv --anchor 17clue.txt --rounds 5";

/// Measures the grader by the rating of the puzzles.
///
/// Every puzzle is rated once in every round, and its median time counts. With `--anchor`, the solver for one grid at a
/// time decides the puzzles of another file between the ratings. Its time shows the speed of the machine in the same run.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    /// Puzzles in any text form, or CSV with a column `puzzle`; `-` for stdin.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Puzzles that the solver decides in the same run.
    #[arg(long, value_name = "FILE")]
    anchor: Option<PathBuf>,
    /// Number of times that each puzzle is rated.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let files = args.files.iter().map(|path| {
        let file = puzzles::read(path)?;
        anyhow::Ok((file.proper()?, file.name))
    });
    let files = files.collect::<anyhow::Result<Vec<_>>>()?;
    let mut anchor = args.anchor.as_ref().map(|path| Anchor::new(puzzles::read(path)?)).transpose()?;
    let mut samples = Vec::new();
    for (number, (puzzles, name)) in files.iter().enumerate() {
        say(&format!("{name}: measuring"));
        samples.extend(measure(number, puzzles, args.rounds, &mut anchor));
    }
    let mut text = format!("{}, one core, median of {} rounds\n", report::processor(), args.rounds);
    if let Some(anchor) = anchor {
        text += &anchor.line();
    }
    let of_file = |number: usize| samples.iter().filter(move |sample| sample.file == number);
    let rows = files.iter().enumerate().map(|(number, (_, name))| row(name, of_file(number)));
    text += &format!("\n{}", table::markdown(&head("file"), &rows.collect::<Vec<_>>()));
    let of_band = |place: usize| samples.iter().filter(move |sample| bands::place(sample.er) == place);
    let rows = BANDS.iter().enumerate().map(|(place, band)| row(band.name, of_band(place)));
    let rows = rows.chain([row("all", samples.iter())]);
    text += &format!("\n{}", table::markdown(&head("ER"), &rows.collect::<Vec<_>>()));
    report::print(&text)?;
    Ok(())
}

/// The rating and the time of a puzzle.
#[derive(Debug)]
struct Sample {
    /// The number of its file.
    file: usize,
    er: Rating,
    time: Duration,
}

fn measure(file: usize, puzzles: &[Puzzle], rounds: u32, anchor: &mut Option<Anchor>) -> Vec<Sample> {
    let mut ratings = Vec::new();
    let mut times = vec![Vec::new(); puzzles.len()];
    for _ in 0..rounds {
        ratings.clear();
        for (puzzle, times) in puzzles.iter().zip(&mut times) {
            if let Some(anchor) = anchor {
                anchor.turn();
            }
            let start = Instant::now();
            let grade = black_box(minirow_grade::grade(black_box(puzzle)));
            times.push(start.elapsed());
            ratings.push(grade.er().expect("without a limit there is a rating"));
        }
    }
    let samples = ratings.into_iter().zip(times);
    samples.map(|(er, times)| Sample { file, er, time: Times::new(times).median() }).collect()
}

/// The solver that runs alongside.
struct Anchor {
    name: String,
    decide: Box<Decide>,
    verdicts: Vec<bool>,
    every: usize,
    last: Instant,
    times: Vec<Duration>,
}

impl Anchor {
    /// The time between two turns.
    const PAUSE: Duration = Duration::from_millis(500);
    /// The approximate time of a turn: a fifth of the pause.
    const TURN: Duration = Duration::from_millis(100);

    fn new(puzzles: Puzzles) -> anyhow::Result<Anchor> {
        let sample = |every| puzzles.grids.iter().step_by(every).copied().collect::<Vec<Grid>>();
        let every = thinning(puzzles.grids.len(), Anchor::TURN, |every| {
            let (mut decide, mut verdicts) = ((single::BITMASK.load)(&sample(every)), vec![false; sample(every).len()]);
            let start = Instant::now();
            decide(&mut verdicts);
            Ok(start.elapsed())
        });
        let every = every.context("the anchor")?;
        let grids = sample(every);
        let (decide, verdicts) = ((single::BITMASK.load)(&grids), vec![false; grids.len()]);
        let mut anchor =
            Anchor { name: puzzles.name, decide, verdicts, every, last: Instant::now(), times: Vec::new() };
        anchor.measure(); // at least once
        Ok(anchor)
    }

    /// Measures the solver, if the pause is over.
    fn turn(&mut self) {
        if self.last.elapsed() > Anchor::PAUSE {
            self.measure();
        }
    }

    fn measure(&mut self) {
        let start = Instant::now();
        (self.decide)(&mut self.verdicts);
        self.times.push(start.elapsed());
        self.last = Instant::now();
    }

    fn line(self) -> String {
        let (grids, turns) = (self.verdicts.len(), self.times.len());
        let each = Times::new(self.times).median().as_secs_f64() * 1e6 / grids as f64;
        let part = if self.every > 1 { format!(", 1 puzzle in {}", self.every) } else { String::new() };
        let (name, engine) = (self.name, single::BITMASK.name);
        format!(
            "the solver `{engine}` in the same run: {each:.2} us a puzzle of {name}{part}, median of {turns} turns\n"
        )
    }
}

fn head(first: &str) -> [&str; 6] {
    [first, "puzzles", "median ms", "mean ms", "99% ms", "max ms"]
}

fn row<'a>(name: &str, samples: impl Iterator<Item = &'a Sample>) -> Vec<String> {
    let mut times: Vec<Duration> = samples.map(|sample| sample.time).collect();
    times.sort_unstable();
    let milliseconds = |time: Duration| format!("{:.3}", time.as_secs_f64() * 1e3);
    let figures = if times.is_empty() {
        [const { String::new() }; 4].map(|_| "-".to_owned())
    } else {
        let mean = times.iter().sum::<Duration>().div_f64(times.len() as f64);
        [percentile(&times, 50), mean, percentile(&times, 99), percentile(&times, 100)].map(milliseconds)
    };
    [name.to_owned(), times.len().to_string()].into_iter().chain(figures).collect()
}

/// Returns the smallest of the ascending values that `percent` percent of them do not exceed (the nearest rank).
fn percentile<T: Copy>(ascending: &[T], percent: usize) -> T {
    let rank = (ascending.len() * percent).div_ceil(100).max(1);
    ascending[rank - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_values_of_the_list() {
        let hundred: Vec<u32> = (1..=100).collect();
        assert_eq!([1, 50, 99, 100].map(|percent| percentile(&hundred, percent)), [1, 50, 99, 100]);
        let five = [10, 20, 30, 40, 50];
        assert_eq!([0, 20, 21, 50, 80, 99].map(|percent| percentile(&five, percent)), [10, 10, 20, 30, 40, 50]);
        assert_eq!([0, 50, 100].map(|percent| percentile(&[7], percent)), [7; 3]);
    }

    #[test]
    fn a_row_has_median_mean_percentile_and_maximum() {
        let sample = |ms| Sample { file: 0, er: Rating::ZERO, time: Duration::from_millis(ms) };
        let samples = [9, 1, 2, 4].map(sample);
        assert_eq!(row("some", samples.iter()), ["some", "4", "2.000", "4.000", "9.000", "9.000"]);
        assert_eq!(row("none", [].iter()), ["none", "0", "-", "-", "-", "-"]);
    }
}
