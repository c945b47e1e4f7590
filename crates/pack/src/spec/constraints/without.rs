//! `without`: techniques that the solving path does not take.

use minirow_grade::{Rating, TECHNIQUES};

use crate::spec::{Constraint, PuzzleSpec, RatingRange, ScaleTechnique};

pub(super) static CONSTRAINT: Constraint = Constraint {
    name: "without",
    help: "Keep only puzzles whose solving path takes none of these techniques",
    example: "naked-pair,x-wing",
    check,
    scales: |spec| spec.without.iter().map(|avoided| avoided.scale()).collect(),
    accepts_step: |spec, _path, step| !spec.without.contains(&step.technique().into()),
    accepts_grade: |spec, grade| !grade.techniques().any(|(technique, _)| spec.without.contains(&technique.into())),
    accepts_hodoku: |spec, rating| !rating.path().iter().any(|step| spec.without.contains(&step.technique().into())),
    ..Constraint::TECHNIQUES
};

fn check(spec: &PuzzleSpec, er: RatingRange) -> Result<(), String> {
    // The last empty cell is the only place for its digit in three houses, and these techniques are asked first.
    for first in [TECHNIQUES[0].into(), minirow_hodoku::TECHNIQUES[0].into()] {
        if spec.without.contains(&first) {
            return Err(format!("every path takes {first}: it fills the last cell"));
        }
    }
    if er.contains(Rating::UNSOLVED) || (spec.er.is_none() && spec.level.is_none()) {
        return Ok(());
    }
    // ER is the rating of a step, so one of the other techniques must have a rating in the range.
    let is_left = |technique: &'static _| !spec.without.contains(&ScaleTechnique::SudokuExplainer(technique));
    if !TECHNIQUES.iter().any(|&technique| is_left(technique) && er.contains_rating_of(technique)) {
        return Err(format!("without these techniques no step is rated {er}"));
    }
    Ok(())
}
