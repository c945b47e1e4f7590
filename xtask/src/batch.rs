//! Many items on all cores, with the results in the order of the items and a bounded number of them in memory.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::failure::{Failure, Result};

/// How long a portion should take: long enough that its start and end cost nothing, short enough to write often.
const PORTION: Duration = Duration::from_millis(200);

/// At most so many items are in memory.
const LARGEST_PORTION: usize = 1 << 14;

/// At most so many items are given to a thread together: enough for lanes to be busy most of the time.
const LARGEST_LOT: usize = 1 << 10;

/// Works on items in portions, all cores on one portion, and hands the results on in order.
///
/// How large the portions are depends on the clock, what comes out does not.
pub(crate) fn in_order<T: Send, R: Send>(
    items: impl Iterator<Item = T>,
    threads: Option<NonZeroUsize>,
    work: impl Fn(T) -> R + Sync,
    results: impl FnMut(Vec<R>) -> Result<()>,
) -> Result<()> {
    in_portions(items, threads, |portion| portion.into_par_iter().map(&work).collect(), results)
}

/// The same for work that is faster on many items at once; it gives a result for each.
pub(crate) fn in_order_together<T: Send, R: Send>(
    items: impl Iterator<Item = T>,
    threads: Option<NonZeroUsize>,
    work: impl Fn(Vec<T>) -> Vec<R> + Sync,
    results: impl FnMut(Vec<R>) -> Result<()>,
) -> Result<()> {
    let all = |portion: Vec<T>| {
        let lot = (portion.len() / (4 * rayon::current_num_threads())).clamp(1, LARGEST_LOT);
        portion.into_par_iter().chunks(lot).flat_map_iter(&work).collect()
    };
    in_portions(items, threads, all, results)
}

fn in_portions<T: Send, R: Send>(
    mut items: impl Iterator<Item = T>,
    threads: Option<NonZeroUsize>,
    work: impl Fn(Vec<T>) -> Vec<R> + Sync,
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
        results(pool.install(|| work(portion)))?;
        let gone = start.elapsed();
        if gone < PORTION / 2 {
            size = (2 * size).min(LARGEST_PORTION);
        } else if gone > 2 * PORTION {
            size = (size / 2).max(pool.current_num_threads());
        }
    }
}
