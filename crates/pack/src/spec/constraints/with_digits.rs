//! `with-digits`: digits that are among the clues.

use minirow_core::{DigitSet, Puzzle};

use crate::spec::Constraint;

pub(super) static CONSTRAINT: Constraint = Constraint {
    name: "with-digits",
    help: "Keep only puzzles with each of these digits among the clues",
    value_name: "DIGITS",
    example: "1,2",
    accepts_clues: |spec, puzzle| spec.with_digits.is_none_or(|wanted| wanted.is_subset(given(puzzle))),
    is_filter: false,
    ..Constraint::VALUE
};

/// Returns the digits that are among the clues.
pub(super) fn given(puzzle: &Puzzle) -> DigitSet {
    puzzle.clues().clues().map(|(_, digit)| digit).collect()
}
