//! A house, which is a row, column or box, and the houses and peers of a cell.

use std::fmt;

use crate::cell::{Cell, CellSet};

/// The kind of a house: row, column or box.
///
/// ```
/// use minirow_core::{House, HouseKind};
/// assert_eq!(House::of_kind(HouseKind::Box)[4].to_string(), "box 5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)] // the names say it
pub enum HouseKind {
    Row,
    Column,
    Box,
}

/// One of the 27 houses: rows 0-8, columns 9-17, boxes 18-26. A solution has every digit once in each.
///
/// ```
/// use minirow_core::{Cell, House};
/// let house = House::BOXES[2];
/// assert_eq!(house.to_string(), "box 3");
/// assert_eq!(house.cell(0), Cell::at(0, 6));
/// assert!(house.cells().contains(Cell::at(2, 8)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct House(u8); // Invariant: below 27.

const fn nine_from(first: u8) -> [House; 9] {
    let mut houses = [House(first); 9];
    let mut number = 0;
    while number < 9 {
        houses[number as usize] = House(first + number);
        number += 1;
    }
    houses
}

impl House {
    /// The rows from top to bottom.
    pub const ROWS: [House; 9] = nine_from(0);
    /// The columns from left to right.
    pub const COLUMNS: [House; 9] = nine_from(9);
    /// The boxes from left to right and from top to bottom.
    pub const BOXES: [House; 9] = nine_from(18);

    /// Returns the 27 houses: rows, then columns, then boxes.
    pub fn all() -> impl Iterator<Item = House> {
        (0..27).map(House)
    }

    /// Returns the nine houses of a kind, in order.
    pub const fn of_kind(kind: HouseKind) -> &'static [House; 9] {
        match kind {
            HouseKind::Row => &House::ROWS,
            HouseKind::Column => &House::COLUMNS,
            HouseKind::Box => &House::BOXES,
        }
    }

    /// Returns the kind of the house.
    pub const fn kind(self) -> HouseKind {
        match self.0 / 9 {
            0 => HouseKind::Row,
            1 => HouseKind::Column,
            _ => HouseKind::Box,
        }
    }

    /// Returns the number among the houses of its kind, 0-8.
    pub const fn number(self) -> usize {
        (self.0 % 9) as usize
    }

    /// Returns the index among all houses, 0-26.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the cell at a position 0-8. Positions follow the order of the cells.
    ///
    /// # Panics
    /// Panics if `position` is greater than 8.
    pub const fn cell(self, position: usize) -> Cell {
        self.cells_in_order()[position]
    }

    /// Returns the nine cells of the house in order.
    pub const fn cells_in_order(self) -> &'static [Cell; 9] {
        &IN_ORDER[self.index()]
    }

    /// Returns the positions of the cells of a set in the house, as bits 0-8.
    ///
    /// ```
    /// use minirow_core::{Cell, CellSet, House};
    /// let cells = CellSet::from_iter([Cell::at(0, 4), Cell::at(2, 4), Cell::at(2, 8)]);
    /// assert_eq!(House::COLUMNS[4].positions(cells), 0b101);
    /// assert_eq!(House::BOXES[2].positions(cells), 1 << 8);
    /// ```
    pub const fn positions(self, cells: CellSet) -> u16 {
        let bits = cells.bits() >> IN_ORDER[self.index()][0].index();
        match self.kind() {
            HouseKind::Row => bits as u16 & 0x1FF,
            HouseKind::Column => {
                // The product moves the bits 0, 9, ..., 63 to the bits 56 to 63. All other sums are of other bits.
                let eight = (bits as u64 & 0x8040_2010_0804_0201).wrapping_mul(0x0101_0101_0101_0101) >> 56;
                eight as u16 | ((bits >> 72 & 1) as u16) << 8
            }
            HouseKind::Box => (bits & 0o7 | bits >> 6 & 0o70 | bits >> 12 & 0o700) as u16,
        }
    }

    /// Returns the nine cells of the house.
    pub const fn cells(self) -> CellSet {
        CELLS[self.index()]
    }
}

// Constants, since other crates cannot see the value of a static when they are compiled.
const IN_ORDER: &[[Cell; 9]; 27] = &{
    let mut cells = [[Cell::ALL[0]; 9]; 27];
    let mut index = 0;
    while index < 27 {
        let house = House(index as u8);
        let number = house.number();
        let mut position = 0;
        while position < 9 {
            cells[index][position] = match house.kind() {
                HouseKind::Row => Cell::at(number, position),
                HouseKind::Column => Cell::at(position, number),
                HouseKind::Box => Cell::at(number / 3 * 3 + position / 3, number % 3 * 3 + position % 3),
            };
            position += 1;
        }
        index += 1;
    }
    cells
};

const CELLS: &[CellSet; 27] = &{
    let mut cells = [CellSet::EMPTY; 27];
    let mut index = 0;
    while index < 27 {
        let mut position = 0;
        while position < 9 {
            cells[index] = cells[index].with(IN_ORDER[index][position]);
            position += 1;
        }
        index += 1;
    }
    cells
};

impl Cell {
    /// Returns the row, the column and the box that contain the cell.
    pub const fn houses(self) -> [House; 3] {
        [House::ROWS[self.row()], House::COLUMNS[self.column()], House::BOXES[self.box_()]]
    }

    /// Returns the peers: the 20 other cells that share a house with this one.
    pub const fn peers(self) -> CellSet {
        PEERS[self.index()]
    }

    /// Returns `true` if `other` is a peer of this cell.
    pub const fn sees(self, other: Cell) -> bool {
        self.peers().contains(other)
    }
}

const PEERS: &[CellSet; 81] = &{
    let mut peers = [CellSet::EMPTY; 81];
    let mut index = 0;
    while index < 81 {
        let cell = Cell::from_index(index);
        let [row, column, box_] = cell.houses();
        let all = row.cells().bits() | column.cells().bits() | box_.cells().bits();
        peers[index] = CellSet::from_bits(all).without(cell);
        index += 1;
    }
    peers
};

impl CellSet {
    /// Returns the cells that are peers of at least one member.
    #[must_use]
    #[inline]
    pub fn any_peers(self) -> CellSet {
        self.iter().fold(CellSet::EMPTY, |any, cell| any | cell.peers())
    }

    /// Returns the cells that are peers of every member. For the empty set, returns all cells.
    #[must_use]
    #[inline]
    pub fn common_peers(self) -> CellSet {
        self.iter().fold(CellSet::ALL, |common, cell| common & cell.peers())
    }
}

/// Writes the kind and the number, counted from 1: `row 4`, `column 7`, `box 9`.
impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind() {
            HouseKind::Row => "row",
            HouseKind::Column => "column",
            HouseKind::Box => "box",
        };
        write!(f, "{kind} {}", self.number() + 1)
    }
}

impl fmt::Debug for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_20_peers_and_3_houses() {
        for cell in Cell::ALL {
            assert_eq!(cell.peers().len(), 20, "{cell}");
            assert!(!cell.peers().contains(cell));
            for house in cell.houses() {
                assert!(house.cells().contains(cell), "{cell} {house}");
                assert!(house.cells().without(cell).is_subset(cell.peers()));
            }
        }
    }

    #[test]
    fn the_peers_of_r2c3_share_a_house_with_it() {
        assert_eq!(
            format!("{:?}", Cell::at(1, 2).peers()),
            "\nxxx......\nxx.xxxxxx\nxxx......\n..x......\n..x......\n..x......\n..x......\n..x......\n..x......"
        );
    }

    #[test]
    fn there_are_27_houses_of_nine_cells_and_each_cell_is_in_three() {
        assert_eq!(House::all().count(), 27);
        for cell in Cell::ALL {
            assert_eq!(House::all().filter(|house| house.cells().contains(cell)).count(), 3);
        }
        for house in House::all() {
            assert_eq!(house.cells().len(), 9, "{house}");
            assert_eq!(House::of_kind(house.kind())[house.number()], house);
            let in_order: Vec<Cell> = (0..9).map(|position| house.cell(position)).collect();
            assert_eq!(house.cells().iter().collect::<Vec<_>>(), in_order, "positions of {house} follow the cells");
            for (position, &cell) in in_order.iter().enumerate() {
                assert_eq!(house.positions(cell.into()), 1 << position, "{house} {cell}");
            }
            assert_eq!((house.positions(CellSet::ALL), house.positions(!house.cells())), (0x1FF, 0), "{house}");
        }
    }

    #[test]
    fn houses_are_named_from_one() {
        assert_eq!(House::BOXES[8].to_string(), "box 9");
        assert_eq!(House::COLUMNS[8].cell(8).to_string(), "r9c9");
    }
}
