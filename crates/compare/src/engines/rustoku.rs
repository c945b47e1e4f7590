//! The crate `rustoku-lib` (MIT): singles first, then backtracking at the cell with the fewest candidates.

use anyhow::Context;
use minirow_core::Grid;
use rustoku_lib::core::Board;
use rustoku_lib::{BoardGenerator, Rustoku, Symmetry};

use crate::engines::{Answer, EngineKind, Maker, Solver, Work, one_after_another, one_by_one};

pub(crate) static SOLVER: Solver = Solver {
    name: "rustoku",
    kind: EngineKind::Peer,
    available: || true,
    // The generator of the crate decides uniqueness in the same way. `Rustoku::new` is a part of solving: it refuses grids
    // with clashing clues and computes the candidates, which the other engines also do within the time.
    // The techniques are the default ones. With those of the next level, puzzles of 17 clues take a third of the time, but
    // random ones four times as long; both are much slower than the other peer.
    load: |grids| {
        one_by_one(grids, theirs, |board| {
            Rustoku::new(*board).is_ok_and(|mut solver| solver.count_solutions_until(2) == 1)
        })
    },
    answer: |grid| {
        let solutions = Rustoku::new(theirs(grid)).map(|mut solver| solver.solve_until(2)).unwrap_or_default();
        Answer::of(solutions.iter().map(|solution| ours(&solution.board)))
    },
};

/// This peer takes no seed, so its puzzles differ in each run.
pub(crate) static MAKER: Maker = Maker {
    name: "rustoku",
    kind: EngineKind::Peer,
    start: |work, _seed| {
        let symmetry = match work {
            Work::Minimal => Symmetry::None,
            Work::MinimalHalfTurn => Symmetry::Rotational180,
            Work::FullGrid => {
                return one_after_another(|| {
                    let mut empty = Rustoku::new(Board::default())?;
                    let full = empty.solve_random().context("found no way to fill the board")?;
                    Ok(ours(&full.board))
                });
            }
        };
        // It stops removing clues at the given number. No puzzle has fewer than 17, so with that number it tries to remove
        // every clue, and the puzzle is minimal.
        let generator = BoardGenerator::new().clues(17).symmetry(symmetry);
        one_after_another(move || Ok(ours(&generator.generate()?)))
    },
};

fn theirs(grid: &Grid) -> Board {
    Board::new(grid.to_rows())
}

fn ours(board: &Board) -> Grid {
    let row = |row| std::array::from_fn(|column| board.get(row, column));
    Grid::from_rows(std::array::from_fn(row)).expect("numbers 0-9")
}
