//! The command line of Minirow as a library, for the program `minirow` and for the Python package.
//!
//! [`run`] runs a command line. The library crates below have everything else that programs may want to call.

mod args;
mod call;
mod choices;
mod cli;
mod closed_streams;
mod commands;
mod destination;
mod endings;
mod error;
mod help;
mod interrupt;
mod loaders;
mod output;
mod progress;
mod report_format;
mod table;

/// The examples of the guide's chapter about the libraries, which `cargo test` runs.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/src/libraries.md")]
mod guide {}

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

use clap::Parser;
use minirow_table::{files, standard, threads};

pub use call::{Advance, CallError, CallOption, CallResult, Caller, call, options};
pub use closed_streams::note_closed_streams;
pub use commands::Command;
pub use commands::techniques::page as techniques_page;

/// Runs a command line, the first word of which is the name of the program, and returns the exit status.
///
/// A process should do nothing else: from here on, Ctrl-C and signals may end the process at once, after temporary files
/// are removed. Results are written to standard output, messages to standard error.
pub fn run(words: impl IntoIterator<Item = OsString>) -> u8 {
    match cli::Cli::try_parse_from(cli::without_synonyms(words)) {
        Ok(cli) => execute(cli.command),
        Err(error) => report_parse_error(&error),
    }
}

/// Prints an error of a command line, or the text of `--help` or `--version`, which are errors of clap too. Returns the exit
/// status.
pub fn report_parse_error(error: &clap::Error) -> u8 {
    let checked = if error.use_stderr() { Ok(()) } else { standard::check_output() };
    let printed = checked.and_then(|()| error.print()).and_then(|()| io::stdout().flush());
    match printed {
        Err(failure) if !error.use_stderr() => {
            error::Error::from(files::Error::from_write(failure, Path::new("standard output"))).report()
        }
        _ => u8::try_from(error.exit_code()).unwrap_or(2),
    }
}

/// Runs a command that was parsed already, and returns the exit status; see [`run`].
pub fn execute(command: Command) -> u8 {
    interrupt::listen();
    threads::on_shortage(|message| error::print_message(&format!("note: {message}")));
    let status = match command.run() {
        Ok(done) => u8::from(done.verdict == commands::InputVerdict::SomeInvalid),
        Err(error) => error.report(),
    };
    // Another program that calls this function may not flush at its end.
    let _ = io::stdout().flush();
    status
}
