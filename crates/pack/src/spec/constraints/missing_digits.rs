//! `missing-digits`: a digit that is not among the clues.

use minirow_core::{DigitSet, Puzzle};
use minirow_gen::Recipe;

use crate::spec::{ClueRange, Constraint, ConstraintInfo, InvalidSpec, PuzzleSpec, RatingRange};

/// The digit that must not be among the clues, or `None`. A puzzle can miss at most one.
///
/// ```
/// # use minirow_core::Digit;
/// # use minirow_pack::PuzzleSpec;
/// let spec = PuzzleSpec::new().missing_digits([Digit::D5]);
/// assert_eq!(spec.to_string(), "--missing-digits 5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MissingDigitsConstraint(pub Option<DigitSet>);

pub(super) static INFO: ConstraintInfo = ConstraintInfo {
    name: "missing-digits",
    help: "Keep only puzzles without this digit among the clues",
    details: "A puzzle can miss at most one digit.",
    value_name: "DIGIT",
    python_type: "str | int | Sequence[int]",
    example: "5",
    ..ConstraintInfo::VALUE
};

impl Constraint for MissingDigitsConstraint {
    fn check(&self, spec: &PuzzleSpec, _er: RatingRange) -> Result<(), InvalidSpec> {
        let missing = self.0.unwrap_or_default();
        if missing.len() > 1 {
            let reason = "at most one digit can be missing: two missing digits could be swapped in every solution";
            return Err(InvalidSpec::conflict(spec, &["missing-digits"], reason));
        }
        if let Some(digit) = (spec.with_digits.0.unwrap_or_default() & missing).first() {
            let reason = format!("{digit} is in both with-digits and missing-digits");
            return Err(InvalidSpec::conflict(spec, &["with-digits", "missing-digits"], reason));
        }
        let fewest_clues = spec.clues.0.map_or(0, ClueRange::lowest);
        if !missing.is_empty() && fewest_clues > 72 {
            let reason = "a puzzle without one of the digits has at most 72 clues";
            return Err(InvalidSpec::conflict(spec, &["missing-digits", "clues"], reason));
        }
        Ok(())
    }

    fn apply(&self, _spec: &PuzzleSpec, recipe: &mut Recipe) {
        recipe.missing = self.0.and_then(DigitSet::first);
    }

    fn accepts_clues(&self, puzzle: &Puzzle) -> bool {
        let given: DigitSet = puzzle.clues().clues().map(|(_, digit)| digit).collect();
        self.0.is_none_or(|missing| !missing.intersects(given))
    }
}
