//! `even`: clues are spread evenly.

use minirow_gen::is_even;

use crate::spec::Constraint;

pub(super) static CONSTRAINT: Constraint = Constraint {
    name: "even",
    help: "Spread clues evenly: leave no row, column or box with few",
    details: "Each row, column and box has at least a ninth of the clues less one, and at least one.",
    apply: |spec, recipe| recipe.even |= spec.even,
    accepts_foreign: |spec, puzzle| !spec.even || is_even(puzzle.clues().pattern()),
    ..Constraint::FLAG
};
