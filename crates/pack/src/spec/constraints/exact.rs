//! `exact`: a clue in each cell of the mask.

use minirow_core::PatternSymmetry;

use crate::spec::{Constraint, PuzzleSpec};

pub(super) static CONSTRAINT: Constraint = Constraint {
    name: "exact",
    help: "Put a clue in each cell of the mask",
    details: "Requires --mask.",
    requires: &["mask"],
    check_options,
    apply: |spec, recipe| recipe.exact = spec.exact,
    ..Constraint::FLAG
};

/// A filled mask determines the number and the symmetry of the clues.
fn check_options(spec: &PuzzleSpec) -> Result<(), String> {
    let is_chosen = spec.clues.is_some() || spec.minimal || spec.even || spec.symmetry != PatternSymmetry::None;
    if spec.exact && is_chosen {
        return Err(
            "a pattern, or exact with a mask, cannot be combined with clues, minimal, even or symmetry: it determines the clues".into()
        );
    }
    Ok(())
}
