//! Equivalent puzzles: relabelled, with lines swapped, and transposed. HoDoKu takes the first step in an order that depends on the
//! grid, so their ratings can differ.

use minirow_core::{Puzzle, Symmetry};
use minirow_hodoku::{Level, rate};

use crate::size::{campaign, stride};

/// A stride that is prime to the number of symmetries, so that they are far apart and of every kind.
const STRIDE: u64 = 7_919_191_919;

/// The number of equivalent puzzles of each puzzle.
const ISOMORPHS: u64 = 10;

/// The equivalent puzzles of some puzzles.
#[derive(Default)]
struct Counts {
    puzzles: u64,
    other_level: u64,
    other_score: u64,
    difference: u64,
    puzzles_with_other_level: u64,
    puzzles_with_other_score: u64,
}

/// Rates every 60th reference puzzle, or every puzzle in a campaign, and prints a table.
#[test]
fn most_equivalent_puzzles_have_the_same_level() {
    let step = if campaign().is_some() { 1 } else { 60 * stride(5) };
    let files = [include_str!("../reference/hodoku_random.csv"), include_str!("../reference/hodoku_hard.csv")];
    let rows = files.iter().flat_map(|file| file.lines().skip(1).step_by(step));
    let levels = [Level::Easy, Level::Medium, Level::Hard, Level::Unfair, Level::Extreme];
    let mut counts = levels.map(|_| Counts::default());
    for (number, row) in (0..).zip(rows) {
        let puzzle = Puzzle::new(row[..81].parse().unwrap()).unwrap();
        let original = rate(&puzzle, None).unwrap();
        let counts = &mut counts[levels.iter().position(|&level| level == original.level()).unwrap()];
        let before = [counts.other_level, counts.other_score];
        for isomorph in 0..ISOMORPHS {
            let symmetry = Symmetry::nth((number * ISOMORPHS + isomorph) * STRIDE % Symmetry::COUNT);
            let rating = rate(&symmetry.puzzle(&puzzle), None).unwrap();
            counts.other_level += u64::from(rating.level() != original.level());
            counts.other_score += u64::from(rating.score() != original.score());
            counts.difference += u64::from(rating.score().abs_diff(original.score()));
        }
        counts.puzzles += 1;
        counts.puzzles_with_other_level += u64::from(counts.other_level > before[0]);
        counts.puzzles_with_other_score += u64::from(counts.other_score > before[1]);
    }
    println!(
        "| level | puzzles | equivalent puzzles with another level | with another score | mean difference of scores | puzzles with an equivalent of another level | of another score |"
    );
    for (level, counts) in levels.iter().zip(&counts) {
        let share = |part: u64, of: u64| format!("{:.1}%", 100.0 * part as f64 / of.max(1) as f64);
        let isomorphs = ISOMORPHS * counts.puzzles;
        println!(
            "| {level} | {} | {} | {} | {:.0} | {} | {} |",
            counts.puzzles,
            share(counts.other_level, isomorphs),
            share(counts.other_score, isomorphs),
            counts.difference as f64 / isomorphs.max(1) as f64,
            share(counts.puzzles_with_other_level, counts.puzzles),
            share(counts.puzzles_with_other_score, counts.puzzles),
        );
    }
    let sum = |part: fn(&Counts) -> u64| counts.iter().map(part).sum::<u64>();
    assert!(sum(|counts| counts.other_level) * 5 < ISOMORPHS * sum(|counts| counts.puzzles));
}
