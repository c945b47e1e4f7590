//! `symmetry`: the symmetry of the pattern of clues.

use minirow_core::PatternSymmetry;

use crate::spec::{ArgumentKind, Constraint};

pub(super) static CONSTRAINT: Constraint = Constraint {
    name: "symmetry",
    help: "Symmetry of the clues",
    value_name: "SYMMETRY",
    kind: ArgumentKind::OneOf(|| PatternSymmetry::ALL.map(PatternSymmetry::name).to_vec()),
    example: "half-turn",
    apply: |spec, recipe| recipe.symmetry = spec.symmetry,
    may_reject: false,
    is_filter: false,
    ..Constraint::VALUE
};
