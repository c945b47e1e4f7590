//! What long work is given: threads, a token to stop it, and an observer of its progress.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

/// Tells work in other threads to stop. Clones share one state.
///
/// ```
/// let interrupt = minirow_table::Interrupt::default();
/// let seen_by_work = interrupt.clone();
/// interrupt.request();
/// assert!(seen_by_work.requested());
/// ```
#[derive(Clone, Default, Debug)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Asks the work to stop; it cannot be taken back.
    pub fn request(&self) {
        self.0.store(true, SeqCst);
    }

    /// Returns `true` if the work is to stop.
    pub fn requested(&self) -> bool {
        self.0.load(SeqCst)
    }
}

/// Receives the progress of long work, from any thread.
///
/// Every method does nothing unless it is implemented, so that an observer takes only what it shows.
pub trait Observer: Sync {
    /// Begins a stage of the work, with the unit that it counts (`puzzles`) and the number of units, if that is known.
    fn begin(&self, _unit: &str, _total: Option<u64>) {}

    /// Counts units that an earlier run has done.
    fn resume_at(&self, _done: u64) {}

    /// Counts units that are done.
    fn advance(&self, _count: u64) {}

    /// Replaces the remark behind the figures, such as the name of the file in work.
    fn remark(&self, _remark: String) {}

    /// Passes on a message that concerns the user, such as a line that was left out.
    fn message(&self, _text: &str) {}

    /// Ends the current stage.
    fn end(&self) {}
}

/// An observer that ignores everything.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Observer for Silent {}

/// What long work is given by its caller.
#[derive(Clone)]
pub struct Run<'a> {
    /// The number of threads; as many as there are cores if `None`.
    pub threads: Option<NonZeroUsize>,
    /// Asked between two units of work.
    pub interrupt: Interrupt,
    /// Told what is done.
    pub observer: &'a dyn Observer,
}

impl Default for Run<'_> {
    /// All cores, never interrupted, nobody watching.
    fn default() -> Self {
        Run { threads: None, interrupt: Interrupt::default(), observer: &Silent }
    }
}
