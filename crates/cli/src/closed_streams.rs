//! The standard streams that are closed when the process starts (`>&-` in a shell).
//!
//! The runtime of Rust opens `/dev/null` in their place before `main`. Output would then be lost with exit status 0.

/// Makes reading and writing the streams fail that were closed when the process started.
///
/// It has an effect on Linux only.
pub(crate) fn note() {
    #[cfg(target_os = "linux")]
    at_start::note();
}

#[cfg(target_os = "linux")]
mod at_start {
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

    pub(super) fn note() {
        minirow_files::standard::note_closed(INPUT.load(Relaxed), OUTPUT.load(Relaxed));
    }
}
