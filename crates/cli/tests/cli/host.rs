//! Commands that another program calls: the program goes on after limits, interrupts and panics, with its own panic hook.

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use minirow_cli::{CallError, CallOption, CallResult, Caller, call};
use minirow_files::panics::caught;

use crate::common::{Folder, PUZZLE, SOLUTION, lines};

/// A folder with puzzles, a line that is none, and a grid whose solutions take years to count.
fn folder() -> Folder {
    Folder::new()
        .with("in.txt", lines([PUZZLE, &PUZZLE[1..], PUZZLE]))
        // Reading it takes so long that progress is reported before the end.
        .with("long.txt", lines(std::iter::repeat_n(PUZZLE, 3000)))
        .with("endless.txt", lines([&format!("12345678.{}", "123456789".repeat(80))]))
}

/// Calls a command with the output `out`.
fn called(
    folder: &Folder,
    command: &str,
    input: &str,
    out: &str,
    others: &[(&str, &str)],
    caller: Caller,
) -> Result<CallResult, CallError> {
    let out = ("out", folder.path(out).into_os_string());
    let others = others.iter().map(|(name, value)| (*name, OsString::from(value)));
    let options: Vec<CallOption> =
        [out].into_iter().chain(others).map(|(name, value)| (name.into(), vec![value])).collect();
    let files: [PathBuf; 1] = [folder.path(input)];
    call(command, &options, &files, caller)
}

/// The command, one line of which is reported, works in this process.
#[track_caller]
fn assert_works(folder: &Folder, out: &str) {
    let done = called(folder, "solve", "in.txt", out, &[], Caller::default()).unwrap();
    let place = folder.path("in.txt").display().to_string();
    assert_eq!(done.messages.len(), 1, "{:?}", done.messages);
    assert!(done.messages[0].starts_with(&format!("{place}:2: found 80 c")), "{:?}", done.messages);
    assert_eq!(folder.read(out), lines([SOLUTION, "", SOLUTION]));
}

#[test]
fn a_panic_of_the_caller_ends_one_call() {
    let folder = folder();
    let commands = ["dedup", "stats", "grade", "solve", "convert", "audit"].map(|command| (command, "in.txt"));
    let mut ended_calls = 0;
    for (command, input) in commands.into_iter().chain([("solve", "long.txt"), ("convert", "long.txt")]) {
        let panics = Arc::new(|_| panic!("on purpose"));
        let caller = Caller { advance: Some(panics), ..Caller::default() };
        let out = if command == "grade" { "a.csv" } else { "a.txt" };
        let ended = catch_unwind(AssertUnwindSafe(|| called(&folder, command, input, out, &[], caller)));
        match ended {
            Err(_) => ended_calls += 1,
            // The input was too short to tell the progress.
            Ok(done) => assert!(done.as_ref().is_ok_and(|done| done.messages.len() <= 1), "{command}: {done:?}"),
        }
        assert_works(&folder, &format!("{command}-{input}"));
        // Nothing of the call is left that the next one would find.
        assert!(
            !folder.names().iter().any(|name| name.ends_with(".tmp") || name.ends_with(".lock")),
            "{command}: {:?}",
            folder.names()
        );
    }
    assert!(ended_calls > 0, "no call has panicked");
}

#[test]
fn limits_and_interrupts_end_one_call() {
    let folder = folder();
    std::thread::scope(|scope| {
        let limited =
            scope.spawn(|| called(&folder, "count", "endless.txt", "a", &[("time-limit", "100ms")], Caller::default()));
        let caller = Caller::default();
        caller.interrupt.request();
        let interrupted = called(&folder, "count", "endless.txt", "b", &[], caller);
        assert_eq!(interrupted, Err(CallError::Interrupted));
        assert_works(&folder, "c");
        let limited = limited.join().unwrap();
        let is_limit = |message: &String| message == "the time limit of 100ms is reached";
        assert!(matches!(&limited, Err(CallError::Failed(message, _)) if is_limit(message)), "{limited:?}");
    });
    assert_works(&folder, "d");
    assert!(!folder.exists("a") && !folder.exists("b"));
}

/// A call does not replace the hook, which gets all panics, also those of libraries that become errors.
#[test]
fn the_panic_hook_is_that_of_the_host() {
    static PANICS: AtomicUsize = AtomicUsize::new(0);
    let (folder, before) = (folder(), take_hook());
    set_hook(Box::new(move |info| match info.payload().downcast_ref() {
        Some(&("of the host" | "of a library")) => drop(PANICS.fetch_add(1, SeqCst)),
        _ => before(info),
    }));
    folder.run("convert in.txt --out in.parquet --quiet");
    called(&folder, "solve", "in.parquet", "a", &[], Caller::default()).unwrap();
    assert!(caught(|| panic!("of a library")).is_err());
    assert!(catch_unwind(|| panic!("of the host")).is_err());
    assert_eq!(PANICS.load(SeqCst), 2);
}
