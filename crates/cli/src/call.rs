//! Commands that another program calls in its own process: the options by name, the messages, the interrupt and the progress.
//!
//! A call is known to the thread that runs it. What that thread would print is collected for the caller, and so are the messages of
//! the progress, which come from any thread.

use std::cell::RefCell;
use std::ffi::OsString;
use std::mem;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use clap::{ArgAction, CommandFactory, Parser};
use minirow_table::Interrupt;

use crate::cli::Cli;
use crate::error::Error;

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

/// The interrupt and the progress of a call. The default is never interrupted, and ignores the progress.
#[derive(Clone, Default)]
pub struct Caller {
    /// The token that ends the command.
    pub interrupt: Interrupt,
    /// A function that gets the number of units done since its last call, from any thread.
    pub advance: Option<Advance>,
}

/// A function that counts the progress.
pub type Advance = Arc<dyn Fn(u64) + Send + Sync>;

/// A call. Clones share one list of messages.
#[derive(Clone)]
pub(crate) struct Call {
    pub(crate) caller: Caller,
    messages: Arc<Mutex<Vec<String>>>,
}

impl Call {
    /// Collects a message for the caller.
    pub(crate) fn collect(&self, message: &str) {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner).push(message.into());
    }
}

thread_local! {
    static CALL: RefCell<Option<Call>> = const { RefCell::new(None) };
}

/// Returns the call on this thread, if there is one.
pub(crate) fn current() -> Option<Call> {
    CALL.with_borrow(Clone::clone)
}

/// Runs a command with options and files, on this thread.
///
/// Signals, standard input and standard output are left alone if the options name an output. An option that takes one value
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
    let failed = |message: String| CallError::Failed(message, Vec::new());
    let words = words(command, options, files).map_err(failed)?;
    let cli = Cli::try_parse_from(words).map_err(|error| failed(reason(&error)))?;
    let messages = Arc::default();
    let before = CALL.replace(Some(Call { caller, messages: Arc::clone(&messages) }));
    let done = cli.command.run();
    CALL.set(before);
    let messages = mem::take(&mut *messages.lock().unwrap_or_else(PoisonError::into_inner));
    match done {
        Ok(done) => Ok(CallResult { numbers: done.numbers, messages }),
        Err(Error::Interrupted | Error::ClosedPipe) => Err(CallError::Interrupted),
        Err(Error::Usage(message) | Error::Data(message) | Error::Output(message) | Error::Limit(message)) => {
            Err(CallError::Failed(message, messages))
        }
    }
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
    let command = Cli::command().find_subcommand(command).expect("the name of a command").clone();
    command.get_arguments().filter_map(|argument| argument.get_long().map(String::from)).collect()
}

/// Returns the words of a command line.
fn words(command: &str, options: &[CallOption], files: &[PathBuf]) -> Result<Vec<OsString>, String> {
    let cli = Cli::command();
    let known = cli.find_subcommand(command).ok_or_else(|| format!("there is no command {command}"))?;
    let mut words: Vec<OsString> = vec!["minirow".into(), command.into()];
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
    let text = error.render().to_string();
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
    use super::*;

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
        let endless = folder.path().join("in.txt");
        std::fs::write(&endless, format!("12345678.{}\n", "123456789".repeat(80))).unwrap();
        let options = [("out".into(), vec![folder.path().join("out.txt").into()]), ("quiet".into(), Vec::new())];
        let caller = Caller::default();
        let interrupt = caller.interrupt.clone();
        let later = std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(50)); // the count has perhaps begun
            interrupt.request();
        });
        assert_eq!(call("count", &options, &[endless], caller), Err(CallError::Interrupted));
        later.join().unwrap();
    }

    #[test]
    fn messages_from_any_thread_are_for_the_caller() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("in.txt"), format!("12\n{}1\n34\n", ".".repeat(80))).unwrap();
        for (command, out) in [("dedup", "deduped.txt"), ("stats", "stats.json")] {
            let options = [("out".into(), vec![path(out).into()]), ("quiet".into(), Vec::new())];
            let done = call(command, &options, &[path("in.txt")], Caller::default()).unwrap();
            let bad = |line: usize| format!("{}:{line}: ", path("in.txt").display());
            assert_eq!(done.messages.len(), 2, "{command}: {:?}", done.messages);
            assert!(done.messages[0].starts_with(&bad(1)) && done.messages[1].starts_with(&bad(3)));
        }
    }
}
