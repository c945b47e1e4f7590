//! Rows that may be those of several grids in turn, or beside each other.

use super::grid::grid;
use super::{Found, Line};
use crate::board::Board;
use crate::row::Layout;

fn has_clash(board: &Board) -> bool {
    matches!(board, Board::Grid(grid) if grid.clash().is_some())
}

/// Returns `true` if rows are hardly those of grids below each other, but may be those of two or three grids in turn: only so no digit is
/// there twice, or has each grid exactly one solution.
pub(super) fn are_in_turn(rows: &[&Line], found: &[Found], layout: Layout) -> bool {
    let is_good: [fn(&Board) -> bool; 2] = [|board| !has_clash(board), Board::has_one_solution];
    let are_good = |count: usize, is_good: fn(&Board) -> bool| {
        let mut turns = rows.chunks(9 * count).flat_map(|rows| (0..count).map(move |at| &rows[at..]));
        let grid = |rows: &[&Line]| grid(&rows.iter().copied().step_by(count).collect::<Vec<_>>(), layout);
        rows.len().is_multiple_of(9 * count) && turns.all(|rows| grid(rows).is_ok_and(|board| is_good(&board)))
    };
    let are_bad = |is_good: fn(&Board) -> bool| {
        rows.len() > 9 && found.iter().any(|(_, result)| result.as_ref().is_ok_and(|board| !is_good(board)))
    };
    is_good.into_iter().any(|is_good| are_bad(is_good) && (are_good(2, is_good) || are_good(3, is_good)))
}

/// Returns `true` if lines of three rows may be those of three grids or boxes beside each other: because a grid does not have exactly one
/// solution, or no digit is there twice in the grids of nine lines.
pub(super) fn may_be_beside(rows: &[&Line], found: &[Found], layout: Layout) -> bool {
    let is_grid = |rows: Vec<&Line>| grid(&rows, layout).is_ok_and(|board| !has_clash(&board));
    let mut beside =
        rows.chunks(27).flat_map(|lines| (0..3).map(move |at| lines[at..].iter().copied().step_by(3).collect()));
    let are_bands = rows.chunks(3).all(|band| band.iter().all(|row| row.number == band[0].number));
    // The cells of a line may be those of boxes, too.
    are_bands
        && (found.iter().any(|(_, result)| result.as_ref().is_ok_and(|board| !board.has_one_solution()))
            || rows.len().is_multiple_of(27) && beside.all(is_grid))
}
