//! `clues`: the number of clues.

use minirow_gen::Recipe;

use crate::spec::{ClueRange, Constraint, ConstraintInfo, PuzzleSpec};

/// The range of the number of clues, or `None` for as few as removal leaves.
///
/// ```
/// # use minirow_pack::PuzzleSpec;
/// assert_eq!(PuzzleSpec::new().clues(24..=28).to_string(), "--clues 24..=28");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CluesConstraint(pub Option<ClueRange>);

pub(super) static INFO: ConstraintInfo = ConstraintInfo {
    name: "clues",
    help: "Number of clues",
    details: "Write LO-HI or LO..=HI, LO.. or ..=HI, or one number. The default is 28..=38, spread evenly, for easy and medium \
              puzzles, and as few as removal leaves for others.",
    example: "24..=28",
    ..ConstraintInfo::RANGE
};

impl Constraint for CluesConstraint {
    fn apply(&self, _spec: &PuzzleSpec, recipe: &mut Recipe) {
        if let Some(clues) = self.0 {
            recipe.clues = Some(clues.lowest()..=clues.highest());
            recipe.minimal = false;
        }
    }
}
