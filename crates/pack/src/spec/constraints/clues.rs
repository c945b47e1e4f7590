//! `clues`: the number of clues.

use minirow_gen::Recipe;

use crate::spec::{ArgumentKind, ClueRange, Constraint, ConstraintInfo, PuzzleSpec};

/// The range that the number of clues must be in, or `None` for as few as removal leaves.
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
    details: "Write LO..=HI, LO.. or ..=HI, or one number. The default is 28..=38, spread evenly, for easy and medium \
              puzzles, and as few as removal leaves for others.",
    value_name: "RANGE",
    kind: ArgumentKind::Value,
    python_type: "str | int",
    example: "24..=28",
    requires: &[],
    is_always_written: true,
};

impl PuzzleSpec {
    /// Generates puzzles whose number of clues is in a range.
    #[must_use]
    pub fn clues(mut self, range: impl Into<ClueRange>) -> PuzzleSpec {
        self.clues = CluesConstraint(Some(range.into()));
        self
    }
}

impl Constraint for CluesConstraint {
    fn apply(&self, _spec: &PuzzleSpec, recipe: &mut Recipe) {
        if let Some(clues) = self.0 {
            recipe.clues = Some(clues.into());
            recipe.minimal = false;
        }
    }
}
