//! `compare binaries`: two builds of `minirow` on the same puzzles.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Seek, Write};
use std::num::NonZeroUsize;
use std::path::{self, Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use minirow_core::Grid;
use minirow_formats::Fields;

use crate::puzzles::{self, Puzzles};
use crate::rounds::{self, Times};
use crate::{WrongUse, processor_time, report, say, table};

const EXAMPLES: &str = "\
Examples:
  compare binaries --base old/minirow --new target/release/minirow random.csv
  compare binaries --base old/minirow --new target/release/minirow \\
      random.csv easy.csv top1465.txt --rounds 9
  compare binaries --base old/minirow --new target/release/minirow \\
      hardest.txt --count 60 --worst
  compare binaries --base old/minirow --new target/release/minirow \\
      random.csv -- grade --trace --threads 1";

/// Compares the speed of two builds of `minirow`, and checks that their outputs are equal.
///
/// In each round both builds run COMMAND once, with the puzzles of a file as standard input. They take turns in going
/// first. The time is the processor time of the program, so that other work on the machine matters less. It includes reading
/// puzzles and writing rows. The time for one easy puzzle, which is that of starting the program, is subtracted.
///
/// The times of the table are medians of the rounds. The ratio is the time of the base divided by that of the new build in
/// the same round: 2 means that the new build is twice as fast. The first line in which two outputs differ ends the run
/// with exit status 1.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    /// The build that the other one is compared with.
    #[arg(long, value_name = "PROGRAM")]
    base: PathBuf,
    /// The new build.
    #[arg(long, value_name = "PROGRAM")]
    new: PathBuf,
    /// Puzzles in any text form, or CSV with a column `puzzle`; `-` for stdin.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Number of runs of each build for each file.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Take the first N puzzles of each file.
    #[arg(long, value_name = "N")]
    count: Option<NonZeroUsize>,
    /// Run each puzzle alone, to find the slowest. It should take longer than the start of the program.
    #[arg(long)]
    worst: bool,
    /// Command of `minirow` that reads puzzles from standard input.
    #[arg(last = true, value_name = "COMMAND", default_values = ["grade", "--threads", "1"])]
    command: Vec<OsString>,
}

/// A puzzle that singles solve. Rating it takes a few microseconds.
const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The number of runs that the time of starting a program is the median of.
const STARTS: u32 = 15;

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    // All of them are read before the first is measured, so that a wrong name is reported at once.
    let sets = args.files.iter().map(|path| {
        let mut set = puzzles::read(path)?;
        set.grids.truncate(args.count.map_or(usize::MAX, NonZeroUsize::get));
        Ok(set)
    });
    let sets = sets.collect::<anyhow::Result<Vec<_>>>()?;
    let build = |name, path| Build { name, path, command: &args.command, start: Duration::ZERO };
    let mut builds = [build("base", &args.base), build("new", &args.new)];
    let easy = Puzzles {
        name: "one easy puzzle".to_owned(),
        lines: vec![1],
        grids: vec![EASY.parse()?],
        fields: vec![Fields::NONE],
    };
    let starts = measure(&easy, &mut builds, STARTS)?.map(|times| times.median());
    for (build, start) in builds.iter_mut().zip(starts) {
        build.start = start;
    }
    let mut rows = Vec::new();
    for set in &sets {
        say(&format!("{}: measuring", set.name));
        let times = measure(set, &mut builds, args.rounds)?;
        if times.iter().zip(starts).any(|(times, start)| times.median() < start * 4) {
            say(&format!("note: {}: short beside the start of the program, give more puzzles", set.name));
        }
        let slowest = if args.worst { Some(slowest(set, &builds)?) } else { None };
        rows.push(row(set, &times, slowest));
    }
    let command: Vec<_> = args.command.iter().map(|word| word.to_string_lossy()).collect();
    let mut text = format!(
        "{}, processor time of `{}`, median of {} rounds\n",
        report::processor(),
        command.join(" "),
        args.rounds,
    );
    for build in &builds {
        text += &format!("{}: {}, start of {} ms subtracted\n", build.name, build.path.display(), ms(build.start));
    }
    let head = if args.worst { &HEAD[..] } else { &HEAD[..HEAD.len() - 2] };
    report::print(&format!("{text}\n{}", table::markdown(head, &rows)))?;
    Ok(())
}

/// One of the two programs, with the command that it runs.
struct Build<'a> {
    name: &'static str,
    path: &'a Path,
    command: &'a [OsString],
    /// The processor time of starting it.
    start: Duration,
}

impl Build<'_> {
    /// Runs the command. Returns its standard output and the processor time beyond that of starting it.
    fn run(&self, grids: &[Grid]) -> anyhow::Result<(Vec<u8>, Duration)> {
        // A file of this name in the current folder comes before programs that the system finds by their name.
        let file = path::absolute(self.path).ok().filter(|file| file.is_file());
        let mut command = Command::new(file.as_deref().unwrap_or(self.path));
        command.args(self.command).stdin(file_of(grids)?);
        let before = processor_time::of_children()?;
        let output =
            command.output().with_context(|| WrongUse(format!("{}: could not be run", self.path.display())))?;
        let time = processor_time::of_children()? - before;
        ensure!(
            output.status.success(),
            "{}: {}: {}",
            self.path.display(),
            output.status,
            String::from_utf8_lossy(&output.stderr).trim_end()
        );
        Ok((output.stdout, time.saturating_sub(self.start)))
    }
}

/// Returns a temporary file with a grid in each line, to be read from its start.
fn file_of(grids: &[Grid]) -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    file.write_all(grids.iter().map(|grid| format!("{grid}\n")).collect::<String>().as_bytes())?;
    file.rewind()?;
    Ok(file)
}

/// Returns the times of both builds for the puzzles of a file.
///
/// # Errors
/// If a build fails, or two outputs differ.
fn measure(set: &Puzzles, builds: &mut [Build; 2], rounds: u32) -> anyhow::Result<[Times; 2]> {
    let mut first = None;
    let times = rounds::interleave(builds, rounds, |build, counts| {
        if !counts {
            return Ok(Duration::ZERO); // the program is warm since its start was measured
        }
        let (output, time) = build.run(&set.grids)?;
        let (name, expected) = first.get_or_insert_with(|| (build.name, output.clone()));
        check_equal(&set.name, (name, expected), (build.name, &output))?;
        Ok(time)
    })?;
    Ok(times.try_into().expect("one of each build"))
}

/// Returns the time of the slowest puzzle of each build.
fn slowest(set: &Puzzles, builds: &[Build; 2]) -> anyhow::Result<[Duration; 2]> {
    let mut slowest = [Duration::ZERO; 2];
    for grid in &set.grids {
        for (build, slowest) in builds.iter().zip(&mut slowest) {
            *slowest = build.run(&[*grid])?.1.max(*slowest);
        }
    }
    Ok(slowest)
}

/// Compares two outputs, each with the name of its build.
fn check_equal(set: &str, one: (&str, &[u8]), other: (&str, &[u8])) -> anyhow::Result<()> {
    if one.1 == other.1 {
        return Ok(());
    }
    let [mut one_lines, mut other_lines] = [one.1, other.1].map(|output| output.split_inclusive(|&byte| byte == b'\n'));
    let mut number = 1;
    loop {
        let lines = [one_lines.next(), other_lines.next()];
        if lines[0] != lines[1] {
            let [line, other_line] = lines.map(|line| {
                line.map_or("nothing".to_owned(), |line| {
                    format!("{:?}", String::from_utf8_lossy(line).trim_end_matches('\n'))
                })
            });
            bail!("{set}: the outputs differ in line {number}: {} has {line}, {} has {other_line}", one.0, other.0);
        }
        number += 1;
    }
}

/// The columns of the table. The last two are for `--worst`.
const HEAD: [&str; 8] =
    ["puzzles of", "number", "base, mean ms", "new, mean ms", "base / new", "range", "base, worst ms", "new, worst ms"];

/// Returns the row of a file, given the times of both builds.
fn row(set: &Puzzles, times: &[Times; 2], slowest: Option<[Duration; 2]>) -> Vec<String> {
    let number = set.grids.len();
    let means = times.each_ref().map(|times| ms(times.median().div_f64(number as f64)));
    let [base, new] = times;
    let ratios = base.in_order().iter().zip(new.in_order()).map(|(base, new)| base.as_secs_f64() / new.as_secs_f64());
    let mut ratios: Vec<f64> = ratios.collect();
    ratios.sort_unstable_by(f64::total_cmp);
    // A time that is not above that of the start has no ratio.
    let [median, range] = if ratios.iter().all(|ratio| ratio.is_finite()) {
        let range = format!("{:.2} to {:.2}", ratios[0], ratios[ratios.len() - 1]);
        [format!("{:.2}", rounds::median(&ratios)), range]
    } else {
        [const { "-" }; 2].map(str::to_owned)
    };
    let slowest = slowest.into_iter().flatten().map(ms);
    [set.name.clone(), number.to_string()].into_iter().chain(means).chain([median, range]).chain(slowest).collect()
}

fn ms(time: Duration) -> String {
    let ms = time.as_secs_f64() * 1e3;
    if ms < 1.0 { format!("{ms:.4}") } else { format!("{ms:.1}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(number: usize) -> Puzzles {
        Puzzles {
            name: "some.txt".to_owned(),
            lines: vec![1; number],
            grids: vec![Grid::EMPTY; number],
            fields: vec![Fields::NONE; number],
        }
    }

    fn times(milliseconds: &[u64]) -> Times {
        Times::new(milliseconds.iter().copied().map(Duration::from_millis).collect())
    }

    #[test]
    fn the_ratio_is_the_median_of_the_rounds() {
        // A slow second round for both: its ratio is between those of the others.
        let both = [times(&[300, 900, 200]), times(&[100, 360, 100])];
        let expected = ["some.txt", "1000", "0.3000", "0.1000", "2.50", "2.00 to 3.00"];
        assert_eq!(row(&set(1000), &both, None), expected);
        let hard = row(&set(10), &both, Some([150, 60].map(Duration::from_millis)));
        assert_eq!(hard[2..], ["30.0", "10.0", "2.50", "2.00 to 3.00", "150.0", "60.0"]);
        assert_eq!(hard.len(), HEAD.len());
    }

    #[test]
    fn a_time_within_that_of_the_start_has_no_ratio() {
        assert_eq!(row(&set(1), &[times(&[5, 0]), times(&[0, 0])], None)[4..], ["-", "-"]);
    }

    #[test]
    fn the_first_line_that_differs_is_named() {
        let check = |base: &str, new: &str| check_equal("some.txt", ("base", base.as_bytes()), ("new", new.as_bytes()));
        check("a\nb\n", "a\nb\n").unwrap();
        let message = |base, new| check(base, new).unwrap_err().to_string();
        let expected = r#"some.txt: the outputs differ in line 2: base has "b", new has "c""#;
        assert_eq!(message("a\nb\nd\n", "a\nc\nd\n"), expected);
        let expected = r#"some.txt: the outputs differ in line 3: base has "d", new has nothing"#;
        assert_eq!(message("a\nb\nd\n", "a\nb\n"), expected);
        let expected = r#"some.txt: the outputs differ in line 1: base has "a", new has "a\r""#;
        assert_eq!(message("a\n", "a\r\n"), expected);
    }
}
