//! `level`: the level of difficulty.

use minirow_gen::{Recipe, Sampling};
use minirow_grade::Level;
use minirow_table::ScaleSet;

use crate::spec::{ArgumentKind, Constraint, PuzzleSpec};

pub(super) static CONSTRAINT: Constraint = Constraint {
    name: "level",
    help: "Keep only puzzles of this level",
    details: "A level is a range of ER. Unless other options say where clues go, easy and medium puzzles get 28..=38 clues, \
              spread evenly.",
    value_name: "LEVEL",
    kind: ArgumentKind::OneOf(|| Level::ALL.map(Level::name).to_vec()),
    example: "hard",
    apply,
    scales: |_| ScaleSet::SE,
    ..Constraint::VALUE
};

fn apply(spec: &PuzzleSpec, recipe: &mut Recipe) {
    let is_easy = matches!(spec.level, Some(Level::Easy | Level::Medium));
    let sets_clues = spec.clues.is_some() || spec.minimal || spec.mask.is_some();
    if is_easy && !sets_clues && spec.sampling == Sampling::Removal {
        // As many clues as easy puzzles have in books and newspapers.
        recipe.clues = Some(28..=38);
        recipe.even = true;
        recipe.minimal = false;
    }
}
