//! The places of a digit by minirows, which are three cells of a row in a box, and minicolumns, for all boxes at once.

use minirow_core::CellSet;

use crate::order::each_bit;

/// Returns `true` if the cells of a digit in a box lie in one line that has others outside.
pub(crate) fn can_point(cells: CellSet) -> bool {
    Minis::of(cells).into_iter().any(|minis| minis.pointing() != 0)
}

/// Returns `true` if the cells of a digit in a line lie in one box that has others outside.
pub(crate) fn can_claim(cells: CellSet) -> bool {
    Minis::of(cells).into_iter().any(|minis| minis.claiming() != 0)
}

/// Returns the boxes whose cells of a digit lie in one column, or in one row, that has others outside, as bits 0-8.
pub(crate) fn pointing(cells: CellSet) -> [u16; 2] {
    let [rows, columns] = Minis::of(cells);
    let by_column = each_bit(columns.pointing()).fold(0, |boxes, column| boxes | 1 << (column / 3));
    let by_row = each_bit(rows.pointing()).fold(0, |boxes, row| boxes | 1 << (3 * (row % 3) + row % 9 / 3));
    [by_column, by_row]
}

/// Returns the columns, and the rows, whose cells of a digit lie in one box that has others outside, as bits 0-8.
pub(crate) fn claiming(cells: CellSet) -> [u16; 2] {
    let [rows, columns] = Minis::of(cells);
    let in_columns = each_bit(columns.claiming()).fold(0, |lines, column| lines | 1 << (column % 9));
    let in_rows = each_bit(rows.claiming()).fold(0, |lines, row| lines | 1 << (3 * (row % 3) + row / 9));
    [in_columns, in_rows]
}

/// The minirows or minicolumns with places of a digit, as bits 0-26.
struct Minis {
    all: u32,
    /// The members with another one in the same box.
    in_box: u32,
    /// The members with another one in the same line.
    in_line: u32,
}

impl Minis {
    /// Returns the minirows and the minicolumns. The bit of a minirow is `9 * row + 3 * stack + band`, with the row counted
    /// in its band. That of a minicolumn is `9 * band + column`.
    fn of(cells: CellSet) -> [Minis; 2] {
        let cells = cells.bits();
        let (mut rows, mut columns) = (0, 0);
        for band in 0..3 {
            let cells = (cells >> (27 * band)) as u32 & repeat(1, 1, 27);
            rows |= ((cells | cells >> 1 | cells >> 2) & repeat(1, 3, 9)) << band;
            columns |= ((cells | cells >> 9 | cells >> 18) & repeat(1, 1, 9)) << (9 * band);
        }
        [
            Minis { all: rows, in_box: turned::<9>(rows), in_line: turned::<3>(rows) },
            Minis { all: columns, in_box: turned::<1>(columns), in_line: turned::<9>(columns) },
        ]
    }

    /// Returns the members that are alone in their box, and have others in their line.
    fn pointing(&self) -> u32 {
        self.all & !self.in_box & self.in_line
    }

    /// Returns the members that are alone in their line, and have others in their box.
    fn claiming(&self) -> u32 {
        self.all & self.in_box & !self.in_line
    }
}

/// For bits in threes, `D` apart and in blocks of `3 * D`: returns those for which another bit of the three is set.
fn turned<const D: u32>(bits: u32) -> u32 {
    let first = const { repeat((1 << D) - 1, 3 * D, 9 / D) };
    let last = const { repeat((1 << D) - 1, 3 * D, 9 / D) << (2 * D) };
    // One further and two further, cyclically within the three.
    let once = ((bits & !last) << D) | ((bits & last) >> (2 * D));
    let twice = ((bits & first) << (2 * D)) | ((bits & !first) >> D);
    once | twice
}

/// Repeats a bit pattern a number of times.
const fn repeat(bits: u32, distance: u32, times: u32) -> u32 {
    let (mut all, mut time) = (0, 0);
    while time < times {
        all |= bits << (distance * time);
        time += 1;
    }
    all
}

#[cfg(test)]
mod tests {
    use minirow_core::{Cell, House, HouseKind};

    use super::*;

    /// Returns the houses of a kind whose cells, two or more, all lie in one house of another kind that has others.
    fn locked(cells: CellSet, base: HouseKind, cover: HouseKind) -> u16 {
        let is_locked = |number: &usize| {
            let places = cells & House::of_kind(base)[*number].cells();
            let covers = |cover: &House| places.is_subset(cover.cells()) && !(cells & cover.cells()).is_subset(places);
            !places.is_empty() && House::of_kind(cover).iter().any(covers)
        };
        (0..9).filter(is_locked).fold(0, |all, number| all | 1 << number)
    }

    #[test]
    fn the_houses_equal_those_found_one_by_one() {
        use HouseKind::{Box, Column, Row};
        let mut state: u64 = 1;
        let mut count = 0;
        for round in 0..5000 {
            let is_place = |_: &Cell| {
                // Knuth's linear congruential generator for MMIX.
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 32) % 100 < 5 + round % 60
            };
            let cells: CellSet = Cell::ALL.into_iter().filter(is_place).collect();
            // A single cell lies in both a row and a column.
            assert_eq!(pointing(cells), [locked(cells, Box, Column), locked(cells, Box, Row)], "{cells:?}");
            assert_eq!(claiming(cells), [locked(cells, Column, Box), locked(cells, Row, Box)], "{cells:?}");
            assert_eq!(can_point(cells), pointing(cells) != [0; 2], "{cells:?}");
            assert_eq!(can_claim(cells), claiming(cells) != [0; 2], "{cells:?}");
            count += u32::from(can_point(cells)) + u32::from(can_claim(cells));
        }
        assert!(count > 1000, "{count} sets are too few to say much");
    }
}
