//! Commands that another program calls in its own process, with the options by name.

use std::ffi::OsString;
use std::mem;
use std::path::PathBuf;

use clap::builder::Styles;
use clap::{ArgAction, Command, CommandFactory};
use minirow_text::shown;

use crate::cli::Cli;
use crate::current_call::{Caller, Current, limit_reached};
use crate::error::Error;
use crate::parse_with;

/// An option of a command: its name without the dashes, and its values. A flag has no value.
pub type CallOption = (String, Vec<OsString>);

/// The result of a command.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CallResult {
    /// The numbers of rows by names, in order: those of each split, for example. Most commands have none.
    pub numbers: Vec<(String, u64)>,
    /// Messages about input that was left out.
    pub messages: Vec<String>,
}

/// The reason why a command has no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CallError {
    /// The options, the input or the output are invalid. The texts are the message of the error, and the messages before it.
    Failed(String, Vec<String>),
    /// The caller has interrupted the command.
    Interrupted,
}

/// Runs a command with options and files, on this thread. The command is its name, or both names of one that belongs to another:
/// `benchmark score`.
///
/// Signals, the panic hook, standard input and standard output are left alone if the options name an output. A limit on time of the
/// options ends the call only. An option that takes one value
/// and has several gets them joined by commas.
///
/// # Errors
/// Returns the error of the command, or the reason why its options are invalid.
///
/// ```
/// use minirow_cli::{CallError, Caller, call};
/// let options = [("to".into(), vec!["sdk".into()]), ("blnk".into(), vec!["0".into()])];
/// let Err(CallError::Failed(message, _)) = call("convert", &options, &[], Caller::default()) else { panic!() };
/// assert_eq!(message, "convert has no option --blnk");
/// ```
pub fn call(command: &str, options: &[CallOption], files: &[PathBuf], caller: Caller) -> Result<CallResult, CallError> {
    let failed = |message: String| CallError::Failed(shown(&message).into_owned(), Vec::new());
    let words = words(command, options, files).map_err(failed)?;
    let cli: Cli =
        parse_with(Cli::command().styles(Styles::plain()), &words).map_err(|error| failed(reason(&error)))?;
    let current = Current::begin(caller);
    let done = cli.command.run();
    let limit = limit_reached(Some(&current.call));
    let messages = mem::take(&mut *current.call.messages()).unwrap_or_default();
    drop(current);
    let message = match (done, limit) {
        (Ok(done), _) => return Ok(CallResult { numbers: done.numbers, messages }),
        (Err(Error::Interrupted), Some(limit)) => limit.to_string(),
        (Err(Error::Interrupted | Error::ClosedPipe), _) => return Err(CallError::Interrupted),
        (Err(Error::Usage(message) | Error::Data(message) | Error::Output(message) | Error::Limit(message)), _) => {
            message
        }
    };
    Err(CallError::Failed(shown(&message).into_owned(), messages))
}

/// Returns the names of the options of a command without the dashes, in the order of the help.
///
/// # Panics
/// Panics if there is no command of this name.
///
/// ```
/// assert!(minirow_cli::options("print").contains(&"paper".to_string()));
/// ```
pub fn options(command: &str) -> Vec<String> {
    let mut cli = Cli::command();
    let command = find(&mut cli, command).expect("the name of a command");
    command.get_arguments().filter_map(|argument| argument.get_long().map(String::from)).collect()
}

/// Returns the command with a name, or with the names of a command and one that belongs to it.
fn find<'a>(cli: &'a mut Command, names: &str) -> Option<&'a mut Command> {
    cli.build();
    names.split(' ').try_fold(cli, |command, name| command.find_subcommand_mut(name))
}

/// Returns the words of a command line.
fn words(command: &str, options: &[CallOption], files: &[PathBuf]) -> Result<Vec<OsString>, String> {
    let mut cli = Cli::command();
    let known = find(&mut cli, command).ok_or_else(|| format!("there is no command {command}"))?;
    let mut words: Vec<OsString> = ["minirow"].into_iter().chain(command.split(' ')).map(Into::into).collect();
    for (name, values) in options {
        let argument = known.get_arguments().find(|argument| argument.get_long() == Some(name));
        let argument = argument.ok_or_else(|| format!("{command} has no option --{name}"))?;
        let option = |value: &OsString| {
            let mut word = OsString::from(format!("--{name}="));
            word.push(value);
            word
        };
        match argument.get_action() {
            ArgAction::Append => words.extend(values.iter().map(option)),
            _ if values.is_empty() => words.push(format!("--{name}").into()),
            _ => words.push(option(&values.join(std::ffi::OsStr::new(",")))),
        }
    }
    // Names of files may begin with a dash.
    words.push("--".into());
    words.extend(files.iter().map(Into::into));
    Ok(words)
}

/// Returns the first paragraph of an error of clap, without placeholders: `'--paper <SIZE>'` becomes `--paper`.
fn reason(error: &clap::Error) -> String {
    let text = error.render().ansi().to_string();
    let first: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
    let first = first.join(" ");
    let mut parts = first.trim_start_matches("error: ").split("'--");
    let mut reason = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (argument, rest) = part.split_once('\'').unwrap_or((part, ""));
        let name = argument.split(' ').next().unwrap_or_default();
        reason += &format!("--{name}{rest}");
    }
    reason
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::current_call::current;
    use crate::interrupt;

    fn message(options: &[(&str, &[&str])]) -> String {
        let options: Vec<CallOption> =
            options.iter().map(|(name, values)| ((*name).into(), values.iter().map(Into::into).collect())).collect();
        match call("print", &options, &["missing.csv".into()], Caller::default()) {
            Err(CallError::Failed(message, _)) => message,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn messages_of_options_have_no_placeholders() {
        assert_eq!(
            message(&[("sections", &["no"])]),
            "invalid value 'no' for --sections [possible values: auto, pack, level, none]"
        );
        let expected = "the argument --page cannot be used with --puzzle";
        assert_eq!(message(&[("page", &["1"]), ("puzzle", &["1"])]), expected);
    }

    #[test]
    fn options_have_one_value_or_several() {
        // A list of one option, a repeated option, and a flag.
        let options: [(&str, &[&str]); 3] = [("heading", &["level", "id"]), ("imprint", &["A", "B"]), ("rules", &[])];
        let reason = "missing.csv: cannot be read: No such file or directory (os error 2)";
        assert_eq!(message(&options), reason);
    }

    #[test]
    fn messages_are_for_the_caller_during_a_call_only() {
        assert!(current().is_none());
        let _ = call("print", &[], &["missing.csv".into()], Caller::default());
        assert!(current().is_none());
    }

    #[test]
    fn an_interrupt_reaches_the_threads_of_a_call() {
        let folder = tempfile::tempdir().unwrap();
        let (endless, options) = (endless(folder.path()), options(&folder.path().join("out.txt"), &[]));
        let caller = Caller::default();
        let interrupt = caller.interrupt.clone();
        let later = std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(50)); // the count has perhaps begun
            interrupt.request();
        });
        assert_eq!(call("count", &options, &[endless], caller), Err(CallError::Interrupted));
        later.join().unwrap();
    }

    /// Returns an option with a value, and those of a command that writes a file in a folder.
    fn options(out: &Path, others: &[(&str, &str)]) -> Vec<CallOption> {
        let others = others.iter().map(|(name, value)| ((*name).to_string(), vec![value.into()]));
        others.chain([("out".into(), vec![out.into()]), ("quiet".into(), Vec::new())]).collect()
    }

    /// A count that takes years.
    fn endless(folder: &Path) -> PathBuf {
        let path = folder.join("in.txt");
        std::fs::write(&path, format!("12345678.{}\n", "123456789".repeat(80))).unwrap();
        path
    }

    #[test]
    fn a_limit_on_time_ends_the_call_only() {
        let folder = tempfile::tempdir().unwrap();
        let (endless, out) = (endless(folder.path()), folder.path().join("out.txt"));
        let caller = Caller::default();
        let ended = call("count", &options(&out, &[("time-limit", "1s")]), &[endless], caller.clone());
        let Err(CallError::Failed(message, _)) = ended else { panic!("{ended:?}") };
        assert_eq!(message, "the time limit of 1s is reached");
        assert!(!caller.interrupt.requested() && !interrupt::token().requested());
        let next = folder.path().join("next.txt");
        std::fs::write(&next, ".".repeat(81)).unwrap();
        let next = call("solve", &options(&folder.path().join("next.out"), &[]), &[next], caller);
        assert!(!matches!(next, Err(CallError::Interrupted)), "{next:?}");
    }

    #[test]
    fn messages_of_a_call_are_escaped() {
        let folder = tempfile::tempdir().unwrap();
        let damaged = folder.path().join("damaged\u{1b}[2J.parquet");
        std::fs::write(&damaged, "PAR1").unwrap();
        let failed = call("solve", &options(&folder.path().join("out.txt"), &[]), &[damaged], Caller::default());
        let Err(CallError::Failed(message, _)) = failed else { panic!("{failed:?}") };
        assert!(message.contains(r"damaged\u{1b}[2J.parquet: cannot be read"), "{message}");
    }

    #[test]
    fn messages_from_any_thread_are_for_the_caller() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("in.txt"), format!("{0}\n{0}1.\n{0}\n", ".".repeat(79))).unwrap();
        for (command, out) in [("dedup", "deduped.txt"), ("stats", "stats.json")] {
            let options = [("out".into(), vec![path(out).into()]), ("quiet".into(), Vec::new())];
            let done = call(command, &options, &[path("in.txt")], Caller::default()).unwrap();
            let bad = |line: usize| format!("{}:{line}: ", path("in.txt").display());
            assert_eq!(done.messages.len(), 2, "{command}: {:?}", done.messages);
            assert!(done.messages[0].starts_with(&bad(1)) && done.messages[1].starts_with(&bad(3)));
        }
    }
}
