//! The engines of a thread, kept between uses: creating an engine takes longer than solving a puzzle.

use std::cell::RefCell;
use std::thread::LocalKey;

use super::Engine;

/// Boxed, because each call takes an engine out and puts it back: a box is cheaper to move.
type IdleEngines = Vec<Box<Engine>>;

thread_local! {
    /// Idle engines for many grids.
    static FOR_MANY: RefCell<IdleEngines> = const { RefCell::new(IdleEngines::new()) };
    /// Idle engines for one grid at a time, which are fastest on other instruction sets.
    static FOR_ONE: RefCell<IdleEngines> = const { RefCell::new(IdleEngines::new()) };
}

/// Calls a function with a batch engine of this thread, and keeps the engine for the next call.
///
/// Calls may be nested: the inner call gets another engine. A thread keeps as many engines as the depth of its nested
/// calls, usually one. If the function panics, its engine is dropped.
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

/// Calls a function with an engine of this thread for one grid at a time. See [`with_engine`].
pub(crate) fn with_engine_for_one<R>(ask: impl FnOnce(&mut Engine) -> R) -> R {
    with_idle(&FOR_ONE, Engine::for_one, ask)
}

/// Takes or creates an idle engine, and puts it back after use. While a thread ends, engines are not kept.
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
    fn a_panic_drops_one_engine_only() {
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
        // Thread locals are dropped in the reverse order of their first use.
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
