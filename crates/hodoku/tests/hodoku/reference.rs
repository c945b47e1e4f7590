//! Level and score equal those of HoDoKu 2.2.0, and every step agrees with the solution.

use crate::size::stride;
use minirow_core::Puzzle;
use minirow_hodoku::rate;

/// Checks rows of a file, and returns their number.
fn check(file: &str, stride: usize) -> usize {
    let rows = file.lines().skip(1).step_by(stride);
    rows.map(|line| {
        let [clues, level, score, brute_force] = *line.split(',').collect::<Vec<_>>() else { panic!("{line}") };
        let puzzle = Puzzle::new(clues.parse().unwrap()).unwrap();
        let rating = rate(&puzzle, None).unwrap();
        assert_eq!((rating.level().to_string(), rating.score().to_string()), (level.into(), score.into()), "{clues}");
        for step in rating.path() {
            assert!(step.agrees_with(puzzle.solution()), "{step} of {clues}");
        }
        let has_brute_force = rating.path().iter().any(|step| step.name() == "Brute Force");
        assert_eq!(has_brute_force, brute_force == "1", "{clues}");
    })
    .count()
}

#[test]
fn ratings_of_random_puzzles_equal_those_of_the_reference() {
    assert_eq!(check(include_str!("../reference/hodoku_random.csv"), stride(6)), 3000 / stride(6));
}

#[test]
fn ratings_of_hard_puzzles_equal_those_of_the_reference() {
    assert_eq!(check(include_str!("../reference/hodoku_hard.csv"), stride(10)), 310 / stride(10));
}
