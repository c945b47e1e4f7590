//! The options of a command line, and the refusal of options without effect.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, Error as ClapError, FromArgMatches, Id};
use minirow_files::is_stream;
use minirow_table::input::{InputPath, Inputs};

use crate::args::{WRITTEN, file};
use crate::current_call::current;
use crate::error::{Error, Result, print_message};
use crate::help::HelpLayout;
use crate::message_limit::MessageLimit;
use crate::paths;

/// The options of a command line.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    /// The names without the dashes, with the words of each value, as in `--out=FILE`. Files have no name. Options that have their
    /// defaults are not among them.
    words: Vec<(Option<String>, OsString)>,
    /// `true` if the column of the puzzles is among them.
    has_puzzle_column: bool,
    /// The message about an option that has the same value twice.
    repeated: Option<String>,
    /// The files of [`WRITTEN`].
    written: Vec<PathBuf>,
    /// The files with grids.
    inputs: Inputs,
}

/// A mode of a command, and the options that have no effect in it: whether the command is in this mode, the words that describe
/// it in messages, and the names of the options.
pub(crate) type Mode<'a> = (bool, &'a str, &'a [&'a str]);

impl Given {
    /// Returns the options of the innermost command.
    fn from_matches(command: &Command, matches: &ArgMatches) -> Given {
        if let Some((name, inner)) = matches.subcommand() {
            let command = command.find_subcommand(name).expect("the definition that has parsed the words");
            return Given::from_matches(command, inner);
        }
        let is_given = |arg: &&Arg| matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine);
        let words = command.get_arguments().filter(is_given).flat_map(|arg| words_of(arg, matches)).collect();
        let repeated = command.get_arguments().filter(is_given).find_map(|arg| repeated_value(arg, matches));
        let has_puzzle_column = matches.try_contains_id("puzzle_column").unwrap_or(false);
        // A command without such files does not know the group.
        let files = matches.try_get_many::<Id>(WRITTEN).ok().flatten().into_iter().flatten();
        let written = files.filter_map(|id| matches.get_one::<PathBuf>(id.as_str()).cloned()).collect();
        let others = |id: &str| matches.try_get_many::<PathBuf>(id).ok().flatten().into_iter().flatten().cloned();
        let others = ["files", "from", "exclude", "against"].into_iter().flat_map(others).map(InputPath::from);
        let files = |id: &str| matches.try_get_many::<InputPath>(id).ok().flatten().into_iter().flatten().cloned();
        let inputs = ["files", "from"].into_iter().flat_map(files).chain(others).collect();
        Given { words, has_puzzle_column, repeated, written, inputs }
    }

    /// Returns `true` if the command line has an option.
    pub(crate) fn has(&self, option: &str) -> bool {
        self.options().any(|given| given == option)
    }

    /// Returns the names of the options, once for each value.
    fn options(&self) -> impl Iterator<Item = &str> {
        self.words.iter().filter_map(|(name, _)| name.as_deref())
    }

    /// Returns each option with some names, or each of its values, and the arguments of the command without it. Options that others
    /// require are not among them.
    pub(crate) fn each_without<A: clap::Args>(
        &self,
        is_among: impl Fn(&str) -> bool,
    ) -> impl Iterator<Item = (String, A)> {
        let tried = self.words.iter().enumerate().filter(move |(_, (name, _))| name.as_deref().is_some_and(&is_among));
        tried.filter_map(|(place, (_, word))| {
            let others = self.words.iter().enumerate().filter(|(other, _)| *other != place);
            let (options, files): (Vec<_>, Vec<_>) = others.map(|(_, word)| word).partition(|(name, _)| name.is_some());
            let ends = (None, OsString::from("--"));
            let words = options.into_iter().chain([&ends]).chain(files).map(|(_, word)| word);
            let command = A::augment_args(Command::new("")).no_binary_name(true);
            let args = A::from_arg_matches(&command.try_get_matches_from(words).ok()?).ok()?;
            Some((word.to_string_lossy().replacen('=', " ", 1), args))
        })
    }

    /// Checks that no option has the same name twice, and that a file is written if an option tells what happens to an existing one.
    ///
    /// # Errors
    /// Returns the repeated value, or the option of files if the results go to standard output, a device or a pipe.
    pub(crate) fn check(&self) -> Result<()> {
        if let Some(message) = &self.repeated {
            return Err(Error::usage(message));
        }
        let is_stream = |path: &PathBuf| file(Some(path)).is_none_or(is_stream);
        let [first, ..] = &self.written[..] else { return Ok(()) };
        let mode = format!("with --out {}", first.display());
        self.refuse(&[(self.written.iter().all(is_stream), &mode, &["force", "resume"])])
    }

    /// Prints messages about columns and keys of the inputs that are not used by their names, unless `--quiet` or the column of
    /// puzzles is given.
    pub(crate) fn print_names(&self) {
        let is_quiet = self.has("quiet") && current().is_none();
        if self.inputs.paths().next().is_some() && !is_quiet && !self.has_puzzle_column {
            let limit = MessageLimit::default();
            let messages = self.inputs.messages_about_names();
            messages.iter().filter(|message| limit.count(message)).for_each(|message| print_message(message));
            limit.left_out().iter().for_each(|message| print_message(message));
        }
    }

    /// Checks that no option is without effect. Unlike `requires` of clap, this holds also if another option excludes the mode that an
    /// option needs.
    ///
    /// # Errors
    /// Returns the first option that has no effect in a mode that the command is in.
    pub(crate) fn refuse(&self, modes: &[Mode]) -> Result<()> {
        for (_, mode, options) in modes.iter().filter(|(applies, ..)| *applies) {
            if let Some(option) = options.iter().find(|option| self.has(option)) {
                return Err(Error::usage(format!("--{option} has no effect {mode}")));
            }
        }
        Ok(())
    }

    /// Checks that no option but some has been given.
    ///
    /// # Errors
    /// Returns the first other option.
    pub(crate) fn refuse_others(&self, mode: &str, options: &[&str]) -> Result<()> {
        let others: Vec<&str> = self.options().filter(|given| !options.contains(given)).collect();
        self.refuse(&[(true, mode, &others)])
    }
}

/// Returns the name of an argument with each word that gives it: one for each value.
fn words_of(arg: &Arg, matches: &ArgMatches) -> Vec<(Option<String>, OsString)> {
    let word = |value: Option<&OsStr>| {
        let name = arg.get_long().map(|name| OsString::from(format!("--{name}")));
        let parts = [name.as_deref(), value].into_iter().flatten().collect::<Vec<_>>();
        (arg.get_long().map(String::from), parts.join(OsStr::new("=")))
    };
    let values = matches.get_raw(arg.get_id().as_str()).into_iter().flatten();
    if arg.get_action().takes_values() { values.map(|value| word(Some(value))).collect() } else { vec![word(None)] }
}

/// Returns the message about the first value of a list that is there twice. Shares can be equal.
fn repeated_value(arg: &Arg, matches: &ArgMatches) -> Option<String> {
    let are_shares = arg.get_value_names().is_some_and(|names| names[0] == "SHARE,...");
    if are_shares || arg.get_value_delimiter().is_none() && arg.get_possible_values().is_empty() {
        return None;
    }
    let values: Vec<&OsStr> = matches.get_raw(arg.get_id().as_str())?.collect();
    let is_repeated = |&(at, value): &(usize, &OsStr)| values[..at].contains(&value);
    let (_, value) = values.iter().copied().enumerate().find(is_repeated)?;
    let value = value.to_string_lossy();
    Some(format!("--{}: found {value} twice, expected each value once", arg.get_long()?))
}

/// The arguments of a command, with the options that the command line names.
pub(crate) struct Parsed<A> {
    pub(crate) args: A,
    pub(crate) given: Given,
    /// The message about two paths that are the same file.
    same_file: Option<String>,
}

impl<A> Parsed<A> {
    /// Checks that no output is an input or another output.
    ///
    /// # Errors
    /// If two paths are the same file, of which at least one is written.
    pub(crate) fn check_paths(&self) -> Result<()> {
        self.same_file.as_ref().map_or(Ok(()), |message| Err(Error::usage(message)))
    }
}

impl<A: clap::Args> clap::Args for Parsed<A> {
    fn augment_args(command: Command) -> Command {
        A::augment_args(command).with_help_layout()
    }

    fn augment_args_for_update(command: Command) -> Command {
        A::augment_args_for_update(command).with_help_layout()
    }
}

impl<A: clap::Args> FromArgMatches for Parsed<A> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Parsed<A>, ClapError> {
        let command = A::augment_args(Command::new(""));
        let same_file = paths::same_file(&command, matches);
        Ok(Parsed { given: Given::from_matches(&command, matches), args: A::from_arg_matches(matches)?, same_file })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), ClapError> {
        *self = Parsed::from_arg_matches(matches)?;
        Ok(())
    }
}
