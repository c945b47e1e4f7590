use std::mem;

use super::*;

/// Works on one index after the other.
fn one_by_one<R>(work: impl Fn(u64) -> R) -> impl Fn(Worker<R>) {
    move |worker| {
        while let Some(index) = worker.take(0) {
            worker.put(index, work(index));
        }
    }
}

fn all(indices: Range<u64>, threads: usize, work: impl Fn(Worker<u64>) + Sync) -> Vec<u64> {
    let mut all = Vec::new();
    in_order(indices, NonZeroUsize::new(threads), work, |portion| {
        all.extend::<Vec<u64>>(portion);
        Ok::<_, ()>(ControlFlow::Continue(()))
    })
    .unwrap();
    all
}

#[test]
fn results_come_in_order_with_any_number_of_threads() {
    /// Works on up to a hundred at a time, and finishes the last first.
    fn many_by_many(worker: Worker<u64>) {
        let mut under_way = Vec::new();
        loop {
            while under_way.len() < 100
                && let Some(index) = worker.take(under_way.len())
            {
                under_way.push(index);
            }
            let Some(index) = under_way.pop() else { return };
            worker.put(index, index * index);
        }
    }
    for (start, end) in [(0, 0), (0, 1), (5, 9), (0, 3 * WINDOW)] {
        for threads in [1, 2, 7] {
            let squares = || (start..end).map(|index| index * index);
            assert!(all(start..end, threads, one_by_one(|index| index * index)).into_iter().eq(squares()));
            assert!(all(start..end, threads, many_by_many).into_iter().eq(squares()));
        }
    }
}

#[test]
fn items_come_in_order_with_any_number_of_threads() {
    for (count, threads) in [(0, 1), (1, 3), (1_000, 1), (100_000, 2), (100_000, 7)] {
        let mut all = Vec::new();
        map(
            0..count,
            NonZeroUsize::new(threads),
            |item: u64| !item,
            |found| {
                all.extend::<Vec<u64>>(found);
                Ok::<_, ()>(())
            },
        )
        .unwrap();
        assert!(all.into_iter().eq((0..count).map(|item| !item)), "{count} items, {threads} threads");
    }
}

#[test]
fn threads_that_cannot_be_started_change_no_result() {
    for available in [0, 1, 3] {
        let results = threads::with_limit(available, || all(0..3 * WINDOW, 7, one_by_one(|index| index + 1)));
        assert!(results.into_iter().eq(1..=3 * WINDOW), "{available} threads");
        let mut items = Vec::new();
        let taken = threads::with_limit(available, || {
            map(
                0..100_000,
                NonZeroUsize::new(7),
                |item: u64| !item,
                |found| {
                    items.extend::<Vec<u64>>(found);
                    if items.len() < 50_000 { Ok(()) } else { Err("enough") }
                },
            )
        });
        assert_eq!(taken, Err("enough"), "{available} threads");
        assert!(items.iter().copied().eq((0..items.len() as u64).map(|item| !item)), "{available} threads");
    }
}

#[test]
fn many_threads_work_on_lots_at_once() {
    const THREADS: usize = 24;
    let (working, changed) = (Mutex::new(0), Condvar::new());
    let work = |lot: &mut Vec<u64>| {
        let mut working = working.lock().unwrap();
        *working += 1;
        changed.notify_all();
        let wait = changed.wait_timeout_while(working, Duration::from_secs(10), |working| *working < THREADS);
        assert!(!wait.unwrap().1.timed_out(), "fewer than {THREADS} threads have a lot");
        mem::take(lot)
    };
    let items = lots(0..(THREADS * SMALLEST_LOT) as u64);
    map_lots(items, NonZeroUsize::new(THREADS), work, |_| Ok::<_, ()>(())).unwrap();
}

#[test]
fn a_result_is_handed_on_while_the_next_one_is_missing() {
    let (last, changed) = (Mutex::new(None), Condvar::new());
    let work = |index: u64| {
        let wait = changed.wait_timeout_while(last.lock().unwrap(), Duration::from_secs(10), |last| {
            last.map_or(0, |last| last + 1) < index
        });
        assert!(!wait.unwrap().1.timed_out(), "the result before {index} was not handed on");
        index
    };
    let mut found = Vec::new();
    let mut results = |portion: Vec<u64>| {
        found.extend(portion);
        *last.lock().unwrap() = found.last().copied();
        changed.notify_all();
        Ok::<_, ()>(ControlFlow::Continue(()))
    };
    in_order(0..3, NonZeroUsize::new(3), one_by_one(work), &mut results).unwrap();
    assert_eq!(found, [0, 1, 2]);
    (*last.lock().unwrap(), found) = (None, Vec::new());
    map_lots(
        |lot: &mut u64, _| {
            *lot += 1;
            *lot <= 3
        },
        NonZeroUsize::new(1),
        |lot| vec![work(*lot - 1)],
        |portion| {
            found.extend(portion);
            *last.lock().unwrap() = found.last().copied();
            Ok::<_, ()>(())
        },
    )
    .unwrap();
    assert_eq!(found, [0, 1, 2]);
}

#[test]
fn one_thread_at_a_time_hands_on_results() {
    let busy = AtomicBool::new(false);
    let mut count = 0;
    map(
        0..20_000,
        NonZeroUsize::new(4),
        |item: u64| item,
        |found| {
            assert!(!busy.swap(true, SeqCst));
            count += found.len();
            thread::yield_now();
            busy.store(false, SeqCst);
            Ok::<_, ()>(())
        },
    )
    .unwrap();
    assert_eq!(count, 20_000);
}

#[test]
fn no_worker_takes_more_than_a_share_of_what_is_left() {
    let barrier = std::sync::Barrier::new(3);
    let work = |worker: Worker<usize>| {
        let mut taken = Vec::new();
        while let Some(index) = worker.take(taken.len()) {
            taken.push(index);
        }
        barrier.wait(); // before it, no result was put
        for &index in &taken {
            worker.put(index, taken.len());
        }
        while let Some(index) = worker.take(0) {
            worker.put(index, 0);
        }
    };
    let mut shares = Vec::new();
    in_order(0..30, NonZeroUsize::new(3), work, |portion| {
        shares.extend::<Vec<usize>>(portion);
        Ok::<_, ()>(ControlFlow::Continue(()))
    })
    .unwrap();
    assert!(shares.iter().all(|&share| share <= 10), "{shares:?}");
    assert_eq!(shares.len(), 30);
}

#[test]
fn an_error_ends_the_work_and_halts_the_workers() {
    let work = |worker: Worker<u64>| {
        while let Some(index) = worker.take(0) {
            // Index 3 ends only when the work is halted.
            while index == 3 && !worker.is_halted() {
                thread::yield_now();
            }
            worker.put(index, index);
        }
    };
    let threads = NonZeroUsize::new(2);
    assert_eq!(in_order(0..u64::MAX, threads, work, |_| Err("enough")), Err("enough"));
    assert_eq!(in_order(0..u64::MAX, threads, work, |_| Ok::<_, ()>(ControlFlow::Break(()))), Ok(()));
    assert_eq!(map(0..u64::MAX, threads, |item| item, |_| Err("enough")), Err("enough"));
}

#[test]
#[should_panic(expected = "a scoped thread panicked")]
fn a_panic_is_propagated() {
    let work = one_by_one(|index| assert!(index != 30));
    let _ = in_order(0..1000, NonZeroUsize::new(3), work, |_| Ok::<_, ()>(ControlFlow::Continue(())));
}
