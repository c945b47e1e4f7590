//! Hill climbing towards puzzles that need two assumptions at once, from full grids with nearly a tridagon.
//!
//! See [`tridagon`]. The higher the T&E depth the better, then the longer the braids, and then the closer the
//! candidates are to a tridagon, and the more are left elsewhere. The last is fast to compute, and leads to the first two.

use std::num::NonZeroU64;

use minirow_core::{CellSet, DigitSet, Puzzle, solver};
use minirow_dataset::{BENCHMARK_SEED, SplitRule};
use minirow_gen::{Generator, Recipe, full_grid};

use super::is_test;
use super::tridagon::{self, NearTridagon};

/// The number of puzzles that hill climbing compares for an index.
pub(super) const ATTEMPTS: usize = 10_000;

/// The number of neighbours without progress after which hill climbing starts again.
const PATIENCE: u32 = 3000;

/// The propagations after which a T&E rating is given up: about a second.
const BUDGET: NonZeroU64 = NonZeroU64::new(2_000_000).expect("it is not 0");

/// The points lost by a candidate of another digit in one of the twelve cells. A candidate in the other five boxes is one point.
const LOSS_BY_OTHER: u32 = 20;

/// The points lost by each of the three digits that is no candidate of one of the twelve cells.
const LOSS_BY_MISSING: u32 = 40;

/// The points of a perfect tridagon with nothing else: more than can be lost.
const FULL: u32 = 10_000;

/// The points of a puzzle that is worth a T&E rating.
const PROMISING: u32 = FULL + 105;

/// The points of each assumption of the T&E depth, and of each step of the longest braid.
const POINTS_OF_DEPTH: u32 = 10_000_000;
const POINTS_OF_LENGTH: u32 = 100_000;

/// Climbs from the full grid of an index. Returns the first of the best puzzles, or `None` if the grid is not in the split, or has no
/// suitable position.
pub(super) fn hardest(rule: &SplitRule, index: u64, attempts: usize) -> Option<Puzzle> {
    let solution = full_grid(BENCHMARK_SEED, index);
    if !is_test(rule, &solution) {
        return None;
    }
    let is_unique = |near: &NearTridagon| solver::is_unique(&solution.grid().within(near.mask));
    let near = tridagon::all(&solution).into_iter().find(is_unique)?;
    let recipe = Recipe { solution: Some(solution), mask: Some(near.mask), ..Recipe::default() };
    let generator = Generator::new(recipe).expect("the solution is unique with all clues of the mask");
    let mut climb = generator.climb(BENCHMARK_SEED, index).with_patience(PATIENCE);
    let (mut points, mut best) = (None, None);
    for _ in 0..attempts {
        let Some(puzzle) = climb.next(points) else { break };
        points = points_of(&puzzle, &near);
        if points > best.map(|(points, _)| points) {
            best = points.map(|points| (points, puzzle));
        }
    }
    best.map(|(_, puzzle)| puzzle)
}

/// Returns how good a puzzle is, or `None` if that takes too long.
fn points_of(puzzle: &Puzzle, near: &NearTridagon) -> Option<u32> {
    let mut state = solver::State::from(puzzle.clues());
    state.propagate().expect("a puzzle has a solution");
    let candidates = state.candidates();
    let count = |cells: CellSet, digits: DigitSet| candidates.among(cells, digits).len() as u32;
    let wanted = count(near.cells, near.digits);
    let others = count(near.cells, DigitSet::ALL) - wanted;
    let missing = 12 * 3 - wanted;
    let points = FULL + count(near.outside, DigitSet::ALL) - LOSS_BY_OTHER * others - LOSS_BY_MISSING * missing;
    if points < PROMISING {
        return Some(points);
    }
    let rating = minirow_te::rate(puzzle, Some(BUDGET)).ok()?;
    Some(u32::from(rating.depth()) * POINTS_OF_DEPTH + u32::from(rating.length()) * POINTS_OF_LENGTH + points)
}

#[cfg(test)]
mod tests {
    use minirow_dataset::Benchmark;

    use super::*;

    #[test]
    fn climbing_keeps_the_pattern_and_makes_progress() {
        let rule = Benchmark::split_rule();
        let (index, puzzle) = (super::super::FIRST_CLIMB..)
            .find_map(|index| Some((index, hardest(&rule, index, 2000)?)))
            .expect("every 30th grid or so");
        assert_eq!(hardest(&rule, index, 2000), Some(puzzle));
        assert!(puzzle.is_minimal() && is_test(&rule, puzzle.solution()));
        let all = tridagon::all(puzzle.solution());
        let near = all.iter().find(|near| puzzle.clues().pattern().is_subset(near.mask)).expect("it is climbed from");
        let start = hardest(&rule, index, 1).unwrap();
        let [least, points] = [start, puzzle].map(|puzzle| points_of(&puzzle, near).unwrap());
        assert!(points > least);
    }
}
