//! A range of indices on all cores, each core taking the next as soon as it is free, and the results in order.
//!
//! Portions that all cores must have done before the next begins (as in [`crate::batch`]) would leave them waiting for
//! each other here: under a rare wish one index takes a thousand times as long as another.

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

/// Works on indices, and hands the results on in their order. When `results` breaks off or fails, `work` is told by its
/// second argument that nothing counts any more.
pub(crate) fn in_order<R: Send>(
    indices: Range<u64>,
    threads: Option<NonZeroUsize>,
    work: impl Fn(u64, &Halt) -> R + Sync,
    mut results: impl FnMut(Vec<R>) -> Result<ControlFlow<()>>,
) -> Result<()> {
    let threads = threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let threads = (threads as u64).min(indices.end.saturating_sub(indices.start));
    let line = Line {
        end: indices.end,
        state: Mutex::new(State { next: indices.start, first: indices.start, done: BTreeMap::new() }),
        changed: Condvar::new(),
        halt: Halt(AtomicBool::new(false)),
    };
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let _guard = HaltOnPanic(&line);
                while let Some(index) = line.take() {
                    line.put(index, work(index, &line.halt));
                }
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

/// Whether what is being worked on counts any more.
pub(crate) struct Halt(AtomicBool);

impl Halt {
    pub(crate) fn is_called(&self) -> bool {
        self.0.load(SeqCst)
    }
}

struct Line<R> {
    end: u64,
    state: Mutex<State<R>>,
    changed: Condvar,
    halt: Halt,
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

    /// An index to work on, once there is room for its result.
    fn take(&self) -> Option<u64> {
        let mut state = self.state();
        while state.next < self.end && !self.halt.is_called() {
            if state.next - state.first < WINDOW {
                state.next += 1;
                return Some(state.next - 1);
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
            if state.first >= self.end || self.halt.is_called() {
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
        self.halt.0.store(true, SeqCst);
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

    fn all(indices: Range<u64>, threads: usize) -> Vec<u64> {
        let mut all = Vec::new();
        in_order(
            indices,
            NonZeroUsize::new(threads),
            |index, _| index * index,
            |portion| {
                all.extend(portion);
                Ok(ControlFlow::Continue(()))
            },
        )
        .unwrap();
        all
    }

    #[test]
    fn results_come_in_order_however_many_threads_there_are() {
        for (start, end) in [(0, 0), (0, 1), (5, 9), (0, 3 * WINDOW)] {
            for threads in [1, 2, 7] {
                assert!(all(start..end, threads).into_iter().eq((start..end).map(|index| index * index)));
            }
        }
    }

    #[test]
    fn an_error_ends_it_and_whoever_is_at_work_is_told() {
        let work = |index: u64, halt: &Halt| {
            // Index 3 has no end of its own.
            while index == 3 && !halt.is_called() {
                thread::yield_now();
            }
            index
        };
        let ended = in_order(0..u64::MAX, NonZeroUsize::new(2), work, |_| Err(Failure::data("enough")));
        assert!(matches!(ended, Err(Failure::Data(_))));
        assert!(in_order(0..u64::MAX, NonZeroUsize::new(2), work, |_| Ok(ControlFlow::Break(()))).is_ok());
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_is_handed_on() {
        let _ =
            in_order(0..1000, NonZeroUsize::new(3), |index, _| assert!(index != 30), |_| Ok(ControlFlow::Continue(())));
    }
}
