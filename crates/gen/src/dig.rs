//! Removing clues in random order, orbit by orbit, as long as the solution stays unique.
//!
//! One pass is enough: a clue that is needed stays needed when there are fewer clues.

use minirow_core::{CellSet, House, Puzzle, Solution, solver};

use crate::stream::Stream;

/// The limits of removal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Until {
    /// The minimum number of clues.
    pub(crate) clues: usize,
    /// The minimum number of clues in each house.
    pub(crate) in_each_house: usize,
}

/// Removes orbits of clues from `pattern` in random order, down to the limits or until none is redundant. Returns
/// `None` if the clues of `pattern` have several solutions.
pub(crate) fn dig(
    solution: Solution,
    pattern: CellSet,
    orbits: &[CellSet],
    until: Until,
    stream: &mut Stream,
) -> Option<Puzzle> {
    let mut order: Vec<CellSet> = orbits.iter().copied().filter(|orbit| orbit.is_subset(pattern)).collect();
    stream.shuffle(&mut order);
    let mut clues = solution.grid().within(pattern);
    if pattern != CellSet::ALL && !solver::is_unique(&clues) {
        return None;
    }
    let mut pattern = pattern;
    for orbit in order {
        if pattern.len() < until.clues + orbit.len() || empties_a_house(pattern, orbit, until.in_each_house) {
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

/// Returns `true` if removing an orbit leaves one of its houses with fewer clues than the minimum.
pub(crate) fn empties_a_house(pattern: CellSet, orbit: CellSet, fewest: usize) -> bool {
    fewest > 0
        && House::all()
            .filter(|house| house.cells().intersects(orbit))
            .any(|house| ((pattern - orbit) & house.cells()).len() < fewest)
}
