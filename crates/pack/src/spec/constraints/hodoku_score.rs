//! `hodoku-score`: the score in HoDoKu.

use minirow_table::{Row, ScaleSet};

use super::te::contains;
use crate::spec::{Constraint, ConstraintInfo, ScoreRange};

/// The range of the score in HoDoKu, or `None` for any.
///
/// ```
/// # use minirow_pack::PuzzleSpec;
/// assert_eq!(PuzzleSpec::new().hodoku_score(300..=500).to_string(), "--hodoku-score 300..=500");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HodokuScoreConstraint(pub Option<ScoreRange>);

pub(super) static INFO: ConstraintInfo = ConstraintInfo {
    name: "hodoku-score",
    help: "Keep only puzzles whose score in HoDoKu is in this range",
    details: "Half of all random puzzles have a score below 500. The columns of --scale hodoku are added.",
    example: "300..=500",
    ..ConstraintInfo::RANGE
};

impl Constraint for HodokuScoreConstraint {
    fn scales(&self) -> ScaleSet {
        self.0.map_or(ScaleSet::EMPTY, |_| ScaleSet::HODOKU)
    }

    fn accepts_ratings(&self, row: &Row) -> bool {
        self.0.is_none_or(|wanted| contains(wanted, &row.scales.get("hodoku_score")))
    }
}
