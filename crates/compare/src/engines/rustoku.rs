//! The crate `rustoku-lib` (MIT): singles first, then backtracking at the cell with the fewest candidates.

use anyhow::Context;
use minirow_core::Grid;
use rustoku_lib::core::Board;
use rustoku_lib::{BoardGenerator, Rustoku, Symmetry};

use crate::engines::{Answer, EngineKind, Maker, OneByOne, Solver, Work};

pub(crate) static SOLVER: Solver = Solver {
    name: "rustoku",
    kind: EngineKind::Peer,
    available: || true,
    // The crate's generator decides uniqueness in the same way. `Rustoku::new` counts as a part of solving: it refuses
    // grids with clashing clues, and works out the candidates as the other engines do after the clock has started.
    // The techniques are the default ones. With those of the next level added, puzzles of 17 clues take a third of the
    // time, but random ones four times as long; neither comes near the other peer.
    load: |grids| {
        OneByOne::load(grids, theirs, |board| {
            Rustoku::new(*board).is_ok_and(|mut solver| solver.count_solutions_until(2) == 1)
        })
    },
    answer: |grid| {
        let solutions = Rustoku::new(theirs(grid)).map(|mut solver| solver.solve_until(2)).unwrap_or_default();
        Answer::of(solutions.iter().map(|solution| ours(&solution.board)))
    },
};

/// There is no seed to give: this peer's puzzles are others every time.
pub(crate) static MAKER: Maker = Maker {
    name: "rustoku",
    kind: EngineKind::Peer,
    start: |work, _seed| {
        let symmetry = match work {
            Work::Minimal => Symmetry::None,
            Work::MinimalHalfTurn => Symmetry::Rotational180,
            Work::FullGrid => {
                let full = || {
                    let mut empty = Rustoku::new(Board::default())?;
                    let full = empty.solve_random().context("found no way to fill the board")?;
                    Ok(ours(&full.board))
                };
                return Some(Box::new(move |count| (0..count).map(|_| full()).collect()));
            }
        };
        // It stops removing clues as soon as there are as few as wanted. No puzzle has fewer than 17, so with that wish
        // it tries to spare every clue, and what is left is minimal.
        let generator = BoardGenerator::new().clues(17).symmetry(symmetry);
        Some(Box::new(move |count| (0..count).map(|_| Ok(ours(&generator.generate()?))).collect()))
    },
};

fn theirs(grid: &Grid) -> Board {
    Board::new(grid.to_rows())
}

fn ours(board: &Board) -> Grid {
    let row = |row| std::array::from_fn(|column| board.get(row, column));
    Grid::from_rows(std::array::from_fn(row)).expect("numbers 0-9")
}
