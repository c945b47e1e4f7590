//! Ctrl-C and the signals to end: at once, but never with half a file left behind.
//!
//! A command that keeps what it has done so far (a pack, a long count) calls [`finish_first`] and looks at [`requested`]
//! every so often. For all others the first signal ends the program, after temporary files are removed. A second
//! signal always does.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use minirow_table::{Interrupt, files};

static TOKEN: LazyLock<Interrupt> = LazyLock::new(Interrupt::default);
static FINISH_FIRST: AtomicBool = AtomicBool::new(false);

/// Starts to listen; once, at the start of the program.
pub(crate) fn listen() {
    let handler = || {
        let is_second = token().requested();
        token().request();
        if is_second || !FINISH_FIRST.load(SeqCst) {
            files::remove_temporaries();
            std::process::exit(130);
        }
    };
    // Without a handler the program still works; it would only leave a temporary file behind.
    let _ = ctrlc::set_handler(handler);
}

/// From now on the first signal only sets the flag.
pub(crate) fn finish_first() {
    FINISH_FIRST.store(true, SeqCst);
}

/// Whether the program has been told to end.
pub(crate) fn requested() -> bool {
    TOKEN.requested()
}

/// Returns the token that long work is given: it tells the work when the program is to end.
pub(crate) fn token() -> Interrupt {
    TOKEN.clone()
}
