//! The search for loops: depth first along houses, over cells that have both digits.

use minirow_core::{Cell, CellSet, DigitSet, House, HouseKind};

use super::UniqueLoop;
use crate::changes::Changes;
use crate::order::{houses, houses_of};
use crate::pencilmarks::Pencilmarks;

/// Returns the loops of a position, each once, in the order in which Sudoku Explainer finds them. Loops that the changes do
/// not affect may be missing.
pub(super) fn loops(pencilmarks: &Pencilmarks, changes: &Changes) -> Vec<UniqueLoop> {
    let mut found = Vec::new();
    // Whether a loop is found, and what its types are, depends on the cells of the loop and those in their houses.
    let affected = changes.around();
    let more_than = pencilmarks.cells_with_more_than();
    for start in (more_than[1] - more_than[2]).iter() {
        let digits = pencilmarks.digits(start);
        let both = digits.iter().fold(CellSet::ALL, |both, digit| both & pencilmarks.cells(digit));
        if !both.intersects(affected) {
            continue;
        }
        let is_bare = |cell: &Cell| pencilmarks.digits(*cell) == digits;
        let mut closable = self::closable(both);
        if !closable.contains(start) {
            continue;
        }
        let bare: CellSet = closable.iter().filter(is_bare).collect();
        if closable.len() < bare.len() + 3 {
            // Any two cells may have further candidates, so all loops through a cell are found from there.
            let earlier = bare.iter().take_while(|&cell| cell < start).collect();
            closable = self::closable(closable - earlier);
        }
        if closable.contains(start) && closable.intersects(affected) {
            let bare_houses = houses_of(bare & closable);
            let mut free_houses = [bare_houses; 9];
            for cell in (closable - bare).iter() {
                if let Some(digit) = (pencilmarks.digits(cell) - digits).single() {
                    free_houses[digit.index()] |= houses(cell);
                }
            }
            let mut search = Search {
                pencilmarks,
                start,
                digits,
                both,
                closable,
                bare_houses,
                free_houses,
                cells: CellSet::EMPTY,
                length: 0,
                touched: [0; 2],
                found: &mut found,
            };
            search.visit(start, None, DigitSet::EMPTY, 2);
        }
    }
    found
}

/// Returns the cells that can be part of a loop. In each of its houses, a cell of a loop has a neighbour in the loop.
/// So cells that are alone in a house are removed repeatedly. In most positions nothing is left.
fn closable(mut cells: CellSet) -> CellSet {
    loop {
        let (mut once, mut more) = (0, 0);
        for cell in cells.iter() {
            more |= once & houses(cell);
            once |= houses(cell);
        }
        let linked: CellSet = cells.iter().filter(|&cell| houses(cell) & !more == 0).collect();
        if linked == cells {
            return cells;
        }
        cells = linked;
    }
}

/// The path from the start to a cell, along cells that have the two digits alternately.
struct Search<'a> {
    pencilmarks: &'a Pencilmarks,
    start: Cell,
    digits: DigitSet,
    /// The cells that have both digits.
    both: CellSet,
    /// The cells that can be part of a loop.
    closable: CellSet,
    /// The houses of the cells without further candidates.
    bare_houses: u32,
    /// The houses of these cells, and of cells with just this further digit.
    free_houses: [u32; 9],
    cells: CellSet,
    length: usize,
    /// The houses of the even and of the odd cells of the path. No house has two cells of either kind.
    touched: [u32; 2],
    found: &'a mut Vec<UniqueLoop>,
}

impl Search<'_> {
    /// Adds a cell to the path, and continues to the other cells of its houses, except the house through which it was
    /// reached.
    ///
    /// Two cells may have any further candidates. More than two cells may only if `extra`, the set of further
    /// candidates so far, is a single digit. Sudoku Explainer 1.2.1 adds those of every cell that it checks from the
    /// path, even if the path continues elsewhere, and so misses a few loops. This search must miss the same loops.
    fn visit(&mut self, cell: Cell, through: Option<HouseKind>, mut extra: DigitSet, allowed: i8) {
        let colour = self.length % 2;
        self.length += 1;
        self.cells.insert(cell);
        self.touched[colour] |= houses(cell);

        let [row, column, box_] = cell.houses();
        for house in [box_, row, column] {
            if Some(house.kind()) == through {
                continue;
            }
            let ahead = self.both - self.cells.without(self.start);
            for next in (ahead & house.cells()).iter() {
                if next != self.start {
                    self.look_at(next, house, &mut extra, allowed);
                } else if self.length >= 4 {
                    self.close();
                }
            }
        }

        self.touched[colour] &= !houses(cell);
        self.cells.remove(cell);
        self.length -= 1;
    }

    fn look_at(&mut self, next: Cell, house: House, extra: &mut DigitSet, allowed: i8) {
        let further = self.pencilmarks.digits(next) - self.digits;
        *extra |= further;
        if further.is_empty() || extra.single().is_some() || allowed > 0 {
            let allowed = allowed - i8::from(!further.is_empty());
            if self.closable.contains(next) && self.can_close_by(next, *extra, allowed) {
                self.visit(next, Some(house.kind()), *extra, allowed);
            }
        }
    }

    /// Returns `true` if a loop is possible from the path with a cell added. This is only a short cut: without it the
    /// search finds the same loops.
    fn can_close_by(&self, next: Cell, extra: DigitSet, allowed: i8) -> bool {
        let mut touched = self.touched;
        let colour = self.length % 2;
        if touched[colour] & houses(next) != 0 {
            return false;
        }
        touched[colour] |= houses(next);
        if extra.is_empty() {
            return true;
        }
        // Each house with one cell of the path needs another. Apart from cells that add no digit to a single `extra`,
        // at most `allowed` cells are left, each with one house of a kind.
        let free = extra.single().map_or(self.bare_houses, |digit| self.free_houses[digit.index()]);
        let lacking = (touched[0] ^ touched[1]) & !free;
        let without_first = |houses: u32| houses & houses.wrapping_sub(1);
        let left = |kind: u32| (0..allowed).fold(lacking & kind, |left, _| without_first(left));
        lacking == 0 || [ROWS, COLUMNS, BOXES].into_iter().all(|kind| left(kind) == 0)
    }

    /// Records a loop when the path is back at its start, if every house of its cells has one cell of each kind.
    fn close(&mut self) {
        let is_new = || self.found.iter().all(|other| other.cells != self.cells);
        if self.touched[0] == self.touched[1] && is_new() {
            self.found.push(UniqueLoop { digits: self.digits, cells: self.cells });
        }
    }
}

const ROWS: u32 = 0x1FF;
const COLUMNS: u32 = ROWS << 9;
const BOXES: u32 = ROWS << 18;
