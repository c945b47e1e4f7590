//! `b`: the length of the longest braid that is needed.

use minirow_table::ScaleSet;

use super::te::{check_singles, whole_value};
use crate::spec::{Constraint, PuzzleSpec, RatingRange, allows};

pub(super) static CONSTRAINT: Constraint = Constraint {
    name: "b",
    help: "Keep only puzzles whose B, the length of their longest braid, is in this range",
    details: "B is 0 if singles suffice. Few puzzles have a B above 6. The columns of --scale te are added.",
    example: "3..=5",
    check,
    scales: |_| ScaleSet::TE,
    accepts_ratings: |spec, row| allows(spec.b, whole_value(row, "b")),
    ..Constraint::RANGE
};

fn check(spec: &PuzzleSpec, er: RatingRange) -> Result<(), String> {
    let Some(wanted) = spec.b else { return Ok(()) };
    check_singles(wanted, er)?;
    let Some(depths) = spec.te else { return Ok(()) };
    if depths.lowest() > 1 {
        return Err("puzzles of T&E depth 2 and 3 have no B".into());
    }
    if wanted.lowest() > 0 && depths.highest() == 0 || wanted.highest() == 0 && depths.lowest() > 0 {
        return Err("B is 0 for puzzles of T&E depth 0, and for no others".into());
    }
    Ok(())
}
