//! Ctrl-C and signals that end the program. No incomplete file is left behind.
//!
//! A command that keeps what it has done so far (a pack, a long count) calls [`finish_first`] and looks at [`requested`]
//! every so often. For all others the first signal ends the program, after temporary files are removed. A second
//! signal always does.

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

/// Makes the first signal set the flag only, from now on.
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
