//! Ctrl-C and signals that end the program. No incomplete file is left behind.
//!
//! A command that keeps its partial results, such as `pack`, calls [`finish_first`] and then checks its [`token`] at
//! intervals. For other commands, the first signal ends the program after temporary files are removed. A second signal
//! always ends it. A limit on time acts like a signal; in a call by another program, it ends the call only.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;
use std::time::{Duration, Instant};

use minirow_table::Interrupt;

use crate::current_call::{Call, REACHED, current, limit_reached};
use crate::error::{Error, Result};

static TOKEN: LazyLock<Interrupt> = LazyLock::new(Interrupt::default);
static FINISH_FIRST: AtomicBool = AtomicBool::new(false);

/// Installs the handler of signals, unless it is there.
pub(crate) fn listen() {
    let handler = || {
        let is_second = TOKEN.requested();
        TOKEN.request();
        if is_second || !FINISH_FIRST.load(SeqCst) {
            minirow_files::remove_temporaries();
            std::process::exit(130);
        }
    };
    // Without a handler, a signal leaves a lock, which the next run removes.
    let _ = ctrlc::set_handler(handler);
}

/// Tells the program, or the call on this thread, to end after a time. See [`reason`].
pub(crate) fn after(limit: Option<Duration>) -> Result<()> {
    /// The time that work gets to end by itself. Reading standard input, for example, does not.
    const GRACE: Duration = Duration::from_secs(2);
    let Some(limit) = limit else { return Ok(()) };
    let wait = move || {
        thread::sleep(limit);
        if TOKEN.requested() {
            return; // by a signal, which is dealt with
        }
        let _ = REACHED.set(limit);
        TOKEN.request();
        if !FINISH_FIRST.load(SeqCst) {
            thread::sleep(GRACE);
            minirow_files::remove_temporaries();
            std::process::exit(Error::Interrupted.report().into());
        }
    };
    let builder = thread::Builder::new();
    let started = match current() {
        Some(call) => builder.spawn(move || end_call(call, limit)),
        None => builder.spawn(wait),
    };
    started.map(|_| ()).map_err(|error| Error::Output(format!("--time-limit: no thread can be started: {error}")))
}

/// Tells a call to end after a time, unless it has ended.
fn end_call(call: Call, limit: Duration) {
    /// The time until it is noticed that the call has ended.
    const PATIENCE: Duration = Duration::from_millis(50);
    let start = Instant::now();
    while let Some(left) = limit.checked_sub(start.elapsed()).filter(|left| !left.is_zero()) {
        if call.token.requested() || call.has_ended() {
            return;
        }
        thread::sleep(left.min(PATIENCE));
    }
    let _ = call.reached.set(limit);
    call.token.request();
}

/// Returns why a call, or the program if there is none, was told to end, for messages.
pub(crate) fn reason(call: Option<&Call>) -> String {
    limit_reached(call).map_or("interrupted".into(), |limit| limit.to_string())
}

/// From now on, the first signal only sets the flag.
pub(crate) fn finish_first() {
    if current().is_none() {
        FINISH_FIRST.store(true, SeqCst);
    }
}

/// Returns the token for long work, which is set when the program is told to end. A call by another program has its own, which only
/// its thread knows: pass it to others.
pub(crate) fn token() -> Interrupt {
    current().map_or_else(|| TOKEN.clone(), |call| call.token)
}
