//! A budget and a stop flag end a rating, and change nothing otherwise.

use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use minirow_core::Puzzle;
use minirow_grade::stop;
use minirow_hodoku::{BudgetSpent, rate};

/// A puzzle that needs forcing nets.
const HARD: &str = "............7..8.5.734..6....2.3...6.1......754...8..2.98..41....136........1....";

fn puzzle() -> Puzzle {
    Puzzle::new(HARD.parse().unwrap()).unwrap()
}

#[test]
fn a_budget_that_is_great_enough_changes_nothing() {
    let rating = rate(&puzzle(), None).unwrap();
    assert_eq!((rating.level().to_string(), rating.score()), ("Extreme".into(), 4428));
    assert_eq!(rate(&puzzle(), NonZeroU64::new(1 << 40)), Ok(rating));
}

#[test]
fn a_rating_ends_where_its_budget_is_spent() {
    let fits = |budget: u64| rate(&puzzle(), NonZeroU64::new(budget)).is_ok();
    let (mut too_small, mut enough) = (1_u64, 1_u64 << 40);
    while enough - too_small > 1 {
        let middle = too_small.midpoint(enough);
        if fits(middle) { enough = middle } else { too_small = middle }
    }
    assert!(!fits(too_small) && fits(enough) && enough > 1000, "{enough}");
    assert_eq!(rate(&puzzle(), NonZeroU64::new(too_small)), Err(BudgetSpent));
}

#[test]
fn a_flag_stops_a_rating() {
    let flag = Arc::new(AtomicBool::new(true));
    assert_eq!(stop::with_stop(&flag, || rate(&puzzle(), None)), Err(BudgetSpent));
}
