//! The call of the current thread, if another program calls a command in its own process: its messages, interrupt and progress.
//!
//! A call is known to the thread that runs it. What that thread would print is collected for the caller, and so are the messages of
//! the progress, which come from any thread.

use std::cell::RefCell;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use minirow_pack::LimitReached;
use minirow_table::Interrupt;
use minirow_text::shown;

/// The limit on time that was reached by the program.
pub(crate) static REACHED: OnceLock<Duration> = OnceLock::new();

/// The interrupt and the progress of a call. The default is never interrupted, and ignores the progress.
#[derive(Clone, Default)]
pub struct Caller {
    /// The token that ends the command.
    pub interrupt: Interrupt,
    /// A function that gets the number of units done since its last call, from any thread.
    pub advance: Option<Advance>,
}

/// A function that counts the progress.
pub type Advance = Arc<dyn Fn(u64) + Send + Sync>;

/// A call. Clones share one list of messages, and one end.
#[derive(Clone)]
pub(crate) struct Call {
    pub(crate) advance: Option<Advance>,
    /// The token that ends the command: for the caller, or at a limit on time.
    pub(crate) token: Interrupt,
    /// The limit on time that was reached.
    pub(crate) reached: Arc<OnceLock<Duration>>,
    /// The messages for the caller; `None` after the end of the call.
    messages: Arc<Mutex<Option<Vec<String>>>>,
}

impl Call {
    /// Collects a message for the caller.
    pub(crate) fn collect(&self, message: &str) {
        self.messages().iter_mut().for_each(|messages| messages.push(shown(message).into_owned()));
    }

    /// Returns `true` after the end of the call.
    pub(crate) fn has_ended(&self) -> bool {
        self.messages().is_none()
    }

    /// Returns the messages, for as long as no other thread needs them.
    pub(crate) fn messages(&self) -> MutexGuard<'_, Option<Vec<String>>> {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

thread_local! {
    static CALL: RefCell<Option<Call>> = const { RefCell::new(None) };
}

/// The time in which a call is that of this thread. Its end puts back the call before it, even after a panic.
pub(crate) struct Current {
    pub(crate) call: Call,
    before: Option<Call>,
}

impl Current {
    pub(crate) fn begin(caller: Caller) -> Current {
        let (token, messages) = (caller.interrupt.part(), Arc::new(Mutex::new(Some(Vec::new()))));
        let call = Call { advance: caller.advance, token, reached: Arc::default(), messages };
        Current { before: CALL.replace(Some(call.clone())), call }
    }
}

impl Drop for Current {
    fn drop(&mut self) {
        self.call.messages().take();
        CALL.set(self.before.take());
    }
}

/// Returns the call on this thread, if there is one.
pub(crate) fn current() -> Option<Call> {
    CALL.with_borrow(Clone::clone)
}

/// Returns the limit on time that has ended a call, or the program if there is none, unless it was a signal.
pub(crate) fn limit_reached(call: Option<&Call>) -> Option<LimitReached> {
    let reached = call.map_or(REACHED.get(), |call| call.reached.get());
    reached.map(|&limit| LimitReached::Time(limit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_ends_with_a_panic() {
        let outer = Current::begin(Caller::default());
        let inner = std::panic::catch_unwind(|| {
            let _inner = Current::begin(Caller::default());
            panic!("on purpose");
        });
        assert!(inner.is_err());
        assert!(current().is_some_and(|call| Arc::ptr_eq(&call.messages, &outer.call.messages)));
        let call = outer.call.clone();
        drop(outer);
        assert!(current().is_none() && call.has_ended());
    }
}
