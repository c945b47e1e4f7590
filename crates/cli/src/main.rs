//! `minirow`, the command line of Minirow.

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(target_os = "linux")]
    closed_streams::note();
    minirow_cli::run(std::env::args_os()).into()
}

/// The standard streams that are closed when the process starts (`>&-` in a shell).
///
/// The runtime of Rust opens `/dev/null` in their place before `main`. Output would then be lost with exit status 0.
#[cfg(target_os = "linux")]
mod closed_streams {
    use std::fs::symlink_metadata;
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

    static INPUT: AtomicBool = AtomicBool::new(false);
    static OUTPUT: AtomicBool = AtomicBool::new(false);

    /// Called by the loader of programs before the runtime of Rust starts.
    #[used]
    #[expect(
        unsafe_code,
        reason = "only a function in this section runs early enough, and it calls nothing that needs the runtime"
    )]
    #[unsafe(link_section = ".init_array")]
    static LOOK: extern "C" fn() = look;

    extern "C" fn look() {
        let is_closed = |stream| symlink_metadata(stream).is_err() && symlink_metadata("/proc/self/fd").is_ok();
        INPUT.store(is_closed("/proc/self/fd/0"), Relaxed);
        OUTPUT.store(is_closed("/proc/self/fd/1"), Relaxed);
    }

    /// Hands what was found to the library.
    pub(super) fn note() {
        minirow_cli::note_closed_streams(INPUT.load(Relaxed), OUTPUT.load(Relaxed));
    }
}
