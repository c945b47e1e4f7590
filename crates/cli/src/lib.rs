//! The command line of Minirow as a library, for the program `minirow` and for the Python package.
//!
//! [`run`] runs a command line. The library crates below have everything else that programs may want to call.

mod args;
mod choices;
mod cli;
mod commands;
mod destination;
mod failure;
mod interrupt;
mod loaders;
mod output;
mod progress;
mod table;
mod to;

use std::ffi::OsString;
use std::io::{self, Write};

use clap::Parser;

pub use commands::Command;
pub use commands::techniques::page as techniques_page;

/// Runs a command line, the first word of which is the name of the program, and returns the exit status.
///
/// It is meant to be all that a process does: from here on Ctrl-C and the signals to end are listened to, and may end the
/// process at once, after temporary files are removed. Results go to standard output, all else to standard error.
pub fn run(words: impl IntoIterator<Item = OsString>) -> u8 {
    match cli::Cli::try_parse_from(words) {
        Ok(cli) => execute(cli.command),
        // What was asked for may be the help.
        Err(error) => {
            let _ = error.print();
            u8::try_from(error.exit_code()).unwrap_or(2)
        }
    }
}

/// Runs a command that was parsed already, and returns the exit status; see [`run`].
pub fn execute(command: Command) -> u8 {
    interrupt::listen();
    let status = match command.run() {
        Ok(commands::Answer::Yes) => 0,
        Ok(commands::Answer::No) => 1,
        Err(failure) => failure.report(),
    };
    // Within another program, nobody else does it at the end.
    let _ = io::stdout().flush();
    status
}
