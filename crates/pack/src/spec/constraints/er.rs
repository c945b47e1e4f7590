//! `er`: the rating of the hardest step.

use crate::spec::{Constraint, PuzzleSpec, RatingRange};

pub(super) static CONSTRAINT: Constraint = Constraint {
    name: "er",
    help: "Keep only puzzles whose hardest step (ER) is rated in this range",
    check,
    ..Constraint::RATINGS
};

fn check(spec: &PuzzleSpec, er: RatingRange) -> Result<(), String> {
    match er.why_unknown() {
        Some(reason) if spec.er.is_some() => Err(reason),
        _ => Ok(()),
    }
}

/// Returns the range of ER that both the level and the range allow.
///
/// # Errors
/// Returns the reason if no rating is in both.
pub(crate) fn allowed_er(spec: &PuzzleSpec) -> Result<RatingRange, String> {
    let Some(level) = spec.level else { return Ok(spec.er.unwrap_or(RatingRange::ALL)) };
    let of_level = RatingRange::from(level.range());
    let wanted = spec.er.unwrap_or(of_level);
    let none = || format!("no puzzle of the level {level} has an ER of {wanted}");
    wanted.intersection(of_level).ok_or_else(none)
}
