//! The errors of commands, their messages and exit statuses.

use std::fmt::Display;
use std::io::{self, Write};

use minirow_dataset::{DroppedFields, Formulas};
use minirow_files::ordered::Held;
use minirow_files::{CommandError, ErrorKind};
use minirow_table::input::Inputs;
use minirow_text::shown;

use crate::current_call::{Call, current, limit_reached};

/// An error that ends a command.
#[derive(Debug)]
pub(crate) enum Error {
    /// The command cannot work as given, whatever its inputs contain: an invalid option or recipe, a missing file or folder, or an
    /// output that exists. Status 2.
    Usage(String),
    /// The contents of an input are invalid, or do not have what was asked for. Status 1.
    Data(String),
    /// The output cannot be written, for example because the disk is full. Status 1.
    Output(String),
    /// The reader of the output has closed the pipe. No message, status 0.
    ClosedPipe,
    /// A limit on time or attempts was reached. The command has printed what it has kept. Status 3.
    Limit(String),
    /// The user or the system has interrupted the command, which has printed what it has kept. Status 130, as in shells, or
    /// that of [`Limit`](Error::Limit) if `--time-limit` has interrupted it.
    Interrupted,
}

pub(crate) type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// Creates an error of usage.
    pub(crate) fn usage(message: impl ToString) -> Error {
        Error::Usage(message.to_string())
    }

    /// Creates an error of the input.
    pub(crate) fn data(message: impl ToString) -> Error {
        Error::Data(message.to_string())
    }

    /// Creates the error of a file of an option that cannot be read.
    pub(crate) fn unreadable(path: impl Display, error: io::Error) -> Error {
        let message = format!("{path}: cannot be read: {error}");
        if ErrorKind::of_system(&error) == ErrorKind::Usage { Error::Usage(message) } else { Error::Data(message) }
    }

    /// Prints the message, if there is one, and returns the exit status.
    pub(crate) fn report(self) -> u8 {
        let (message, status) = match self {
            Error::Usage(message) => (Some(format!("error: {message}")), 2),
            Error::Data(message) | Error::Output(message) => (Some(format!("error: {message}")), 1),
            Error::Limit(message) => (Some(format!("stopped: {message}")), 3),
            Error::ClosedPipe => (None, 0),
            Error::Interrupted => match limit_reached(None) {
                Some(limit) => return Error::Limit(limit.to_string()).report(),
                None => (None, 130),
            },
        };
        if let Some(message) = message {
            print_message(&message);
        }
        status
    }
}

impl Held for Error {}

impl<E: CommandError> From<E> for Error {
    fn from(error: E) -> Error {
        match error.kind() {
            ErrorKind::Usage => Error::usage(error),
            ErrorKind::Data => Error::data(error),
            ErrorKind::Output => Error::Output(error.to_string()),
            ErrorKind::ClosedPipe => Error::ClosedPipe,
            ErrorKind::Limit => Error::Limit(error.to_string()),
            ErrorKind::Interrupted => Error::Interrupted,
        }
    }
}

/// Prints a message as one line to standard error. A closed standard error is ignored.
///
/// If another program has called the command, it gets the message instead.
pub(crate) fn print_message(message: &str) {
    print_message_of(current().as_ref(), message);
}

/// Prints a message of a call, or of this program if there is none, from any thread.
pub(crate) fn print_message_of(call: Option<&Call>, message: &str) {
    match call {
        Some(call) => call.collect(message),
        None => drop(writeln!(io::stderr(), "{}", shown(message))),
    }
}

/// Prints the numbers of a result. If another program has called the command, it gets the numbers as such.
pub(crate) fn print_numbers(text: &str) {
    if current().is_none() {
        print_lines(text);
    }
}

/// Prints messages about fields that a format cannot hold, and solutions that the inputs do not have beside their puzzles, unless
/// `quiet` is set. A program that has called the command always gets them.
pub(crate) fn print_dropped(fields: &DroppedFields, format: &str, inputs: &Inputs, quiet: bool) {
    if !quiet || current().is_some() {
        let messages = fields.messages(format).into_iter().chain(inputs.messages_about_solutions());
        messages.for_each(|message| print_message(&message));
    }
}

/// Prints the message about formulas in CSV, unless `quiet` is set, as [`print_dropped`] does.
pub(crate) fn print_formulas(formulas: &Formulas, quiet: bool) {
    if !quiet || current().is_some() {
        formulas.message().iter().for_each(|message| print_message(message));
    }
}

/// Prints a text of several lines, as [`print_message`] does.
pub(crate) fn print_lines(text: &str) {
    text.lines().for_each(print_message);
}
