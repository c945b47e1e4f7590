//! `minimal`: no clue can be removed.

use crate::spec::Constraint;

pub(super) static CONSTRAINT: Constraint = Constraint {
    name: "minimal",
    help: "Keep only puzzles from which no clue can be removed",
    details: "With --symmetry, clues are removed only together with their mirror images. Puzzles are minimal \
              anyway unless --clues is given or the level is easy or medium.",
    apply: |spec, recipe| recipe.minimal |= spec.minimal,
    accepts_foreign: |spec, puzzle| !spec.minimal || puzzle.is_minimal(),
    ..Constraint::FLAG
};
