//! The reference ratings: those of Sudoku Explainer for 3,968 puzzles.

#![allow(dead_code, reason = "the unit tests of the library share this module, and use parts of it")]

use minirow_core::Puzzle;

/// A puzzle, ER, EP, ED and the name of the hardest technique, as printed by SukakuExplainer 1.18.1 with the techniques
/// of Sudoku Explainer 1.2.1.
pub(crate) type Row = [&'static str; 5];

/// The puzzles below 9.5, which need no nested chains and take little time. The first file has random minimal puzzles.
/// The second has positions of them after all hidden singles, which start with other steps. The third has puzzles
/// selected for rare techniques, and the fourth has hard ones.
pub(crate) fn reference() -> impl Iterator<Item = Row> {
    let files = [
        include_str!("../reference/se_random.csv"),
        include_str!("../reference/se_positions.csv"),
        include_str!("../reference/se_rare.csv"),
        include_str!("../reference/se_hard.csv"),
    ];
    files.into_iter().flat_map(rows).filter(|row| !is_hardest(row))
}

/// The other puzzles: hard ones, and three famous grids.
pub(crate) fn hardest() -> impl Iterator<Item = Row> {
    let files = [include_str!("../reference/se_hard.csv"), include_str!("../reference/se_famous.csv")];
    files.into_iter().flat_map(rows).filter(is_hardest)
}

fn rows(file: &'static str) -> impl Iterator<Item = Row> {
    file.lines().skip(1).map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        fields.try_into().unwrap_or_else(|_| panic!("expected five fields: {line}"))
    })
}

fn is_hardest([_, er, ..]: &Row) -> bool {
    er.parse::<f64>().expect("a rating") >= 9.5
}

/// Parses a puzzle of 81 characters.
pub(crate) fn puzzle(clues: &str) -> Puzzle {
    Puzzle::new(clues.parse().unwrap()).unwrap_or_else(|error| panic!("{clues}: {error}"))
}
