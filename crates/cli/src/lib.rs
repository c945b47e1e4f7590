//! The command line of Minirow as a library, for the program `minirow` and for the Python package.
//!
//! [`run`] runs a command line. The library crates below have everything else that programs may want to call.

mod args;
mod choices;
mod cli;
mod commands;
mod destination;
mod error;
mod help;
mod interrupt;
mod loaders;
mod output;
mod progress;
mod table;

/// The examples of the guide's chapter about the libraries, which `cargo test` runs.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/src/libraries.md")]
mod guide {}

use std::ffi::OsString;
use std::io::{self, Write};

use clap::Parser;

pub use commands::Command;
pub use commands::techniques::page as techniques_page;

/// Runs a command line, the first word of which is the name of the program, and returns the exit status.
///
/// A process should do nothing else: from here on, Ctrl-C and signals may end the process at once, after temporary files
/// are removed. Results are written to standard output, messages to standard error.
pub fn run(words: impl IntoIterator<Item = OsString>) -> u8 {
    match cli::Cli::try_parse_from(words) {
        Ok(cli) => execute(cli.command),
        // `--help` and `--version` are errors of clap, too.
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
        Ok(commands::InputVerdict::AllValid) => 0,
        Ok(commands::InputVerdict::SomeInvalid) => 1,
        Err(error) => error.report(),
    };
    // Another program that calls this function may not flush at its end.
    let _ = io::stdout().flush();
    status
}
