//! `ed`: the rating of the first step.

use minirow_grade::{Grade, Step};

use super::ep::check_not_above;
use crate::spec::{Constraint, ConstraintInfo, InvalidSpec, PathSoFar, PuzzleSpec, RatingRange};

/// The range of ED, the rating of the first step, or `None` for any.
///
/// ```
/// # use minirow_pack::PuzzleSpec;
/// assert_eq!(PuzzleSpec::new().ed(..=1.5).to_string(), "--ed 1.0..=1.5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EdConstraint(pub Option<RatingRange>);

pub(super) static INFO: ConstraintInfo = ConstraintInfo {
    name: "ed",
    help: "Keep only puzzles whose first step (ED) is rated in this range",
    ..ConstraintInfo::RATINGS
};

impl Constraint for EdConstraint {
    fn check(&self, spec: &PuzzleSpec, er: RatingRange) -> Result<(), InvalidSpec> {
        let Some(wanted) = self.0 else { return Ok(()) };
        check_not_above(spec, ("ed", wanted), ("er", er))?;
        spec.ep.0.map_or(Ok(()), |ep| check_not_above(spec, ("ed", wanted), ("ep", ep)))
    }

    fn accepts_step(&self, path: &PathSoFar, step: &Step) -> bool {
        path.steps > 1 || self.0.is_none_or(|wanted| wanted.contains(step.rating()))
    }

    fn accepts_grade(&self, grade: &Grade) -> bool {
        self.0.is_none_or(|wanted| grade.ed().is_some_and(|ed| wanted.contains(ed)))
    }
}
