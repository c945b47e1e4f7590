//! `b`: the length of the longest braid that is needed.

use minirow_table::{Row, ScaleSet};

use super::te::{check_singles, contains};
use crate::spec::{BraidRange, Constraint, ConstraintInfo, InvalidSpec, PuzzleSpec, RatingRange};

/// The range of B, or `None` for any. Puzzles of T&E depth 2 and 3 have no B, and are in no range.
///
/// ```
/// # use minirow_pack::PuzzleSpec;
/// assert_eq!(PuzzleSpec::new().b(3..=5).to_string(), "--b 3..=5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BConstraint(pub Option<BraidRange>);

pub(super) static INFO: ConstraintInfo = ConstraintInfo {
    name: "b",
    help: "Keep only puzzles whose B, the length of their longest braid, is in this range",
    details: "B is 0 if singles suffice. Few puzzles have a B above 6. The columns of --scale te are added.",
    example: "3..=5",
    ..ConstraintInfo::RANGE
};

impl Constraint for BConstraint {
    fn scales(&self) -> ScaleSet {
        self.0.map_or(ScaleSet::EMPTY, |_| ScaleSet::TE)
    }

    fn check(&self, spec: &PuzzleSpec, er: RatingRange) -> Result<(), InvalidSpec> {
        let Some(wanted) = self.0 else { return Ok(()) };
        check_singles(spec, "b", wanted, er)?;
        let Some(depths) = spec.te.0 else { return Ok(()) };
        let reason = if depths.lowest() > 1 {
            "puzzles of T&E depth 2 and 3 have no B"
        } else if wanted.lowest() > 0 && depths.highest() == 0 || wanted.highest() == 0 && depths.lowest() > 0 {
            "B is 0 for puzzles of T&E depth 0, and for no others"
        } else {
            return Ok(());
        };
        Err(InvalidSpec::conflict(spec, &["te", "b"], reason))
    }

    fn accepts_ratings(&self, row: &Row) -> bool {
        self.0.is_none_or(|wanted| contains(wanted, &row.scales.get("b")))
    }
}
