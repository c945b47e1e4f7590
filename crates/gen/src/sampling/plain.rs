//! A try by the words of its description: every set of clues is looked at with the plain solver. The specification.

use minirow_core::{CellSet, Solution, solver};

use super::{Plan, sieve};
use crate::stream::Stream;

/// All minimal puzzles that a try finds, in order, and which of them is picked.
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

/// The minimal puzzles that are left when so many of these clues are taken away.
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
