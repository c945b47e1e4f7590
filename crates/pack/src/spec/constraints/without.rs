//! `without`: techniques that the solving path does not take.

use minirow_grade::{Grade, Rating, Step, TECHNIQUES, Technique};

use crate::spec::{Constraint, ConstraintInfo, InvalidSpec, PathSoFar, PuzzleSpec, RatingRange};

/// The techniques that the solving path must not take.
///
/// ```
/// # use minirow_pack::PuzzleSpec;
/// let mut spec = PuzzleSpec::new();
/// spec.set("without", "naked-pair")?;
/// assert_eq!(spec.without.0[0].slug, "naked-pair");
/// # Ok::<(), minirow_pack::InvalidSpec>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct WithoutConstraint(pub Vec<&'static Technique>);

pub(super) static INFO: ConstraintInfo = ConstraintInfo {
    name: "without",
    help: "Keep only puzzles whose solving path takes none of these techniques",
    example: "naked-pair,x-wing",
    ..ConstraintInfo::TECHNIQUES
};

impl Constraint for WithoutConstraint {
    fn check(&self, spec: &PuzzleSpec, er: RatingRange) -> Result<(), InvalidSpec> {
        // The last empty cell is the only place for its digit in three houses, and this technique is asked first.
        let hidden_single = TECHNIQUES[0];
        if self.0.contains(&hidden_single) {
            let reason = format!("every path takes {}: it fills the last cell", hidden_single.slug);
            return Err(InvalidSpec::conflict(spec, &["without"], reason));
        }
        if er.contains(Rating::UNSOLVED) || (spec.er.0.is_none() && spec.level.0.is_none()) {
            return Ok(());
        }
        // ER is the rating of a step, so one of the other techniques must have a rating in the range.
        if !TECHNIQUES.iter().any(|technique| !self.0.contains(technique) && er.contains_rating_of(technique)) {
            let reason = format!("without these techniques no step is rated {er}");
            return Err(InvalidSpec::conflict(spec, &["without", "level", "er"], reason));
        }
        Ok(())
    }

    fn accepts_step(&self, _path: &PathSoFar, step: &Step) -> bool {
        !self.0.contains(&step.technique())
    }

    fn accepts_grade(&self, grade: &Grade) -> bool {
        !grade.techniques().any(|(technique, _)| self.0.contains(&technique))
    }
}
