//! A house: one of the 27 rows, columns and boxes that hold every digit once.

use std::fmt;

use crate::cell::{Cell, CellSet};

/// What a house is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)] // the names say it
pub enum HouseKind {
    Row,
    Column,
    Box,
}

/// One of the 27 houses: rows 0-8, columns 9-17, boxes 18-26.
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
    /// The rows, top to bottom.
    pub const ROWS: [House; 9] = nine_from(0);
    /// The columns, left to right.
    pub const COLUMNS: [House; 9] = nine_from(9);
    /// The boxes, left to right and top to bottom.
    pub const BOXES: [House; 9] = nine_from(18);

    /// All houses: rows, then columns, then boxes.
    pub fn all() -> impl Iterator<Item = House> {
        (0..27).map(House)
    }

    /// The nine houses of a kind, in order.
    pub const fn of_kind(kind: HouseKind) -> &'static [House; 9] {
        match kind {
            HouseKind::Row => &House::ROWS,
            HouseKind::Column => &House::COLUMNS,
            HouseKind::Box => &House::BOXES,
        }
    }

    /// Row, column or box.
    pub const fn kind(self) -> HouseKind {
        match self.0 / 9 {
            0 => HouseKind::Row,
            1 => HouseKind::Column,
            _ => HouseKind::Box,
        }
    }

    /// Which of its kind, 0-8.
    pub const fn number(self) -> usize {
        (self.0 % 9) as usize
    }

    /// The place among all houses, 0-26.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The cell at a position 0-8; within a house, positions follow the order of the cells.
    ///
    /// # Panics
    /// If `position` is above 8.
    pub const fn cell(self, position: usize) -> Cell {
        let number = self.number();
        match self.kind() {
            HouseKind::Row => Cell::at(number, position),
            HouseKind::Column => Cell::at(position, number),
            HouseKind::Box => Cell::at(number / 3 * 3 + position / 3, number % 3 * 3 + position % 3),
        }
    }

    /// The nine cells.
    pub const fn cells(self) -> CellSet {
        CELLS[self.index()]
    }
}

const CELLS: [CellSet; 27] = {
    let mut cells = [CellSet::EMPTY; 27];
    let mut index = 0;
    while index < 27 {
        let mut position = 0;
        while position < 9 {
            cells[index] = cells[index].with(House(index as u8).cell(position));
            position += 1;
        }
        index += 1;
    }
    cells
};

/// `row 4`, `column 7`, `box 9`: counted from 1.
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
        }
    }

    #[test]
    fn houses_are_named_from_one() {
        assert_eq!(House::BOXES[8].to_string(), "box 9");
        assert_eq!(House::COLUMNS[8].cell(8).to_string(), "r9c9");
    }
}
