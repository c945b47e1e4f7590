//! The facts of a row for an audit: its verdict, and its keys.

use minirow_core::solver::batch::with_engine;
use minirow_core::{Grid, NotAPuzzle, Puzzle, Solution, canon};
use minirow_table::equivalence::{self, Equivalence};
use minirow_table::input::{BadLine, Entry, Item, Place};

use super::FindingKind;
use crate::verdict::wrong_solution;

/// The facts of a row.
pub(super) struct RowFacts {
    pub(super) grid: Grid,
    /// The reason why the grid is no puzzle: [`FindingKind::Unsolvable`] or [`FindingKind::Ambiguous`].
    pub(super) not_proper: Option<FindingKind>,
    pub(super) is_minimal: bool,
    pub(super) has_solution: bool,
    pub(super) has_wrong_solution: bool,
    /// The class of the puzzle.
    pub(super) puzzle: Equivalence,
    /// The key of the puzzle for its splits, which differs from that of its class.
    pub(super) puzzle_split: u128,
    /// The key of the only solution, or else of a right solution in the file.
    pub(super) solution: Option<u128>,
    /// The value of the column of splits.
    pub(super) split: Option<String>,
}

/// A row by the number of its file and its place, with its facts.
pub(super) type AuditedRow = (usize, Place, Result<RowFacts, BadLine>);

/// Returns the facts of rows, whose splits are in a column.
pub(super) fn of_items(items: Vec<(usize, Item)>, column: Option<&str>) -> Vec<AuditedRow> {
    let clues = |entry: Entry| match equivalence::clues(&entry.board) {
        Ok(grid) => Ok((entry, grid)),
        Err(reason) => Err(BadLine::new(entry.place, reason)),
    };
    let items: Vec<_> = items.into_iter().map(|(file, item)| (file, item.and_then(clues))).collect();
    let grids: Vec<Grid> = items.iter().filter_map(|(_, item)| Some(item.as_ref().ok()?.1)).collect();
    let mut puzzles = with_engine(|engine| engine.puzzles(&grids).collect::<Vec<_>>()).into_iter();
    let facts = |(file, item): (usize, Result<(Entry, Grid), BadLine>)| match item {
        Ok((entry, grid)) => {
            let facts = facts(&entry, grid, puzzles.next().expect("one for each grid"), column);
            (file, entry.place, Ok(facts))
        }
        Err(bad) => (file, bad.place.clone(), Err(bad)),
    };
    items.into_iter().map(facts).collect()
}

fn facts(entry: &Entry, grid: Grid, puzzle: Result<Puzzle, NotAPuzzle>, column: Option<&str>) -> RowFacts {
    let given = entry.solution.as_deref();
    let completion = given.and_then(|given| completion(given, &grid));
    let has_wrong_solution = match (&puzzle, given) {
        (Ok(puzzle), Some(given)) => wrong_solution(given, puzzle.solution()).is_some(),
        (Err(NotAPuzzle::Ambiguous(_)), Some(_)) => completion.is_none(),
        // An unsolvable puzzle is reported as such only.
        _ => false,
    };
    let solution = puzzle.as_ref().ok().map(|puzzle| *puzzle.solution()).or(completion);
    let puzzle_class = equivalence::puzzle(&grid);
    RowFacts {
        grid,
        not_proper: match &puzzle {
            Ok(_) => None,
            Err(NotAPuzzle::Ambiguous(_)) => Some(FindingKind::Ambiguous),
            Err(_) => Some(FindingKind::Unsolvable),
        },
        is_minimal: puzzle.is_ok_and(|puzzle| puzzle.is_minimal()),
        has_solution: given.is_some(),
        has_wrong_solution,
        puzzle: puzzle_class,
        puzzle_split: !puzzle_class.key,
        solution: solution.map(|solution| equivalence::key(&format!("solution {}", canon::solution(&solution).form))),
        split: column
            .and_then(|name| Some(entry.fields.text(name)?.trim().to_string()).filter(|split| !split.is_empty())),
    }
}

/// Returns a solution that a file gives, if it is a right one of the grid.
fn completion(given: &str, grid: &Grid) -> Option<Solution> {
    let solution = Solution::new(given.parse().ok()?).ok()?;
    grid.clues().all(|(cell, digit)| solution.grid().get(cell) == Some(digit)).then_some(solution)
}
