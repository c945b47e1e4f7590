//! `sampling`: how puzzles are sampled.

use minirow_gen::{Recipe, Sampling};

use super::Search;
use crate::spec::{ArgumentKind, Constraint, PuzzleSpec};

pub(super) static CONSTRAINT: Constraint = Constraint {
    name: "sampling",
    help: "How puzzles are sampled",
    details: "removal: remove clues from a full grid; fast, prefers few clues. weighted: an unbiased sample of all minimal \
              puzzles by the column `weight`. uniform: each minimal puzzle is equally likely; several puzzles a second.",
    value_name: "SAMPLING",
    kind: ArgumentKind::OneOf(|| Sampling::ALL.map(Sampling::name).to_vec()),
    example: "weighted",
    check_options,
    apply,
    is_filter: false,
    ..Constraint::VALUE
};

/// Hill climbing is biased towards puzzles close to its start.
fn check_options(spec: &PuzzleSpec) -> Result<(), String> {
    if spec.sampling != Sampling::Removal && spec.search == Search::Climb {
        return Err(format!("sampling {} cannot be combined with hill climbing: use search sample", spec.sampling));
    }
    Ok(())
}

fn apply(spec: &PuzzleSpec, recipe: &mut Recipe) {
    recipe.sampling = spec.sampling;
    recipe.minimal |= spec.sampling != Sampling::Removal;
}
