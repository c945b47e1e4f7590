//! All ratings equal those of the Sudoku Hierarchical Classifier.

use std::collections::BTreeSet;

use crate::support::{Row, hard, puzzle, random, rate, ratings};

/// Checks the rows, and returns the different ratings and the number of rows.
fn check(rows: impl Iterator<Item = Row>) -> (BTreeSet<[&'static str; 4]>, usize) {
    let mut different = BTreeSet::new();
    let mut count = 0;
    for row in rows {
        assert_eq!(ratings(rate(&puzzle(row.clues))), row.ratings, "{}", row.clues);
        different.insert(row.ratings);
        count += 1;
    }
    (different, count)
}

#[test]
fn ratings_of_random_puzzles_equal_those_of_the_reference() {
    let (different, count) = check(random());
    assert_eq!(count, 3000);
    let b = [
        ("0", "0"),
        ("1", "1"),
        ("1", "10"),
        ("1", "2"),
        ("1", "3"),
        ("1", "4"),
        ("1", "5"),
        ("1", "6"),
        ("1", "7"),
        ("1", "8"),
    ];
    assert_eq!(different, b.map(|(te, b)| [te, b, "", ""]).into());
}

#[test]
fn ratings_of_hard_puzzles_equal_those_of_the_reference() {
    let (different, count) = check(hard());
    assert_eq!(count, 310);
    let highest = |column: usize| different.iter().filter_map(|row| row[column].parse().ok()).max();
    assert_eq!([0, 1, 2].map(highest), [Some(2), Some(20), Some(5)]);
}
