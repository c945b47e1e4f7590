//! The places of a digit by minirows, which are three cells of a row in a box, and minicolumns, for all boxes at once.

use minirow_core::CellSet;

/// The first cell of each horizontal or vertical minirow, at which the three cells are combined.
const IN_ROWS: u128 = repeat(0b1, 3, 27);
const IN_COLUMNS: u128 = repeat(0b1_1111_1111, 27, 3);

/// Repeats a bit pattern a number of times.
const fn repeat(bits: u128, distance: u32, times: u32) -> u128 {
    let (mut all, mut time) = (0, 0);
    while time < times {
        all |= bits << (distance * time);
        time += 1;
    }
    all
}

/// Returns `true` if the cells of a digit in a box lie in one line that has others outside.
pub(crate) fn can_point(cells: CellSet) -> bool {
    Minis::of(cells).into_iter().any(|minis| minis.all & !minis.in_box & minis.in_line != 0)
}

/// Returns `true` if the cells of a digit in a line lie in one box that has others outside.
pub(crate) fn can_claim(cells: CellSet) -> bool {
    Minis::of(cells).into_iter().any(|minis| minis.all & minis.in_box & !minis.in_line != 0)
}

/// The minirows or minicolumns with places of a digit, as bits.
struct Minis {
    all: u128,
    /// The minirows with another one in the same box.
    in_box: u128,
    /// The minirows with another one in the same line.
    in_line: u128,
}

impl Minis {
    /// Returns the minirows and the minicolumns.
    fn of(cells: CellSet) -> [Minis; 2] {
        let cells = cells.bits();
        let rows = (cells | cells >> 1 | cells >> 2) & IN_ROWS;
        let columns = (cells | cells >> 9 | cells >> 18) & IN_COLUMNS;
        // The other minirows of the box are in the other rows of the band; those of the row are three columns on. The
        // other minicolumns of the box are in the other columns of the stack; those of the column are three rows on.
        [
            Minis { all: rows, in_box: turned::<9, 27>(rows), in_line: turned::<3, 9>(rows) },
            Minis { all: columns, in_box: turned::<1, 3>(columns), in_line: turned::<27, 81>(columns) },
        ]
    }
}

/// For bits in threes, `D` apart and in blocks of `3 * D = P`: returns those for which another bit of the three is set.
fn turned<const D: u32, const P: u32>(bits: u128) -> u128 {
    let first = const { repeat((1 << D) - 1, P, 81 / P) };
    let last = const { repeat((1 << D) - 1, P, 81 / P) << (2 * D) };
    // One further and two further, cyclically within the three.
    let once = ((bits & !last) << D) | ((bits & last) >> (2 * D));
    let twice = ((bits & first) << (2 * D)) | ((bits & !first) >> D);
    once | twice
}
