//! `er`: the rating of the hardest step.

use crate::spec::{Constraint, ConstraintInfo, InvalidSpec, PuzzleSpec, RatingRange};

/// The range of ER, the rating of the hardest step, or `None` for any.
///
/// ```
/// # use minirow_pack::PuzzleSpec;
/// assert_eq!(PuzzleSpec::new().er(2.6..=3.4).to_string(), "--er 2.6..=3.4");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ErConstraint(pub Option<RatingRange>);

pub(super) static INFO: ConstraintInfo = ConstraintInfo {
    name: "er",
    help: "Keep only puzzles whose hardest step (ER) is rated in this range",
    ..ConstraintInfo::RATINGS
};

impl Constraint for ErConstraint {
    fn narrow_er(&self, spec: &PuzzleSpec, er: RatingRange) -> Result<RatingRange, InvalidSpec> {
        let Some(wanted) = self.0 else { return Ok(er) };
        if er == RatingRange::ALL {
            return Ok(wanted);
        }
        wanted.intersection(er).ok_or_else(|| {
            let reason = match spec.level.0 {
                Some(level) => format!("no puzzle of the level {level} has an ER of {wanted}"),
                None => format!("no rating is in both {er} and {wanted}"),
            };
            InvalidSpec::conflict(spec, &["level", "er"], reason)
        })
    }

    fn check(&self, spec: &PuzzleSpec, er: RatingRange) -> Result<(), InvalidSpec> {
        let reason = self.0.and_then(|_| er.why_unknown());
        reason.map_or(Ok(()), |reason| Err(InvalidSpec::conflict(spec, &["level", "er"], reason)))
    }
}
