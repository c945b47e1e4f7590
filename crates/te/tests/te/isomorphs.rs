//! Equivalent puzzles have equal ratings.

use minirow_core::Symmetry;

use crate::size::stride;
use crate::support::{hard, puzzle, random, rate};

#[test]
fn equivalent_puzzles_have_equal_ratings() {
    // The stride is prime to the number of symmetries, so that all kinds occur.
    let mut symmetries = (1..).map(|number: u64| Symmetry::nth(number * 7_919_191_919 % Symmetry::COUNT));
    for row in random().step_by(10 * stride(3)).chain(hard().step_by(7 * stride(3))) {
        let puzzle = puzzle(row.clues);
        let rating = rate(&puzzle);
        for symmetry in symmetries.by_ref().take(3) {
            assert_eq!(rate(&symmetry.puzzle(&puzzle)), rating, "{} {symmetry}", row.clues);
        }
    }
}
