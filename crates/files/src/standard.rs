//! Standard input and output that were closed when the process started.
//!
//! The runtime of Rust opens `/dev/null` in their place, so that data would be lost without an error. A program that has
//! found out about them before that reports it here.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

static INPUT_IS_CLOSED: AtomicBool = AtomicBool::new(false);
static OUTPUT_IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Notes which standard streams are closed. From here on, reading and writing them fails.
pub fn note_closed(input: bool, output: bool) {
    INPUT_IS_CLOSED.store(input, SeqCst);
    OUTPUT_IS_CLOSED.store(output, SeqCst);
}

/// Returns an error if standard input is closed.
///
/// # Errors
/// Returns an error if [`note_closed`] has noted it.
pub fn check_input() -> io::Result<()> {
    check(&INPUT_IS_CLOSED)
}

/// Returns an error if standard output is closed.
///
/// # Errors
/// Returns an error if [`note_closed`] has noted it.
pub fn check_output() -> io::Result<()> {
    check(&OUTPUT_IS_CLOSED)
}

/// Returns the path of standard input if the system has one, and it is a file.
pub fn input_file() -> Option<&'static Path> {
    file("/dev/stdin")
}

/// Returns the path of standard output if the system has one, and it is a file.
pub fn output_file() -> Option<&'static Path> {
    file("/dev/stdout")
}

fn file(path: &'static str) -> Option<&'static Path> {
    Some(Path::new(path)).filter(|path| cfg!(unix) && path.is_file())
}

/// Makes room for many results in standard output, if it is a pipe and the system allows that. A thread that writes to a full pipe
/// has to wait until the other program runs.
pub(crate) fn widen_output() {
    #[cfg(target_os = "linux")]
    {
        /// The largest size that every user may set, unless the system is configured otherwise.
        const PIPE_BYTES: usize = 1 << 20;
        let _ = rustix::pipe::fcntl_setpipe_size(io::stdout(), PIPE_BYTES); // fails if it is no pipe
    }
}

fn check(is_closed: &AtomicBool) -> io::Result<()> {
    if is_closed.load(SeqCst) { Err(io::Error::new(io::ErrorKind::InvalidInput, "it is closed")) } else { Ok(()) }
}
