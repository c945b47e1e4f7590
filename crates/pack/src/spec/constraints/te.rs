//! `te`: the T&E depth.

use minirow_grade::Rating;
use minirow_table::{Row, ScaleSet, Value};

use crate::spec::{
    Constraint, ConstraintInfo, DepthRange, InvalidSpec, NumberRange, PuzzleSpec, RangeKind, RatingRange,
};

/// The range of the T&E depth, or `None` for any.
///
/// ```
/// # use minirow_pack::PuzzleSpec;
/// assert_eq!(PuzzleSpec::new().te(1).to_string(), "--te 1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TeConstraint(pub Option<DepthRange>);

pub(super) static INFO: ConstraintInfo = ConstraintInfo {
    name: "te",
    help: "Keep only puzzles whose T&E depth is in this range, from 0 to 3",
    details: "Singles solve puzzles of depth 0. Nearly all other puzzles have depth 1. To find one of depth 2, add --er 10.5.. \
              and patience. The columns of --scale te are added.",
    example: "1",
    ..ConstraintInfo::RANGE
};

/// The highest ER of puzzles that singles solve: that of a naked single.
const SINGLES: Rating = Rating::new(2.3);

/// The lowest ER of other puzzles: that of the easiest technique after hidden singles.
const OTHERS: Rating = Rating::new(1.7);

impl Constraint for TeConstraint {
    fn scales(&self) -> ScaleSet {
        self.0.map_or(ScaleSet::EMPTY, |_| ScaleSet::TE)
    }

    fn check(&self, spec: &PuzzleSpec, er: RatingRange) -> Result<(), InvalidSpec> {
        self.0.map_or(Ok(()), |depths| check_singles(spec, "te", depths, er))
    }

    fn accepts_ratings(&self, row: &Row) -> bool {
        self.0.is_none_or(|wanted| contains(wanted, &row.scales.get("te")))
    }
}

/// Returns `true` if a whole number of a scale is in a range. A missing one is in none.
pub(super) fn contains<K: RangeKind<Number = usize>>(range: NumberRange<K>, value: &Value) -> bool {
    value.uint().is_some_and(|number| range.contains(number as usize))
}

/// Checks a range of depths or of B, which are 0 if singles solve the puzzle, against the range of ER.
///
/// # Errors
/// Returns a conflict if no puzzle has a rating in both ranges.
pub(super) fn check_singles<K: RangeKind<Number = usize> + Copy>(
    spec: &PuzzleSpec,
    name: &str,
    wanted: NumberRange<K>,
    er: RatingRange,
) -> Result<(), InvalidSpec> {
    let reason = if wanted.highest() == 0 && er.lowest() > SINGLES {
        format!("puzzles that singles solve have an ER of at most {SINGLES}: found {er}")
    } else if wanted.lowest() > 0 && er.highest() < OTHERS {
        format!("puzzles that singles do not solve have an ER of at least {OTHERS}: found {er}")
    } else {
        return Ok(());
    };
    Err(InvalidSpec::conflict(spec, &[name, "er", "level"], reason))
}
