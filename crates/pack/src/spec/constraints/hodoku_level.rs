//! `hodoku-level`: the level in HoDoKu.

use minirow_hodoku::Level;
use minirow_table::ScaleSet;

use crate::spec::{ArgumentKind, Constraint, PuzzleSpec, RatingRange};

pub(super) static CONSTRAINT: Constraint = Constraint {
    name: "hodoku-level",
    help: "Keep only puzzles that have this level in HoDoKu",
    details: "The level is that of the hardest step, or a higher one if the score is above 800, 1000, 1600 or 1800. The columns of \
              --scale hodoku are added.",
    value_name: "LEVEL",
    kind: ArgumentKind::OneOf(|| Level::ALL.map(Level::slug).to_vec()),
    example: "unfair",
    check,
    scales: |_| ScaleSet::HODOKU,
    accepts_ratings: |spec, row| {
        spec.hodoku_level.is_none_or(|level| row.scales.get("hodoku_level").text() == level.slug())
    },
    ..Constraint::VALUE
};

fn check(spec: &PuzzleSpec, _er: RatingRange) -> Result<(), String> {
    let (Some(level), Some(scores)) = (spec.hodoku_level, spec.hodoku_score) else { return Ok(()) };
    match level.max_score() {
        Some(most) if scores.lowest() > most as usize => {
            Err(format!("puzzles of level {} have a score of at most {most}: found {scores}", level.slug()))
        }
        _ => Ok(()),
    }
}
