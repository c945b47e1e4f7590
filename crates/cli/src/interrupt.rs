//! Ctrl-C and signals that end the program. No incomplete file is left behind.
//!
//! A command that keeps its partial results, such as `pack`, calls [`finish_first`] and then checks [`requested`] at
//! intervals. For other commands, the first signal ends the program after temporary files are removed. A second signal
//! always ends it.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use minirow_table::{Interrupt, files};

static TOKEN: LazyLock<Interrupt> = LazyLock::new(Interrupt::default);
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

/// From now on, the first signal only sets the flag.
pub(crate) fn finish_first() {
    FINISH_FIRST.store(true, SeqCst);
}

/// Returns `true` if the program has been told to end.
pub(crate) fn requested() -> bool {
    TOKEN.requested()
}

/// Returns the token for long work, which is set when the program is told to end.
pub(crate) fn token() -> Interrupt {
    TOKEN.clone()
}
