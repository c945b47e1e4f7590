//! The commands of the program: their time, processor time and memory.

use std::ffi::OsString;
use std::fs;
use std::num::NonZeroUsize;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Instant;

use anyhow::{Context, ensure};
use minirow_grade::Rating;
use serde::{Deserialize, Serialize};

use super::setup::Setup;
use super::{grouped, significant};
use crate::{grade, processor_time, puzzles, report, table};

/// The time and the memory that a run of a program took.
#[derive(Clone, Copy, Serialize, Deserialize, Debug)]
pub(crate) struct Usage {
    /// The time by the clock.
    seconds: f64,
    processor_seconds: f64,
    peak_mb: f64,
}

/// Runs a program without its output, and prints its usage as JSON.
///
/// `figures` calls this command, because the system tells the memory only of all the programs together that a process has run.
#[derive(clap::Args)]
pub(crate) struct RunArgs {
    #[arg(required = true, last = true)]
    words: Vec<OsString>,
}

pub(crate) fn run(args: &RunArgs) -> anyhow::Result<()> {
    let start = Instant::now();
    let mut program = Command::new(&args.words[0]);
    let status = program.args(&args.words[1..]).stdin(Stdio::null()).stdout(Stdio::null()).status()?;
    let seconds = start.elapsed().as_secs_f64();
    ensure!(status.success(), "{}: {status}", args.words.join(&OsString::from(" ")).display());
    let processor_seconds = processor_time::of_children()?.as_secs_f64();
    let usage = Usage { seconds, processor_seconds, peak_mb: processor_time::memory_of_children()? as f64 / 1e6 };
    report::print(&serde_json::to_string(&usage)?)?;
    Ok(())
}

/// A command is run three times, or until this number of seconds is over.
const ENOUGH: f64 = 5.0;

impl Setup {
    /// Runs a command of `minirow` in the folder for files. Returns the usage of the run with the median time; of two, that
    /// of the faster one.
    fn measure(&self, words: &[&str]) -> anyhow::Result<Usage> {
        let again = words.contains(&"--out").then_some("--force");
        let mut runs: Vec<Usage> = Vec::new();
        while runs.len() < 3 && runs.iter().map(|usage| usage.seconds).sum::<f64>() < ENOUGH {
            let mut command = Command::new(std::env::current_exe()?);
            command.args(["run", "--"]).arg(&self.program).args(words).args(again).current_dir(&self.scratch);
            let run = command.stdin(Stdio::null()).output()?;
            let messages = String::from_utf8_lossy(&run.stderr);
            ensure!(run.status.success(), "minirow {}: {}", words.join(" "), messages.trim_end());
            runs.push(serde_json::from_slice(&run.stdout)?);
        }
        runs.sort_by(|one, other| one.seconds.total_cmp(&other.seconds));
        Ok(runs[(runs.len() - 1) / 2])
    }

    /// Generates a pack.
    fn pack(&self, rows: usize, file: &str) -> anyhow::Result<Usage> {
        self.measure(&["pack", "--seed", "42", "--count", &rows.to_string(), "--quiet", "--out", file])
    }
}

/// Rates puzzles of all ratings in this process, one by one.
pub(super) fn rating(setup: &Setup) -> anyhow::Result<Vec<String>> {
    let files = [RANDOM, HARD].map(|file| puzzles::read(&setup.set(file, usize::MAX)?)?.proper());
    let puzzles = files.into_iter().collect::<anyhow::Result<Vec<_>>>()?.concat();
    let er = |puzzle: &_| minirow_grade::grade(puzzle).er().expect("without a limit there is a rating");
    let samples: Vec<grade::Sample<Rating>> = grade::measure(0, &puzzles, if setup.quick { 1 } else { 5 }, er);
    Ok(vec![grade::table_by_er(&samples)])
}

/// Random minimal puzzles, and puzzles of ER 8.4 and more.
const RANDOM: &str = "crates/grade/tests/reference/se_random.csv";
const HARD: &str = "crates/grade/tests/reference/se_hard.csv";

/// Rates sets of puzzles on each scale.
pub(super) fn scales(setup: &Setup) -> anyhow::Result<Vec<String>> {
    let sets = [
        ("random", RANDOM, 3_001),
        ("hard", HARD, 248),
        ("top 1465", "top1465.txt", 1_465),
        ("hardest 60", "hardest375.txt", 60),
    ];
    let mut rows = Vec::new();
    for scale in ["se", "te", "hodoku", "minutes"] {
        let mut row = vec![format!("`--scale {scale}`")];
        for (name, file, lines) in sets {
            // On the other scales, the sets of the repository are enough.
            let is_wanted = scale == "se" || [RANDOM, HARD].contains(&file);
            row.push(if is_wanted {
                let path = setup.set(file, lines)?;
                let number = puzzles::read(&path)?.grids.len();
                let path = path.to_string_lossy();
                let usage = setup.measure(&["grade", &path, "--scale", scale, "--threads", "1", "--quiet"]);
                significant(usage.context(name)?.processor_seconds * 1e3 / number as f64)
            } else {
                String::new()
            });
        }
        rows.push(row);
    }
    let head = ["ms a puzzle", "random", "hard", "top 1465", "hardest 60"];
    Ok(vec![table::markdown(&head, &rows)])
}

/// Runs commands with one thread, two, four and so on up to one for each core.
pub(super) fn cores(setup: &Setup) -> anyhow::Result<Vec<String>> {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let numbers: Vec<usize> =
        (0..).map(|power| 1 << power).take_while(|&number| number < cores).chain([cores]).collect();
    let count = setup.size(20_000).to_string();
    let [hard, many] = ["top1465.txt", "17clue.txt"].map(|file| setup.set(file, usize::MAX));
    let [hard, many] = [hard?, many?];
    let grids = puzzles::read(&many)?.grids.len() * MANY;
    let [hard, many] = [&hard, &many].map(|path| path.to_string_lossy());
    let solve: Vec<&str> = ["solve", "--quiet"].into_iter().chain([&*many; MANY]).collect();
    let commands: [(String, Vec<&str>); 3] = [
        (format!("`pack --count {count}`"), vec!["pack", "--quiet", "--count", &count, "--out", "cores.csv"]),
        ("`grade top1465.txt`".to_owned(), vec!["grade", "--quiet", &hard]),
        (format!("`solve` of {} grids", grouped(grids as u64)), solve),
    ];
    let mut rows = Vec::new();
    for (name, words) in commands {
        let mut times: Vec<f64> = Vec::new();
        for number in &numbers {
            times.push(setup.measure(&[&words[..], &["--threads", &number.to_string()]].concat())?.seconds);
        }
        let cell = |time: &f64| format!("{} s ({:.2})", significant(*time), times[0] / time);
        rows.push([name].into_iter().chain(times.iter().map(cell)).collect());
    }
    let heads: Vec<String> = numbers.iter().map(|number| format!("threads: {number}")).collect();
    let head: Vec<&str> = ["command"].into_iter().chain(heads.iter().map(String::as_str)).collect();
    Ok(vec![table::markdown(&head, &rows)])
}

/// The number of times that the puzzles with 17 clues are solved, so that they take a second.
const MANY: usize = 200;

/// Generates puzzles under constraints, each with a number of puzzles that takes seconds.
pub(super) fn packs(setup: &Setup) -> anyhow::Result<Vec<String>> {
    let options: [(&str, usize); 12] = [
        ("", 10_000),
        ("--level easy", 10_000),
        ("--level hard", 2_000),
        ("--level expert", 1_000),
        ("--level extreme", 400),
        ("--er 9.0..", 40),
        ("--clues ..=20", 50),
        ("--symmetry half-turn", 10_000),
        ("--labels", 10_000),
        ("--sampling weighted", 500),
        ("--sampling uniform", 20),
        ("--sampling uniform --clues 26", 200),
    ];
    let mut rows = Vec::new();
    for (options, count) in options {
        let count = setup.size(count);
        let number = count.to_string();
        let words = ["pack", "--seed", "1", "--threads", "1", "--quiet", "--out", "some.csv", "--count", &number];
        let usage = setup.measure(&[&words[..], &options.split_whitespace().collect::<Vec<_>>()].concat())?;
        let name = if options.is_empty() { "none".to_owned() } else { format!("`{options}`") };
        rows.push(vec![name, grouped(count as u64), significant(count as f64 / usage.processor_seconds)]);
    }
    Ok(vec![table::markdown(&["options", "puzzles", "puzzles a second and core"], &rows)])
}

/// Searches for the neighbours of hard puzzles.
pub(super) fn neighbours(setup: &Setup) -> anyhow::Result<Vec<String>> {
    let mut rows = Vec::new();
    for (name, lines, clues) in [("{-1+1} of `hardest375.txt`", 375, "1"), ("{-2+2} of its first puzzle", 1, "2")] {
        let path = setup.set("hardest375.txt", lines)?;
        let words =
            ["neighbours", "--threads", "1", "--quiet", "--remove", clues, "--add", clues, "--out", "found.csv"];
        let usage = setup.measure(&[&words[..], &[&*path.to_string_lossy()]].concat())?;
        let found = fs::read_to_string(setup.scratch.join("found.csv"))?.lines().count() - 1;
        rows.push(vec![name.to_owned(), grouped(found as u64), significant(usage.processor_seconds)]);
    }
    Ok(vec![table::markdown(&["search", "found", "processor time, s"], &rows)])
}

/// The pack whose rows are solved and handled, and its number of rows.
const PACK: &str = "pack.csv";
const MILLION: usize = 1_000_000;

/// Generates and solves from a thousand to a million puzzles, and solves ten million.
pub(super) fn growth(setup: &Setup) -> anyhow::Result<Vec<String>> {
    let mut rows = Vec::new();
    let solve = |files: usize| setup.measure(&[&["solve", "--quiet"], &vec![PACK; files][..]].concat());
    for number in [1_000, 10_000, 100_000, MILLION].map(|number| setup.size(number)) {
        let pack = setup.pack(number, PACK)?;
        rows.push([&[grouped(number as u64)], &cells(&pack)[..], &cells(&solve(1)?)].concat());
    }
    let ten_times = grouped(10 * setup.size(MILLION) as u64);
    rows.push([&[ten_times], &[const { String::new() }; 3][..], &cells(&solve(10)?)].concat());
    let head = ["puzzles", "`pack`, s", "processor time, s", "peak MB", "`solve`, s", "processor time, s", "peak MB"];
    Ok(vec![table::markdown(&head, &rows)])
}

/// Runs commands on a million rows.
pub(super) fn rows(setup: &Setup) -> anyhow::Result<Vec<String>> {
    // The last pack of the table before has as many rows.
    if !setup.scratch.join(PACK).is_file() {
        setup.pack(setup.size(MILLION), PACK)?;
    }
    let row = |name: &str, usage: &Usage| [&[name.to_owned()], &cells(usage)[..]].concat();
    let mut rows = Vec::new();
    for (name, words) in [
        ("`solve`", "solve"),
        ("`grade`", "grade"),
        ("`convert` to Parquet", "convert --out pack.parquet"),
        ("`dedup`", "dedup --out different.csv"),
        ("`audit`", "audit"),
        ("`dataset --from`, with splits", "dataset --licence mit --out set --from"),
    ] {
        let words: Vec<&str> = words.split(' ').chain([PACK]).chain(["--quiet"]).collect();
        rows.push(row(name, &setup.measure(&words)?));
    }
    rows.push(row("`check --dataset` of that", &setup.measure(&["check", "--dataset", "set", "--quiet"])?));
    Ok(vec![table::markdown(&["command", "s", "processor time, s", "peak MB"], &rows)])
}

/// Returns time, processor time and memory.
fn cells(usage: &Usage) -> [String; 3] {
    [usage.seconds, usage.processor_seconds, usage.peak_mb].map(significant)
}
