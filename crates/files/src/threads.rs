//! Starting threads, which the system can refuse: a limit on processes, or too little memory.

use std::cell::Cell;
use std::io;
use std::num::NonZeroUsize;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread::{self, Builder};

/// The maximum number of threads that are started, unless the machine has more cores. More would only take memory.
const MOST_THREADS: usize = 1 << 10;

/// A function that receives the message that fewer threads were started than requested.
static LISTENER: OnceLock<fn(&str)> = OnceLock::new();
static IS_REPORTED: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// The number of threads that a test may still start from this thread.
    static LEFT: Cell<Option<u64>> = const { Cell::new(None) };
}

/// Sets the function that receives one message, if the system starts fewer threads than requested. Only the first call has an
/// effect.
pub fn on_shortage(listener: fn(&str)) {
    let _ = LISTENER.set(listener);
}

/// Returns the number of threads to start: the requested one, or that of the cores.
pub(crate) fn number(requested: Option<NonZeroUsize>) -> usize {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    requested.map_or(cores, NonZeroUsize::get).min(cores.max(MOST_THREADS))
}

/// Starts a thread: calls `spawn` with its builder.
///
/// In builds with debug assertions, the environment variable `MINIROW_THREADS` is the number of threads that may be started.
///
/// # Errors
/// Returns the error of the system.
pub fn start<T>(spawn: impl FnOnce(Builder) -> io::Result<T>) -> io::Result<T> {
    if cfg!(any(test, debug_assertions)) {
        let limit = || std::env::var("MINIROW_THREADS").ok()?.parse().ok();
        if let Some(left) = LEFT.get().or_else(limit) {
            if left == 0 {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            LEFT.set(Some(left - 1));
        }
    }
    spawn(Builder::new())
}

/// Reports once that the system has started fewer threads than requested.
pub(crate) fn report(started: u64, requested: u64, error: &io::Error) {
    if let (Some(listener), false) = (LISTENER.get(), IS_REPORTED.swap(true, SeqCst)) {
        listener(&format!("started {started} of {requested} threads, which affects speed only: {error}"));
    }
}

/// Runs a test with a limit on the threads that this thread starts, in builds with debug assertions.
pub fn with_limit<T>(limit: u64, test: impl FnOnce() -> T) -> T {
    LEFT.set(Some(limit));
    let value = test();
    LEFT.set(None);
    value
}
