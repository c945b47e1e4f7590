//! `sampling`: how puzzles are sampled.

use minirow_gen::{Recipe, Sampling};

use super::Search;
use crate::spec::{ArgumentKind, Constraint, ConstraintInfo, InvalidSpec, PuzzleSpec};

/// The kind of sampling.
///
/// ```
/// # use minirow_gen::Sampling;
/// # use minirow_pack::PuzzleSpec;
/// assert_eq!(PuzzleSpec::new().sampling(Sampling::Uniform).to_string(), "--sampling uniform");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SamplingConstraint(pub Sampling);

pub(super) static INFO: ConstraintInfo = ConstraintInfo {
    name: "sampling",
    help: "How puzzles are sampled",
    details: "removal: remove clues from a full grid; fast, prefers few clues. weighted: an unbiased sample of all minimal \
              puzzles by the column `weight`. uniform: each minimal puzzle is equally likely; several puzzles a second.",
    value_name: "SAMPLING",
    kind: ArgumentKind::OneOf(|| Sampling::ALL.map(Sampling::name).to_vec()),
    example: "weighted",
    ..ConstraintInfo::VALUE
};

impl Constraint for SamplingConstraint {
    /// Hill climbing is biased towards puzzles close to its start.
    fn check_options(&self, spec: &PuzzleSpec) -> Result<(), InvalidSpec> {
        if self.0 != Sampling::Removal && spec.search.0 == Search::Climb {
            let reason = format!("sampling {} cannot be combined with hill climbing: use search sample", self.0);
            return Err(InvalidSpec::conflict(spec, &["sampling", "search"], reason));
        }
        Ok(())
    }

    fn apply(&self, _spec: &PuzzleSpec, recipe: &mut Recipe) {
        recipe.sampling = self.0;
        recipe.minimal |= self.0 != Sampling::Removal;
    }
}
