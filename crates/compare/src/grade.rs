//! `compare grade`: the time of our grader by the rating of the puzzles, beside that of a solver for the same puzzles.

use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use minirow_core::Puzzle;
use minirow_grade::Rating;

use crate::bands::{self, BANDS};
use crate::engines::single::BITMASK;
use crate::puzzles;
use crate::rounds::Times;
use crate::{processor_time, report, say, table};

const EXAMPLES: &str = "\
Examples:
  compare grade crates/grade/tests/reference/se_random.csv
  compare grade se_random.csv se_hard.csv --rounds 5";

/// Measures the grader by the rating of the puzzles.
///
/// In each round every puzzle of a file is rated, and then checked for uniqueness by the bitmask solver, a textbook
/// algorithm. The median processor time of each puzzle counts. The last column is the time of all ratings divided by that of the
/// solver for the same puzzles. It depends less on the machine than the times.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    work: Work,
}

/// The puzzles to rate, and how often.
#[derive(clap::Args)]
pub(crate) struct Work {
    /// Puzzles in any text form, or CSV with a column `puzzle`; `-` for stdin.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Number of times that each puzzle is rated.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) rounds: u32,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let files = args.work.files.iter().map(|path| {
        let file = puzzles::read(path)?;
        anyhow::Ok((file.proper()?, file.name))
    });
    let files = files.collect::<anyhow::Result<Vec<_>>>()?;
    let mut samples = Vec::new();
    for (number, (puzzles, name)) in files.iter().enumerate() {
        say(&format!("{name}: measuring"));
        let er = |puzzle: &Puzzle| minirow_grade::grade(puzzle).er().expect("without a limit there is a rating");
        samples.extend(measure(number, puzzles, args.work.rounds, er));
    }
    let mut text = heading(args.work.rounds);
    let of_file = |number: usize| samples.iter().filter(move |sample| sample.file == number);
    let rows = files.iter().enumerate().map(|(number, (_, name))| row(name, of_file(number)));
    text += &format!("\n{}", table::markdown(&head("file"), &rows.collect::<Vec<_>>()));
    text += &format!("\n{}", table_by_er(&samples));
    report::print(&text)?;
    Ok(())
}

/// Returns a table with a row for each band of ratings, and one for all.
pub(crate) fn table_by_er(samples: &[Sample<Rating>]) -> String {
    let of_band = |place: usize| samples.iter().filter(move |sample| bands::place(sample.rating) == place);
    let rows = BANDS.iter().enumerate().map(|(place, band)| row(band.name, of_band(place)));
    let rows = rows.chain([row("all", samples.iter())]);
    table::markdown(&head("ER"), &rows.collect::<Vec<_>>())
}

/// The rating of a puzzle and the times that it took.
#[derive(Debug)]
pub(crate) struct Sample<T> {
    /// The number of its file.
    pub(crate) file: usize,
    pub(crate) rating: T,
    time: Duration,
    /// The time of the bitmask solver.
    solving: Duration,
}

/// Rates the puzzles of a file, and solves them, in each round.
pub(crate) fn measure<T>(file: usize, puzzles: &[Puzzle], rounds: u32, rate: impl Fn(&Puzzle) -> T) -> Vec<Sample<T>> {
    let mut solvers: Vec<_> = puzzles.iter().map(|puzzle| (BITMASK.load)(&[*puzzle.clues()])).collect();
    let mut ratings = Vec::new();
    let mut times = vec![[const { Vec::new() }; 2]; puzzles.len()];
    for _ in 0..rounds {
        ratings.clear();
        for (puzzle, [times, _]) in puzzles.iter().zip(&mut times) {
            let start = processor_time::of_thread();
            let rating = black_box(rate(black_box(puzzle)));
            times.push(processor_time::of_thread() - start);
            ratings.push(rating);
        }
        // All solvers after all ratings: the caches are those of a solver at work. Reading the clock of processor time
        // takes too long beside a solver.
        for (decide, [_, times]) in solvers.iter_mut().zip(&mut times) {
            let mut verdict = [false];
            let start = Instant::now();
            decide(&mut verdict);
            times.push(start.elapsed());
            assert!(verdict[0], "a puzzle has one solution");
        }
    }
    let samples = ratings.into_iter().zip(times);
    let sample = |(rating, times): (T, [Vec<Duration>; 2])| {
        let [time, solving] = times.map(|times| Times::new(times).median());
        Sample { file, rating, time, solving }
    };
    samples.map(sample).collect()
}

/// Returns the line above the tables.
pub(crate) fn heading(rounds: u32) -> String {
    format!("{}, processor time of one core, median of {rounds} rounds\n", report::processor())
}

pub(crate) fn head(first: &str) -> [&str; 8] {
    [first, "puzzles", "median ms", "mean ms", "90% ms", "99% ms", "max ms", "to bitmask"]
}

pub(crate) fn row<'a, T: 'a>(name: &str, samples: impl Iterator<Item = &'a Sample<T>>) -> Vec<String> {
    let (mut times, solving): (Vec<Duration>, Vec<Duration>) =
        samples.map(|sample| (sample.time, sample.solving)).unzip();
    times.sort_unstable();
    let figures = if times.is_empty() {
        [const { String::new() }; 6].map(|_| "-".to_owned())
    } else {
        let total = times.iter().sum::<Duration>();
        let mean = total.div_f64(times.len() as f64);
        let [median, most, nearly_all, all] = [50, 90, 99, 100].map(|percent| percentile(&times, percent));
        let [median, mean, most, nearly_all, all] =
            [median, mean, most, nearly_all, all].map(|time| format!("{:.3}", time.as_secs_f64() * 1e3));
        let ratio = total.as_secs_f64() / solving.iter().sum::<Duration>().as_secs_f64();
        [median, mean, most, nearly_all, all, format!("{ratio:.1}")]
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
    fn a_row_has_percentiles_mean_and_the_ratio_to_the_solver() {
        let sample = |ms: u64| {
            let [time, solving] = [1000 * ms, 10 * ms].map(Duration::from_micros);
            Sample { file: 0, rating: Rating::ZERO, time, solving }
        };
        let samples = [9, 1, 2, 4].map(sample);
        let expected = ["some", "4", "2.000", "4.000", "9.000", "9.000", "9.000", "100.0"];
        assert_eq!(row("some", samples.iter()), expected);
        let hundred: Vec<Sample<Rating>> = (1..=100).map(sample).collect();
        assert_eq!(row("many", hundred.iter())[2..7], ["50.000", "50.500", "90.000", "99.000", "100.000"]);
        let none: [Sample<Rating>; 0] = [];
        assert_eq!(row("none", none.iter()), ["none", "0", "-", "-", "-", "-", "-", "-"]);
        assert_eq!(row("none", none.iter()).len(), head("ER").len());
    }
}
