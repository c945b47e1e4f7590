//! The command line of Minirow as a library: for the program `minirow`, and for what has it inside, as the Python package.
//!
//! [`run`] is the command line. What other front ends share with it is behind one [`door`]; all else is its own.

mod batch;
mod classes;
mod cli;
mod closest;
mod columns;
mod commands;
mod dataset;
mod destination;
pub mod door;
mod duration;
mod effort;
mod exclude;
mod explain;
mod export;
mod failure;
mod html;
mod input;
mod interrupt;
mod left_out;
mod loaders;
mod manifest;
mod output;
mod part;
mod pipeline;
mod progress;
mod proof;
mod range;
mod recipe_file;
mod records;
mod rows;
mod schema;
mod sheet;
mod sort;
mod split;
mod stats;
mod table;
mod to;
mod trace;
mod wish;
mod wrap;

use std::ffi::OsString;
use std::io::{self, Write};

use clap::{CommandFactory, FromArgMatches};

/// Runs a command line, the first word of which is the name of the program, and gives the exit status.
///
/// It is meant to be all that a process does: from here on Ctrl-C and the signals to end are listened to, and may end the
/// process at once, after temporary files are removed. Results go to standard output, all else to standard error.
pub fn run(words: impl IntoIterator<Item = OsString>) -> u8 {
    let definition = cli::with_groups(cli::Cli::command());
    let read = definition.try_get_matches_from(words).and_then(|matches| cli::Cli::from_arg_matches(&matches));
    let status = match read {
        Ok(cli) => {
            interrupt::listen();
            match cli.command.run() {
                Ok(commands::Answer::Yes) => 0,
                Ok(commands::Answer::No) => 1,
                Err(failure) => failure.report(),
            }
        }
        // What was asked for may be the help.
        Err(error) => {
            let _ = error.print();
            u8::try_from(error.exit_code()).unwrap_or(2)
        }
    };
    // Within another program, nobody else does it at the end.
    let _ = io::stdout().flush();
    status
}
