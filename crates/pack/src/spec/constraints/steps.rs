//! `steps`: the number of steps of the solving path.

use minirow_core::{CellSet, PatternSymmetry, Puzzle};
use minirow_table::ScaleSet;

use crate::spec::{Constraint, PuzzleSpec, RatingRange, allows};

pub(super) static CONSTRAINT: Constraint = Constraint {
    name: "steps",
    help: "Keep only puzzles whose solving path has this number of steps",
    example: "55..=60",
    check,
    accepts_step: |spec, path, _step| spec.steps.is_none_or(|wanted| path.steps + path.empty_cells <= wanted.highest()),
    accepts_grade: |spec, grade| allows(spec.steps, Some(grade.steps())),
    scales: |_| ScaleSet::SE,
    ..Constraint::RANGE
};

/// Returns an upper bound for the number of steps of a puzzle with at least `fewest_clues` clues.
///
/// Each step fills an empty cell, which removes the last candidate there, or eliminates candidates. So there are at most as
/// many steps as candidates. At least 8 digits are among the clues, because two missing digits could be exchanged. Each
/// of these 8 is impossible in a clue's cell and its 20 peers, so that at most 60 cells have it as a candidate.
fn most_steps(fewest_clues: usize) -> usize {
    let empty = 81 - fewest_clues.clamp(Puzzle::FEWEST_CLUES, 81);
    empty + 8 * empty.min(60)
}

/// A step fills at most one cell, so the number of empty cells is a lower bound.
fn check(spec: &PuzzleSpec, _er: RatingRange) -> Result<(), String> {
    let Some(steps) = spec.steps else { return Ok(()) };
    let cells = spec.mask.map_or(81, CellSet::len);
    let recipe = spec.recipe();
    let clues = recipe.clues.unwrap_or(Puzzle::FEWEST_CLUES..=81);
    // A clue in a full row follows from the other eight, so each row of a minimal puzzle has an empty cell.
    let is_minimal = recipe.minimal && !recipe.exact && recipe.symmetry == PatternSymmetry::None;
    let most_clues = (*clues.end()).min(cells).min(if is_minimal { 72 } else { 81 });
    let fewest_steps = 81 - most_clues;
    let most_steps = most_steps(*clues.start());
    let (lowest, highest) = (steps.lowest(), steps.highest());
    if lowest > most_steps {
        return Err(format!(
            "no puzzle with these numbers of clues takes more than {most_steps} steps: found {lowest}"
        ));
    }
    if highest < fewest_steps {
        return Err(format!("a puzzle with {most_clues} clues takes at least {fewest_steps} steps: found {highest}"));
    }
    Ok(())
}
