//! `ep`: the rating of the hardest step up to the first placement.

use minirow_grade::Step;

use crate::spec::{Constraint, InvalidSpec, PathSoFar, PuzzleSpec, RatingRange, allows};

pub(super) static CONSTRAINT: Constraint = Constraint {
    name: "ep",
    help: "Keep only puzzles whose hardest step up to the first placement is in this range",
    check: |spec, er| spec.ep.map_or(Ok(()), |wanted| check_not_above(spec, ("ep", wanted), ("er", er))),
    accepts_step,
    accepts_grade: |spec, grade| allows(spec.ep, grade.ep()),
    ..Constraint::RATINGS
};

fn accepts_step(spec: &PuzzleSpec, path: &PathSoFar, _step: &Step) -> bool {
    if path.is_first_placement() {
        return allows(spec.ep, Some(path.hardest));
    }
    path.placements > 0 || spec.ep.is_none_or(|wanted| path.hardest.tenths() <= wanted.highest().tenths())
}

/// Checks a range of ratings that are never above others: ED <= EP <= ER.
///
/// # Errors
/// Returns a conflict if no step may have a wanted rating, or the lowest of them is above the highest that the others may
/// have.
pub(super) fn check_not_above(
    spec: &PuzzleSpec,
    (name, wanted): (&str, RatingRange),
    (other, range): (&str, RatingRange),
) -> Result<(), InvalidSpec> {
    if let Some(reason) = wanted.why_unknown() {
        return Err(InvalidSpec::conflict(spec, &[name], reason));
    }
    if wanted.lowest() <= range.highest() {
        return Ok(());
    }
    let (lower, upper, highest) = (name.to_uppercase(), other.to_uppercase(), range.highest());
    let reason = format!("{lower} cannot exceed {upper}: found {lower} {wanted} and {upper} up to {highest}");
    Err(InvalidSpec::conflict(spec, &[name, other, "level"], reason))
}
