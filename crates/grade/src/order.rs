//! Orders of houses and combinations. They decide which of several possible steps of a technique is the first.

use minirow_core::{Cell, CellSet, House};

/// Boxes, then columns, then rows: the order for singles and subsets.
pub(crate) static BOXES_COLUMNS_ROWS: [House; 27] = {
    let mut houses = [House::ROWS[0]; 27];
    let mut number = 0;
    while number < 9 {
        houses[number] = House::BOXES[number];
        houses[9 + number] = House::COLUMNS[number];
        houses[18 + number] = House::ROWS[number];
        number += 1;
    }
    houses
};

/// All houses, as bits 0-26 by index.
pub(crate) const ALL_HOUSES: u32 = (1 << 27) - 1;

/// Returns the houses of a mask, bits 0-26 by index, in the order of [`BOXES_COLUMNS_ROWS`].
pub(crate) fn in_order(houses: u32) -> impl Iterator<Item = House> {
    // The nine bits of the boxes and those of the rows exchange their places.
    const NINE: u32 = 0x1FF;
    each_bit(houses >> 18 | houses & NINE << 9 | (houses & NINE) << 18).map(|number| BOXES_COLUMNS_ROWS[number])
}

/// Returns the houses of a cell, as bits 0-26 by index.
pub(crate) fn houses(cell: Cell) -> u32 {
    HOUSES[cell.index()]
}

/// Returns the houses of some cells, as bits 0-26 by index.
pub(crate) fn houses_of(cells: CellSet) -> u32 {
    cells.iter().fold(0, |all, cell| all | houses(cell))
}

static HOUSES: [u32; 81] = {
    let mut all = [0; 81];
    let mut index = 0;
    while index < 81 {
        let [row, column, box_] = Cell::from_index(index).houses();
        all[index] = 1 << row.index() | 1 << column.index() | 1 << box_.index();
        index += 1;
    }
    all
};

/// Returns the combinations of `degree` out of up to nine things, as bitmasks in ascending order: {0,1}, {0,2}, {1,2},
/// {0,3}, ... There is one combination of nothing.
pub(crate) fn combinations(things: usize, degree: usize) -> impl Iterator<Item = u16> {
    let mut next: u16 = (1 << degree) - 1;
    std::iter::from_fn(move || {
        let mask = next;
        // The next larger number with the same number of bits (Gosper's hack): the lowest run of ones carries its top
        // bit into the place above, and the rest of the run moves to the bottom. The combination of nothing has no
        // successor.
        next = if mask == 0 {
            1 << things
        } else {
            let carried = mask + (mask & mask.wrapping_neg());
            carried | ((mask ^ carried) >> (mask.trailing_zeros() + 2))
        };
        (mask < 1 << things).then_some(mask)
    })
}

/// Returns the indices of the bits of a mask, in ascending order.
pub(crate) fn members(mask: u16) -> impl Iterator<Item = usize> {
    each_bit(mask.into())
}

/// Returns the indices of the bits of a mask of houses or of minirows, in ascending order.
pub(crate) fn each_bit(mask: u32) -> impl Iterator<Item = usize> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        let lowest = rest.trailing_zeros() as usize;
        rest &= rest.checked_sub(1)?;
        Some(lowest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_ordered_by_their_larger_member() {
        let pairs: Vec<Vec<usize>> = combinations(9, 2).map(|mask| members(mask).collect()).collect();
        assert_eq!(pairs[..7], [[0, 1], [0, 2], [1, 2], [0, 3], [1, 3], [2, 3], [0, 4]]);
        assert_eq!(pairs.last().unwrap(), &[7, 8]);
    }

    #[test]
    fn all_combinations_of_a_size_occur_once_in_ascending_order() {
        for (things, degree, count) in
            [(9, 2, 36), (9, 3, 84), (9, 4, 126), (9, 9, 1), (9, 0, 1), (6, 3, 20), (3, 3, 1), (2, 3, 0)]
        {
            let masks: Vec<u16> = combinations(things, degree).collect();
            assert_eq!(masks.len(), count);
            assert!(masks.iter().all(|mask| mask >> things == 0));
            assert!(masks.is_sorted_by(|a, b| a < b));
            assert!(masks.iter().all(|mask| mask.count_ones() as usize == degree));
        }
    }

    #[test]
    fn every_house_occurs_once() {
        for house in House::all() {
            assert_eq!(BOXES_COLUMNS_ROWS.iter().filter(|&&other| other == house).count(), 1, "{house}");
        }
        assert!(in_order(ALL_HOUSES).eq(BOXES_COLUMNS_ROWS));
    }

    #[test]
    fn the_houses_of_a_cell_are_its_box_then_its_column_then_its_row() {
        let cell = Cell::at(3, 7);
        assert!(in_order(houses_of(cell.into())).eq([House::BOXES[5], House::COLUMNS[7], House::ROWS[3]]));
    }
}
