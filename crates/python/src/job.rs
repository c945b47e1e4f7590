//! Work in a separate thread. The calling thread waits without the interpreter's lock, and checks for Ctrl-C.
//!
//! Ctrl-C returns at once. The thread owns all its data, notices the interrupt and ends soon afterwards.
//!
//! A forked process has none of the threads of its parent. A job belongs to the process that started it.

use std::mem;
use std::num::NonZeroUsize;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use std::{process, thread};

use minirow_files::panics;
use minirow_table::{Interrupt, Observer, Run};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::error::{Error, Result};

/// The time between two checks for a signal.
const CHECK_EVERY: Duration = Duration::from_millis(40);

/// The state that work shares with the thread that waits for it. It counts the rows that are done.
#[derive(Clone, Default)]
pub(crate) struct Control {
    pub(crate) interrupt: Interrupt,
    done: Arc<AtomicU64>,
}

impl Control {
    /// Returns the threads, interrupt and observer for long work of the libraries.
    pub(crate) fn run(&self, threads: Option<NonZeroUsize>) -> Run<'_> {
        Run { threads, interrupt: self.interrupt.clone(), observer: self }
    }
}

impl Observer for Control {
    fn advance(&self, count: u64) {
        self.done.fetch_add(count, Relaxed);
    }
}

/// A Python function that is called with the number of rows done since its last call.
pub(crate) type Progress = Option<Py<PyAny>>;

/// Work in another thread, which returns any number of results.
pub(crate) struct Job<T> {
    /// The process that has the thread.
    process: u32,
    control: Control,
    /// Any Python thread may ask for a result. It is `None` when the job is dropped.
    results: Option<Mutex<Receiver<Result<T>>>>,
    progress: Progress,
    reported: AtomicU64,
}

/// Hands on a result, once the one before it was taken.
pub(crate) type Put<'a, T> = &'a (dyn Fn(T) -> Result<()> + Sync);

impl<T: Send + 'static> Job<T> {
    /// Starts work.
    pub(crate) fn start(
        progress: Progress,
        work: impl FnOnce(&Control, Put<'_, T>) -> Result<()> + Send + 'static,
    ) -> Result<Job<T>> {
        let (sender, receiver) = sync_channel(1);
        let control = Control::default();
        let own = control.clone();
        let run = move || {
            let put = |result| sender.send(Ok(result)).map_err(|_| Error::interrupted());
            let done = panic::catch_unwind(AssertUnwindSafe(|| own.interrupt.stops_ratings(|| work(&own, &put))));
            if let Err(error) = done.unwrap_or_else(|panic| Err(Error::panic(panics::message(&*panic)))) {
                let _ = sender.send(Err(error)); // the receiver may be gone
            }
        };
        let started = thread::Builder::new().name("minirow".into()).spawn(run);
        started.map_err(|error| PyRuntimeError::new_err(format!("cannot start a thread: {error}")))?;
        let (process, results) = (process::id(), Some(Mutex::new(receiver)));
        Ok(Job { process, control, results, progress, reported: AtomicU64::new(0) })
    }

    /// Waits for the next result. Returns `None` if there are no more.
    ///
    /// # Errors
    /// Returns the error of the work or of a signal handler. An error of a signal handler stops the work. Returns an error in
    /// a forked process.
    pub(crate) fn next(&self, py: Python<'_>) -> Result<Option<T>> {
        let results = self.results.as_ref().filter(|_| self.process == process::id()).ok_or_else(|| {
            PyRuntimeError::new_err(format!(
                "found an iterator of the process {} in the forked process {}, which has none of its threads; create the \
                 iterator in the process that uses it",
                self.process,
                process::id()
            ))
        })?;
        loop {
            let result = || results.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(CHECK_EVERY);
            let waited = py.detach(result);
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
        if self.process != process::id() {
            // A thread that exists only in the parent may have held a lock of the channel when the process was forked.
            mem::forget(self.results.take());
        }
    }
}

/// Does work that returns one result.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    progress: Progress,
    work: impl FnOnce(&Control) -> Result<T> + Send + 'static,
) -> Result<T> {
    let job = Job::start(progress, |control, put| put(work(control)?))?;
    job.next(py)?.ok_or_else(Error::interrupted)
}
