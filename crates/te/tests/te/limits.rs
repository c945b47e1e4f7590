//! A budget and a flag stop a rating, and change none.

use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use minirow_grade::stop;
use minirow_te::BudgetSpent;

use crate::support::{hard, puzzle, random, rate};

#[test]
fn a_budget_changes_no_rating() {
    let mut spent = 0;
    for row in random().step_by(30).chain(hard().step_by(20)) {
        let puzzle = puzzle(row.clues);
        for budget in [1, 100, 1000, 10_000_000] {
            match minirow_te::rate(&puzzle, NonZeroU64::new(budget)) {
                Ok(rating) => assert_eq!(rating, rate(&puzzle), "{} {budget}", row.clues),
                Err(BudgetSpent) => spent += 1,
            }
        }
    }
    assert!(spent > 60, "only {spent} budgets were spent");
}

#[test]
fn a_rating_stops_at_the_flag() {
    let hard = puzzle("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
    let flag = Arc::new(AtomicBool::new(true));
    assert_eq!(stop::with_stop(&flag, || minirow_te::rate(&hard, None)), Err(BudgetSpent));
    assert_eq!(rate(&hard).depth(), 2);
}
