//! Bands as bitmasks of 27 bits, row by row. The lowest bit is the leftmost cell of the top row.

use crate::cell::Cell;

/// All cells of a band.
pub(crate) const BAND: u32 = (1 << 27) - 1;

/// The cells of the leftmost box of a band.
pub(crate) const FIRST_BOX: u32 = 0o007_007_007;

/// The cells of a set of boxes of a band, indexed by a bitmask of boxes.
pub(crate) const BOXES: [u32; 8] = {
    let mut cells = [0; 8];
    let mut boxes = 0;
    while boxes < 8 {
        let mut number = 0;
        while number < 3 {
            if boxes >> number & 1 == 1 {
                cells[boxes] |= FIRST_BOX << (3 * number);
            }
            number += 1;
        }
        boxes += 1;
    }
    cells
};

/// The peers of each cell, as one bitmask for each band.
pub(crate) const PEERS: [[u32; 3]; 81] = {
    let mut peers = [[0; 3]; 81];
    let mut index = 0;
    while index < 81 {
        let cells = Cell::from_index(index).peers().bits();
        peers[index] = [cells as u32 & BAND, (cells >> 27) as u32 & BAND, (cells >> 54) as u32];
        index += 1;
    }
    peers
};
