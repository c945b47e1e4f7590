//! The facts of a row for an audit: its verdict, and its keys.

use minirow_core::{Grid, NotAPuzzle, Puzzle, Solution, canon};
use minirow_table::equivalence::{self, Equivalence};
use minirow_table::input::{BadLine, Entry, Item, Place};
use minirow_text::parse_grid;

use super::FindingKind;
use crate::in_order::puzzles_of;
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
    let solved = puzzles_of(items.iter().map(|(_, item)| item));
    let mut rows = Vec::with_capacity(items.len());
    for ((file, item), clues) in items.into_iter().zip(solved) {
        rows.push(match (item, clues) {
            (Ok(entry), Ok((grid, puzzle))) => {
                let facts = facts(&entry, grid, puzzle, column);
                (file, entry.place, Ok(facts))
            }
            (Ok(entry), Err(reason)) => (file, entry.place.clone(), Err(BadLine::new(entry.place, reason))),
            (Err(bad), _) => (file, bad.place.clone(), Err(bad)),
        });
    }
    rows
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
    let solution = Solution::new(parse_grid(given).ok()?).ok()?;
    grid.clues().all(|(cell, digit)| solution.grid().get(cell) == Some(digit)).then_some(solution)
}
