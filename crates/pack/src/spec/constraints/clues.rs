//! `clues`: the number of clues.

use minirow_gen::Recipe;

use crate::spec::{Constraint, PuzzleSpec};

pub(super) static CONSTRAINT: Constraint = Constraint {
    name: "clues",
    help: "Number of clues",
    details: "Write LO-HI or LO..=HI, LO.. or ..=HI, or one number. The default is 28..=38, spread evenly, for easy and medium \
              puzzles; for others, as few as the removal of clues leaves.",
    example: "24..=28",
    apply,
    accepts_foreign: |spec, puzzle| spec.clues.is_none_or(|clues| clues.contains(puzzle.clues().clue_count())),
    ..Constraint::RANGE
};

fn apply(spec: &PuzzleSpec, recipe: &mut Recipe) {
    if let Some(clues) = spec.clues {
        recipe.clues = Some(clues.lowest()..=clues.highest());
        recipe.minimal = false;
    }
}
