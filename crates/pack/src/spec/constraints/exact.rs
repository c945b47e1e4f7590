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
    is_filter: false,
    ..Constraint::FLAG
};

/// A filled mask determines the number and the symmetry of the clues.
fn check_options(spec: &PuzzleSpec) -> Result<(), String> {
    let chosen = [
        ("clues", spec.clues.is_some()),
        ("minimal", spec.minimal),
        ("even", spec.even),
        ("symmetry", spec.symmetry != PatternSymmetry::None),
    ];
    if let Some((option, _)) = chosen.into_iter().find(|(_, is_chosen)| spec.exact && *is_chosen) {
        return Err(format!(
            "a pattern, or a mask with exact, cannot be combined with {option}: it determines the clues"
        ));
    }
    Ok(())
}
