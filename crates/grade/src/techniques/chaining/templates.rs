//! Templates: the ways to place a digit in all rows, columns and boxes, looking at nothing but its own candidates.

use minirow_core::{CellSet, Digit, House};

use crate::techniques::chaining::marks::Marks;

/// Whether every candidate of a digit is on some template, and none on all. Then no assumption about it leads to a
/// contradiction within the digit: a true candidate would fit into a template, and so would a false one.
pub(crate) fn decide_nothing(marks: &Marks, digit: Digit) -> bool {
    let cells = marks.cells(digit);
    let mut search = Search { cells, used: CellSet::EMPTY, common: cells };
    search.place(cells, CellSet::EMPTY);
    search.is_decided()
}

struct Search {
    cells: CellSet,
    used: CellSet,
    common: CellSet,
}

impl Search {
    fn is_decided(&self) -> bool {
        self.used == self.cells && self.common.is_empty()
    }

    /// Completes a template from the candidates left; `placed` are those on it.
    fn place(&mut self, left: CellSet, placed: CellSet) {
        let open = |row: &&House| (row.cells() & self.cells).intersects(left);
        let Some(row) = House::ROWS.iter().find(open) else {
            // Every row that has candidates must be filled.
            if House::ROWS.iter().all(|row| !row.cells().intersects(self.cells) || row.cells().intersects(placed)) {
                self.used |= placed;
                self.common &= placed;
            }
            return;
        };
        // A row above that has lost all its candidates will never be filled.
        let is_lost = |above: &House| above.cells().intersects(self.cells) && !above.cells().intersects(placed);
        if House::ROWS[..row.number()].iter().any(is_lost) {
            return;
        }
        for cell in (row.cells() & left).iter() {
            self.place(left - cell.peers().with(cell), placed.with(cell));
            if self.is_decided() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pencilmarks::Pencilmarks;
    use minirow_core::{Candidate, Cell, Grid};

    #[test]
    fn an_empty_board_decides_nothing() {
        let marks = Marks::from(&Pencilmarks::from(&Grid::EMPTY));
        assert!(Digit::ALL.into_iter().all(|digit| decide_nothing(&marks, digit)));
    }

    #[test]
    fn a_candidate_that_fits_into_no_template_or_into_all_is_noticed() {
        let mut pencilmarks = Pencilmarks::from(&Grid::EMPTY);
        // 1 in row 1 only in box 1: it goes from the rest of the box, which nobody has looked at yet.
        for column in 3..9 {
            pencilmarks.eliminate(Candidate { cell: Cell::at(0, column), digit: Digit::D1 });
        }
        assert!(!decide_nothing(&Marks::from(&pencilmarks), Digit::D1));
        assert!(decide_nothing(&Marks::from(&pencilmarks), Digit::D2));
    }
}
