//! Small unavoidable sets of a full grid, found without a search: two digits or two lines that can be partly swapped.
//!
//! A set of cells is unavoidable if its digits can be rearranged: a puzzle without a clue in the set has several
//! solutions.

use minirow_core::{CellSet, Solution};

/// The maximum number of cells of a set. Larger sets are hardly ever without a clue.
const MOST_CELLS: u32 = 12;

/// Collects the sets, each once, in a fixed order.
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

/// Adds the sets of two lines of a band or stack: they can swap digits in columns (or rows) where both have the same
/// digits.
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

/// Adds the sets of two digits: they can be swapped in a set of rows if no cell of these rows sees the other digit in
/// another row.
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
    fn each_set_can_be_filled_in_another_way() {
        let mut sets = Vec::new();
        let mut total = 0;
        for index in 0..20 {
            let solution = fill(&mut Stream::new(21, index));
            swaps(&solution, &mut sets);
            for &set in &sets {
                assert!(!solver::is_unique(&solution.grid().within(CellSet::ALL - set)), "{index} {set:?}");
            }
            // If two rows of a band cannot be swapped in part, the whole rows can; so can two digits.
            let two_rows: CellSet = (0..18).map(Cell::from_index).collect();
            assert!(sets.iter().all(|set| set.len() <= 12 && *set != two_rows));
            total += sets.len();
        }
        assert!((600..1400).contains(&total), "{total} sets of 20 grids");
    }
}
