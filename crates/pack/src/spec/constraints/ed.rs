//! `ed`: the rating of the first step.

use minirow_grade::{Grade, Step};

use crate::spec::{
    ArgumentKind, Constraint, ConstraintInfo, InvalidSpec, PathSoFar, PuzzleSpec, RatingRange, check_not_above,
};

/// The range that the rating of the first step (ED) must be in, or `None` for any.
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
    details: "Write LO..=HI, LO.. or ..=HI, or one number.",
    value_name: "RANGE",
    kind: ArgumentKind::Value,
    python_type: "str | float",
    example: "2.6..=3.4",
    requires: &[],
    is_always_written: true,
};

impl PuzzleSpec {
    /// Keeps only puzzles whose ED is in a range.
    #[must_use]
    pub fn ed(mut self, range: impl Into<RatingRange>) -> PuzzleSpec {
        self.ed = EdConstraint(Some(range.into()));
        self
    }
}

impl Constraint for EdConstraint {
    fn check(&self, spec: &PuzzleSpec, er: RatingRange) -> Result<(), InvalidSpec> {
        check_not_above(spec, ("ed", self.0), ("er", er))?;
        match spec.ep.0 {
            Some(ep) => check_not_above(spec, ("ed", self.0), ("ep", ep)),
            None => Ok(()),
        }
    }

    fn accepts_step(&self, path: &PathSoFar, step: &Step) -> bool {
        path.steps() > 1 || self.0.is_none_or(|wanted| wanted.contains(step.rating()))
    }

    fn accepts_grade(&self, grade: &Grade) -> bool {
        self.0.is_none_or(|wanted| grade.ed().is_some_and(|ed| wanted.contains(ed)))
    }
}
