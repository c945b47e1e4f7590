//! `needs`: techniques that the solving path takes.

use minirow_grade::Rating;
use minirow_hodoku::{Level, Technique};

use super::te::check_singles;
use crate::spec::{Constraint, DepthRange, PuzzleSpec, RatingRange, ScaleTechnique};

pub(super) static CONSTRAINT: Constraint = Constraint {
    name: "needs",
    help: "Keep only puzzles whose solving path takes these techniques",
    example: "x-wing,swordfish",
    check,
    scales: |spec| spec.needs.iter().map(|needed| needed.scale()).collect(),
    accepts_grade: |spec, grade| {
        spec.needs.iter().all(|needed| match needed {
            ScaleTechnique::SudokuExplainer(needed) => grade.techniques().any(|(technique, _)| technique == *needed),
            ScaleTechnique::Hodoku(_) => true,
        })
    },
    accepts_hodoku: |spec, rating| {
        spec.needs.iter().all(|needed| match needed {
            ScaleTechnique::SudokuExplainer(_) => true,
            ScaleTechnique::Hodoku(needed) => rating.path().iter().any(|step| step.technique() == *needed),
        })
    },
    ..Constraint::TECHNIQUES
};

fn check(spec: &PuzzleSpec, er: RatingRange) -> Result<(), String> {
    for needed in &spec.needs {
        if spec.without.contains(needed) {
            return Err(format!("{needed} is in both needs and without"));
        }
        let checked = match needed {
            ScaleTechnique::SudokuExplainer(technique) => check_rating(*technique.ratings.start(), er),
            ScaleTechnique::Hodoku(technique) => check_hodoku(spec, er, technique).map_err(|why| format!(": {why}")),
        };
        checked.map_err(|reason| format!("{needed}{reason}"))?;
    }
    Ok(())
}

/// Checks that a puzzle can need a technique with a lowest rating.
fn check_rating(lowest: Rating, er: RatingRange) -> Result<(), String> {
    let highest = er.highest();
    if lowest.tenths() > highest.tenths() {
        return Err(format!(" is rated at least {lowest}, but er or level allows at most {highest}"));
    }
    Ok(())
}

/// Checks that a puzzle can need a technique of HoDoKu.
fn check_hodoku(spec: &PuzzleSpec, er: RatingRange, technique: &Technique) -> Result<(), String> {
    let (level, score) = (technique.level.slug(), technique.score);
    if let Some(wanted) = spec.hodoku_level.filter(|&wanted| wanted < technique.level) {
        return Err(format!("no puzzle of the level {} takes a step of the level {level} in HoDoKu", wanted.slug()));
    }
    if let Some(wanted) = spec.hodoku_score.filter(|wanted| wanted.highest() < score as usize) {
        return Err(format!("a step has a score of {score} in HoDoKu: found a score of {wanted}"));
    }
    // HoDoKu tries singles first, and they alone have the lowest level.
    if technique.level == Level::Easy {
        return Ok(());
    }
    if spec.te.is_some_and(|depths| depths.highest() == 0) || spec.b.is_some_and(|lengths| lengths.highest() == 0) {
        return Err("HoDoKu takes no other steps if singles solve a puzzle".into());
    }
    check_singles(DepthRange::from(1..), er)
}
