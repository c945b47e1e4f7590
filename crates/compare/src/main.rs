//! Measurements of our engines and those of other crates on the same work: in interleaved rounds, every answer checked.

mod bands;
mod binaries;
mod engines;
mod figures;
mod generate;
mod grade;
mod hodoku;
mod isomorphs;
mod processor_time;
mod puzzles;
mod report;
mod rounds;
mod solve;
mod table;
mod te;
mod time;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

const EXAMPLES: &str = "\
Examples:
  compare solve datasets/csv/train.csv
  compare solve hardest.txt --rounds 15 --json > hardest.json
  compare generate --count 5000
  compare grade crates/grade/tests/reference/se_random.csv
  compare te crates/te/tests/reference/te_hard.csv
  compare hodoku crates/hodoku/tests/reference/hodoku_random.csv
  compare binaries --base old/minirow \
      --new target/release/minirow crates/grade/tests/reference/se_random.csv
  compare time crates/compare/data/human_times.csv
  compare figures --data ../sets";

/// Runs our engines and those of other crates on the same work, measures our ratings, which have no peer here, compares two
/// builds of `minirow`, fits the estimate of solving times, and measures the tables of the documentation.
///
/// All times are those of one core. The engines take turns, round after round, so that a change in the speed of the
/// machine affects all of them. The median round counts. Every answer is checked: the figures of a wrong engine are not
/// printed.
///
/// Results go to stdout, messages to stderr. Exit status: 0 success, 1 invalid data or a wrong answer, 2 wrong usage.
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
    Te(te::Args),
    Hodoku(hodoku::Args),
    Isomorphs(isomorphs::Args),
    Binaries(binaries::Args),
    Time(time::Args),
    Figures(figures::Args),
    #[command(hide = true)]
    Run(figures::RunArgs),
}

/// An error of the arguments, rather than of the data: exit status 2.
#[derive(thiserror::Error, Debug)]
#[error("{0}")]
struct WrongUse(String);

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Solve(args) => solve::run(&args),
        Command::Generate(args) => generate::run(&args),
        Command::Grade(args) => grade::run(&args),
        Command::Te(args) => te::run(&args),
        Command::Hodoku(args) => hodoku::run(&args),
        Command::Isomorphs(args) => isomorphs::run(&args),
        Command::Binaries(args) => binaries::run(&args),
        Command::Time(args) => time::run(&args),
        Command::Figures(args) => figures::run(&args),
        Command::Run(args) => figures::run_program(&args),
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

/// Returns `true` if the reader of the output has closed the pipe (`| head -1`).
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Prints a message. Unlike `eprintln!`, it ignores a closed standard error.
fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}
