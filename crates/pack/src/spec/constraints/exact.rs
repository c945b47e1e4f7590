//! `exact`: a clue in each cell of the mask.

use minirow_core::PatternSymmetry;
use minirow_gen::Recipe;

use crate::spec::{ArgumentKind, Constraint, ConstraintInfo, InvalidSpec, PuzzleSpec};

/// Whether each cell of the mask holds a clue.
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
    value_name: "",
    kind: ArgumentKind::Flag,
    python_type: "bool",
    example: "true",
    requires: &["mask"],
    is_always_written: true,
};

impl PuzzleSpec {
    /// Sets whether each cell of the mask holds a clue.
    #[must_use]
    pub fn exact(mut self, is_exact: bool) -> PuzzleSpec {
        self.exact = ExactConstraint(is_exact);
        self
    }
}

impl Constraint for ExactConstraint {
    /// A mask that is filled has the clues and the symmetry that it has.
    fn check_options(&self, spec: &PuzzleSpec) -> Result<(), InvalidSpec> {
        let is_chosen =
            spec.clues.0.is_some() || spec.minimal.0 || spec.even.0 || spec.symmetry.0 != PatternSymmetry::None;
        if self.0 && is_chosen {
            let reason = "exact leaves no choice of clues, minimal, even or symmetry: the mask says where clues are";
            let names = ["exact", "clues", "minimal", "even", "symmetry"];
            return Err(InvalidSpec::conflict(spec, &names, reason.into()));
        }
        Ok(())
    }

    fn apply(&self, _spec: &PuzzleSpec, recipe: &mut Recipe) {
        recipe.exact = self.0;
    }
}
