//! Ctrl-C and signals that end the program. No incomplete file is left behind.
//!
//! A command that keeps its partial results, such as `pack`, calls [`finish_first`] and then checks [`requested`] at
//! intervals. For other commands, the first signal ends the program after temporary files are removed. A second signal
//! always ends it. A limit on time acts like a signal.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{LazyLock, OnceLock};
use std::thread;
use std::time::Duration;

use minirow_pack::LimitReached;
use minirow_table::{Interrupt, files};

use crate::call;
use crate::error::{Error, Result};

static TOKEN: LazyLock<Interrupt> = LazyLock::new(Interrupt::default);
/// The limit on time that was reached.
static REACHED: OnceLock<Duration> = OnceLock::new();
static FINISH_FIRST: AtomicBool = AtomicBool::new(false);

/// Installs the handler of signals. Called once, at the start of the program.
pub(crate) fn listen() {
    let handler = || {
        let is_second = token().requested();
        token().request();
        if is_second || !FINISH_FIRST.load(SeqCst) {
            files::remove_temporaries();
            std::process::exit(130);
        }
    };
    // Without a handler, a signal leaves a journal, which the next run removes.
    let _ = ctrlc::set_handler(handler);
}

/// Tells the program to end after a time. See [`reason`].
pub(crate) fn after(limit: Option<Duration>) -> Result<()> {
    /// The time that work gets to end by itself. Reading standard input, for example, does not.
    const GRACE: Duration = Duration::from_secs(2);
    let Some(limit) = limit else { return Ok(()) };
    let wait = move || {
        thread::sleep(limit);
        if requested() {
            return; // by a signal, which is dealt with
        }
        let _ = REACHED.set(limit);
        token().request();
        if !FINISH_FIRST.load(SeqCst) {
            thread::sleep(GRACE);
            files::remove_temporaries();
            std::process::exit(Error::Interrupted.report().into());
        }
    };
    let started = thread::Builder::new().spawn(wait);
    started.map(|_| ()).map_err(|error| Error::Output(format!("--time-limit: no thread can be started: {error}")))
}

/// Returns the limit on time that has ended the program, if it was not a signal.
pub(crate) fn limit_reached() -> Option<LimitReached> {
    REACHED.get().map(|&limit| LimitReached::Time(limit))
}

/// Returns why the program was told to end, for messages.
pub(crate) fn reason() -> String {
    limit_reached().map_or("interrupted".into(), |limit| limit.to_string())
}

/// From now on, the first signal only sets the flag.
pub(crate) fn finish_first() {
    FINISH_FIRST.store(true, SeqCst);
}

/// Returns `true` if the program, or the call on this thread, has been told to end.
pub(crate) fn requested() -> bool {
    token().requested()
}

/// Returns the token for long work, which is set when the program is told to end. A call by another program has its own, which only
/// its thread knows: pass it to others.
pub(crate) fn token() -> Interrupt {
    call::current().map_or_else(|| TOKEN.clone(), |call| call.caller.interrupt)
}
