//! `hodoku-level`: the level in HoDoKu.

use minirow_hodoku::Level;
use minirow_table::{Row, ScaleSet};

use crate::spec::{ArgumentKind, Constraint, ConstraintInfo, InvalidSpec, PuzzleSpec, RatingRange};

/// The level that puzzles must have in HoDoKu, or `None` for any.
///
/// ```
/// # use minirow_hodoku::Level;
/// # use minirow_pack::PuzzleSpec;
/// assert_eq!(PuzzleSpec::new().hodoku_level(Level::Unfair).to_string(), "--hodoku-level unfair");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HodokuLevelConstraint(pub Option<Level>);

pub(super) static INFO: ConstraintInfo = ConstraintInfo {
    name: "hodoku-level",
    help: "Keep only puzzles that have this level in HoDoKu",
    details: "The level is that of the hardest step, or a higher one if the score is above 800, 1000, 1600 or 1800. The columns of \
              --scale hodoku are added.",
    value_name: "LEVEL",
    kind: ArgumentKind::OneOf(|| Level::ALL.map(Level::slug).to_vec()),
    example: "unfair",
    ..ConstraintInfo::VALUE
};

impl Constraint for HodokuLevelConstraint {
    fn scales(&self) -> ScaleSet {
        self.0.map_or(ScaleSet::EMPTY, |_| ScaleSet::HODOKU)
    }

    fn check(&self, spec: &PuzzleSpec, _er: RatingRange) -> Result<(), InvalidSpec> {
        let (Some(level), Some(scores)) = (self.0, spec.hodoku_score.0) else { return Ok(()) };
        match level.max_score() {
            Some(most) if scores.lowest() > most as usize => {
                let reason =
                    format!("puzzles of level {} have a score of at most {most}: found {scores}", level.slug());
                Err(InvalidSpec::conflict(spec, &["hodoku-level", "hodoku-score"], reason))
            }
            _ => Ok(()),
        }
    }

    fn accepts_ratings(&self, row: &Row) -> bool {
        self.0.is_none_or(|level| row.scales.get("hodoku_level").text() == level.slug())
    }
}
