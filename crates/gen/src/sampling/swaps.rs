//! Small unavoidable sets of a full grid that need no search: two digits or two lines that can be swapped in part.
//!
//! A set of cells is unavoidable if the digits in them can be put otherwise: a puzzle without a clue in any of them has
//! several solutions.

use minirow_core::{CellSet, Solution};

/// Sets with more cells are hardly ever without a clue.
const MOST_CELLS: u32 = 12;

/// The sets, each once, in a fixed order.
pub(super) fn swaps(solution: &Solution, sets: &mut Vec<CellSet>) {
    let numbers = solution.grid().numbers();
    sets.clear();
    lines::<9, 1>(numbers, sets);
    lines::<1, 9>(numbers, sets);
    digits(numbers, sets);
    sets.sort_unstable_by_key(|set| set.bits());
    sets.dedup();
}

fn add(cells: u128, sets: &mut Vec<CellSet>) {
    if cells.count_ones() <= MOST_CELLS {
        sets.push(CellSet::from_bits(cells));
    }
}

/// Two lines of a chute can swap the digits in some columns (or rows) if both have the same there.
///
/// The cells of line `n` are `LINE * n`, `LINE * n + ACROSS`, and so on.
fn lines<const LINE: usize, const ACROSS: usize>(numbers: &[u8; 81], sets: &mut Vec<CellSet>) {
    for (one, other) in [(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5), (6, 7), (6, 8), (7, 8)] {
        let mut place_on_one = [0; 16];
        for along in 0..9 {
            place_on_one[usize::from(numbers[LINE * one + ACROSS * along] & 15)] = along;
        }
        let mut seen = 0u32;
        for first in 0..9 {
            let (mut along, mut cells) = (first, 0u128);
            while seen >> along & 1 == 0 {
                seen |= 1 << along;
                cells |= 1 << (LINE * one + ACROSS * along) | 1 << (LINE * other + ACROSS * along);
                along = place_on_one[usize::from(numbers[LINE * other + ACROSS * along] & 15)];
            }
            if cells != 0 {
                add(cells, sets);
            }
        }
    }
}

/// Two digits can be swapped in some rows if no cell of those rows sees the other digit in another row.
fn digits(numbers: &[u8; 81], sets: &mut Vec<CellSet>) {
    // By digit: its column in each row, its row in each column, its row in each box.
    let (mut columns, mut rows, mut box_rows) = ([[0; 9]; 10], [[0; 9]; 10], [[0; 9]; 10]);
    for (cell, &digit) in numbers.iter().enumerate() {
        let (row, column, digit) = (cell / 9, cell % 9, usize::from(digit));
        columns[digit][row] = column;
        rows[digit][column] = row;
        box_rows[digit][row / 3 * 3 + column / 3] = row;
    }
    for one in 1..10 {
        for other in one + 1..10 {
            let mut left = (1u32 << 9) - 1;
            while left != 0 {
                let (mut taken, mut cells) = (left & left.wrapping_neg(), 0u128);
                let mut fresh = taken;
                while fresh != 0 {
                    let row = fresh.trailing_zeros() as usize;
                    fresh &= fresh - 1;
                    let mut more = 0;
                    for (digit, sought) in [(one, other), (other, one)] {
                        let column = columns[digit][row];
                        cells |= 1 << (9 * row + column);
                        more |= 1 << rows[sought][column] | 1 << box_rows[sought][row / 3 * 3 + column / 3];
                    }
                    fresh |= more & !taken;
                    taken |= more;
                }
                left &= !taken;
                add(cells, sets);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use minirow_core::{Cell, solver};

    use super::*;
    use crate::fill::fill;
    use crate::stream::Stream;

    #[test]
    fn each_set_can_be_filled_otherwise() {
        let mut sets = Vec::new();
        let mut total = 0;
        for index in 0..20 {
            let solution = fill(&mut Stream::new(21, index));
            swaps(&solution, &mut sets);
            for &set in &sets {
                assert!(!solver::is_unique(&solution.grid().within(CellSet::ALL - set)), "{index} {set:?}");
            }
            // Two rows of a band swap as a whole where they cannot in part, and so do two digits.
            let two_rows: CellSet = (0..18).map(Cell::from_index).collect();
            assert!(sets.iter().all(|set| set.len() <= 12 && *set != two_rows));
            total += sets.len();
        }
        assert!((600..1400).contains(&total), "{total} sets of 20 grids");
    }
}
