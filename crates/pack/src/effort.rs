//! The effort of a run: the number of attempts, and the limits on attempts and time at which it stops.
//!
//! Attempts are counted in the order of the indices: a limit on them ends a pack after the same row, whatever the number of
//! threads. A limit on time cannot promise that; the rows written before it are right all the same.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use minirow_table::Interrupt;

/// Limits for a run that may take too long. The default is no limit.
///
/// ```
/// use minirow_pack::{Effort, EffortError, RunLimits};
/// use minirow_table::Interrupt;
/// let effort = Effort::new(RunLimits { max_attempts: Some(1), ..RunLimits::default() }, Interrupt::default());
/// effort.spend(0, 0)?;
/// effort.settle(0, 1)?;
/// assert_eq!(effort.settle(1, 1), Err(EffortError::Attempts(1)));
/// # Ok::<(), EffortError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RunLimits {
    /// Stop after this time.
    pub time_limit: Option<Duration>,
    /// Stop after this number of attempts in the run, at least 1.
    pub max_attempts: Option<u64>,
}

/// The reason why a run stops before all is done. See [`RunLimits`].
#[derive(thiserror::Error, Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EffortError {
    /// The time limit is reached.
    #[error("the time limit of {} is reached", ShortDuration(*.0))]
    Time(Duration),
    /// The limit on attempts is reached.
    #[error("the limit of {0} attempts is reached")]
    Attempts(u64),
    /// The run was interrupted.
    #[error("interrupted")]
    Interrupted,
}

/// A duration in whole seconds as it is written on the command line: `1d12h`, `1m30s`.
struct ShortDuration(Duration);

impl fmt::Display for ShortDuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0.as_secs();
        for (unit, seconds) in [('d', 86_400), ('h', 3_600), ('m', 60), ('s', 1)] {
            if rest >= seconds {
                write!(f, "{}{unit}", rest / seconds)?;
                rest %= seconds;
            }
        }
        Ok(())
    }
}

/// The effort of a run so far, shared by its threads. See [`RunLimits`] for an example.
#[derive(Debug)]
pub struct Effort {
    limits: RunLimits,
    start: Instant,
    total: AtomicU64,
    interrupt: Interrupt,
    attempts: Mutex<Attempts>,
}

/// Attempts by index, where there is a limit.
#[derive(Default, Debug)]
struct Attempts {
    /// The attempts of all indices up to the last that was settled.
    settled: u64,
    /// The attempts of indices in work, or that wait for their turn to be settled.
    open: BTreeMap<u64, u64>,
}

/// The number of attempts between two checks of an index; [`Effort::settle`] counts exactly.
const CHECK_EVERY: u64 = 64;

impl Effort {
    /// Returns the effort of a run that starts now.
    pub fn new(limits: RunLimits, interrupt: Interrupt) -> Effort {
        Effort { limits, start: Instant::now(), total: AtomicU64::new(0), interrupt, attempts: Mutex::default() }
    }

    /// Returns the number of attempts of all threads.
    pub fn total(&self) -> u64 {
        self.total.load(Relaxed)
    }

    /// Counts another attempt for an index, which has had `before`.
    ///
    /// # Errors
    /// Returns an error if a limit is reached, or the run is to stop.
    pub fn spend(&self, index: u64, before: u64) -> Result<(), EffortError> {
        if self.interrupt.requested() {
            return Err(EffortError::Interrupted);
        }
        if let Some(limit) = self.limits.time_limit.filter(|&limit| self.start.elapsed() >= limit) {
            return Err(EffortError::Time(limit));
        }
        self.total.fetch_add(1, Relaxed);
        match self.limits.max_attempts {
            Some(limit) if before.is_multiple_of(CHECK_EVERY) => {
                let mut attempts = self.attempts.lock().unwrap_or_else(PoisonError::into_inner);
                attempts.open.insert(index, before + 1);
                let up_to_here: u64 = attempts.open.range(..=index).map(|(_, attempts)| attempts).sum();
                if attempts.settled + up_to_here > limit { Err(EffortError::Attempts(limit)) } else { Ok(()) }
            }
            _ => Ok(()),
        }
    }

    /// Adds the attempts of an index that is done. Must be called in the order of the indices.
    ///
    /// # Errors
    /// Returns an error if the limit on attempts is exceeded: then neither this index nor any after it counts.
    pub fn settle(&self, index: u64, spent: u64) -> Result<(), EffortError> {
        let Some(limit) = self.limits.max_attempts else { return Ok(()) };
        let mut attempts = self.attempts.lock().unwrap_or_else(PoisonError::into_inner);
        attempts.open.remove(&index);
        attempts.settled += spent;
        if attempts.settled > limit { Err(EffortError::Attempts(limit)) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_count_in_the_order_of_the_indices() {
        let effort = Effort::new(RunLimits { max_attempts: Some(100), ..RunLimits::default() }, Interrupt::default());
        for before in 0..100 {
            effort.spend(8, before).unwrap();
        }
        assert!(effort.spend(7, 0).is_ok(), "a later index does not count for an earlier one");
        assert!(effort.spend(8, 128).is_err());
        assert!(effort.spend(9, 0).is_err(), "an earlier index counts for a later one");
        assert!(effort.settle(7, 1).is_ok());
        assert!(effort.settle(8, 99).is_ok());
        assert_eq!(effort.settle(9, 1), Err(EffortError::Attempts(100)));
        assert_eq!(effort.total(), 103);
    }

    #[test]
    fn time_and_an_interruption_stop_a_run() {
        let interrupt = Interrupt::default();
        let limit = Duration::from_secs(0);
        let effort = Effort::new(RunLimits { time_limit: Some(limit), ..RunLimits::default() }, interrupt.clone());
        assert_eq!(effort.spend(0, 0), Err(EffortError::Time(limit)));
        interrupt.request();
        assert_eq!(effort.spend(0, 0), Err(EffortError::Interrupted));
    }

    #[test]
    fn durations_are_written_with_their_largest_units() {
        for (seconds, text) in [(90, "1m30s"), (7200, "2h"), (129_600, "1d12h"), (3660, "1h1m"), (1, "1s")] {
            let message = EffortError::Time(Duration::from_secs(seconds)).to_string();
            assert_eq!(message, format!("the time limit of {text} is reached"));
        }
    }
}
