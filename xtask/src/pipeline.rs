//! A range of indices on all cores, each core taking the next as soon as it is free, and the results in order.
//!
//! Portions that all cores must have done before the next begins (as in [`crate::batch`]) would leave them waiting for
//! each other here: under a rare wish one index takes a thousand times as long as another. Nor does a core take a range
//! of indices of its own: one that works on many at a time takes them one by one, and never so many that the others
//! would have none.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::failure::Result;

/// No core runs further ahead of the first index that is not done: so many results are in memory at most.
const WINDOW: u64 = 1 << 14;

/// Results are gathered for so long before they are handed on, for a write is not free.
const GATHER: Duration = Duration::from_millis(10);

/// Works on indices, and hands the results on in their order. Each thread calls `work` once; its [`Worker`] has the
/// indices. When `results` breaks off or fails, the workers are told that nothing counts any more.
pub(crate) fn in_order<R: Send>(
    indices: Range<u64>,
    threads: Option<NonZeroUsize>,
    work: impl Fn(Worker<R>) + Sync,
    mut results: impl FnMut(Vec<R>) -> Result<ControlFlow<()>>,
) -> Result<()> {
    let threads = threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let threads = (threads as u64).min(indices.end.saturating_sub(indices.start));
    let line = Line {
        end: indices.end,
        threads,
        state: Mutex::new(State { next: indices.start, first: indices.start, done: BTreeMap::new() }),
        changed: Condvar::new(),
        halt: AtomicBool::new(false),
    };
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let _guard = HaltOnPanic(&line);
                work(Worker(&line));
            });
        }
        let _guard = HaltOnPanic(&line);
        while let Some(portion) = line.collect() {
            let goes_on = results(portion);
            if !matches!(goes_on, Ok(ControlFlow::Continue(()))) {
                line.stop();
                return goes_on.map(|_| ());
            }
        }
        Ok(())
    })
}

/// A thread's door to the indices.
pub(crate) struct Worker<'a, R>(&'a Line<R>);

impl<R> Worker<'_, R> {
    /// Another index to work on, for a worker that has so many under way.
    ///
    /// One that has none waits until there is room for its result, and gets nothing if there are no more. One that has some
    /// gets nothing, either, where it would have more than its share of those that are left.
    pub(crate) fn take(&self, under_way: usize) -> Option<u64> {
        self.0.take(under_way as u64)
    }

    /// Gives back the result of an index.
    pub(crate) fn put(&self, index: u64, result: R) {
        self.0.put(index, result);
    }

    /// Whether nothing that is being worked on counts any more.
    pub(crate) fn is_to_halt(&self) -> bool {
        self.0.is_to_halt()
    }
}

struct Line<R> {
    end: u64,
    threads: u64,
    state: Mutex<State<R>>,
    changed: Condvar,
    halt: AtomicBool,
}

struct State<R> {
    /// The next index to work on.
    next: u64,
    /// The first index whose result was not handed on.
    first: u64,
    done: BTreeMap<u64, R>,
}

impl<R> Line<R> {
    fn state(&self) -> MutexGuard<'_, State<R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State<R>>) -> MutexGuard<'a, State<R>> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    fn is_to_halt(&self) -> bool {
        self.halt.load(SeqCst)
    }

    fn take(&self, under_way: u64) -> Option<u64> {
        let mut state = self.state();
        while state.next < self.end && !self.is_to_halt() {
            let is_shared_out = under_way > 0 && under_way.saturating_mul(self.threads) > self.end - state.next;
            if state.next - state.first < WINDOW && !is_shared_out {
                state.next += 1;
                return Some(state.next - 1);
            }
            if under_way > 0 {
                return None;
            }
            state = self.wait(state);
        }
        None
    }

    fn put(&self, index: u64, result: R) {
        let mut state = self.state();
        state.done.insert(index, result);
        if index == state.first {
            self.changed.notify_all();
        }
    }

    /// The results that come next, at least one; nothing when all were handed on.
    fn collect(&self) -> Option<Vec<R>> {
        let mut state = self.state();
        while !state.done.contains_key(&state.first) {
            if state.first >= self.end || self.is_to_halt() {
                return None;
            }
            state = self.wait(state);
        }
        if (state.done.len() as u64) < self.end - state.first {
            drop(state);
            thread::sleep(GATHER);
            state = self.state();
        }
        let mut portion = Vec::new();
        while let Some(result) = {
            let first = state.first;
            state.done.remove(&first)
        } {
            portion.push(result);
            state.first += 1;
        }
        self.changed.notify_all();
        Some(portion)
    }

    fn stop(&self) {
        self.halt.store(true, SeqCst);
        let _state = self.state(); // nobody is between looking at the flag and waiting
        self.changed.notify_all();
    }
}

/// A thread that breaks down must not leave the others waiting for it; the scope then hands its panic on.
struct HaltOnPanic<'a, R>(&'a Line<R>);

impl<R> Drop for HaltOnPanic<'_, R> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::Failure;

    /// Works on one index at a time.
    fn one_by_one<R>(work: impl Fn(u64) -> R) -> impl Fn(Worker<R>) {
        move |worker| {
            while let Some(index) = worker.take(0) {
                worker.put(index, work(index));
            }
        }
    }

    fn all(indices: Range<u64>, threads: usize, work: impl Fn(Worker<u64>) + Sync) -> Vec<u64> {
        let mut all = Vec::new();
        let results = |portion| {
            all.extend::<Vec<u64>>(portion);
            Ok(ControlFlow::Continue(()))
        };
        in_order(indices, NonZeroUsize::new(threads), work, results).unwrap();
        all
    }

    #[test]
    fn results_come_in_order_however_many_threads_there_are() {
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
    fn nobody_takes_more_than_a_share_of_what_is_left() {
        let barrier = std::sync::Barrier::new(3);
        let work = |worker: Worker<usize>| {
            let mut taken = Vec::new();
            while let Some(index) = worker.take(taken.len()) {
                taken.push(index);
            }
            barrier.wait(); // until then none has put anything
            for &index in &taken {
                worker.put(index, taken.len());
            }
            while let Some(index) = worker.take(0) {
                worker.put(index, 0);
            }
        };
        let mut shares = Vec::new();
        let results = |portion| {
            shares.extend::<Vec<usize>>(portion);
            Ok(ControlFlow::Continue(()))
        };
        in_order(0..30, NonZeroUsize::new(3), work, results).unwrap();
        assert!(shares.iter().all(|&share| share <= 10), "{shares:?}");
        assert_eq!(shares.len(), 30);
    }

    #[test]
    fn an_error_ends_it_and_whoever_is_at_work_is_told() {
        let work = |worker: Worker<u64>| {
            while let Some(index) = worker.take(0) {
                // Index 3 has no end of its own.
                while index == 3 && !worker.is_to_halt() {
                    thread::yield_now();
                }
                worker.put(index, index);
            }
        };
        let ended = in_order(0..u64::MAX, NonZeroUsize::new(2), work, |_| Err(Failure::data("enough")));
        assert!(matches!(ended, Err(Failure::Data(_))));
        assert!(in_order(0..u64::MAX, NonZeroUsize::new(2), work, |_| Ok(ControlFlow::Break(()))).is_ok());
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_is_handed_on() {
        let work = one_by_one(|index| assert!(index != 30));
        let _ = in_order(0..1000, NonZeroUsize::new(3), work, |_| Ok(ControlFlow::Continue(())));
    }
}
