//! `level`: the level of difficulty.

use minirow_gen::{Recipe, Sampling};
use minirow_grade::Level;

use crate::spec::{ArgumentKind, Constraint, ConstraintInfo, InvalidSpec, PuzzleSpec, RatingRange};

/// The level that puzzles must have, or `None` for any.
///
/// ```
/// # use minirow_grade::Level;
/// # use minirow_pack::PuzzleSpec;
/// assert_eq!(PuzzleSpec::new().level(Level::Hard).level.0, Some(Level::Hard));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LevelConstraint(pub Option<Level>);

pub(super) static INFO: ConstraintInfo = ConstraintInfo {
    name: "level",
    help: "Keep only puzzles of this level",
    details: "A level is a range of ER. Unless other options say where clues go, easy and medium puzzles get 28..=38 clues, \
              spread evenly.",
    value_name: "LEVEL",
    kind: ArgumentKind::OneOf(|| Level::ALL.map(Level::name).to_vec()),
    example: "hard",
    ..ConstraintInfo::VALUE
};

impl Constraint for LevelConstraint {
    fn narrow_er(&self, _spec: &PuzzleSpec, er: RatingRange) -> Result<RatingRange, InvalidSpec> {
        // The level narrows the range first. A constraint that narrows it later finds the conflict.
        Ok(self.0.map_or(er, |level| RatingRange::from(level.range())))
    }

    fn apply(&self, spec: &PuzzleSpec, recipe: &mut Recipe) {
        let is_easy = matches!(self.0, Some(Level::Easy | Level::Medium));
        let sets_clues = spec.clues.0.is_some() || spec.minimal.0 || spec.mask.0.is_some();
        if is_easy && !sets_clues && spec.sampling.0 == Sampling::Removal {
            // As many clues as easy puzzles have in books and newspapers.
            recipe.clues = Some(28..=38);
            recipe.even = true;
            recipe.minimal = false;
        }
    }
}
