//! `cargo xtask`: every command of `minirow`, built with optimisation, and those for developers of Minirow.

mod benchmark_set;
mod bless;
mod ci;
mod complete;
mod datasets;
mod dist;
mod error;
#[cfg(test)]
#[path = "../../crates/core/tests/core/size.rs"]
mod size;
mod tools;
#[cfg(unix)]
mod torture;
mod venv;
mod web;
mod workspace;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Runs the commands of `minirow`, and those for developers of Minirow.
#[derive(Parser)]
#[command(
    name = "cargo xtask",
    bin_name = "cargo xtask",
    version,
    subcommand_required = true,
    arg_required_else_help = true
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    #[command(flatten)]
    Minirow(minirow_cli::Command),
    BenchmarkSet(benchmark_set::Args),
    Bless(bless::Args),
    Ci(ci::Args),
    Datasets(datasets::Args),
    Dist(dist::Args),
    #[cfg(unix)]
    Torture(torture::Args),
    Web(web::Args),
}

fn main() -> ExitCode {
    let words: Vec<OsString> = env::args_os().collect();
    let after = words.get(1..).unwrap_or_default();
    if complete::is_needed(after) {
        return end(complete::run(after));
    }
    minirow_cli::start();
    let done = match minirow_cli::parse::<Cli>(&words, |command| command).map(|cli| cli.command) {
        Err(status) => return status.into(),
        Ok(Command::Minirow(command)) => return minirow_cli::execute(command).into(),
        Ok(Command::BenchmarkSet(args)) => args.run(),
        Ok(Command::Bless(args)) => args.run(),
        Ok(Command::Ci(args)) => args.run(),
        Ok(Command::Datasets(args)) => args.run(),
        Ok(Command::Dist(args)) => args.run(),
        #[cfg(unix)]
        Ok(Command::Torture(args)) => args.run(),
        Ok(Command::Web(args)) => args.run(),
    };
    end(done.map(|()| 0))
}

/// Returns the exit status of a command. Prints an error.
fn end(done: Result<u8, error::Error>) -> ExitCode {
    match done {
        Ok(status) => status.into(),
        Err(error) => {
            eprintln!("error: {error}");
            error.status.into()
        }
    }
}
