//! The effort of a run: how many puzzles were tried, and the limits on tries and time at which it stops.
//!
//! Tries are counted in the order of the indices: a limit on them cuts a pack off after the same row, whatever the number
//! of threads. A limit on time cannot promise that; what is written up to it is right all the same.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::failure::{Failure, Result};
use crate::{duration, interrupt};

/// Flags for runs that may take too long.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct Bounds {
    /// Stop after this time (90s, 30m, 2h, 1d12h); --resume goes on
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    time_limit: Option<Duration>,
    /// Stop after trying N puzzles in this run; --resume goes on
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max_attempts: Option<u64>,
}

/// The effort of a run so far.
pub(crate) struct Effort {
    bounds: Bounds,
    start: Instant,
    total: AtomicU64,
    /// Whether to stop before the next try, besides what signals say.
    stop: Arc<AtomicBool>,
    tries: Mutex<Tries>,
}

/// Tries by index, where there is a limit.
#[derive(Default)]
struct Tries {
    /// Those of all indices up to the last that was settled.
    settled: u64,
    /// Those of indices that are being worked on, or wait for their turn to be settled.
    open: BTreeMap<u64, u64>,
}

/// Asking every so often is enough: [`Effort::settle`] counts exactly.
const EVERY: u64 = 64;

impl Effort {
    pub(crate) fn new(bounds: Bounds) -> Effort {
        Effort::that_stops(bounds, Arc::default())
    }

    /// The same for work that is stopped by somebody in the same process.
    pub(crate) fn that_stops(bounds: Bounds, stop: Arc<AtomicBool>) -> Effort {
        Effort { bounds, start: Instant::now(), total: AtomicU64::new(0), stop, tries: Mutex::default() }
    }

    /// How many puzzles were tried.
    pub(crate) fn total(&self) -> u64 {
        self.total.load(Relaxed)
    }

    /// Another try for an index that has had so many.
    ///
    /// # Errors
    /// If a limit is reached, or the program is told to end.
    pub(crate) fn spend(&self, index: u64, before: u64) -> Result<()> {
        if interrupt::requested() || self.stop.load(Relaxed) {
            return Err(Failure::Interrupted);
        }
        if let Some(limit) = self.bounds.time_limit.filter(|&limit| self.start.elapsed() >= limit) {
            return Err(Failure::Limit(format!("the time limit of {} is reached", duration::text(limit))));
        }
        self.total.fetch_add(1, Relaxed);
        match self.bounds.max_attempts {
            Some(limit) if before.is_multiple_of(EVERY) => {
                let mut tries = self.tries.lock().unwrap_or_else(PoisonError::into_inner);
                tries.open.insert(index, before + 1);
                let up_to_here: u64 = tries.open.range(..=index).map(|(_, tries)| tries).sum();
                if tries.settled + up_to_here > limit { Err(out_of_attempts(limit)) } else { Ok(()) }
            }
            _ => Ok(()),
        }
    }

    /// Closes the account of an index; to be called in the order of the indices.
    ///
    /// # Errors
    /// If its tries are beyond the limit: then neither it nor any index after it counts.
    pub(crate) fn settle(&self, index: u64, spent: u64) -> Result<()> {
        let Some(limit) = self.bounds.max_attempts else { return Ok(()) };
        let mut tries = self.tries.lock().unwrap_or_else(PoisonError::into_inner);
        tries.open.remove(&index);
        tries.settled += spent;
        if tries.settled > limit { Err(out_of_attempts(limit)) } else { Ok(()) }
    }
}

fn out_of_attempts(limit: u64) -> Failure {
    Failure::Limit(format!("the limit of {limit} attempts is reached"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tries_count_in_the_order_of_the_indices() {
        let effort = Effort::new(Bounds { max_attempts: Some(100), ..Bounds::default() });
        for before in 0..100 {
            effort.spend(8, before).unwrap();
        }
        assert!(effort.spend(7, 0).is_ok(), "what comes later does not count for what comes first");
        assert!(effort.spend(8, 128).is_err());
        assert!(effort.spend(9, 0).is_err(), "what comes first does");
        assert!(effort.settle(7, 1).is_ok());
        assert!(effort.settle(8, 99).is_ok());
        assert!(matches!(effort.settle(9, 1), Err(Failure::Limit(_))));
        assert_eq!(effort.total(), 103);
    }
}
