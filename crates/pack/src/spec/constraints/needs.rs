//! `needs`: techniques that the solving path takes.

use minirow_grade::{Grade, Technique};

use crate::spec::{Constraint, ConstraintInfo, InvalidSpec, PuzzleSpec, RatingRange};

/// The techniques that the solving path must take, each at least once.
///
/// ```
/// # use minirow_pack::PuzzleSpec;
/// let mut spec = PuzzleSpec::new();
/// spec.set("needs", "x-wing,swordfish")?;
/// assert_eq!(spec.needs.0.len(), 2);
/// # Ok::<(), minirow_pack::InvalidSpec>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct NeedsConstraint(pub Vec<&'static Technique>);

pub(super) static INFO: ConstraintInfo = ConstraintInfo {
    name: "needs",
    help: "Keep only puzzles whose solving path takes these techniques",
    example: "x-wing,swordfish",
    ..ConstraintInfo::TECHNIQUES
};

impl Constraint for NeedsConstraint {
    fn check(&self, spec: &PuzzleSpec, er: RatingRange) -> Result<(), InvalidSpec> {
        for technique in &self.0 {
            let (slug, lowest) = (technique.slug, technique.ratings.start());
            if spec.without.0.contains(technique) {
                let reason = format!("{slug} is in both needs and without");
                return Err(InvalidSpec::conflict(spec, &["needs", "without"], reason));
            }
            if lowest.tenths() > er.highest().tenths() {
                let highest = er.highest();
                let reason = format!("{slug} is rated at least {lowest}, but no step may be rated above {highest}");
                return Err(InvalidSpec::conflict(spec, &["needs", "level", "er"], reason));
            }
        }
        Ok(())
    }

    fn accepts_grade(&self, grade: &Grade) -> bool {
        self.0.iter().all(|&needed| grade.techniques().any(|(technique, _)| technique == needed))
    }
}
