//! `without`: techniques that the solving path does not take.

use minirow_grade::{Grade, Rating, Step, TECHNIQUES, Technique};

use crate::spec::{ArgumentKind, Constraint, ConstraintInfo, InvalidSpec, PathSoFar, PuzzleSpec, RatingRange};

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
    details: "Separate techniques by commas, or give the option several times. `minirow techniques` lists them.",
    value_name: "TECHNIQUE",
    kind: ArgumentKind::List,
    python_type: "str | Sequence[str]",
    example: "naked-pair,x-wing",
    requires: &[],
    is_always_written: true,
};

impl PuzzleSpec {
    /// Keeps only puzzles whose solving path takes none of these techniques.
    #[must_use]
    pub fn without(mut self, techniques: impl IntoIterator<Item = &'static Technique>) -> PuzzleSpec {
        self.without = WithoutConstraint(techniques.into_iter().collect());
        self
    }
}

impl Constraint for WithoutConstraint {
    fn check(&self, spec: &PuzzleSpec, er: RatingRange) -> Result<(), InvalidSpec> {
        // The last empty cell is the only place for its digit in three houses, and no other technique is asked before.
        let hidden_single = TECHNIQUES[0];
        if self.0.contains(&hidden_single) {
            let reason = format!("no path is without {}: it fills the last cell", hidden_single.slug);
            return Err(InvalidSpec::conflict(spec, &["without"], reason));
        }
        if er.contains(Rating::UNSOLVED) || (spec.er.0.is_none() && spec.level.0.is_none()) {
            return Ok(());
        }
        // ER is the rating of a step: one of the techniques that are left must have a rating in the range.
        let has_rating = |technique: &Technique| {
            let ratings = RatingRange::from(technique.ratings.clone());
            er.iter().any(|rating| ratings.contains(rating))
        };
        if !TECHNIQUES.iter().any(|technique| has_rating(technique)) {
            let reason = format!("no step is rated {er} (`minirow techniques` lists the ratings)");
            return Err(InvalidSpec::conflict(spec, &["level", "er"], reason));
        }
        if !TECHNIQUES.iter().any(|technique| !self.0.contains(technique) && has_rating(technique)) {
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
