//! Our engines and those of other crates on the same work: on one core, in interleaved rounds, every answer checked.

mod bands;
mod engines;
mod generate;
mod grade;
mod isomorphs;
mod markdown;
mod puzzles;
mod report;
mod rounds;
mod solve;

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

const EXAMPLES: &str = "\
Examples:
  cargo run --release -p compare -- solve datasets/csv/train.csv
  cargo run --release -p compare -- solve hardest.txt --rounds 15 --json > hardest.json
  cargo run --release -p compare -- generate --count 5000
  cargo run --release -p compare -- grade crates/grade/tests/reference/se_random.csv";

/// Runs our engines and those of other crates on the same work; and measures our grader, which has no peer here.
///
/// All times are those of one core. The engines take turns, round after round, so that a change in the machine's speed
/// meets all of them, and the median round counts. Every answer is checked: the figures of an engine that is wrong are
/// not printed.
///
/// Results go to stdout, everything else to stderr. Exit status: 0 fine, 1 the data or an answer said no, 2 wrong use.
#[derive(Parser)]
#[command(version, before_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Solve(solve::Args),
    Generate(generate::Args),
    Grade(grade::Args),
    Isomorphs(isomorphs::Args),
}

/// What the user has to put right, rather than the data: exit status 2.
#[derive(Debug)]
struct WrongUse(String);

impl fmt::Display for WrongUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WrongUse {}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Solve(args) => solve::run(&args),
        Command::Generate(args) => generate::run(&args),
        Command::Grade(args) => grade::run(&args),
        Command::Isomorphs(args) => isomorphs::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("error: {error:#}"));
            ExitCode::from(if error.is::<WrongUse>() { 2 } else { 1 })
        }
    }
}

/// Whether the reader of our output has seen enough (`| head -1`).
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Talks to the user. Unlike `eprintln!`, it does not mind if nobody listens.
fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}
