//! Removing clues: in random order, orbit by orbit, as long as the solution stays unique.
//!
//! One pass is enough: a clue that was needed once is needed when there are fewer.

use minirow_core::{CellSet, Puzzle, Solution, solver};

use crate::stream::Stream;

/// What is left of `pattern` when orbits have been removed down to `target` cells, or until no more can go. Nothing if
/// the clues of `pattern` leave the solution open from the start.
pub(crate) fn dig(
    solution: Solution,
    pattern: CellSet,
    orbits: &[CellSet],
    target: usize,
    stream: &mut Stream,
) -> Option<Puzzle> {
    let mut order = orbits.to_vec();
    stream.shuffle(&mut order);
    let mut clues = solution.grid().within(pattern);
    if pattern != CellSet::ALL && !solver::is_unique(&clues) {
        return None;
    }
    let mut pattern = pattern;
    for orbit in order {
        if pattern.len() < target + orbit.len() {
            continue;
        }
        let can_go = match orbit.single() {
            Some(cell) => !solver::is_clue_needed(&clues, cell),
            None => solver::is_unique(&clues.within(pattern - orbit)),
        };
        if can_go {
            pattern -= orbit;
            clues = clues.within(pattern);
        }
    }
    Some(Puzzle::new(clues).expect("every removal kept the solution unique"))
}
