//! `needs`: techniques that the solving path takes.

use minirow_grade::{Grade, Technique};

use crate::spec::{ArgumentKind, Constraint, ConstraintInfo, InvalidSpec, PuzzleSpec, RatingRange};

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
    details: "Separate techniques by commas, or give the option several times. `minirow techniques` lists them.",
    value_name: "TECHNIQUE",
    kind: ArgumentKind::List,
    python_type: "str | Sequence[str]",
    example: "x-wing,swordfish",
    requires: &[],
    is_always_written: true,
};

impl PuzzleSpec {
    /// Keeps only puzzles whose solving path takes these techniques.
    #[must_use]
    pub fn needs(mut self, techniques: impl IntoIterator<Item = &'static Technique>) -> PuzzleSpec {
        self.needs = NeedsConstraint(techniques.into_iter().collect());
        self
    }
}

impl Constraint for NeedsConstraint {
    fn check(&self, spec: &PuzzleSpec, er: RatingRange) -> Result<(), InvalidSpec> {
        for technique in &self.0 {
            let (slug, lowest) = (technique.slug, technique.ratings.start());
            if spec.without.0.contains(technique) {
                let reason = format!("{slug} is in both needs and without");
                return Err(InvalidSpec::conflict(spec, &["needs", "without"], reason));
            }
            if lowest.tenths() > er.highest().tenths() {
                let reason =
                    format!("{slug} is rated {lowest} at the least, and no step may be above {}", er.highest());
                return Err(InvalidSpec::conflict(spec, &["needs", "level", "er"], reason));
            }
        }
        Ok(())
    }

    fn accepts_grade(&self, grade: &Grade) -> bool {
        self.0.iter().all(|&needed| grade.techniques().any(|(technique, _)| technique == needed))
    }
}
