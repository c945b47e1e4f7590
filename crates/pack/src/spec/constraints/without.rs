//! `without`: techniques that the solving path does not take.

use minirow_grade::{Rating, TECHNIQUES};

use crate::spec::{Constraint, PuzzleSpec, RatingRange};

pub(super) static CONSTRAINT: Constraint = Constraint {
    name: "without",
    help: "Keep only puzzles whose solving path takes none of these techniques",
    example: "naked-pair,x-wing",
    check,
    accepts_step: |spec, _path, step| !spec.without.contains(&step.technique()),
    accepts_grade: |spec, grade| !grade.techniques().any(|(technique, _)| spec.without.contains(&technique)),
    ..Constraint::TECHNIQUES
};

fn check(spec: &PuzzleSpec, er: RatingRange) -> Result<(), String> {
    // The last empty cell is the only place for its digit in three houses, and this technique is asked first.
    let hidden_single = TECHNIQUES[0];
    if spec.without.contains(&hidden_single) {
        return Err(format!("every path takes {}: it fills the last cell", hidden_single.slug));
    }
    if er.contains(Rating::UNSOLVED) || (spec.er.is_none() && spec.level.is_none()) {
        return Ok(());
    }
    // ER is the rating of a step, so one of the other techniques must have a rating in the range.
    if !TECHNIQUES.iter().any(|technique| !spec.without.contains(technique) && er.contains_rating_of(technique)) {
        return Err(format!("without these techniques no step is rated {er}"));
    }
    Ok(())
}
