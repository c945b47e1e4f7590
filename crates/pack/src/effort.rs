//! The effort of a run: the number of attempts, and the limits on attempts and time at which it stops.
//!
//! Attempts are counted in the order of the indices, so a limit on them ends a pack after the same row for any number of
//! threads. A limit on time ends it after any row; the rows before it are the same.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use minirow_text::counted;

/// Limits for a run that may take too long. The default is no limit.
///
/// ```
/// use minirow_pack::{Excluded, LimitReached, PackError, PackPlan, PackRun, PuzzleSpec, RunLimits};
/// use minirow_table::{ExtraColumns, Run};
/// let plan = PackPlan::range(42, 0, 10, &PuzzleSpec::new(), Excluded::default(), ExtraColumns::default())?;
/// let limits = RunLimits { max_attempts: Some(4), ..RunLimits::default() };
/// let mut run = PackRun::new(&plan, limits, Run::default());
/// let stopped = run.rows(|_| Ok::<_, PackError>(()));
/// assert!(matches!(stopped, Err(PackError::Limit(LimitReached::Attempts(4)))));
/// assert_eq!(run.done(), 4);
/// # Ok::<(), PackError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RunLimits {
    /// Stop after this time.
    pub time_limit: Option<Duration>,
    /// Stop after this number of attempts in the run, at least 1.
    pub max_attempts: Option<u64>,
}

/// The limit at which a run stops. See [`RunLimits`].
#[derive(thiserror::Error, Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LimitReached {
    /// The time limit is reached.
    #[error("the time limit of {} is reached", ShortDuration(*.0))]
    Time(Duration),
    /// The limit on attempts is reached.
    #[error("the limit of {} is reached", counted(*.0, "attempt"))]
    Attempts(u64),
}

/// A duration in whole milliseconds as it is written on the command line: `1d12h`, `1m30s`, `500ms`.
struct ShortDuration(Duration);

impl fmt::Display for ShortDuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0.as_millis();
        for (unit, milliseconds) in [("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1)] {
            if rest >= milliseconds {
                write!(f, "{}{unit}", rest / milliseconds)?;
                rest %= milliseconds;
            }
        }
        Ok(())
    }
}

/// The effort of a run so far, shared by its threads.
#[derive(Debug)]
pub(crate) struct Effort {
    limits: RunLimits,
    start: Instant,
    total: AtomicU64,
    /// The time of the last report, in milliseconds after the start.
    reported: AtomicU64,
    attempts: Mutex<Attempts>,
}

/// Attempts by index, if they are limited.
#[derive(Default, Debug)]
struct Attempts {
    /// The number of attempts of all indices up to the last that was settled.
    settled: u64,
    /// The number of attempts of each later index.
    open: BTreeMap<u64, u64>,
}

/// The number of attempts between two checks of an index; [`Effort::settle`] counts exactly.
const CHECK_EVERY: u64 = 64;

impl Effort {
    /// Returns the effort of a run that starts now.
    pub(crate) fn new(limits: RunLimits) -> Effort {
        Effort {
            limits,
            start: Instant::now(),
            total: AtomicU64::new(0),
            reported: AtomicU64::new(0),
            attempts: Mutex::default(),
        }
    }

    /// Returns the number of attempts of all threads.
    pub(crate) fn total(&self) -> u64 {
        self.total.load(Relaxed)
    }

    /// Returns `true` a few times a second, to one of the threads.
    pub(crate) fn is_report_due(&self) -> bool {
        const INTERVAL: u64 = 250;
        let (now, reported) = (self.start.elapsed().as_millis() as u64, self.reported.load(Relaxed));
        now >= reported + INTERVAL && self.reported.compare_exchange(reported, now, Relaxed, Relaxed).is_ok()
    }

    /// Returns the number of attempts in a second.
    pub(crate) fn per_second(&self) -> f64 {
        self.total() as f64 / self.start.elapsed().as_secs_f64()
    }

    /// Counts another attempt at an index, after `before` others.
    ///
    /// # Errors
    /// Returns the limit that is reached.
    pub(crate) fn spend(&self, index: u64, before: u64) -> Result<(), LimitReached> {
        if let Some(limit) = self.limits.time_limit.filter(|&limit| self.start.elapsed() >= limit) {
            return Err(LimitReached::Time(limit));
        }
        self.total.fetch_add(1, Relaxed);
        let Some(limit) = self.limits.max_attempts else { return Ok(()) };
        if !before.is_multiple_of(CHECK_EVERY) {
            return Ok(());
        }
        let mut attempts = self.attempts.lock().unwrap_or_else(PoisonError::into_inner);
        attempts.open.insert(index, before + 1);
        let up_to_here: u64 = attempts.open.range(..=index).map(|(_, attempts)| attempts).sum();
        if attempts.settled + up_to_here > limit { Err(LimitReached::Attempts(limit)) } else { Ok(()) }
    }

    /// Adds the attempts of an index that is done. Must be called in the order of the indices.
    ///
    /// # Errors
    /// Returns the limit on attempts if it is exceeded. Then neither this index nor any after it counts.
    pub(crate) fn settle(&self, index: u64, spent: u64) -> Result<(), LimitReached> {
        let Some(limit) = self.limits.max_attempts else { return Ok(()) };
        let mut attempts = self.attempts.lock().unwrap_or_else(PoisonError::into_inner);
        attempts.open.remove(&index);
        attempts.settled += spent;
        if attempts.settled > limit { Err(LimitReached::Attempts(limit)) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_count_in_the_order_of_the_indices() {
        let effort = Effort::new(RunLimits { max_attempts: Some(100), ..RunLimits::default() });
        for before in 0..100 {
            effort.spend(8, before).unwrap();
        }
        assert!(effort.spend(7, 0).is_ok(), "a later index does not count for an earlier one");
        assert!(effort.spend(8, 128).is_err());
        assert!(effort.spend(9, 0).is_err(), "an earlier index counts for a later one");
        assert!(effort.settle(7, 1).is_ok());
        assert!(effort.settle(8, 99).is_ok());
        assert_eq!(effort.settle(9, 1), Err(LimitReached::Attempts(100)));
        assert_eq!(effort.total(), 103);
    }

    #[test]
    fn a_time_limit_stops_a_run() {
        let limit = Duration::from_secs(0);
        let effort = Effort::new(RunLimits { time_limit: Some(limit), ..RunLimits::default() });
        assert_eq!(effort.spend(0, 0), Err(LimitReached::Time(limit)));
    }

    #[test]
    fn durations_are_written_with_their_largest_units() {
        for (seconds, text) in [(90.0, "1m30s"), (129_600.0, "1d12h"), (3660.0, "1h1m"), (1.0, "1s"), (1.5, "1s500ms")]
        {
            let message = LimitReached::Time(Duration::from_secs_f64(seconds)).to_string();
            assert_eq!(message, format!("the time limit of {text} is reached"));
        }
    }
}
