//! `ep`: the rating of the hardest step up to the first placement.

use minirow_grade::Step;

use crate::spec::{Constraint, PathSoFar, PuzzleSpec, RatingRange, allows};

pub(super) static CONSTRAINT: Constraint = Constraint {
    name: "ep",
    help: "Keep only puzzles whose hardest step up to the first placement is in this range",
    check: |spec, er| spec.ep.map_or(Ok(()), |wanted| check_not_above(("EP", wanted), ("ER", er))),
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
/// Returns the reason if no step may have a wanted rating, or the lowest of them is above the highest that the others may
/// have.
pub(super) fn check_not_above(
    (name, wanted): (&str, RatingRange),
    (other, range): (&str, RatingRange),
) -> Result<(), String> {
    if let Some(reason) = wanted.why_unknown() {
        return Err(reason);
    }
    let highest = range.highest();
    if wanted.lowest() > highest {
        return Err(format!("{name} cannot exceed {other}: found {name} {wanted} and {other} up to {highest}"));
    }
    Ok(())
}
