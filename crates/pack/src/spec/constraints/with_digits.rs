//! `with-digits`: digits that are among the clues.

use minirow_core::{DigitSet, Puzzle};

use crate::spec::{ArgumentKind, Constraint, ConstraintInfo, DigitList, PuzzleSpec};

/// The digits that must be among the clues, each at least once, or `None` for any.
///
/// ```
/// # use minirow_core::Digit;
/// # use minirow_pack::PuzzleSpec;
/// let [one, two] = [1, 2].map(|digit| Digit::new(digit).unwrap());
/// assert_eq!(PuzzleSpec::new().with_digits([one, two]).to_string(), "--with-digits 1,2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WithDigitsConstraint(pub Option<DigitList>);

pub(super) static INFO: ConstraintInfo = ConstraintInfo {
    name: "with-digits",
    help: "Keep only puzzles with each of these digits among the clues",
    details: "",
    value_name: "DIGITS",
    kind: ArgumentKind::Value,
    python_type: "str | int | Sequence[int]",
    example: "1,2",
    requires: &[],
    is_always_written: true,
};

impl PuzzleSpec {
    /// Keeps only puzzles with each of these digits among the clues.
    #[must_use]
    pub fn with_digits(mut self, digits: impl Into<DigitList>) -> PuzzleSpec {
        self.with_digits = WithDigitsConstraint(Some(digits.into()));
        self
    }
}

impl Constraint for WithDigitsConstraint {
    fn accepts_clues(&self, puzzle: &Puzzle) -> bool {
        let given: DigitSet = puzzle.clues().clues().map(|(_, digit)| digit).collect();
        self.0.is_none_or(|wanted| wanted.0.is_subset(given))
    }
}
