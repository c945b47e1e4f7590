//! Work in a thread of its own, while the calling thread waits for it as Python wants it: without the interpreter's lock,
//! and with an ear for Ctrl-C.
//!
//! Who is interrupted does not wait for what is under way: that thread owns all that it needs, and ends by itself soon.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use minirow_cli::door::Stop;
use pyo3::prelude::*;

use crate::error::{Error, Result};

/// So long nobody asks whether there was a signal.
const LISTEN: Duration = Duration::from_millis(40);

/// What work and who waits for it have in common.
#[derive(Clone, Default)]
pub(crate) struct Control {
    pub(crate) stop: Stop,
    done: Arc<AtomicU64>,
}

impl Control {
    /// So many more rows are done.
    pub(crate) fn add(&self, rows: usize) {
        self.done.fetch_add(rows as u64, Relaxed);
    }
}

/// Who is told how many more rows are done.
pub(crate) type Progress = Option<Py<PyAny>>;

/// Work that goes on, and gives any number of results.
pub(crate) struct Job<T> {
    control: Control,
    // In a lock, as any Python thread may ask.
    results: Mutex<Receiver<Result<T>>>,
    progress: Progress,
    told: AtomicU64,
}

/// Where work puts its results.
pub(crate) struct Results<T>(SyncSender<Result<T>>);

impl<T> Results<T> {
    /// Hands on a result, as soon as the one before it was taken.
    pub(crate) fn put(&self, result: T) -> Result<()> {
        self.0.send(Ok(result)).map_err(|_| Error::Stopped)
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
                Err(panic) => Error::Panic(said(&*panic)),
            };
            let _ = results.0.send(Err(failed)); // nobody may be there any more
        };
        let started = thread::Builder::new().name("minirow".into()).spawn(run);
        started.map_err(|error| Error::Asked(format!("cannot start a thread: {error}")))?;
        Ok(Job { control, results: Mutex::new(receiver), progress, told: AtomicU64::new(0) })
    }

    /// Waits for the next result; nothing if there are no more.
    ///
    /// # Errors
    /// What work or a signal handler says. Then work is told to stop.
    pub(crate) fn next(&self, py: Python<'_>) -> Result<Option<T>> {
        loop {
            let results = || self.results.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LISTEN);
            let waited = py.detach(results);
            let heard = py.check_signals().and_then(|()| self.tell(py));
            if let Err(error) = heard {
                self.control.stop.stop();
                return Err(error.into());
            }
            match waited {
                Ok(result) => return result.map(Some),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
    }

    /// Tells how many rows are done.
    fn tell(&self, py: Python<'_>) -> PyResult<()> {
        let Some(progress) = &self.progress else { return Ok(()) };
        let done = self.control.done.load(Relaxed);
        let before = self.told.swap(done, Relaxed);
        if done > before {
            progress.call1(py, (done - before,))?;
        }
        Ok(())
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.control.stop.stop();
    }
}

/// Does work that gives one result.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    progress: Progress,
    work: impl FnOnce(&Control) -> Result<T> + Send + 'static,
) -> Result<T> {
    let job = Job::start(progress, |control, results| results.put(work(control)?))?;
    job.next(py)?.ok_or(Error::Stopped)
}

/// What a panic said.
fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it did not say what").into()
}
