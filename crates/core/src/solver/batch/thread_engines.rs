//! The engines of a thread, kept between uses: to make an engine takes longer than to solve a puzzle.

use std::cell::RefCell;
use std::thread::LocalKey;

use super::Engine;

/// Boxed, since each question takes an engine out and puts it back: a box moves faster.
type IdleEngines = Vec<Box<Engine>>;

thread_local! {
    /// Idle engines for many grids.
    static FOR_MANY: RefCell<IdleEngines> = const { RefCell::new(IdleEngines::new()) };
    /// Idle engines for one grid at a time, which run best on other instruction sets.
    static FOR_ONE: RefCell<IdleEngines> = const { RefCell::new(IdleEngines::new()) };
}

/// Calls a function with a batch engine of this thread, and keeps the engine for the next call.
///
/// Calls may be nested: the inner call gets another engine. A thread keeps as many engines as its calls were nested, so one
/// as a rule. If the function panics, its engine is dropped.
///
/// ```
/// use minirow_core::Grid;
/// use minirow_core::solver::batch::with_engine;
///
/// let grids = [Grid::EMPTY; 3];
/// let counts: Vec<u64> = with_engine(|engine| engine.counts(&grids, 10).collect());
/// assert_eq!(counts, [10, 10, 10]);
///
/// let nested = with_engine(|outer| {
///     let inner = with_engine(|inner| inner.count(&Grid::EMPTY, 5));
///     outer.count(&Grid::EMPTY, 7) + inner
/// });
/// assert_eq!(nested, 12);
/// ```
pub fn with_engine<R>(ask: impl FnOnce(&mut Engine) -> R) -> R {
    with_idle(&FOR_MANY, Engine::new, ask)
}

/// Does the same as [`with_engine`] with an engine for one grid at a time.
pub(crate) fn with_engine_for_one<R>(ask: impl FnOnce(&mut Engine) -> R) -> R {
    with_idle(&FOR_ONE, Engine::for_one, ask)
}

/// Takes an idle engine, or makes one, and returns it after use. While a thread ends, nothing is kept.
#[inline]
fn with_idle<R>(
    idle: &'static LocalKey<RefCell<IdleEngines>>,
    make: impl FnOnce() -> Engine,
    ask: impl FnOnce(&mut Engine) -> R,
) -> R {
    let kept = idle.try_with(|idle| idle.borrow_mut().pop()).ok().flatten();
    let mut engine = kept.unwrap_or_else(|| Box::new(make()));
    let answer = ask(&mut engine);
    // While the thread ends, the engine is dropped here.
    let _ = idle.try_with(|idle| idle.borrow_mut().push(engine));
    answer
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;

    fn kept() -> usize {
        FOR_MANY.with_borrow(IdleEngines::len)
    }

    #[test]
    fn an_engine_is_kept_for_each_level_of_nesting() {
        for _ in 0..3 {
            let count =
                with_engine(|outer| outer.count(&Grid::EMPTY, 3) + with_engine(|inner| inner.count(&Grid::EMPTY, 4)));
            assert_eq!(count, 7);
            assert_eq!(kept(), 2);
        }
    }

    #[test]
    fn a_panic_loses_one_engine_and_nothing_else() {
        let outcome = std::panic::catch_unwind(|| with_engine(|_| panic!("on purpose")));
        assert!(outcome.is_err());
        assert_eq!(kept(), 0);
        assert_eq!(with_engine(|engine| engine.count(&Grid::EMPTY, 5)), 5);
        assert_eq!(kept(), 1);
    }

    #[test]
    fn engines_work_while_a_thread_ends() {
        struct AsksLate;
        impl Drop for AsksLate {
            fn drop(&mut self) {
                assert_eq!(with_engine(|engine| engine.count(&Grid::EMPTY, 6)), 6);
                assert_eq!(with_engine_for_one(|engine| engine.count(&Grid::EMPTY, 6)), 6);
            }
        }
        thread_local!(static LATE: AsksLate = const { AsksLate });
        // The first of the two that are used is dropped last.
        for late_first in [true, false] {
            let ask = move || {
                if late_first {
                    LATE.with(|_| {});
                }
                with_engine(|_| {});
                LATE.with(|_| {});
            };
            std::thread::spawn(ask).join().expect("no panic");
        }
    }
}
