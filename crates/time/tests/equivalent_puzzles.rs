//! Estimates are a property of the puzzle, however it is written down.

use minirow_core::{Cell, Grid, Puzzle, Symmetry, canon, solver};
use minirow_time::effort::{Weights, effort};
use minirow_time::estimate;
use size::stride;

#[path = "../../core/tests/core/size.rs"]
mod size;

/// Returns measured puzzles, random ones, and ones that were made to be hard.
fn puzzles() -> impl Iterator<Item = Puzzle> {
    let measured = include_str!("../../compare/data/human_times.csv").lines().skip(1).step_by(13);
    let rated = include_str!("../../grade/tests/reference/se_random.csv").lines().skip(1).step_by(75);
    let hard = include_str!("../../grade/tests/reference/se_hard.csv").lines().skip(1).step_by(25);
    measured.chain(rated).chain(hard).map(|line| Puzzle::new(line[..81].parse().unwrap()).unwrap())
}

fn symmetries() -> impl Iterator<Item = Symmetry> {
    // The stride is prime to the number of symmetries, so that all kinds occur.
    (1..=20).map(|number| Symmetry::nth(number * 7_919_191_919 % Symmetry::COUNT))
}

#[test]
fn equivalent_puzzles_have_equal_estimates() {
    assert!(puzzles().count() >= 100);
    for puzzle in puzzles().step_by(stride(4)) {
        let (first, first_effort) = (estimate(&puzzle), effort(&puzzle, &Weights::FITTED));
        for symmetry in symmetries() {
            let equivalent = symmetry.puzzle(&puzzle);
            assert_eq!(effort(&equivalent, &Weights::FITTED), first_effort, "{} {symmetry}", puzzle.clues());
            assert_eq!(estimate(&equivalent), first, "{} {symmetry}", puzzle.clues());
        }
    }
}

/// Returns a puzzle that does not change if its columns move by three places and its digits by three numbers.
fn puzzle_with_automorphisms() -> Puzzle {
    let full = std::array::from_fn(|row| std::array::from_fn(|column| ((3 * row + row / 3 + column) % 9 + 1) as u8));
    let mut clues = Grid::from_rows(full).unwrap();
    for (row, column) in (0..9).flat_map(|row| [0, 1, 2].map(|column| (row, column))) {
        let mut fewer = clues;
        [0, 3, 6].into_iter().for_each(|stack| fewer.set(Cell::at(row, stack + column), None));
        if solver::is_unique(&fewer) {
            clues = fewer;
        }
    }
    Puzzle::new(clues).unwrap()
}

#[test]
fn equivalent_puzzles_with_automorphisms_have_equal_estimates() {
    let puzzle = puzzle_with_automorphisms();
    assert_eq!(canon::grid(puzzle.clues()).automorphisms % 3, 0);
    let first = estimate(&puzzle);
    assert!(symmetries().all(|symmetry| estimate(&symmetry.puzzle(&puzzle)) == first));
}
