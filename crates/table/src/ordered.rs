//! Work on all cores, with the results in order.
//!
//! A thread takes the next index as soon as it is free, and puts back the result when it is done. Results are handed on in
//! the order of the indices. The number of results in memory is bounded by a window. With fixed portions, which all cores
//! must finish before the next begins, cores would wait: under a rare constraint one index takes a thousand times as long
//! as another.
//!
//! [`in_order`] works on a range of indices, [`map`] and [`map_lots`] on the items of an iterator.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::time::{Duration, Instant};

use sync::{AtomicBool, Condvar, Mutex, MutexGuard, PoisonError, SeqCst, thread};

use crate::threads;

/// The primitives of the standard library; those of a model checker in `cargo xtask ci interleavings`.
mod sync {
    #[cfg(not(shuttle))]
    pub(super) use std::{
        sync::atomic::{AtomicBool, Ordering::SeqCst},
        sync::{Condvar, Mutex, MutexGuard, PoisonError},
        thread,
    };
    #[cfg(shuttle)]
    pub(super) use {
        shuttle::sync::atomic::{AtomicBool, Ordering::SeqCst},
        shuttle::sync::{Condvar, Mutex, MutexGuard},
        shuttle::thread,
        std::sync::PoisonError,
    };
}

/// The maximum number of results that wait for an earlier one.
const WINDOW: u64 = if cfg!(shuttle) { 3 } else { 1 << 14 };

/// The time for which results are collected before they are handed on, because each write has a cost.
#[cfg_attr(shuttle, expect(dead_code))]
const COLLECT: Duration = Duration::from_millis(10);

/// The number of items that [`map_lots`] gives to a thread at first.
const SMALLEST_LOT: usize = if cfg!(shuttle) { 1 } else { 4 };

/// The maximum number of items that [`map_lots`] gives to a thread at once: enough to fill the lanes of the batch engine.
const LARGEST_LOT: usize = 1 << 10;

/// The number of lots in the window of [`map_lots`] for each thread: one under way, and room for those that wait for an earlier one.
const LOTS: u64 = if cfg!(shuttle) { 1 } else { 4 };

/// The intended time for a lot: long enough that taking it costs little, short enough to write often.
const LOT: Duration = Duration::from_millis(20);

/// Works on indices, and hands the results on in their order.
///
/// Each thread calls `work`; its [`Worker`] has the indices. If the system starts fewer threads than requested, the work is done
/// with those. If it starts none, this thread does the work, and calls `work` again after each portion of results. When `results` breaks or fails, the workers are halted.
///
/// # Errors
/// Returns the error of `results`.
///
/// ```
/// use std::ops::ControlFlow;
/// use minirow_table::ordered;
///
/// let mut squares = Vec::new();
/// let work = |worker: ordered::Worker<u64>| {
///     while let Some(index) = worker.take(0) {
///         worker.put(index, index * index);
///     }
/// };
/// ordered::in_order(1..5, None, work, |found| {
///     squares.extend(found);
///     Ok::<_, ()>(ControlFlow::Continue(()))
/// })
/// .unwrap();
/// assert_eq!(squares, [1, 4, 9, 16]);
/// ```
pub fn in_order<R: Send, E>(
    indices: Range<u64>,
    threads: Option<NonZeroUsize>,
    work: impl Fn(Worker<R>) + Sync,
    results: impl FnMut(Vec<R>) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    run(indices, WINDOW, threads, work, results)
}

/// Works on items, and hands the results on in the order of the items.
///
/// # Errors
/// Returns the error of `results`.
///
/// ```
/// use minirow_table::ordered;
///
/// let mut all = Vec::new();
/// ordered::map(0..1000, None, |item| 2 * item, |found| {
///     all.extend(found);
///     Ok::<_, ()>(())
/// })
/// .unwrap();
/// assert!(all.into_iter().eq((0..1000).map(|item| 2 * item)));
/// ```
pub fn map<T: Send, R: Send, E>(
    items: impl Iterator<Item = T> + Send,
    threads: Option<NonZeroUsize>,
    work: impl Fn(T) -> R + Sync,
    results: impl FnMut(Vec<R>) -> Result<(), E>,
) -> Result<(), E> {
    map_lots(items, threads, |lot| lot.into_iter().map(&work).collect(), results)
}

/// Works on items in lots, for work that is faster on many items at once. `work` returns a result for each item.
///
/// The size of a lot is adapted so that it takes about 20 ms. It affects speed only. At most 16 lots are in memory at a time, or four
/// for each thread if there are more than four threads; a lot has at most 1,024 items.
///
/// # Errors
/// Returns the error of `results`.
pub fn map_lots<T: Send, R: Send, E>(
    items: impl Iterator<Item = T> + Send,
    threads: Option<NonZeroUsize>,
    work: impl Fn(Vec<T>) -> Vec<R> + Sync,
    mut results: impl FnMut(Vec<R>) -> Result<(), E>,
) -> Result<(), E> {
    let items = Mutex::new(items.fuse());
    let lots = |worker: Worker<Vec<R>>| {
        let mut size = SMALLEST_LOT;
        loop {
            let (number, lot) = {
                let mut items = items.lock().unwrap_or_else(PoisonError::into_inner);
                let Some(number) = worker.take(0) else { return };
                let mut lot = Vec::with_capacity(size);
                lot.extend(items.by_ref().take(size));
                (number, lot)
            };
            if lot.is_empty() {
                worker.end_at(number);
                return;
            }
            let start = Instant::now();
            worker.put(number, work(lot));
            let gone = start.elapsed();
            if gone < LOT / 2 {
                size = (2 * size).min(LARGEST_LOT);
            } else if gone > 2 * LOT {
                size = (size / 2).max(1);
            }
        }
    };
    let window = WINDOW.div_ceil(LARGEST_LOT as u64).max(LOTS * threads::number(threads) as u64);
    run(0..u64::MAX, window, threads, lots, |found| {
        results(found.into_iter().flatten().collect()).map(ControlFlow::Continue)
    })
}

fn run<R: Send, E>(
    indices: Range<u64>,
    window: u64,
    threads: Option<NonZeroUsize>,
    work: impl Fn(Worker<R>) + Sync,
    mut results: impl FnMut(Vec<R>) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    let threads = threads::number(threads) as u64;
    let threads = threads.min(indices.end.saturating_sub(indices.start));
    let queue = Queue {
        threads,
        window,
        is_alone: AtomicBool::new(false),
        state: Mutex::new(State { next: indices.start, first: indices.start, end: indices.end, done: BTreeMap::new() }),
        changed: Condvar::new(),
        halt: AtomicBool::new(false),
    };
    thread::scope(|scope| {
        let _guard = HaltOnPanic(&queue);
        let work = || {
            let _guard = HaltOnPanic(&queue);
            work(Worker(&queue));
        };
        let started = (0..threads).take_while(|&started| start(scope, work, started, threads)).count();
        queue.is_alone.store(started == 0, SeqCst);
        loop {
            if started == 0 {
                work();
            }
            let Some(portion) = queue.collect() else { return Ok(()) };
            let goes_on = results(portion);
            if !matches!(goes_on, Ok(ControlFlow::Continue(()))) {
                queue.stop();
                return goes_on.map(|_| ());
            }
        }
    })
}

/// Starts a thread, and returns `true`. If the system cannot start it, reports that, and returns `false`.
fn start<'scope>(
    scope: &'scope thread::Scope<'scope, '_>,
    work: impl FnOnce() + Send + 'scope,
    started: u64,
    wanted: u64,
) -> bool {
    #[cfg(shuttle)]
    let done: std::io::Result<()> = Ok(drop(scope.spawn(work)));
    #[cfg(not(shuttle))]
    let done = threads::start(|builder| builder.spawn_scoped(scope, work).map(drop));
    done.inspect_err(|error| threads::report(started, wanted, error)).is_ok()
}

/// The access of a thread to the indices.
pub struct Worker<'a, R>(&'a Queue<R>);

impl<R> Worker<'_, R> {
    /// Returns another index to work on, for a worker that has `under_way` of them.
    ///
    /// A worker without any waits until there is room for its result, and gets `None` if there are no more indices. A
    /// worker with some also gets `None` if another one would exceed its share of the remaining indices. So does the only
    /// worker if there is no other thread.
    pub fn take(&self, under_way: usize) -> Option<u64> {
        let (queue, under_way) = (self.0, under_way as u64);
        let mut state = queue.state();
        while state.next < state.end && !self.is_halted() {
            let is_more_than_share = under_way > 0 && under_way.saturating_mul(queue.threads) > state.end - state.next;
            if state.next - state.first < queue.window && !is_more_than_share {
                state.next += 1;
                // While a thread waits for this, `first` stays and `next` grows by 1, so it is notified.
                if state.next - state.first == queue.half() {
                    queue.changed.notify_all();
                }
                return Some(state.next - 1);
            }
            if under_way > 0 || queue.is_alone.load(SeqCst) {
                return None;
            }
            state = queue.wait(state);
        }
        None
    }

    /// Puts back the result of an index.
    pub fn put(&self, index: u64, result: R) {
        let mut state = self.0.state();
        state.done.insert(index, result);
        if index == state.first {
            self.0.changed.notify_all();
        }
    }

    /// Returns `true` if the work was stopped, so that no further result is used.
    pub fn is_halted(&self) -> bool {
        self.0.halt.load(SeqCst)
    }

    /// Ends the range before an index that was taken.
    fn end_at(&self, index: u64) {
        let mut state = self.0.state();
        state.end = state.end.min(index);
        self.0.changed.notify_all();
    }
}

struct Queue<R> {
    threads: u64,
    /// The maximum distance of a taken index from the first whose result was not handed on.
    window: u64,
    /// `true` if the thread that takes the results does the work, too, because no other could be started.
    is_alone: AtomicBool,
    state: Mutex<State<R>>,
    changed: Condvar,
    halt: AtomicBool,
}

struct State<R> {
    /// The next index to take.
    next: u64,
    /// The first index whose result was not handed on.
    first: u64,
    end: u64,
    done: BTreeMap<u64, R>,
}

impl<R> Queue<R> {
    /// Returns the number of indices in half of the window. If they are taken, threads would soon wait for room.
    fn half(&self) -> u64 {
        self.window.div_ceil(2)
    }

    fn state(&self) -> MutexGuard<'_, State<R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State<R>>) -> MutexGuard<'a, State<R>> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for [`COLLECT`], or until half of the window is taken.
    fn wait_for_more<'a>(&'a self, state: MutexGuard<'a, State<R>>) -> MutexGuard<'a, State<R>> {
        let is_early = |state: &mut State<R>| state.next - state.first < self.half();
        #[cfg(shuttle)]
        // it has no clock: the time is over at any time, at the latest if half of the window is never taken
        {
            let mut state = state;
            let is_in_time = || shuttle::rand::Rng::gen_bool(&mut shuttle::rand::thread_rng(), 0.5);
            while is_early(&mut state) && state.end - state.first >= self.half() && is_in_time() {
                state = self.wait(state);
            }
            state
        }
        #[cfg(not(shuttle))]
        self.changed.wait_timeout_while(state, COLLECT, is_early).unwrap_or_else(PoisonError::into_inner).0
    }

    /// Waits for the results that come next, at least one; returns `None` when all were handed on.
    fn collect(&self) -> Option<Vec<R>> {
        let mut state = self.state();
        while !state.done.contains_key(&state.first) {
            if state.first >= state.end || self.halt.load(SeqCst) {
                return None;
            }
            state = self.wait(state);
        }
        if (state.done.len() as u64) < state.end - state.first {
            state = self.wait_for_more(state);
        }
        let mut portion = Vec::new();
        loop {
            let first = state.first;
            let Some(result) = state.done.remove(&first) else { break };
            portion.push(result);
            state.first += 1;
        }
        self.changed.notify_all();
        Some(portion)
    }

    fn stop(&self) {
        self.halt.store(true, SeqCst);
        let _state = self.state(); // no thread is between reading the flag and waiting
        self.changed.notify_all();
    }
}

/// Stops the other threads if one panics, as they would wait for its result. The scope then propagates the panic.
struct HaltOnPanic<'a, R>(&'a Queue<R>);

impl<R> Drop for HaltOnPanic<'_, R> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stop();
        }
    }
}

#[cfg(all(test, not(shuttle)))]
mod tests {
    use super::*;

    /// Works on one index after the other.
    fn one_by_one<R>(work: impl Fn(u64) -> R) -> impl Fn(Worker<R>) {
        move |worker| {
            while let Some(index) = worker.take(0) {
                worker.put(index, work(index));
            }
        }
    }

    fn all(indices: Range<u64>, threads: usize, work: impl Fn(Worker<u64>) + Sync) -> Vec<u64> {
        let mut all = Vec::new();
        in_order(indices, NonZeroUsize::new(threads), work, |portion| {
            all.extend::<Vec<u64>>(portion);
            Ok::<_, ()>(ControlFlow::Continue(()))
        })
        .unwrap();
        all
    }

    #[test]
    fn results_come_in_order_with_any_number_of_threads() {
        /// Works on up to a hundred at a time, and finishes the last first.
        fn many_by_many(worker: Worker<u64>) {
            let mut under_way = Vec::new();
            loop {
                while under_way.len() < 100
                    && let Some(index) = worker.take(under_way.len())
                {
                    under_way.push(index);
                }
                let Some(index) = under_way.pop() else { return };
                worker.put(index, index * index);
            }
        }
        for (start, end) in [(0, 0), (0, 1), (5, 9), (0, 3 * WINDOW)] {
            for threads in [1, 2, 7] {
                let squares = || (start..end).map(|index| index * index);
                assert!(all(start..end, threads, one_by_one(|index| index * index)).into_iter().eq(squares()));
                assert!(all(start..end, threads, many_by_many).into_iter().eq(squares()));
            }
        }
    }

    #[test]
    fn items_come_in_order_with_any_number_of_threads() {
        for (count, threads) in [(0, 1), (1, 3), (1_000, 1), (100_000, 2), (100_000, 7)] {
            let mut all = Vec::new();
            map(
                0..count,
                NonZeroUsize::new(threads),
                |item: i64| -item,
                |found| {
                    all.extend::<Vec<i64>>(found);
                    Ok::<_, ()>(())
                },
            )
            .unwrap();
            assert!(all.into_iter().eq((0..count).map(|item| -item)), "{count} items, {threads} threads");
        }
    }

    #[test]
    fn threads_that_cannot_be_started_change_no_result() {
        for available in [0, 1, 3] {
            let results = threads::with_limit(available, || all(0..3 * WINDOW, 7, one_by_one(|index| index + 1)));
            assert!(results.into_iter().eq(1..=3 * WINDOW), "{available} threads");
            let mut items = Vec::new();
            let taken = threads::with_limit(available, || {
                map(
                    0..100_000,
                    NonZeroUsize::new(7),
                    |item: i64| -item,
                    |found| {
                        items.extend::<Vec<i64>>(found);
                        if items.len() < 50_000 { Ok(()) } else { Err("enough") }
                    },
                )
            });
            assert_eq!(taken, Err("enough"), "{available} threads");
            assert!(items.iter().copied().eq((0..items.len() as i64).map(|item| -item)), "{available} threads");
        }
    }

    #[test]
    fn many_threads_work_on_lots_at_once() {
        const THREADS: usize = 24;
        let (working, changed) = (Mutex::new(0), Condvar::new());
        let work = |lot: Vec<usize>| {
            let mut working = working.lock().unwrap();
            *working += 1;
            changed.notify_all();
            let wait = changed.wait_timeout_while(working, Duration::from_secs(10), |working| *working < THREADS);
            assert!(!wait.unwrap().1.timed_out(), "fewer than {THREADS} threads have a lot");
            lot
        };
        map_lots(0..THREADS * SMALLEST_LOT, NonZeroUsize::new(THREADS), work, |_| Ok::<_, ()>(())).unwrap();
    }

    #[test]
    fn no_worker_takes_more_than_a_share_of_what_is_left() {
        let barrier = std::sync::Barrier::new(3);
        let work = |worker: Worker<usize>| {
            let mut taken = Vec::new();
            while let Some(index) = worker.take(taken.len()) {
                taken.push(index);
            }
            barrier.wait(); // before it, no result was put
            for &index in &taken {
                worker.put(index, taken.len());
            }
            while let Some(index) = worker.take(0) {
                worker.put(index, 0);
            }
        };
        let mut shares = Vec::new();
        in_order(0..30, NonZeroUsize::new(3), work, |portion| {
            shares.extend::<Vec<usize>>(portion);
            Ok::<_, ()>(ControlFlow::Continue(()))
        })
        .unwrap();
        assert!(shares.iter().all(|&share| share <= 10), "{shares:?}");
        assert_eq!(shares.len(), 30);
    }

    #[test]
    fn an_error_ends_the_work_and_halts_the_workers() {
        let work = |worker: Worker<u64>| {
            while let Some(index) = worker.take(0) {
                // Index 3 ends only when the work is halted.
                while index == 3 && !worker.is_halted() {
                    thread::yield_now();
                }
                worker.put(index, index);
            }
        };
        let threads = NonZeroUsize::new(2);
        assert_eq!(in_order(0..u64::MAX, threads, work, |_| Err("enough")), Err("enough"));
        assert_eq!(in_order(0..u64::MAX, threads, work, |_| Ok::<_, ()>(ControlFlow::Break(()))), Ok(()));
        assert_eq!(map(0..u64::MAX, threads, |item| item, |_| Err("enough")), Err("enough"));
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_is_propagated() {
        let work = one_by_one(|index| assert!(index != 30));
        let _ = in_order(0..1000, NonZeroUsize::new(3), work, |_| Ok::<_, ()>(ControlFlow::Continue(())));
    }
}

/// Interleavings of threads, chosen by the scheduler of shuttle: `cargo xtask ci interleavings`.
#[cfg(all(test, shuttle))]
mod interleavings {
    use super::*;

    const ATTEMPTS: usize = 2_000;

    #[test]
    fn all_results_are_handed_on_in_order() {
        let check = || {
            let mut all = Vec::new();
            let work = |worker: Worker<u64>| {
                let mut taken = Vec::new();
                loop {
                    while taken.len() < 2
                        && let Some(index) = worker.take(taken.len())
                    {
                        taken.push(index);
                    }
                    let Some(index) = taken.pop() else { return };
                    worker.put(index, index);
                }
            };
            in_order(0..7, NonZeroUsize::new(3), work, |found| {
                all.extend::<Vec<u64>>(found);
                Ok::<_, ()>(ControlFlow::Continue(()))
            })
            .unwrap();
            assert!(all.into_iter().eq(0..7));
        };
        shuttle::check_random(check, ATTEMPTS);
        shuttle::check_pct(check, ATTEMPTS, 3);
    }

    #[test]
    fn items_end_and_errors_stop_without_a_deadlock() {
        let check = || {
            let mut all = Vec::new();
            map(
                0..5,
                NonZeroUsize::new(2),
                |item: u64| item,
                |found| {
                    all.extend::<Vec<u64>>(found);
                    Ok::<_, ()>(())
                },
            )
            .unwrap();
            assert!(all.into_iter().eq(0..5));
            let ended = map(0..u64::MAX, NonZeroUsize::new(2), |item| item, |_| Err("enough"));
            assert_eq!(ended, Err("enough"));
        };
        shuttle::check_random(check, ATTEMPTS);
    }
}
