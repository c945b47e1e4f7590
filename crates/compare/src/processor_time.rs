//! Processor time, which other work on the machine hardly changes, and memory.

use std::time::Duration;

#[cfg(unix)]
pub(crate) use unix::{memory_of_children, of_children, of_thread};

#[cfg(unix)]
mod unix {
    use super::*;
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeVal;
    use nix::time::{ClockId, clock_gettime};

    /// Returns the processor time of this thread.
    pub(crate) fn of_thread() -> Duration {
        clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).expect("each thread has a clock").into()
    }

    /// Returns the processor time of all child processes that have ended. Only the sum of the time as a user and as the
    /// system is exact.
    pub(crate) fn of_children() -> anyhow::Result<Duration> {
        let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
        let duration = |time: TimeVal| Duration::new(time.tv_sec() as u64, time.tv_usec() as u32 * 1000);
        Ok(duration(usage.user_time()) + duration(usage.system_time()))
    }

    /// Returns the peak memory in bytes of the child process that has ended and took the most.
    pub(crate) fn memory_of_children() -> anyhow::Result<u64> {
        let unit = if cfg!(target_os = "macos") { 1 } else { 1024 };
        Ok(getrusage(UsageWho::RUSAGE_CHILDREN)?.max_rss() as u64 * unit)
    }
}

/// Returns the time since the first call.
#[cfg(not(unix))]
pub(crate) fn of_thread() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}

/// Returns an error: the system does not tell the memory.
#[cfg(not(unix))]
pub(crate) fn memory_of_children() -> anyhow::Result<u64> {
    of_children().map(|_| 0)
}

/// Returns an error: the system does not tell the time.
#[cfg(not(unix))]
pub(crate) fn of_children() -> anyhow::Result<Duration> {
    anyhow::bail!(crate::WrongUse("the processor time of a program is measured on Unix systems only".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_a_thread_grows_with_its_work() {
        let start = of_thread();
        while of_thread() - start < Duration::from_millis(5) {}
        assert!(of_thread() > start);
    }

    #[cfg(unix)]
    #[test]
    fn the_time_of_children_grows_when_one_has_ended() {
        let start = of_children().unwrap();
        let work = "i=0; while test $i -lt 20000; do i=$((i+1)); done";
        assert!(std::process::Command::new("sh").args(["-c", work]).status().unwrap().success());
        assert!(of_children().unwrap() > start);
    }
}
