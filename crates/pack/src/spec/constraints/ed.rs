//! `ed`: the rating of the first step.

use super::ep::check_not_above;
use crate::spec::{Constraint, PuzzleSpec, RatingRange, allows};

pub(super) static CONSTRAINT: Constraint = Constraint {
    name: "ed",
    help: "Keep only puzzles whose first step (ED) is rated in this range",
    check,
    accepts_step: |spec, path, step| path.steps > 1 || allows(spec.ed, Some(step.rating())),
    accepts_grade: |spec, grade| allows(spec.ed, grade.ed()),
    ..Constraint::RATINGS
};

fn check(spec: &PuzzleSpec, er: RatingRange) -> Result<(), String> {
    let Some(wanted) = spec.ed else { return Ok(()) };
    check_not_above(("ED", wanted), ("ER", er))?;
    spec.ep.map_or(Ok(()), |ep| check_not_above(("ED", wanted), ("EP", ep)))
}
