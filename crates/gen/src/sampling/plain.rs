//! The specification of an attempt: every set of clues is checked with the plain solver.

use minirow_core::{CellSet, Solution, solver};

use super::{Plan, sieve};
use crate::stream::Stream;

/// Returns all minimal puzzles that an attempt finds, in order, and the one that it picks.
pub(super) fn run(solution: &Solution, cells: CellSet, plan: &Plan, mut stream: Stream) -> (Vec<CellSet>, CellSet) {
    let clues = plan.draw(&mut stream);
    let mut windows = Vec::new();
    sieve::windows(cells.len(), clues + plan.spare, &mut stream, &mut windows);
    let (mut found, mut picked) = (Vec::new(), CellSet::EMPTY);
    for _ in 0..plan.sheaves {
        let orders = [(); sieve::ORDERS].map(|()| {
            let mut order: Vec<u8> = cells.iter().map(|cell| cell.index() as u8).collect();
            stream.shuffle(&mut order);
            order
        });
        for order in &orders {
            for turn in 0..order.len() {
                for puzzle in minimal_puzzles(solution, sieve::set(order, turn, &windows), plan.spare) {
                    found.push(puzzle);
                    if stream.below(found.len() as u32) == 0 {
                        picked = puzzle;
                    }
                    if plan.takes_first {
                        return (found, picked);
                    }
                }
            }
        }
    }
    (found, picked)
}

/// Returns the minimal puzzles that are left after `spare` of these clues are removed.
fn minimal_puzzles(solution: &Solution, clues: CellSet, spare: usize) -> Vec<CellSet> {
    let grid = solution.grid().within(clues);
    if !solver::is_unique(&grid) {
        return Vec::new();
    }
    let mut spared = clues.iter().filter(|&cell| !solver::is_clue_needed(&grid, cell));
    match spare {
        0 => {
            if spared.next().is_none() {
                vec![clues]
            } else {
                Vec::new()
            }
        }
        _ => spared.flat_map(|cell| minimal_puzzles(solution, clues.without(cell), spare - 1)).collect(),
    }
}
