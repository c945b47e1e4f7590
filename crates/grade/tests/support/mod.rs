//! The reference ratings: what Sudoku Explainer itself says of 3,909 puzzles.

use minirow_core::Puzzle;

/// Puzzle, ER, EP, ED and the name of the hardest technique, as printed by SukakuExplainer 1.18.1 with the techniques of
/// Sudoku Explainer 1.2.1. The first file holds minimal puzzles at random, the second positions of them after all hidden
/// singles, which start with other steps, the third puzzles that were picked for techniques that come up rarely, the fourth
/// hard ones: of those the hardest are left out here, which take too long for a test that runs every time.
pub(crate) fn reference() -> impl Iterator<Item = [&'static str; 5]> {
    let files = [
        include_str!("../reference/se_random.csv"),
        include_str!("../reference/se_positions.csv"),
        include_str!("../reference/se_rare.csv"),
        include_str!("../reference/se_hard.csv"),
    ];
    let rows = files.into_iter().flat_map(|file| file.lines().skip(1)).map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        fields.try_into().unwrap_or_else(|_| panic!("expected five fields: {line}"))
    });
    rows.filter(|[_, er, ..]: &[&str; 5]| er.parse::<f64>().expect("a rating") < 9.5)
}

/// The puzzle of 81 characters.
pub(crate) fn puzzle(clues: &str) -> Puzzle {
    Puzzle::new(clues.parse().unwrap()).unwrap_or_else(|error| panic!("{clues}: {error}"))
}
