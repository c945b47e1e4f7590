//! Templates: the ways to place a digit in all rows, columns and boxes, with only its own candidates considered.

use minirow_core::{CellSet, Digit, House};

use crate::techniques::chaining::marks::Marks;

/// Returns `true` if every candidate of a digit is on some template, and none on all of them. Then no assumption about
/// it leads to a contradiction within the digit: some template has the candidate, and some does not.
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

    /// Completes a template from the candidates left. `placed` has the candidates on it so far.
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
        // A row above that has lost all its candidates can never be filled.
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
    fn a_candidate_on_no_template_or_on_all_is_detected() {
        let mut pencilmarks = Pencilmarks::from(&Grid::EMPTY);
        // In row 1 the 1 is in box 1 only, but it is not yet eliminated from the rest of the box.
        for column in 3..9 {
            pencilmarks.eliminate(Candidate { cell: Cell::at(0, column), digit: Digit::D1 });
        }
        assert!(!decide_nothing(&Marks::from(&pencilmarks), Digit::D1));
        assert!(decide_nothing(&Marks::from(&pencilmarks), Digit::D2));
    }
}
