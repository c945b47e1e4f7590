//! Ctrl-C and the signals to end: at once, but never with half a file left behind.
//!
//! A command that keeps what it has done so far (a pack, a long count) calls [`finish_first`] and looks at [`requested`]
//! every so often. For all others the first signal ends the program, after the temporary file is removed. A second
//! signal always does.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

static REQUESTED: AtomicBool = AtomicBool::new(false);
static FINISH_FIRST: AtomicBool = AtomicBool::new(false);
static TEMPORARY: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Starts to listen; once, at the start of the program.
pub(crate) fn listen() {
    let handler = || {
        if REQUESTED.swap(true, SeqCst) || !FINISH_FIRST.load(SeqCst) {
            if let Some(path) = TEMPORARY.lock().ok().and_then(|mut path| path.take()) {
                let _ = std::fs::remove_file(path);
            }
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
    REQUESTED.load(SeqCst)
}

/// The file to remove when the program is told to end (none: it has its final name now).
pub(crate) fn remove_at_end(path: Option<&Path>) {
    if let Ok(mut temporary) = TEMPORARY.lock() {
        *temporary = path.map(Path::to_path_buf);
    }
}
