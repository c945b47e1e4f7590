//! `symmetry`: the symmetry of the pattern of clues.

use minirow_core::PatternSymmetry;
use minirow_gen::Recipe;

use crate::spec::{ArgumentKind, Constraint, ConstraintInfo, PuzzleSpec};

/// The symmetry that the pattern of clues must have.
///
/// ```
/// # use minirow_core::PatternSymmetry;
/// # use minirow_pack::PuzzleSpec;
/// let spec = PuzzleSpec::new().symmetry(PatternSymmetry::HalfTurn);
/// assert_eq!(spec.to_string(), "--symmetry half-turn");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SymmetryConstraint(pub PatternSymmetry);

pub(super) static INFO: ConstraintInfo = ConstraintInfo {
    name: "symmetry",
    help: "Symmetry of the clues",
    value_name: "SYMMETRY",
    kind: ArgumentKind::OneOf(|| PatternSymmetry::ALL.map(PatternSymmetry::name).to_vec()),
    example: "half-turn",
    ..ConstraintInfo::VALUE
};

impl Constraint for SymmetryConstraint {
    fn apply(&self, _spec: &PuzzleSpec, recipe: &mut Recipe) {
        recipe.symmetry = self.0;
    }

    fn may_reject(&self) -> bool {
        false
    }
}
