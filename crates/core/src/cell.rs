//! A cell such as `r4c7`, and a set of cells.

use std::fmt;
use std::str::FromStr;

use crate::set::bit_set;

/// One of the 81 cells, numbered row by row from 0.
///
/// Its text form counts rows and columns from 1: `r4c7`.
///
/// ```
/// use minirow_core::Cell;
/// let cell: Cell = "r4c7".parse()?;
/// assert_eq!((cell.row(), cell.column(), cell.box_()), (3, 6, 5));
/// assert_eq!(cell.index(), 9 * 3 + 6);
/// assert_eq!(cell.peers().len(), 20);
/// # Ok::<(), minirow_core::ParseCellError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8); // Invariant: below 81.

impl Cell {
    /// The 81 cells in order: `r1c1`, `r1c2`, ... `r9c9`.
    pub const ALL: [Cell; 81] = {
        let mut all = [Cell(0); 81];
        let mut index = 0;
        while index < 81 {
            all[index] = Cell(index as u8);
            index += 1;
        }
        all
    };

    /// Returns the cell with the index `9 * row + column`.
    ///
    /// # Panics
    /// Panics if `index` is greater than 80.
    pub const fn from_index(index: usize) -> Cell {
        assert!(index < 81, "a cell index is below 81");
        Cell(index as u8)
    }

    /// Returns the cell of a bit that is set in a [`CellSet`]. No bit above 80 is, which need not be checked each time.
    pub(crate) const fn of_bit(bit: u32) -> Cell {
        debug_assert!(bit < 81);
        Cell(bit as u8)
    }

    /// Returns the cell in a row and a column, both counted from 0.
    ///
    /// ```
    /// # use minirow_core::Cell;
    /// assert_eq!(Cell::at(3, 6).to_string(), "r4c7");
    /// ```
    ///
    /// # Panics
    /// Panics if `row` or `column` is greater than 8.
    #[inline]
    pub const fn at(row: usize, column: usize) -> Cell {
        assert!(row < 9 && column < 9, "rows and columns are below 9");
        Cell((9 * row + column) as u8)
    }

    /// Returns the index `9 * row + column`, 0-80.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the row, 0-8.
    pub const fn row(self) -> usize {
        self.index() / 9
    }

    /// Returns the column, 0-8.
    pub const fn column(self) -> usize {
        self.index() % 9
    }

    /// Returns the box, 0-8, counted from left to right and from top to bottom.
    pub const fn box_(self) -> usize {
        3 * self.band() + self.stack()
    }

    /// Returns the band, 0-2: the three boxes side by side that contain the cell.
    pub const fn band(self) -> usize {
        self.row() / 3
    }

    /// Returns the stack, 0-2: the three boxes on top of each other that contain the cell.
    pub const fn stack(self) -> usize {
        self.column() / 3
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row() + 1, self.column() + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The error for a text that is not of the form `r4c7`.
///
/// ```
/// use minirow_core::{Cell, ParseCellError};
/// assert_eq!("r0c1".parse::<Cell>(), Err(ParseCellError));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseCellError;

impl fmt::Display for ParseCellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a cell such as r4c7")
    }
}

impl std::error::Error for ParseCellError {}

impl FromStr for Cell {
    type Err = ParseCellError;

    fn from_str(text: &str) -> Result<Cell, ParseCellError> {
        match text.as_bytes() {
            [b'r' | b'R', row @ b'1'..=b'9', b'c' | b'C', column @ b'1'..=b'9'] => {
                Ok(Cell::at((row - b'1') as usize, (column - b'1') as usize))
            }
            _ => Err(ParseCellError),
        }
    }
}

/// A set of cells: a bitmask with one bit for each cell.
///
/// ```
/// # use minirow_core::{Cell, CellSet, House};
/// let row = House::ROWS[0].cells();
/// let box_ = House::BOXES[0].cells();
/// assert_eq!((row & box_).len(), 3); // a minirow
/// assert_eq!((row | box_).without(Cell::at(0, 0)).len(), 14);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CellSet(u128); // Invariant: only the 81 low bits are ever set.

bit_set!(CellSet of Cell, u128, all = (1 << 81) - 1, bit = bit);

/// Returns the bit of an index. WebAssembly has no shift of 128 bits, and one of 64 bits is faster than a function for it.
const fn bit(index: usize) -> u128 {
    let half = 1_u64 << (index % 64);
    if index < 64 { half as u128 } else { (half as u128) << 64 }
}

impl CellSet {
    /// Returns the number of members.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }
}

/// Draws the grid in nine lines, with `x` for each member.
impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in Cell::ALL {
            if cell.column() == 0 {
                f.write_str("\n")?;
            }
            f.write_str(if self.contains(cell) { "x" } else { "." })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_parsed_as_they_are_displayed() {
        for cell in Cell::ALL {
            assert_eq!(cell.to_string().parse(), Ok(cell));
        }
        for text in ["", "r0c1", "r1c10", "c1r1", "a1", "r1c"] {
            assert_eq!(text.parse::<Cell>(), Err(ParseCellError), "{text:?}");
        }
    }
}
