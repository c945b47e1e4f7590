//! The faults of tests. Builds without debug assertions have none.
//!
//! Tests can make any operation on files fail: the environment variable `MINIROW_FAULT` has the form
//! `KIND@N`, where `N` counts the operations of the process from 1. A run with one thread counts the same every time.
//! Several are separated by commas: `plain,crash@7`, or `error@5,crash@7`.
//!
//! | kind | effect |
//! | --- | --- |
//! | `crash@N` | the `N`th operation aborts the process |
//! | `torn@N` | the `N`th operation aborts the process; if it is a write, half of the bytes are written before |
//! | `error@N` | the `N`th operation fails as on a full disk |
//! | `short@N` | the `N`th operation fails as on a full disk; if it is a write, half of the bytes are written before |
//! | `unreadable` | partial files cannot be read |
//! | `plain` | the file system has no locks, no exchange of names, and no rename that fails if the name exists |

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::sync::{LazyLock, Mutex, PoisonError};

const IS_ENABLED: bool = cfg!(any(test, debug_assertions));

#[derive(Clone, Copy, PartialEq, Eq, strum::EnumString)]
#[strum(serialize_all = "lowercase")]
enum FaultKind {
    Crash,
    Torn,
    Error,
    Short,
    Unreadable,
    Plain,
}

/// The faults of a process, or of a thread of a test.
#[derive(Default)]
struct Faults {
    /// The kinds with the numbers of operations, or 0.
    all: Vec<(FaultKind, u64)>,
    /// The number of operations so far.
    count: u64,
    /// The names of all operations in a thread of a test.
    #[cfg(test)]
    log: Vec<&'static str>,
}

impl Faults {
    fn parse(text: &str) -> Faults {
        let fault = |fault: &str| {
            let (kind, number) = fault.split_once('@').unwrap_or((fault, "0"));
            Some((kind.parse().ok()?, number.parse().ok()?))
        };
        Faults { all: text.split(',').filter_map(fault).collect(), ..Faults::default() }
    }
}

static PROCESS: LazyLock<Mutex<Faults>> =
    LazyLock::new(|| Mutex::new(Faults::parse(&std::env::var("MINIROW_FAULT").unwrap_or_default())));

thread_local! {
    static THREAD: RefCell<Option<Faults>> = const { RefCell::new(None) };
}

/// Calls a function with the faults of this thread, or else of the process.
fn current<T>(call: impl FnOnce(&mut Faults) -> T) -> T {
    THREAD.with_borrow_mut(|of_thread| match of_thread {
        Some(faults) => call(faults),
        None => call(&mut PROCESS.lock().unwrap_or_else(PoisonError::into_inner)),
    })
}

/// Runs `test` with faults in this thread. Returns `true` if the last fault has occurred, and the value of `test`.
#[cfg(test)]
pub(crate) fn with<T>(faults: &str, test: impl FnOnce() -> T) -> (bool, T) {
    THREAD.set(Some(Faults::parse(faults)));
    let value = test();
    let faults = THREAD.take().unwrap();
    (faults.all.last().is_some_and(|&(_, number)| (1..=faults.count).contains(&number)), value)
}

/// Runs `test`. Returns the names of the operations.
#[cfg(test)]
pub(crate) fn operations(test: impl FnOnce()) -> Vec<&'static str> {
    THREAD.set(Some(Faults::default()));
    test();
    THREAD.take().unwrap().log
}

fn has(kind: FaultKind) -> bool {
    IS_ENABLED && current(|faults| faults.all.contains(&(kind, 0)))
}

/// Counts an operation. Returns its fault.
fn count(name: &'static str) -> Option<FaultKind> {
    if !IS_ENABLED {
        return None;
    }
    current(|faults| {
        faults.count += 1;
        #[cfg(test)]
        faults.log.push(name);
        let _ = name;
        faults.all.iter().find(|&&(_, number)| number == faults.count).map(|&(kind, _)| kind)
    })
}

fn fail(fault: Option<FaultKind>) -> io::Result<()> {
    match fault {
        Some(FaultKind::Crash | FaultKind::Torn) => std::process::abort(),
        Some(_) => Err(io::Error::new(ErrorKind::StorageFull, "no space left (a fault of a test)")),
        None => Ok(()),
    }
}

pub(super) fn step(name: &'static str) -> io::Result<()> {
    fail(count(name))
}

pub(super) fn step_of_write(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    let fault = count("write");
    if matches!(fault, Some(FaultKind::Torn | FaultKind::Short)) {
        file.write_all(&bytes[..bytes.len() / 2])?;
    }
    fail(fault)
}

/// Fails if partial files cannot be read.
pub(super) fn step_of_read() -> io::Result<()> {
    match has(FaultKind::Unreadable) {
        true => Err(io::Error::other("input/output error (a fault of a test)")),
        false => Ok(()),
    }
}

pub(super) fn is_plain() -> bool {
    has(FaultKind::Plain)
}
