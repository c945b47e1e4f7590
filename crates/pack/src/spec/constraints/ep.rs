//! `ep`: the rating of the hardest step up to the first placement.

use minirow_grade::{Grade, Step};

use crate::spec::{Constraint, ConstraintInfo, InvalidSpec, PathSoFar, PuzzleSpec, RatingRange};

/// The range of EP, the rating of the hardest step up to the first placement, or `None` for any.
///
/// ```
/// # use minirow_pack::PuzzleSpec;
/// assert_eq!(PuzzleSpec::new().ep(4.2..).to_string(), "--ep 4.2..=20.0");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EpConstraint(pub Option<RatingRange>);

pub(super) static INFO: ConstraintInfo = ConstraintInfo {
    name: "ep",
    help: "Keep only puzzles whose hardest step up to the first placement is in this range",
    ..ConstraintInfo::RATINGS
};

impl Constraint for EpConstraint {
    fn check(&self, spec: &PuzzleSpec, er: RatingRange) -> Result<(), InvalidSpec> {
        self.0.map_or(Ok(()), |wanted| check_not_above(spec, ("ep", wanted), ("er", er)))
    }

    fn accepts_step(&self, path: &PathSoFar, _step: &Step) -> bool {
        self.0.is_none_or(|wanted| {
            if path.is_first_placement() {
                wanted.contains(path.hardest)
            } else {
                path.placements > 0 || path.hardest.tenths() <= wanted.highest().tenths()
            }
        })
    }

    fn accepts_grade(&self, grade: &Grade) -> bool {
        self.0.is_none_or(|wanted| grade.ep().is_some_and(|ep| wanted.contains(ep)))
    }
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
