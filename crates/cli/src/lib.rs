//! The command line of Minirow as a library, for the program `minirow` and for the Python package.
//!
//! [`run`] runs a command line. The library crates below have everything else that programs may want to call.

mod args;
mod call;
mod choices;
mod cli;
mod closed_streams;
mod commands;
mod current_call;
mod destination;
mod endings;
mod error;
mod fonts;
mod help;
mod interrupt;
mod loaders;
mod message_limit;
mod output;
mod panics;
mod paths;
mod progress;
mod recipe;
mod report_format;
mod table;
mod words;

/// The examples of the guide's chapter about the libraries, which `cargo test` runs.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/src/libraries.md")]
mod guide {}

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

use clap::Parser;
use clap::builder::Styles;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use minirow_files::{standard, threads};

pub use call::{CallError, CallOption, CallResult, call, options};
pub use commands::Command;
pub use commands::techniques::page as techniques_page;
pub use current_call::{Advance, Caller};
pub use panics::report_panics;

/// `true` if this build has everything, `false` if it lacks Parquet or `print --check`.
pub const IS_COMPLETE: bool = cfg!(all(feature = "parquet", feature = "pdf-check"));

/// Prepares the process of a program, which calls it first in `main`: a signal from here on ends the process with 130, streams that
/// were closed when the process started cannot be used, and a panic is reported as a message.
pub fn start() {
    interrupt::listen();
    closed_streams::note();
    report_panics();
}

/// Runs a command line, the first word of which is the name of the program, and returns the exit status.
///
/// A process should do nothing else: from here on, Ctrl-C and signals may end the process at once, after temporary files
/// are removed. Results are written to standard output, messages to standard error.
pub fn run(words: impl IntoIterator<Item = OsString>) -> u8 {
    interrupt::listen();
    match parse::<cli::Cli>(&cli::without_synonyms(words), cli::with_groups) {
        Ok(cli) => execute(cli.command),
        Err(status) => status,
    }
}

/// Parses a command line. Otherwise, prints the error or the text of `--help` or `--version`, and returns the exit status.
///
/// Only the options of the command that is given are defined. For a help text, those of all commands are, and `layout` lays it out.
///
/// # Errors
/// Returns the exit status.
pub fn parse<T: Parser>(words: &[OsString], layout: fn(clap::Command) -> clap::Command) -> Result<T, u8> {
    // Among the escape sequences of styles, those in the words could not be recognised.
    let mut error = match parse_with(T::command().styles(Styles::plain()), words) {
        Ok(parsed) => return Ok(parsed),
        Err(error) => error,
    };
    correct_suggestions(&mut error);
    if !is_help(&error) {
        print_error::<T>(&error, words);
        return Err(2);
    }
    let mut complete = T::command();
    complete.build();
    let styled = parse_with::<T>(layout(complete), words).err();
    Err(print_help(&styled.filter(is_help).unwrap_or(error)))
}

/// Removes the suggestion of an option that is hardly the one that was meant, and that an unknown option is a file. For an order of
/// rows, suggests the command that sorts.
fn correct_suggestions(error: &mut clap::Error) {
    if error.kind() == ErrorKind::UnknownArgument {
        error.remove(ContextKind::Suggested);
        if matches!(error.get(ContextKind::InvalidArg), Some(ContextValue::String(found)) if found == "--sort") {
            let suggestion = "`minirow convert FILE --sort FIELD` sorts a file by one of its fields".into();
            error.remove(ContextKind::SuggestedArg);
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![suggestion]));
        }
    }
    let (Some(ContextValue::String(found)), Some(ContextValue::String(suggested))) =
        (error.get(ContextKind::InvalidArg), error.get(ContextKind::SuggestedArg))
    else {
        return;
    };
    let [found, suggested] = [found, suggested].map(|option| option.trim_start_matches('-'));
    let [short, long] = if found.len() < suggested.len() { [found, suggested] } else { [suggested, found] };
    let is_start = short.len() > 2 && long.starts_with(short);
    let longer = found.chars().count().max(suggested.chars().count());
    if !is_start && 3 * strsim::damerau_levenshtein(found, suggested) > longer {
        error.remove(ContextKind::SuggestedArg);
        // It repeats the suggestion.
        error.remove(ContextKind::Usage);
    }
}

/// Prints an error of a command line, in which no word begins a line: it could pass for a further message.
fn print_error<T: Parser>(error: &clap::Error, words: &[OsString]) {
    let text = |error: &clap::Error| error.render().ansi().to_string();
    let escaped = words.iter().map(|word| match word.as_encoded_bytes().contains(&b'\n') {
        true => word.to_string_lossy().replace('\n', "\\n").into(),
        false => word.clone(),
    });
    match parse_with::<T>(T::command().styles(Styles::plain()), &escaped.collect::<Vec<_>>()) {
        Err(mut of_escaped) => {
            correct_suggestions(&mut of_escaped);
            error::print_lines(text(&of_escaped).trim_end());
        }
        // The line ends are the error.
        Ok(_) => error::print_message(text(error).trim_end()),
    }
}

/// Parses a command line as a definition says, which has its own styles.
fn parse_with<T: Parser>(mut definition: clap::Command, words: &[OsString]) -> Result<T, clap::Error> {
    let mut matches = definition.try_get_matches_from_mut(words)?;
    T::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut definition))
}

/// Returns `true` for the text of `--help` or `--version`, which are errors of clap too.
fn is_help(error: &clap::Error) -> bool {
    use ErrorKind::{DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion};
    matches!(error.kind(), DisplayHelp | DisplayHelpOnMissingArgumentOrSubcommand | DisplayVersion)
}

/// Prints the text of `--help` or `--version`, and returns the exit status.
fn print_help(error: &clap::Error) -> u8 {
    let checked = if error.use_stderr() { Ok(()) } else { standard::check_output() };
    let printed = checked.and_then(|()| error.print()).and_then(|()| io::stdout().flush());
    match printed {
        Err(failure) if !error.use_stderr() => {
            error::Error::from(minirow_files::Error::from_write(failure, Path::new("standard output"))).report()
        }
        _ => u8::try_from(error.exit_code()).unwrap_or(2),
    }
}

/// Runs a command that was parsed already, and returns the exit status; see [`run`].
pub fn execute(command: Command) -> u8 {
    threads::on_shortage(|message| error::print_message(&format!("note: {message}")));
    let status = match command.run() {
        Ok(done) => u8::from(done.verdict == commands::InputVerdict::SomeInvalid),
        Err(error) => error.report(),
    };
    // Another program that calls this function may not flush at its end.
    let _ = io::stdout().flush();
    status
}
