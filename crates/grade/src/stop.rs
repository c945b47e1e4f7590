//! A flag that stops the ratings of a thread: one rating can take half a minute.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

thread_local! {
    /// The flag of the work that this thread is doing.
    static FLAG: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// Does work on this thread in which all ratings and paths stop soon after a flag is set.
///
/// A path that is stopped ends with [`Cut::BudgetSpent`](crate::Cut::BudgetSpent) at some step, which depends on the time.
/// Check the flag after the work, and do not use results if it is set.
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::AtomicBool;
/// use minirow_core::Puzzle;
/// use minirow_grade::{grade, with_stop};
///
/// let hard = Puzzle::new("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?)?;
/// let stopped = with_stop(&Arc::new(AtomicBool::new(true)), || grade(&hard));
/// assert_eq!(stopped.er(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn with_stop<R>(flag: &Arc<AtomicBool>, work: impl FnOnce() -> R) -> R {
    /// Puts back the flag of the surrounding work, even after a panic.
    struct Before(Option<Arc<AtomicBool>>);
    impl Drop for Before {
        fn drop(&mut self) {
            FLAG.replace(self.0.take());
        }
    }
    let _before = Before(FLAG.replace(Some(flag.clone())));
    work()
}

/// Returns `true` if the ratings of this thread must stop.
pub(crate) fn is_requested() -> bool {
    FLAG.with_borrow(|flag| flag.as_ref().is_some_and(|flag| flag.load(SeqCst)))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use minirow_core::Puzzle;

    use super::*;
    use crate::{Cut, grade};

    #[test]
    fn a_rating_stops_when_the_flag_is_set() {
        // ER 11.9: the whole rating takes about a thousand times as long as the time after which it is stopped.
        let clues = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";
        let puzzle = Puzzle::new(clues.parse().unwrap()).unwrap();
        let flag = Arc::new(AtomicBool::new(false));
        std::thread::scope(|scope| {
            let rating = scope.spawn(|| with_stop(&flag, || grade(&puzzle)));
            std::thread::sleep(Duration::from_millis(50));
            flag.store(true, SeqCst);
            let grade = rating.join().unwrap();
            assert_eq!((grade.er(), grade.cut()), (None, Some(Cut::BudgetSpent)));
        });
        assert!(!is_requested(), "the flag is for one thread, and as long as the work takes");
    }

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
