//! Exact numbers of solutions, compared with a file, for both solvers.

use crate::common::Random;
use minirow_core::Grid;
use minirow_core::solver::{self, reference};

#[test]
fn both_solvers_agree_with_the_file() {
    let mut lines = 0;
    for line in include_str!("../counts.csv").lines().filter(|line| !line.starts_with('#')) {
        let [grid, limit, count] = line.split(',').collect::<Vec<_>>().try_into().expect("three fields");
        let (grid, limit): (Grid, u64) = (grid.parse().unwrap(), limit.parse().unwrap());
        assert_eq!(reference::count(&grid, limit).to_string(), count, "reference, {line}");
        assert_eq!(solver::count(&grid, limit).to_string(), count, "bitmask, {line}");
        lines += 1;
    }
    assert!(lines >= 10, "only {lines} cases");
}

#[test]
fn exact_counts_do_not_depend_on_the_symmetry_or_the_portions() {
    let mut random = Random::new(11);
    let grid = random.solvable(24);
    let exact = solver::count(&grid, u64::MAX);
    assert!(exact > 1);
    for _ in 0..50 {
        let equivalent = random.symmetry().grid(&grid);
        assert_eq!(solver::count(&equivalent, u64::MAX), exact, "{equivalent}");
        let mut solutions = solver::solutions(&equivalent);
        let mut total = 0;
        loop {
            let portion = solutions.count_next(7);
            total += portion;
            if portion < 7 {
                break;
            }
        }
        assert_eq!(total, exact, "in portions of 7, {equivalent}");
        assert_eq!(solutions.count_next(7), 0, "nothing comes after the end");
    }
}

#[test]
fn a_limit_is_never_exceeded() {
    let mut random = Random::new(12);
    let grid = random.solvable(23);
    let exact = solver::count(&grid, u64::MAX);
    for limit in [0, 1, 2, 3, exact - 1, exact, exact + 1] {
        assert_eq!(solver::count(&grid, limit), exact.min(limit));
        assert_eq!(reference::count(&grid, limit), exact.min(limit));
    }
}
