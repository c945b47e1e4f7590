//! `minimal`: no clue can be removed.

use minirow_gen::Recipe;

use crate::spec::{Constraint, ConstraintInfo, PuzzleSpec};

/// `true` if no clue (with a symmetry: no orbit of clues) can be removed without a second solution.
///
/// ```
/// # use minirow_pack::PuzzleSpec;
/// assert_eq!(PuzzleSpec::new().minimal(true).to_string(), "--minimal");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MinimalConstraint(pub bool);

pub(super) static INFO: ConstraintInfo = ConstraintInfo {
    name: "minimal",
    help: "Keep only puzzles from which no clue can be removed",
    details: "With --symmetry, no orbit of clues can be removed: the clues that the symmetry maps to each other. Puzzles \
              are minimal anyway unless --clues is given or the level is easy or medium.",
    ..ConstraintInfo::FLAG
};

impl Constraint for MinimalConstraint {
    fn apply(&self, _spec: &PuzzleSpec, recipe: &mut Recipe) {
        recipe.minimal |= self.0;
    }
}
