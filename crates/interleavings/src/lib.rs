//! Interleavings of the threads of `minirow_files::ordered`, chosen by the scheduler of shuttle: `cargo xtask ci interleavings`.
#![cfg(test)]

#[path = "../../files/src/ordered.rs"]
pub mod ordered;
#[path = "../../files/src/threads.rs"]
pub mod threads;

mod interleavings {
    use std::num::NonZeroUsize;
    use std::ops::ControlFlow;

    use crate::ordered::{Worker, in_order, map};
    use crate::threads::with_limit;

    const ATTEMPTS: usize = 2_000;

    #[test]
    fn all_results_are_handed_on_in_order() {
        let check = || {
            let mut all = Vec::new();
            let work = |worker: Worker<u64>| {
                let mut taken = Vec::new();
                loop {
                    while taken.len() < 2
                        && let Some(index) = worker.take(taken.len())
                    {
                        taken.push(index);
                    }
                    let Some(index) = taken.pop() else { return };
                    worker.put(index, index);
                }
            };
            in_order(0..7, NonZeroUsize::new(3), work, |found| {
                all.extend::<Vec<u64>>(found);
                Ok::<_, ()>(ControlFlow::Continue(()))
            })
            .unwrap();
            assert!(all.into_iter().eq(0..7));
        };
        shuttle::check_random(check, ATTEMPTS);
        shuttle::check_pct(check, ATTEMPTS, 3);
    }

    #[test]
    fn fewer_threads_than_wanted_hand_on_all_results() {
        let check = || {
            for started in [0, 1] {
                let mut all = Vec::new();
                let results = |found| {
                    all.extend::<Vec<u64>>(found);
                    Ok::<_, ()>(())
                };
                with_limit(started, || map(0..5, NonZeroUsize::new(3), |item: u64| item, results)).unwrap();
                assert!(all.into_iter().eq(0..5));
            }
        };
        shuttle::check_random(check, ATTEMPTS);
    }

    #[test]
    fn items_end_and_errors_stop_without_a_deadlock() {
        let check = || {
            let mut all = Vec::new();
            map(
                0..5,
                NonZeroUsize::new(2),
                |item: u64| item,
                |found| {
                    all.extend::<Vec<u64>>(found);
                    Ok::<_, ()>(())
                },
            )
            .unwrap();
            assert!(all.into_iter().eq(0..5));
            let ended = map(0..u64::MAX, NonZeroUsize::new(2), |item| item, |_| Err("enough"));
            assert_eq!(ended, Err("enough"));
        };
        shuttle::check_random(check, ATTEMPTS);
    }
}
