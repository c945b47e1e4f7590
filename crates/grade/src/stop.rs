//! A flag that stops the long work of a thread, such as ratings: one can take half a minute.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

thread_local! {
    /// The flag of the work that this thread is doing.
    static FLAG: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// Does work on this thread in which all ratings and paths stop soon after a flag is set.
///
/// A rating that is stopped ends as if its budget was spent, at some step that depends on the time. Check the flag after
/// the work, and do not use results if it is set.
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::AtomicBool;
/// use minirow_grade::stop;
///
/// let flag = Arc::new(AtomicBool::new(true));
/// assert!(stop::with_stop(&flag, stop::is_requested));
/// assert!(!stop::is_requested());
/// ```
pub fn with_stop<R>(flag: &Arc<AtomicBool>, work: impl FnOnce() -> R) -> R {
    /// Puts back the flag of the surrounding work, even after a panic.
    struct Before(Option<Arc<AtomicBool>>);
    impl Drop for Before {
        fn drop(&mut self) {
            FLAG.replace(self.0.take());
        }
    }
    if FLAG.with_borrow(|current| current.as_ref().is_some_and(|current| Arc::ptr_eq(current, flag))) {
        return work(); // a clone for each of many items would make threads wait for each other
    }
    let _before = Before(FLAG.replace(Some(flag.clone())));
    work()
}

/// Returns `true` if the work of this thread must stop.
#[inline]
pub fn is_requested() -> bool {
    FLAG.with_borrow(|flag| flag.as_ref().is_some_and(|flag| flag.load(SeqCst)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flag_of_surrounding_work_comes_back() {
        let (outer, inner) = (Arc::new(AtomicBool::new(true)), Arc::new(AtomicBool::new(false)));
        with_stop(&outer, || {
            with_stop(&inner, || assert!(!is_requested()));
            assert!(is_requested());
        });
        assert!(!is_requested());
    }
}
