//! The environment of long work: threads, a token to stop it, and an observer of its progress.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A token that stops work in other threads. Clones share one state.
///
/// ```
/// let interrupt = minirow_table::Interrupt::default();
/// let seen_by_work = interrupt.clone();
/// interrupt.request();
/// assert!(seen_by_work.requested());
/// ```
#[derive(Clone, Default, Debug)]
pub struct Interrupt {
    flag: Arc<AtomicBool>,
    /// The tokens of parts of the work.
    parts: Arc<Mutex<Vec<Interrupt>>>,
}

impl Interrupt {
    /// Requests the work to stop. The request cannot be revoked.
    pub fn request(&self) {
        self.flag.store(true, SeqCst);
        self.parts().iter().for_each(Interrupt::request);
    }

    /// Returns `true` if a stop was requested.
    pub fn requested(&self) -> bool {
        self.flag.load(SeqCst)
    }

    /// Checks that no stop was requested.
    ///
    /// # Errors
    /// Returns the given error if one was.
    pub fn check<E>(&self, interrupted: E) -> Result<(), E> {
        if self.requested() { Err(interrupted) } else { Ok(()) }
    }

    /// Returns a token for a part of the work, which can be stopped alone. It is also stopped with all of the work.
    ///
    /// ```
    /// let all = minirow_table::Interrupt::default();
    /// let (one, other) = (all.part(), all.part());
    /// one.request();
    /// assert!(one.requested() && !all.requested());
    /// all.request();
    /// assert!(other.requested() && all.part().requested());
    /// ```
    pub fn part(&self) -> Interrupt {
        let part = Interrupt::default();
        let mut parts = self.parts();
        parts.retain(|part| Arc::strong_count(&part.flag) > 1); // others have ended
        parts.push(part.clone());
        drop(parts);
        if self.requested() {
            part.request();
        }
        part
    }

    fn parts(&self) -> MutexGuard<'_, Vec<Interrupt>> {
        self.parts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does work on this thread in which ratings stop soon after a request. Check [`requested`](Interrupt::requested) after
    /// the work, and do not use results if it is `true`.
    ///
    /// ```
    /// # use minirow_core::Puzzle;
    /// let hard = Puzzle::new("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?)?;
    /// let interrupt = minirow_table::Interrupt::default();
    /// interrupt.request();
    /// assert_eq!(interrupt.stops_ratings(|| minirow_grade::grade(&hard)).er(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stops_ratings<R>(&self, work: impl FnOnce() -> R) -> R {
        minirow_grade::stop::with_stop(&self.flag, work)
    }
}

/// Receives the progress of long work, from any thread.
///
/// The default of every method does nothing, so that an observer implements only the methods that it needs.
pub trait Observer: Sync {
    /// Begins a stage of the work with its unit, such as `puzzles`, and the number of units, if it is known.
    fn begin(&self, _unit: &str, _total: Option<u64>) {}

    /// Sets the number of units that an earlier run has done.
    fn resume_at(&self, _done: u64) {}

    /// Counts completed units.
    fn advance(&self, _count: u64) {}

    /// Replaces the remark after the figures, such as the name of the current file.
    fn remark(&self, _remark: String) {}

    /// Receives a message for the user, such as a line that was left out.
    fn message(&self, _text: &str) {}

    /// Ends the current stage.
    fn end(&self) {}
}

/// An observer that ignores everything.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Observer for Silent {}

/// The environment of long work.
#[derive(Clone)]
pub struct Run<'a> {
    /// The number of threads; as many as there are cores if `None`.
    pub threads: Option<NonZeroUsize>,
    /// The token that is polled between two units of work.
    pub interrupt: Interrupt,
    /// The observer of the progress.
    pub observer: &'a dyn Observer,
}

impl Default for Run<'_> {
    /// Returns an environment with all cores, without an interrupt or an observer.
    fn default() -> Self {
        Run { threads: None, interrupt: Interrupt::default(), observer: &Silent }
    }
}
