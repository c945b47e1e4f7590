//! `minutes`: the estimated solving time.

use minirow_table::{MOST_MINUTES, Row, ScaleSet};

use crate::spec::{Constraint, ConstraintInfo, MinuteRange};

/// The range of the estimated solving time in minutes, or `None` for any.
///
/// ```
/// # use minirow_pack::PuzzleSpec;
/// assert_eq!(PuzzleSpec::new().minutes(5.0..=8.0).to_string(), "--minutes 5.0..=8.0");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MinutesConstraint(pub Option<MinuteRange>);

pub(super) static INFO: ConstraintInfo = ConstraintInfo {
    name: "minutes",
    help: "Keep only puzzles whose estimated solving time is in this range",
    details: "Minutes are written in tenths, as in 5.0..=8.0. The columns of --scale minutes are added.",
    example: "5.0..=8.0",
    ..ConstraintInfo::RATINGS
};

impl Constraint for MinutesConstraint {
    fn scales(&self) -> ScaleSet {
        self.0.map_or(ScaleSet::EMPTY, |_| ScaleSet::MINUTES)
    }

    fn accepts_ratings(&self, row: &Row) -> bool {
        let minutes = row.scales.get("minutes").tenths(MOST_MINUTES);
        self.0.is_none_or(|wanted| minutes.is_some_and(|minutes| wanted.contains(minutes)))
    }
}
