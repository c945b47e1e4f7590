//! `missing-digits`: a digit that is not among the clues.

use minirow_core::DigitSet;

use super::with_digits::given;
use crate::spec::{ClueRange, Constraint, PuzzleSpec, RatingRange};

pub(super) static CONSTRAINT: Constraint = Constraint {
    name: "missing-digits",
    help: "Keep only puzzles without this digit among the clues",
    details: "A puzzle can miss at most one digit.",
    value_name: "DIGIT",
    example: "5",
    check,
    apply: |spec, recipe| recipe.missing = spec.missing_digits.and_then(DigitSet::first),
    accepts_clues: |spec, puzzle| spec.missing_digits.is_none_or(|missing| !missing.intersects(given(puzzle))),
    is_filter: false,
    ..Constraint::VALUE
};

fn check(spec: &PuzzleSpec, _er: RatingRange) -> Result<(), String> {
    let missing = spec.missing_digits.unwrap_or_default();
    if missing.len() > 1 {
        return Err("at most one digit can be missing: two missing digits could be swapped in every solution".into());
    }
    if let Some(digit) = (spec.with_digits.unwrap_or_default() & missing).first() {
        return Err(format!("{digit} is in both with-digits and missing-digits"));
    }
    let fewest_clues = spec.clues.map_or(0, ClueRange::lowest);
    if !missing.is_empty() && fewest_clues > 72 {
        return Err("a puzzle without one of the digits has at most 72 clues".into());
    }
    Ok(())
}
