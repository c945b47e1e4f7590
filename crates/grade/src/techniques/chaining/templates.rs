//! Templates: the ways to place a digit in all rows, columns and boxes, with only its own candidates considered.

use minirow_core::{CellSet, Digit, House};

use crate::techniques::chaining::marks::Marks;

/// Returns the candidates of a digit that are on no template or on all. An assumption about another one leads to no
/// contradiction within the digit: some template has the candidate, and some does not.
pub(crate) fn decided(marks: &Marks, digit: Digit) -> CellSet {
    let cells = marks.cells(digit);
    let mut unused = cells;
    for cell in cells.iter() {
        if unused.contains(cell) {
            let row = House::ROWS[cell.row()];
            let template = complete(cells - cell.peers(), cells - row.cells());
            unused -= template.map_or(CellSet::EMPTY, |rest| rest.with(cell));
        }
    }
    // The other templates of a row have its other candidates.
    let only = House::ROWS.iter().filter_map(|row| ((cells - unused) & row.cells()).single());
    only.fold(unused, CellSet::with)
}

/// Completes a template in the rows of some cells from the candidates left. Returns its cells in these rows.
fn complete(left: CellSet, open: CellSet) -> Option<CellSet> {
    let Some(first) = open.first() else { return Some(CellSet::EMPTY) };
    let row = House::ROWS[first.row()].cells();
    (row & left).iter().find_map(|cell| Some(complete(left - cell.peers(), open - row)?.with(cell)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pencilmarks::Pencilmarks;
    use crate::techniques::tests::each_position;
    use minirow_core::{Candidate, Cell, Grid};

    /// Adds all templates.
    fn add_all(left: CellSet, open: CellSet, placed: CellSet, templates: &mut Vec<CellSet>) {
        match open.first() {
            None => templates.push(placed),
            Some(first) => {
                let row = House::ROWS[first.row()].cells();
                (row & left)
                    .iter()
                    .for_each(|cell| add_all(left - cell.peers(), open - row, placed.with(cell), templates));
            }
        }
    }

    #[test]
    fn decided_candidates_are_on_no_template_or_on_all() {
        let (mut none, mut some) = (0, 0);
        each_position(3, |pencilmarks| {
            for digit in Digit::ALL {
                let cells = pencilmarks.cells(digit);
                let mut templates = Vec::new();
                add_all(cells, cells, CellSet::EMPTY, &mut templates);
                let used = templates.iter().fold(CellSet::EMPTY, |used, template| used | *template);
                let common = templates.iter().fold(cells, |common, template| common & *template);
                let decided = decided(&Marks::from(pencilmarks), digit);
                assert_eq!(decided, (cells - used) | common, "{digit} at {pencilmarks:?}");
                *if decided.is_empty() { &mut none } else { &mut some } += 1;
            }
        });
        assert!(none > 100 && some > 100, "{none} and {some} are too few to say much");
    }

    #[test]
    fn an_empty_board_decides_nothing() {
        let marks = Marks::from(&Pencilmarks::from(&Grid::EMPTY));
        assert!(Digit::ALL.into_iter().all(|digit| decided(&marks, digit).is_empty()));
    }

    #[test]
    fn a_candidate_on_no_template_or_on_all_is_detected() {
        let mut pencilmarks = Pencilmarks::from(&Grid::EMPTY);
        // In row 1 the 1 is in box 1 only, but it is not yet eliminated from the rest of the box.
        for column in 3..9 {
            pencilmarks.eliminate(Candidate { cell: Cell::at(0, column), digit: Digit::D1 });
        }
        let in_box: CellSet = [9, 10, 11, 18, 19, 20].map(Cell::from_index).into_iter().collect();
        assert_eq!(decided(&Marks::from(&pencilmarks), Digit::D1), in_box);
        assert!(decided(&Marks::from(&pencilmarks), Digit::D2).is_empty());
    }
}
