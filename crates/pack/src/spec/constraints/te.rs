//! `te`: the T&E depth.

use minirow_grade::Rating;
use minirow_table::{Row, ScaleSet};

use crate::spec::{Constraint, NumberRange, RangeKind, RatingRange, allows};

pub(super) static CONSTRAINT: Constraint = Constraint {
    name: "te",
    help: "Keep only puzzles whose T&E depth is in this range, from 0 to 3",
    details: "Singles solve puzzles of depth 0. Nearly all other puzzles have depth 1. To find one of depth 2, add --er 10.5..; \
              the search takes long. The columns of --scale te are added.",
    example: "1",
    check: |spec, er| spec.te.map_or(Ok(()), |depths| check_singles(depths, er)),
    scales: |_| ScaleSet::TE,
    accepts_ratings: |spec, row| allows(spec.te, whole_value(row, "te")),
    ..Constraint::RANGE
};

/// The highest ER of puzzles that singles solve: that of a naked single.
const SINGLES: Rating = Rating::new(2.3);

/// The lowest ER of other puzzles: that of the easiest technique after hidden singles.
const OTHERS: Rating = Rating::new(1.7);

/// Returns the whole number in a column of a scale, if there is one.
pub(super) fn whole_value(row: &Row, column: &str) -> Option<usize> {
    row.scales.get(column).uint().map(|number| number as usize)
}

/// Checks a range of depths or of B, which are 0 if singles solve the puzzle, against the range of ER.
///
/// # Errors
/// Returns the reason if no puzzle has a rating in both ranges.
pub(super) fn check_singles<K: RangeKind<Number = usize>>(
    wanted: NumberRange<K>,
    er: RatingRange,
) -> Result<(), String> {
    if wanted.highest() == 0 && er.lowest() > SINGLES {
        return Err(format!("puzzles that singles solve have an ER of at most {SINGLES}: found {er}"));
    }
    if wanted.lowest() > 0 && er.highest() < OTHERS {
        return Err(format!("puzzles that singles do not solve have an ER of at least {OTHERS}: found {er}"));
    }
    Ok(())
}
