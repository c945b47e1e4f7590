//! The candidates on which chains run: the views of pencilmarks that implications need.

use minirow_core::{Cell, CellSet, Digit, DigitSet, House};

use crate::chain::node::{Cause, Node};
use crate::pencilmarks::Pencilmarks;

/// Candidates by cell and by digit, and their counts, which tell at once whether a candidate has a single alternative.
#[derive(Clone, Debug)]
pub(crate) struct Marks {
    digits: [DigitSet; 81],
    cells: [CellSet; 9],
    /// By cell: the number of candidates.
    in_cell: [u8; 81],
    /// By digit and house: the number of places.
    in_house: [[u8; 27]; 9],
}

impl Marks {
    /// No candidates.
    pub(crate) const EMPTY: Marks =
        Marks { digits: [DigitSet::EMPTY; 81], cells: [CellSet::EMPTY; 9], in_cell: [0; 81], in_house: [[0; 27]; 9] };

    fn new(digits: [DigitSet; 81], cells: [CellSet; 9]) -> Marks {
        let mut in_house = [[0; 27]; 9];
        for (counts, cells) in in_house.iter_mut().zip(&cells) {
            for cell in cells.iter() {
                cell.houses().into_iter().for_each(|house| counts[house.index()] += 1);
            }
        }
        Marks { digits, cells, in_cell: digits.map(|digits| digits.len() as u8), in_house }
    }

    pub(crate) fn digits(&self, cell: Cell) -> DigitSet {
        self.digits[cell.index()]
    }

    pub(crate) fn cells(&self, digit: Digit) -> CellSet {
        self.cells[digit.index()]
    }

    /// Returns the number of candidates.
    pub(crate) fn len(&self) -> usize {
        self.cells.iter().map(|cells| cells.len()).sum()
    }

    pub(crate) fn by_digit(&self) -> &[CellSet; 9] {
        &self.cells
    }

    /// Returns `true` if a cell has two candidates.
    pub(crate) fn two_in_cell(&self, cell: Cell) -> bool {
        self.in_cell[cell.index()] == 2
    }

    /// Returns `true` if a digit has two places in a house.
    pub(crate) fn two_in_house(&self, digit: Digit, house: House) -> bool {
        self.in_house[digit.index()][house.index()] == 2
    }

    /// Returns `true` if a cell has one candidate.
    pub(crate) fn one_in_cell(&self, cell: Cell) -> bool {
        self.in_cell[cell.index()] == 1
    }

    /// Returns `true` if a single is left to place: a cell with one candidate that is possible in a cell that sees it, or a
    /// digit with one place in a house whose cell has other candidates.
    pub(crate) fn has_single(&self) -> bool {
        let naked =
            |cell: &Cell| self.digits(*cell).single().is_some_and(|digit| self.cells(digit).intersects(cell.peers()));
        let hidden = |(digit, house): (Digit, House)| {
            self.in_house[digit.index()][house.index()] == 1
                && (self.cells(digit) & house.cells()).first().is_some_and(|cell| !self.one_in_cell(cell))
        };
        Cell::ALL.iter().any(naked) || Digit::ALL.iter().any(|&digit| House::all().any(|house| hidden((digit, house))))
    }

    /// Visits the two candidates of each cell and the two places of a digit in each house where `start` has more.
    pub(crate) fn visit_new_pairs(&self, start: &Marks, mut visit: impl FnMut(Node, Node)) {
        for cell in Cell::ALL {
            if self.two_in_cell(cell) && !start.two_in_cell(cell) {
                let mut digits = self.digits(cell).iter().map(|digit| Node::on(cell, digit));
                visit(digits.next().expect("two digits"), digits.next().expect("two digits"));
            }
        }
        for digit in Digit::ALL {
            for house in House::all() {
                if self.two_in_house(digit, house) && !start.two_in_house(digit, house) {
                    let mut places = (self.cells(digit) & house.cells()).iter().map(|cell| Node::on(cell, digit));
                    visit(places.next().expect("two places"), places.next().expect("two places"));
                }
            }
        }
    }

    /// Removes a candidate.
    pub(crate) fn remove(&mut self, cell: Cell, digit: Digit) {
        self.digits[cell.index()].remove(digit);
        self.cells[digit.index()].remove(cell);
        self.in_cell[cell.index()] -= 1;
        cell.houses().into_iter().for_each(|house| self.in_house[digit.index()][house.index()] -= 1);
    }
}

impl From<&Pencilmarks> for Marks {
    fn from(pencilmarks: &Pencilmarks) -> Marks {
        let digits = Cell::ALL.map(|cell| pencilmarks.digits(cell));
        Marks::new(digits, Digit::ALL.map(|digit| pencilmarks.cells(digit)))
    }
}

impl From<&[CellSet; 9]> for Marks {
    fn from(cells: &[CellSet; 9]) -> Marks {
        let digits_of = |cell| Digit::ALL.into_iter().filter(|digit| cells[digit.index()].contains(cell)).collect();
        Marks::new(Cell::ALL.map(digits_of), *cells)
    }
}

/// The error for a cell without a candidate, or a digit without a place in a house.
pub(crate) struct NoPlace;

impl Marks {
    /// Removes candidates, and places naked and hidden singles until there are none.
    pub(crate) fn eliminate(&mut self, mut pending: Vec<Node>) -> Result<(), NoPlace> {
        while let Some(node) = pending.pop() {
            let (cell, digit) = (node.cell(), node.digit());
            if !self.cells(digit).contains(cell) {
                continue;
            }
            self.remove(cell, digit);
            let left = self.digits(cell);
            match left.len() {
                0 => return Err(NoPlace),
                1 => self.clear_peers(cell, left.first().expect("one digit"), &mut pending),
                _ => {}
            }
            for house in cell.houses() {
                match self.in_house[digit.index()][house.index()] {
                    0 => return Err(NoPlace),
                    1 => {
                        let place = (self.cells(digit) & house.cells()).first().expect("one place");
                        let others = self.digits(place).without(digit);
                        pending.extend(others.iter().map(|other| Node::off(place, other)));
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    fn clear_peers(&self, cell: Cell, digit: Digit, pending: &mut Vec<Node>) {
        let peers = self.cells(digit) & cell.peers();
        pending.extend(peers.iter().map(|peer| Node::off(peer, digit)));
    }
}

/// Returns the box, the row and the column of a cell, in the order of chains, each with its cause.
pub(crate) const fn houses(cell: Cell) -> [(House, Cause); 3] {
    let [row, column, box_] = cell.houses();
    [(box_, Cause::Box), (row, Cause::Row), (column, Cause::Column)]
}

#[cfg(test)]
mod tests {
    use minirow_core::Grid;

    use super::*;
    use crate::pencilmarks::Pencilmarks;

    #[test]
    fn counts_equal_those_of_the_candidates_left() {
        let mut marks = Marks::from(&Pencilmarks::from(&Grid::EMPTY));
        for (number, cell) in Cell::ALL.into_iter().enumerate() {
            for digit in Digit::ALL.into_iter().filter(|digit| (number + digit.index()) % 3 != 0) {
                marks.remove(cell, digit);
                assert_eq!(marks.two_in_cell(cell), marks.digits(cell).len() == 2);
                for house in cell.houses() {
                    let places = marks.cells(digit) & house.cells();
                    assert_eq!(marks.two_in_house(digit, house), places.len() == 2, "{digit} in {house}");
                }
            }
        }
    }
}
