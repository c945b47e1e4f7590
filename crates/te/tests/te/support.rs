//! The reference ratings: those of the Sudoku Hierarchical Classifier 6.2 for 3,310 puzzles.

use minirow_core::Puzzle;
use minirow_te::TeRating;

/// A row of the reference.
#[derive(Clone, Copy)]
pub(crate) struct Row {
    pub(crate) clues: &'static str,
    /// `te`, `b`, `bxb` and `bxbb`; empty if not defined.
    pub(crate) ratings: [&'static str; 4],
}

/// Random minimal puzzles.
pub(crate) fn random() -> impl Iterator<Item = Row> {
    rows(include_str!("../reference/te_random.csv"))
}

/// Hard puzzles, and puzzles with rare techniques.
pub(crate) fn hard() -> impl Iterator<Item = Row> {
    rows(include_str!("../reference/te_hard.csv"))
}

fn rows(file: &'static str) -> impl Iterator<Item = Row> {
    file.lines().skip(1).map(|line| {
        let mut fields = line.split(',');
        let mut field = || fields.next().unwrap_or_default();
        Row { clues: field(), ratings: [field(), field(), field(), field()] }
    })
}

/// Parses a puzzle of 81 characters.
pub(crate) fn puzzle(clues: &str) -> Puzzle {
    Puzzle::new(clues.parse().unwrap()).unwrap_or_else(|error| panic!("{clues}: {error}"))
}

/// Rates a puzzle without a limit.
pub(crate) fn rate(puzzle: &Puzzle) -> TeRating {
    minirow_te::rate(puzzle, None).expect("there is no limit")
}

/// Returns `te`, `b`, `bxb` and `bxbb` as in the reference.
pub(crate) fn ratings(rating: TeRating) -> [String; 4] {
    [Some(rating.depth()), rating.b(), rating.bxb(), rating.bxbb()]
        .map(|value| value.map(|value| value.to_string()).unwrap_or_default())
}
