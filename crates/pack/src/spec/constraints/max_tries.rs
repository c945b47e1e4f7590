//! `max-tries`: the number of attempts after which an index is given up.

use minirow_gen::Recipe;

use crate::spec::{ArgumentKind, Constraint, ConstraintInfo, InvalidValue, PuzzleSpec};

/// The number of attempts after which an index is given up, at least 1.
///
/// ```
/// # use minirow_pack::PuzzleSpec;
/// assert_eq!(PuzzleSpec::new().max_tries(100).to_string(), "--max-tries 100");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MaxTriesConstraint(pub u64);

static INFO: ConstraintInfo = ConstraintInfo {
    name: "max-tries",
    help: "Give up an index after N attempts",
    details: "",
    value_name: "N",
    kind: ArgumentKind::Value,
    python_type: "int",
    example: "100",
    requires: &[],
    is_always_written: true,
};

impl PuzzleSpec {
    /// Sets the number of attempts after which an index is given up.
    #[must_use]
    pub fn max_tries(mut self, attempts: u64) -> PuzzleSpec {
        self.max_tries = MaxTriesConstraint(attempts);
        self
    }
}

impl Default for MaxTriesConstraint {
    fn default() -> MaxTriesConstraint {
        MaxTriesConstraint(Recipe::default().max_tries)
    }
}

impl Constraint for MaxTriesConstraint {
    fn info(&self) -> &'static ConstraintInfo {
        &INFO
    }

    fn parse(&mut self, text: &str) -> Result<(), InvalidValue> {
        match text.parse() {
            Ok(attempts @ 1..) => self.0 = attempts,
            _ => return Err(InvalidValue::new("expected a number from 1 upwards")),
        }
        Ok(())
    }

    fn words(&self) -> Vec<String> {
        vec![self.0.to_string()]
    }

    fn apply(&self, _spec: &PuzzleSpec, recipe: &mut Recipe) {
        recipe.max_tries = self.0;
    }

    fn may_reject(&self) -> bool {
        false
    }
}
