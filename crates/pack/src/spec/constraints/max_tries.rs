//! `max-tries`: the number of attempts after which an index is given up.

use minirow_gen::Recipe;

use crate::spec::{Constraint, ConstraintInfo, ConstraintValue, InvalidValue, PuzzleSpec};

/// The number of attempts after which an index is given up, at least 1.
///
/// ```
/// # use minirow_pack::PuzzleSpec;
/// assert_eq!(PuzzleSpec::new().max_tries(100).to_string(), "--max-tries 100");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MaxTriesConstraint(pub u64);

pub(super) static INFO: ConstraintInfo = ConstraintInfo {
    name: "max-tries",
    help: "Give up an index after N attempts",
    value_name: "N",
    python_type: "int",
    example: "100",
    ..ConstraintInfo::VALUE
};

impl Default for MaxTriesConstraint {
    fn default() -> MaxTriesConstraint {
        MaxTriesConstraint(Recipe::default().max_attempts)
    }
}

impl ConstraintValue for u64 {
    fn parse(text: &str) -> Result<u64, InvalidValue> {
        match text.parse() {
            Ok(attempts @ 1..) => Ok(attempts),
            _ => Err(InvalidValue::new(format!("expected a whole number from 1 to {}", u64::MAX))),
        }
    }

    fn words(&self) -> Vec<String> {
        vec![self.to_string()]
    }
}

impl Constraint for MaxTriesConstraint {
    fn apply(&self, _spec: &PuzzleSpec, recipe: &mut Recipe) {
        recipe.max_attempts = self.0;
    }

    fn may_reject(&self) -> bool {
        false
    }
}
