//! `with-digits`: digits that are among the clues.

use minirow_core::{DigitSet, Puzzle};

use crate::spec::{Constraint, ConstraintInfo};

/// The digits that must be among the clues, each at least once, or `None` for any.
///
/// ```
/// # use minirow_core::Digit;
/// # use minirow_pack::PuzzleSpec;
/// assert_eq!(PuzzleSpec::new().with_digits([Digit::D1, Digit::D2]).to_string(), "--with-digits 1,2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WithDigitsConstraint(pub Option<DigitSet>);

pub(super) static INFO: ConstraintInfo = ConstraintInfo {
    name: "with-digits",
    help: "Keep only puzzles with each of these digits among the clues",
    value_name: "DIGITS",
    python_type: "str | int | Sequence[int]",
    example: "1,2",
    ..ConstraintInfo::VALUE
};

impl Constraint for WithDigitsConstraint {
    fn accepts_clues(&self, puzzle: &Puzzle) -> bool {
        let given: DigitSet = puzzle.clues().clues().map(|(_, digit)| digit).collect();
        self.0.is_none_or(|wanted| wanted.is_subset(given))
    }
}
