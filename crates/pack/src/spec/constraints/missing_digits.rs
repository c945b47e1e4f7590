//! `missing-digits`: a digit that is not among the clues.

use minirow_core::{DigitSet, Puzzle};
use minirow_gen::Recipe;

use crate::spec::{
    ArgumentKind, ClueRange, Constraint, ConstraintInfo, DigitList, InvalidSpec, PuzzleSpec, RatingRange,
};

/// The digit that must not be among the clues, or `None`. A puzzle can miss at most one.
///
/// ```
/// # use minirow_core::Digit;
/// # use minirow_pack::PuzzleSpec;
/// let spec = PuzzleSpec::new().missing_digits(Digit::new(5).unwrap());
/// assert_eq!(spec.to_string(), "--missing-digits 5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MissingDigitsConstraint(pub Option<DigitList>);

pub(super) static INFO: ConstraintInfo = ConstraintInfo {
    name: "missing-digits",
    help: "Keep only puzzles without this digit among the clues",
    details: "A puzzle can miss at most one digit.",
    value_name: "DIGIT",
    kind: ArgumentKind::Value,
    python_type: "str | int | Sequence[int]",
    example: "5",
    requires: &[],
    is_always_written: true,
};

impl PuzzleSpec {
    /// Keeps only puzzles without a digit among the clues.
    #[must_use]
    pub fn missing_digits(mut self, digits: impl Into<DigitList>) -> PuzzleSpec {
        self.missing_digits = MissingDigitsConstraint(Some(digits.into()));
        self
    }
}

impl Constraint for MissingDigitsConstraint {
    fn check(&self, spec: &PuzzleSpec, _er: RatingRange) -> Result<(), InvalidSpec> {
        let missing = self.0.unwrap_or_default().0;
        if missing.len() > 1 {
            let reason = "two digits that no clue has could be swapped in every solution: one at most can be missing";
            return Err(InvalidSpec::conflict(spec, &["missing-digits"], reason.into()));
        }
        if let Some(digit) = (spec.with_digits.0.unwrap_or_default().0 & missing).first() {
            let reason = format!("{digit} is among both the digits to be given and the missing ones");
            return Err(InvalidSpec::conflict(spec, &["with-digits", "missing-digits"], reason));
        }
        let fewest_clues = spec.clues.0.map_or(0, ClueRange::lowest);
        if !missing.is_empty() && fewest_clues > 72 {
            let reason = "without one of the digits there are 72 clues at most";
            return Err(InvalidSpec::conflict(spec, &["missing-digits", "clues"], reason.into()));
        }
        Ok(())
    }

    fn apply(&self, _spec: &PuzzleSpec, recipe: &mut Recipe) {
        recipe.missing = self.0.and_then(|digits| digits.0.first());
    }

    fn accepts_clues(&self, puzzle: &Puzzle) -> bool {
        let given: DigitSet = puzzle.clues().clues().map(|(_, digit)| digit).collect();
        self.0.is_none_or(|missing| !missing.0.intersects(given))
    }
}
