//! `even`: clues are spread evenly.

use minirow_gen::Recipe;

use crate::spec::{Constraint, ConstraintInfo, PuzzleSpec};

/// `true` to spread clues evenly: each house has at least a ninth of the clues less one, and at least one.
///
/// ```
/// # use minirow_pack::PuzzleSpec;
/// assert_eq!(PuzzleSpec::new().even(true).to_string(), "--even");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EvenConstraint(pub bool);

pub(super) static INFO: ConstraintInfo = ConstraintInfo {
    name: "even",
    help: "Spread clues evenly: leave no row, column or box with few",
    details: "Each row, column and box has at least a ninth of the clues less one, and at least one.",
    ..ConstraintInfo::FLAG
};

impl Constraint for EvenConstraint {
    fn apply(&self, _spec: &PuzzleSpec, recipe: &mut Recipe) {
        recipe.even |= self.0;
    }
}
