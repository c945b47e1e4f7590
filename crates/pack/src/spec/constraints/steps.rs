//! `steps`: the number of steps of the solving path.

use minirow_core::CellSet;
use minirow_grade::{Grade, Step};

use crate::spec::{Constraint, ConstraintInfo, InvalidSpec, PathSoFar, PuzzleSpec, RatingRange, StepRange};

/// The range of the number of steps of the solving path, or `None` for any.
///
/// ```
/// # use minirow_pack::PuzzleSpec;
/// assert_eq!(PuzzleSpec::new().steps(55..=60).to_string(), "--steps 55..=60");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StepsConstraint(pub Option<StepRange>);

pub(super) static INFO: ConstraintInfo = ConstraintInfo {
    name: "steps",
    help: "Keep only puzzles whose solving path has this number of steps",
    example: "55..=60",
    ..ConstraintInfo::RANGE
};

impl Constraint for StepsConstraint {
    /// A step fills at most one cell, so the number of empty cells is a lower bound.
    fn check(&self, spec: &PuzzleSpec, _er: RatingRange) -> Result<(), InvalidSpec> {
        let Some(steps) = self.0 else { return Ok(()) };
        let cells = spec.mask.0.map_or(81, CellSet::len);
        let most_clues = spec.recipe().clues.map_or(81, |clues| *clues.end()).min(cells);
        let fewest_steps = 81 - most_clues;
        if steps.highest() < fewest_steps {
            let reason = format!("a puzzle with {most_clues} clues takes at least {fewest_steps} steps");
            return Err(InvalidSpec::conflict(spec, &["steps", "clues", "mask", "level"], reason));
        }
        Ok(())
    }

    fn accepts_step(&self, path: &PathSoFar, _step: &Step) -> bool {
        self.0.is_none_or(|wanted| path.steps + path.empty_cells <= wanted.highest())
    }

    fn accepts_grade(&self, grade: &Grade) -> bool {
        self.0.is_none_or(|wanted| wanted.contains(grade.steps()))
    }
}
