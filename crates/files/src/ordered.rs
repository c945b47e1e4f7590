//! Work on all cores, with the results in order.
//!
//! A thread takes the next index as soon as it is free, and puts back the result when it is done. Results are handed on in
//! the order of the indices. The number of results in memory is bounded by a window. With fixed portions, which all cores
//! must finish before the next begins, cores would wait: under a rare constraint one index takes a thousand times as long
//! as another.
//!
//! Workers hand on results in turn: a lot as soon as it comes next, results of single indices when there are many. Until then, the
//! thread that started the workers does so every 10 ms. A thread that hands on every lot would have to be woken for each, on a core
//! that is busy.
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
const WINDOW: u64 = if cfg!(shuttle) { 4 } else { 1 << 14 };

/// The time after which results are handed on that workers have left, because each write has a cost.
#[cfg_attr(shuttle, expect(dead_code))]
const COLLECT: Duration = Duration::from_millis(10);

/// The number of items that [`map_lots`] gives to a thread at first.
const SMALLEST_LOT: usize = if cfg!(shuttle) { 1 } else { 4 };

/// The maximum number of items that [`map_lots`] gives to a thread at once: enough to fill the lanes of the batch engine.
const LARGEST_LOT: usize = 1 << 10;

/// The size of items, in bytes, from which [`lots`] adds no more to a lot.
pub const LOT_BYTES: usize = 1 << 20;

/// The number of lots in the window of [`map_lots`] for each thread: one under way, and room for those that wait for an earlier one.
const LOTS: u64 = if cfg!(shuttle) { 1 } else { 4 };

/// The intended time for a lot: long enough that taking it costs little, short enough to write often.
const LOT: Duration = Duration::from_millis(20);

/// Works on indices, and hands the results on in their order.
///
/// Each thread calls `work`; its [`Worker`] has the indices. If the system starts fewer threads than requested, the work is done
/// with those. If it starts none, this thread does the work. `results` is called by one thread at a time, each time perhaps by another
/// one. When it breaks or fails, the workers are halted.
///
/// # Errors
/// Returns the error of `results`.
///
/// # Panics
/// Panics if `work` or `results` panics on a thread.
///
/// ```
/// use std::ops::ControlFlow;
/// use minirow_files::ordered;
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
pub fn in_order<R: Send, E: Send>(
    indices: Range<u64>,
    threads: Option<NonZeroUsize>,
    work: impl Fn(Worker<R>) + Sync,
    results: impl FnMut(Vec<R>) -> Result<ControlFlow<()>, E> + Send,
) -> Result<(), E> {
    run(indices, WINDOW, WINDOW / 2, threads, work, results)
}

/// Works on items, and hands the results on in the order of the items.
///
/// # Errors
/// Returns the error of `results`.
///
/// ```
/// use minirow_files::ordered;
///
/// let mut all = Vec::new();
/// ordered::map(0..1000, None, |item| 2 * item, |found| {
///     all.extend(found);
///     Ok::<_, ()>(())
/// })
/// .unwrap();
/// assert!(all.into_iter().eq((0..1000).map(|item| 2 * item)));
/// ```
pub fn map<T: Held + Send, R: Send, E: Send>(
    items: impl Iterator<Item = T> + Send,
    threads: Option<NonZeroUsize>,
    work: impl Fn(T) -> R + Sync,
    results: impl FnMut(Vec<R>) -> Result<(), E> + Send,
) -> Result<(), E> {
    map_lots(lots(items), threads, |lot| lot.drain(..).map(&work).collect(), results)
}

/// Returns the function that fills lots with items, for [`map_lots`]. A lot of large items has fewer of them: it is full with 1 MiB.
pub fn lots<T: Held>(items: impl Iterator<Item = T>) -> impl FnMut(&mut Vec<T>, usize) -> bool {
    let mut items = items.fuse();
    move |lot, size| {
        lot.clear();
        let mut bytes = 0;
        while lot.len() < size
            && bytes < LOT_BYTES
            && let Some(item) = items.next()
        {
            bytes += item.held_bytes();
            lot.push(item);
        }
        !lot.is_empty()
    }
}

/// An item whose size limits how many of its kind are in memory at a time.
pub trait Held {
    /// Returns the number of bytes that the item holds, roughly. Those of a small item do not count.
    fn held_bytes(&self) -> usize {
        0
    }
}

impl Held for u64 {}
impl<T> Held for &T {}
impl<T: Held, E: Held> Held for Result<T, E> {
    fn held_bytes(&self) -> usize {
        match self {
            Ok(item) => item.held_bytes(),
            Err(error) => error.held_bytes(),
        }
    }
}
impl<T: Held> Held for (usize, T) {
    fn held_bytes(&self) -> usize {
        self.1.held_bytes()
    }
}

/// Works on items in lots, for work that is faster on many items at once. `work` returns a result for each item.
///
/// `fill` replaces the items of a lot by the next ones, at most as many as it is told, and returns `false` if there are no more. The
/// size of a lot is adapted so that it takes about 20 ms. It affects speed only. A lot has at most 1,024 items. At most 16 lots are under
/// way or wait for an earlier one, or four for each thread if there are more than four threads.
///
/// # Errors
/// Returns the error of `results`.
pub fn map_lots<L: Default, R: Send, E: Send>(
    fill: impl FnMut(&mut L, usize) -> bool + Send,
    threads: Option<NonZeroUsize>,
    work: impl Fn(&mut L) -> Vec<R> + Sync,
    mut results: impl FnMut(Vec<R>) -> Result<(), E> + Send,
) -> Result<(), E> {
    let fill = Mutex::new(fill);
    let lots = |worker: Worker<Vec<R>>| {
        // Used again, because the system may take back the memory of a lot that is dropped.
        let mut lot = L::default();
        let mut size = SMALLEST_LOT;
        loop {
            let (number, is_filled) = {
                let mut fill = fill.lock().unwrap_or_else(PoisonError::into_inner);
                let Some(number) = worker.take(0) else { return };
                (number, fill(&mut lot, size))
            };
            if !is_filled {
                return worker.end_at(number);
            }
            let start = Instant::now();
            let found = work(&mut lot);
            let gone = start.elapsed();
            worker.put(number, found);
            if gone < LOT / 2 {
                size = (2 * size).min(LARGEST_LOT);
            } else if gone > 2 * LOT {
                size = (size / 2).max(1);
            }
        }
    };
    let window = WINDOW.div_ceil(LARGEST_LOT as u64).max(LOTS * threads::number(threads) as u64);
    run(0..u64::MAX, window, 1, threads, lots, |found| {
        results(found.into_iter().flatten().collect()).map(ControlFlow::Continue)
    })
}

/// Works on indices. A worker that puts back a result also hands on the results that come next, if at least `due` indices are taken
/// whose results were not handed on, or if no result is missing any more. What workers leave is handed on by this thread after
/// [`COLLECT`], if any other thread was started.
fn run<R: Send, E: Send>(
    indices: Range<u64>,
    window: u64,
    due: u64,
    threads: Option<NonZeroUsize>,
    work: impl Fn(Worker<R>) + Sync,
    mut results: impl FnMut(Vec<R>) -> Result<ControlFlow<()>, E> + Send,
) -> Result<(), E> {
    let threads = threads::number(threads) as u64;
    let threads = threads.min(indices.end.saturating_sub(indices.start));
    let queue = Queue {
        threads,
        window,
        due,
        state: Mutex::new(State {
            next: indices.start,
            first: indices.start,
            end: indices.end,
            done: BTreeMap::new(),
            is_handing_on: false,
            waiting: 0,
        }),
        room: Condvar::new(),
        ended: Condvar::new(),
        halt: AtomicBool::new(false),
    };
    let mut end = Ok(());
    let results = Mutex::new(|portion| {
        let goes_on = results(portion);
        let is_end = !matches!(goes_on, Ok(ControlFlow::Continue(())));
        if is_end {
            end = goes_on.map(|_| ());
        }
        !is_end
    });
    let hand_on = || queue.hand_on(&results);
    thread::scope(|scope| {
        let _guard = HaltOnPanic(&queue);
        let work = || {
            let _guard = HaltOnPanic(&queue);
            work(Worker { queue: &queue, hand_on: &hand_on });
        };
        let started = (0..threads).take_while(|&started| start(scope, work, started, threads)).count();
        if started == 0 {
            work();
        }
        while queue.wait_for_end() {
            hand_on();
        }
    });
    end
}

/// Starts a thread, and returns `true`. If the system cannot start it, reports that, and returns `false`.
fn start<'scope>(
    scope: &'scope thread::Scope<'scope, '_>,
    work: impl FnOnce() + Send + 'scope,
    started: u64,
    wanted: u64,
) -> bool {
    #[cfg(shuttle)]
    let done = threads::start(|_| Ok(drop(scope.spawn(work))));
    #[cfg(not(shuttle))]
    let done = threads::start(|builder| builder.spawn_scoped(scope, work).map(drop));
    done.inspect_err(|error| threads::report(started, wanted, error)).is_ok()
}

/// The access of a thread to the indices.
pub struct Worker<'a, R> {
    queue: &'a Queue<R>,
    /// Hands on the results that are complete.
    hand_on: &'a (dyn Fn() + Sync),
}

impl<R> Worker<'_, R> {
    /// Returns another index to work on, for a worker that has `under_way` of them.
    ///
    /// A worker without any waits until there is room for its result, and gets `None` if there are no more indices. A
    /// worker with some also gets `None` if another one would exceed its share of the remaining indices.
    pub fn take(&self, under_way: usize) -> Option<u64> {
        let (queue, under_way) = (self.queue, under_way as u64);
        let mut state = queue.state();
        while state.next < state.end && !self.is_halted() {
            let is_more_than_share = under_way > 0 && under_way.saturating_mul(queue.threads) > state.end - state.next;
            if state.next - state.first < queue.window && !is_more_than_share {
                state.next += 1;
                return Some(state.next - 1);
            }
            if under_way > 0 {
                return None;
            }
            state.waiting += 1;
            state = queue.room.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.waiting -= 1;
        }
        None
    }

    /// Puts back the result of an index. This thread perhaps hands on results before it returns.
    pub fn put(&self, index: u64, result: R) {
        let mut state = self.queue.state();
        state.done.insert(index, result);
        let is_due = state.next - state.first >= self.queue.due || state.done.len() as u64 == state.end - state.first;
        let is_due = is_due && state.done.contains_key(&state.first);
        drop(state);
        if is_due {
            (self.hand_on)();
        }
    }

    /// Returns `true` if the work was stopped, so that no further result is used.
    pub fn is_halted(&self) -> bool {
        self.queue.halt.load(SeqCst)
    }

    /// Ends the range before an index that was taken.
    fn end_at(&self, index: u64) {
        let mut state = self.queue.state();
        state.end = state.end.min(index);
        self.queue.room.notify_all();
        self.queue.ended.notify_all();
    }
}

struct Queue<R> {
    threads: u64,
    /// The maximum distance of a taken index from the first whose result was not handed on.
    window: u64,
    /// The distance of the next index from the first whose result was not handed on, from which workers hand on results.
    due: u64,
    state: Mutex<State<R>>,
    /// Notifies workers that wait for room in the window.
    room: Condvar,
    /// Notifies the thread that has started the workers when all results were handed on, or the work was stopped.
    ended: Condvar,
    halt: AtomicBool,
}

struct State<R> {
    /// The next index to take.
    next: u64,
    /// The first index whose result was not handed on.
    first: u64,
    end: u64,
    done: BTreeMap<u64, R>,
    /// `true` if a thread hands on results. It looks for more before it stops to do so.
    is_handing_on: bool,
    /// The number of workers that wait for room.
    waiting: u64,
}

impl<R> State<R> {
    /// Removes the results that come next.
    fn portion(&mut self) -> Vec<R> {
        let mut portion = Vec::new();
        while let Some(result) = self.done.remove(&self.first) {
            portion.push(result);
            self.first += 1;
        }
        portion
    }
}

impl<R> Queue<R> {
    fn state(&self) -> MutexGuard<'_, State<R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands on the results that come next, until there are none. Does nothing if another thread does so.
    fn hand_on(&self, results: &Mutex<impl FnMut(Vec<R>) -> bool>) {
        let mut state = self.state();
        if state.is_handing_on || self.halt.load(SeqCst) {
            return;
        }
        state.is_handing_on = true;
        loop {
            let portion = state.portion();
            if portion.is_empty() {
                break;
            }
            if state.waiting > 0 {
                self.room.notify_all();
            }
            drop(state);
            let goes_on = results.lock().unwrap_or_else(PoisonError::into_inner)(portion);
            if !goes_on {
                return self.stop();
            }
            state = self.state();
        }
        state.is_handing_on = false;
        if state.first >= state.end {
            self.ended.notify_all();
        }
    }

    /// Waits until all results were handed on or the work was stopped, but if workers leave results, for [`COLLECT`] at most. Returns
    /// `true` if that time is over.
    fn wait_for_end(&self) -> bool {
        let goes_on =
            |state: &mut State<R>| (state.first < state.end || state.is_handing_on) && !self.halt.load(SeqCst);
        if self.due == 1 {
            // Workers leave nothing.
            let _ended = self.ended.wait_while(self.state(), goes_on);
            return false;
        }
        #[cfg(shuttle)]
        // it has no clock: the time is over at once
        {
            thread::yield_now();
            goes_on(&mut self.state())
        }
        #[cfg(not(shuttle))]
        {
            let state = self.ended.wait_timeout_while(self.state(), COLLECT, goes_on);
            state.unwrap_or_else(PoisonError::into_inner).1.timed_out()
        }
    }

    fn stop(&self) {
        self.halt.store(true, SeqCst);
        let _state = self.state(); // no thread is between reading the flag and waiting
        self.room.notify_all();
        self.ended.notify_all();
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
#[path = "ordered/tests.rs"] // another workspace includes this file
mod tests;
