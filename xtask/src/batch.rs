//! Many items on all cores, with the results in the order of the items and a bounded number of them in memory.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::failure::{Failure, Result};

/// How long a portion should take: long enough that its start and end cost nothing, short enough to write often.
const PORTION: Duration = Duration::from_millis(200);

/// At most so many items are in memory.
const LARGEST_PORTION: usize = 1 << 14;

/// Works on items in portions, all cores on one portion, and hands the results on in order.
///
/// How large the portions are depends on the clock, what comes out does not.
pub(crate) fn in_order<T: Send, R: Send>(
    mut items: impl Iterator<Item = T>,
    threads: Option<NonZeroUsize>,
    work: impl Fn(T) -> R + Sync,
    mut results: impl FnMut(Vec<R>) -> Result<()>,
) -> Result<()> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.map_or(0, NonZeroUsize::get)) // 0: as many as there are cores
        .build()
        .map_err(|error| Failure::data(format!("cannot start threads: {error}")))?;
    let mut size = 4 * pool.current_num_threads();
    loop {
        let portion: Vec<T> = items.by_ref().take(size).collect();
        if portion.is_empty() {
            return Ok(());
        }
        let start = Instant::now();
        results(pool.install(|| portion.into_par_iter().map(&work).collect()))?;
        let gone = start.elapsed();
        if gone < PORTION / 2 {
            size = (2 * size).min(LARGEST_PORTION);
        } else if gone > 2 * PORTION {
            size = (size / 2).max(pool.current_num_threads());
        }
    }
}
