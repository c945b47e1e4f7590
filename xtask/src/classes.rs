//! What counts as the same: a key that grids share just if they are the same text, the same puzzle up to symmetry, or
//! have the same solution grid up to symmetry.

use clap::ValueEnum;
use minirow_core::solver::batch::Engine;
use minirow_core::text::Board;
use minirow_core::{Grid, NotAPuzzle, Puzzle, Symmetry, canon};
use sha2::{Digest, Sha256};

/// When two grids count as the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum By {
    /// The same clues in the same cells, whatever stands for an empty cell
    Text,
    /// The same puzzle up to symmetry: digits relabelled, lines swapped, transposed
    #[default]
    Puzzle,
    /// The same solution grid up to symmetry
    Solution,
}

/// The class that a grid is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Class {
    /// The same for all of the class, and for no others.
    pub(crate) key: u128,
    /// Leads from the grid, or from its solution, to the canonical form of the class.
    pub(crate) way: Symmetry,
}

/// 128 bits of a good hash take a fifth of the memory of a grid. That two texts share them is not to be expected: among
/// 100 million the odds are 1 to 10^22.
pub(crate) fn key(text: &str) -> u128 {
    let digest = Sha256::digest(text);
    u128::from_be_bytes(digest[..16].try_into().expect("32 bytes"))
}

impl By {
    /// The classes of boards, in their order; or why one has none.
    pub(crate) fn classes(self, engine: &mut Engine, boards: &[Board]) -> Vec<Result<Class, String>> {
        match self {
            By::Text => boards.iter().map(|board| Ok(text(board))).collect(),
            By::Puzzle => boards.iter().map(|board| clues(board).map(|grid| puzzle(&grid))).collect(),
            By::Solution => {
                let grids: Vec<Grid> = boards.iter().filter_map(|board| clues(board).ok()).collect();
                let mut puzzles = engine.puzzles(&grids);
                let class = |board| {
                    let grid = clues(board)?;
                    solution(puzzles.next().unwrap_or_else(|| Puzzle::new(grid)))
                };
                boards.iter().map(class).collect()
            }
        }
    }
}

/// The clues of a board that has some.
pub(crate) fn clues(board: &Board) -> Result<Grid, String> {
    match board {
        Board::Grid(grid) => Ok(*grid),
        Board::Candidates(_) => Err("found 729 candidates, expected 81 cells: a puzzle is made of clues".into()),
    }
}

fn text(board: &Board) -> Class {
    let text = match board {
        Board::Grid(grid) => grid.to_string(),
        Board::Candidates(candidates) => candidates.to_string(),
    };
    Class { key: key(&text), way: Symmetry::IDENTITY }
}

fn puzzle(grid: &Grid) -> Class {
    let canonical = canon::grid(grid);
    Class { key: key(&canonical.form.to_string()), way: canonical.transformation }
}

fn solution(puzzle: Result<Puzzle, NotAPuzzle>) -> Result<Class, String> {
    let canonical = canon::solution(puzzle.map_err(|why| why.to_string())?.solution());
    Ok(Class { key: key(&canonical.form.to_string()), way: canonical.transformation })
}
