//! The symmetries of clues that keep every band and every stack in its place.

use crate::grid::Grid;

/// A change of digits that, together with exchanges of rows within bands and of columns within stacks, maps clues to
/// themselves.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClueSymmetry {
    /// The new index of each digit.
    pub(super) digits: [u8; 9],
    /// For each stack, the new place of each column.
    pub(super) columns: [[u8; 3]; 3],
}

/// Returns all symmetries of the clues, of which there are at most 9!. The first is the identity.
pub(super) fn symmetries(clues: &Grid) -> Vec<ClueSymmetry> {
    let mut search = Search { clues: Vec::new(), cells: [[None; 9]; 9], boxes: [0; 9], found: Vec::new() };
    for (cell, digit) in clues.clues() {
        search.clues.push((cell.row(), cell.column(), cell.box_(), digit.index()));
        search.cells[cell.box_()][digit.index()] = Some((cell.row() as u8, cell.column() as u8));
        search.boxes[digit.index()] |= 1 << cell.box_();
    }
    search.extend(&mut [0; 9], 0, 0);
    search.found
}

struct Search {
    /// The row, column, box and digit of each clue.
    clues: Vec<(usize, usize, usize, usize)>,
    /// The row and column of each digit in each box.
    cells: [[Option<(u8, u8)>; 9]; 9],
    /// The boxes in which each digit is a clue.
    boxes: [u16; 9],
    found: Vec<ClueSymmetry>,
}

impl Search {
    /// Chooses the new digit of `digit` and of those after it. `used` are the new digits of those before it.
    fn extend(&mut self, digits: &mut [u8; 9], digit: usize, used: u16) {
        if digit == 9 {
            let columns = self.columns(digits);
            return self.found.extend(columns.map(|columns| ClueSymmetry { digits: *digits, columns }));
        }
        for new in 0..9 {
            if used & 1 << new == 0 && self.boxes[new] == self.boxes[digit] {
                digits[digit] = new as u8;
                self.extend(digits, digit + 1, used | 1 << new);
            }
        }
    }

    /// Returns the new place of each column in its stack, or `None` if rows and columns cannot follow the digits.
    fn columns(&self, digits: &[u8; 9]) -> Option<[[u8; 3]; 3]> {
        let (mut rows, mut columns) = (Lines::default(), Lines::default());
        for &(row, column, box_, digit) in &self.clues {
            let (new_row, new_column) = self.cells[box_][usize::from(digits[digit])]?;
            if !rows.map(row, new_row) || !columns.map(column, new_column) {
                return None;
            }
        }
        Some(std::array::from_fn(|stack| {
            std::array::from_fn(|place| {
                let column = 3 * stack + place;
                let new = columns.new[column].unwrap_or_else(|| {
                    // Columns without clues may follow in any order.
                    let unused = (3 * stack..3 * stack + 3).find(|&new| columns.used & 1 << new == 0);
                    let unused = unused.expect("a place for each column") as u8;
                    columns.used |= 1 << unused;
                    unused
                });
                new % 3
            })
        }))
    }
}

/// A one-to-one map of some rows or columns.
#[derive(Default)]
struct Lines {
    new: [Option<u8>; 9],
    used: u16,
}

impl Lines {
    /// Maps a line. Returns `false` if that contradicts what was mapped before.
    fn map(&mut self, line: usize, to: u8) -> bool {
        let is_new = self.new[line].is_none() && self.used & 1 << to == 0;
        if is_new {
            self.new[line] = Some(to);
            self.used |= 1 << to;
        }
        self.new[line] == Some(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_symmetries() {
        for (clues, number) in [
            ("", 362_880),
            ("1", 40_320),
            // 1 and 2 can change places together with their columns.
            ("12", 2 * 5040),
            ("1..2", 5040),
            // 1 is in two bands: 2 is not like it.
            (&format!("12{}1", ".".repeat(28)), 5040),
            ("123456789", 216),
        ] {
            let grid = format!("{clues:.<81}").parse().unwrap();
            let found = symmetries(&grid);
            assert_eq!(found.len(), number, "{clues}");
            assert_eq!(found[0].digits, [0, 1, 2, 3, 4, 5, 6, 7, 8], "{clues}");
        }
    }
}
