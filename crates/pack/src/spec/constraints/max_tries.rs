//! `max-tries`: the number of attempts after which an index is given up.

use minirow_gen::Recipe;

use crate::spec::value::ConstraintValue;
use crate::spec::{Constraint, InvalidValue};

pub(super) static CONSTRAINT: Constraint = Constraint {
    name: "max-tries",
    help: "Give up an index after N attempts",
    value_name: "N",
    example: "100",
    apply: |spec, recipe| recipe.max_attempts = spec.max_tries.0,
    may_reject: false,
    is_filter: false,
    ..Constraint::VALUE
};

/// The number of attempts after which an index is given up, at least 1.
///
/// ```
/// # use minirow_pack::PuzzleSpec;
/// assert_eq!(PuzzleSpec::new().max_tries.0, 1_000_000);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MaxTries(pub u64);

impl Default for MaxTries {
    fn default() -> MaxTries {
        MaxTries(Recipe::default().max_attempts)
    }
}

impl ConstraintValue for MaxTries {
    fn parse(text: &str) -> Result<MaxTries, InvalidValue> {
        match text.parse() {
            Ok(attempts @ 1..) => Ok(MaxTries(attempts)),
            _ => Err(InvalidValue::new(format!("expected a whole number from 1 to {}", u64::MAX))),
        }
    }

    fn text(&self) -> Option<String> {
        Some(self.0.to_string())
    }
}
