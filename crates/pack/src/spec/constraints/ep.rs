//! `ep`: the rating of the hardest step up to the first placement.

use minirow_grade::{Grade, Step};

use crate::spec::{
    ArgumentKind, Constraint, ConstraintInfo, InvalidSpec, PathSoFar, PuzzleSpec, RatingRange, check_not_above,
};

/// The range that the rating of the hardest step up to the first placement (EP) must be in, or `None` for any.
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
    details: "Write LO..=HI, LO.. or ..=HI, or one number.",
    value_name: "RANGE",
    kind: ArgumentKind::Value,
    python_type: "str | float",
    example: "2.6..=3.4",
    requires: &[],
    is_always_written: true,
};

impl PuzzleSpec {
    /// Keeps only puzzles whose EP is in a range.
    #[must_use]
    pub fn ep(mut self, range: impl Into<RatingRange>) -> PuzzleSpec {
        self.ep = EpConstraint(Some(range.into()));
        self
    }
}

impl Constraint for EpConstraint {
    fn check(&self, spec: &PuzzleSpec, er: RatingRange) -> Result<(), InvalidSpec> {
        check_not_above(spec, ("ep", self.0), ("er", er))
    }

    fn accepts_step(&self, path: &PathSoFar, _step: &Step) -> bool {
        self.0.is_none_or(|wanted| {
            if path.is_first_placement() {
                wanted.contains(path.hardest())
            } else {
                !path.is_before_placement() || path.hardest().tenths() <= wanted.highest().tenths()
            }
        })
    }

    fn accepts_grade(&self, grade: &Grade) -> bool {
        self.0.is_none_or(|wanted| grade.ep().is_some_and(|ep| wanted.contains(ep)))
    }
}
