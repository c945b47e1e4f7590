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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SymmetryConstraint(pub PatternSymmetry);

pub(super) static INFO: ConstraintInfo = ConstraintInfo {
    name: "symmetry",
    help: "Symmetry of the clues",
    details: "",
    value_name: "SYMMETRY",
    kind: ArgumentKind::OneOf(|| PatternSymmetry::ALL.map(PatternSymmetry::name).to_vec()),
    python_type: "str",
    example: "half-turn",
    requires: &[],
    is_always_written: true,
};

impl PuzzleSpec {
    /// Generates puzzles whose pattern of clues has a symmetry.
    #[must_use]
    pub fn symmetry(mut self, symmetry: PatternSymmetry) -> PuzzleSpec {
        self.symmetry = SymmetryConstraint(symmetry);
        self
    }
}

impl Default for SymmetryConstraint {
    fn default() -> SymmetryConstraint {
        SymmetryConstraint(PatternSymmetry::None)
    }
}

impl Constraint for SymmetryConstraint {
    fn apply(&self, _spec: &PuzzleSpec, recipe: &mut Recipe) {
        recipe.symmetry = self.0;
    }

    fn may_reject(&self) -> bool {
        false
    }
}
