//! Work in a thread of its own. The calling thread waits for it without the interpreter's lock, and checks for Ctrl-C.
//!
//! Ctrl-C returns at once: the thread owns all that it needs, and ends soon by itself.

use std::any::Any;
use std::num::NonZeroUsize;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use minirow_table::{Interrupt, Observer, Run};
use pyo3::prelude::*;

use crate::error::{Error, Result};

/// The time between two checks for a signal.
const CHECK_EVERY: Duration = Duration::from_millis(40);

/// The state that work shares with the thread that waits for it. It observes the work: it counts the rows that are done.
#[derive(Clone, Default)]
pub(crate) struct Control {
    pub(crate) interrupt: Interrupt,
    done: Arc<AtomicU64>,
}

impl Control {
    /// Returns what long work of the libraries is given.
    pub(crate) fn run(&self, threads: Option<NonZeroUsize>) -> Run<'_> {
        Run { threads, interrupt: self.interrupt.clone(), observer: self }
    }
}

impl Observer for Control {
    fn advance(&self, count: u64) {
        self.done.fetch_add(count, Relaxed);
    }
}

/// A function that is told how many more rows are done.
pub(crate) type Progress = Option<Py<PyAny>>;

/// Work in another thread, which returns any number of results.
pub(crate) struct Job<T> {
    control: Control,
    // Locked, because any Python thread may ask.
    results: Mutex<Receiver<Result<T>>>,
    progress: Progress,
    reported: AtomicU64,
}

/// The channel for results.
pub(crate) struct Results<T>(SyncSender<Result<T>>);

impl<T> Results<T> {
    /// Hands on a result, once the one before it was taken.
    pub(crate) fn put(&self, result: T) -> Result<()> {
        self.0.send(Ok(result)).map_err(|_| Error::Interrupted)
    }
}

impl<T: Send + 'static> Job<T> {
    /// Starts work.
    pub(crate) fn start(
        progress: Progress,
        work: impl FnOnce(&Control, &Results<T>) -> Result<()> + Send + 'static,
    ) -> Result<Job<T>> {
        let (sender, receiver) = sync_channel(1);
        let control = Control::default();
        let own = control.clone();
        let run = move || {
            let results = Results(sender);
            let done = panic::catch_unwind(AssertUnwindSafe(|| work(&own, &results)));
            let failed = match done {
                Ok(Ok(())) => return,
                Ok(Err(error)) => error,
                Err(panic) => Error::Panic(message(&*panic)),
            };
            let _ = results.0.send(Err(failed)); // the receiver may be gone
        };
        let started = thread::Builder::new().name("minirow".into()).spawn(run);
        started.map_err(|error| Error::Invalid(format!("cannot start a thread: {error}")))?;
        Ok(Job { control, results: Mutex::new(receiver), progress, reported: AtomicU64::new(0) })
    }

    /// Waits for the next result; returns `None` if there are no more.
    ///
    /// # Errors
    /// The error of the work, or of a signal handler. Then the work is told to stop.
    pub(crate) fn next(&self, py: Python<'_>) -> Result<Option<T>> {
        loop {
            let results = || self.results.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(CHECK_EVERY);
            let waited = py.detach(results);
            let checked = py.check_signals().and_then(|()| self.report(py));
            if let Err(error) = checked {
                self.control.interrupt.request();
                return Err(error.into());
            }
            match waited {
                Ok(result) => return result.map(Some),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
    }

    /// Reports how many rows are done.
    fn report(&self, py: Python<'_>) -> PyResult<()> {
        let Some(progress) = &self.progress else { return Ok(()) };
        let done = self.control.done.load(Relaxed);
        let before = self.reported.swap(done, Relaxed);
        if done > before {
            progress.call1(py, (done - before,))?;
        }
        Ok(())
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.control.interrupt.request();
    }
}

/// Does work that returns one result.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    progress: Progress,
    work: impl FnOnce(&Control) -> Result<T> + Send + 'static,
) -> Result<T> {
    let job = Job::start(progress, |control, results| results.put(work(control)?))?;
    job.next(py)?.ok_or(Error::Interrupted)
}

/// Returns the message of a panic.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it has no message").into()
}
