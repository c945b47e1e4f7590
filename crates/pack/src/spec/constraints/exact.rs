//! `exact`: a clue in each cell of the mask.

use minirow_core::PatternSymmetry;
use minirow_gen::Recipe;

use crate::spec::{Constraint, ConstraintInfo, InvalidSpec, PuzzleSpec};

/// `true` to put a clue in each cell of the mask.
///
/// ```
/// # use minirow_pack::PuzzleSpec;
/// assert_eq!(PuzzleSpec::new().exact(true).to_string(), "--exact");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ExactConstraint(pub bool);

pub(super) static INFO: ConstraintInfo = ConstraintInfo {
    name: "exact",
    help: "Put a clue in each cell of the mask",
    details: "Requires --mask.",
    requires: &["mask"],
    ..ConstraintInfo::FLAG
};

impl Constraint for ExactConstraint {
    /// A filled mask determines the number and the symmetry of the clues.
    fn check_options(&self, spec: &PuzzleSpec) -> Result<(), InvalidSpec> {
        let is_chosen =
            spec.clues.0.is_some() || spec.minimal.0 || spec.even.0 || spec.symmetry.0 != PatternSymmetry::None;
        if self.0 && is_chosen {
            let reason =
                "exact cannot be combined with clues, minimal, even or symmetry: the mask determines the clues";
            let names = ["exact", "clues", "minimal", "even", "symmetry"];
            return Err(InvalidSpec::conflict(spec, &names, reason));
        }
        Ok(())
    }

    fn apply(&self, _spec: &PuzzleSpec, recipe: &mut Recipe) {
        recipe.exact = self.0;
    }
}
