//! A quick check for which of the simple techniques any effect is possible, from a few necessary conditions. Usually
//! there is none, which saves the search.

use minirow_core::{Cell, CellSet, Digit, DigitSet, House, HouseKind};

use crate::minirows::{can_claim, can_point};
use crate::techniques::chaining::marks::Marks;

/// The digits and houses where a technique could eliminate anything. Elsewhere it has no effect.
pub(crate) struct Scan {
    pub(crate) locked: DigitSet,
    pub(crate) hidden_pairs: bool,
    pub(crate) naked_pairs: bool,
    pub(crate) x_wings: DigitSet,
}

impl Scan {
    pub(crate) fn new(marks: &Marks) -> Scan {
        let is_locked = |digit: &Digit| can_point(marks.cells(*digit)) || can_claim(marks.cells(*digit));
        let mut scan = Scan {
            locked: Digit::ALL.into_iter().filter(is_locked).collect(),
            hidden_pairs: false,
            naked_pairs: has_naked_pair(marks),
            x_wings: DigitSet::EMPTY,
        };
        // By house: the two places of each digit with two places.
        let mut pairs = [[CellSet::EMPTY; 9]; 27];
        let mut count = [0; 27];
        for digit in Digit::ALL {
            let cells = marks.cells(digit);
            let mut crossing = [[0_u16; 9]; 2];
            for house in House::all() {
                if !marks.two_in_house(digit, house) {
                    continue;
                }
                let places = cells & house.cells();
                let first = places.first().expect("two places");
                let second = places.without(first).first().expect("two places");
                let seen = &mut pairs[house.index()];
                let len = &mut count[house.index()];
                if seen[..*len].contains(&places) {
                    let is_more = |cell: Cell| marks.digits(cell).len() > 2;
                    scan.hidden_pairs |= is_more(first) || is_more(second);
                }
                seen[*len] = places;
                *len += 1;
                let (lines, across) = match house.kind() {
                    HouseKind::Row => (&mut crossing[0], 1 << first.column() | 1 << second.column()),
                    HouseKind::Column => (&mut crossing[1], 1 << first.row() | 1 << second.row()),
                    HouseKind::Box => continue,
                };
                if lines.contains(&across) {
                    scan.x_wings.insert(digit);
                }
                lines[house.number()] = across;
            }
        }
        scan
    }
}

/// Returns `true` if two cells that see each other have the same two candidates, and a common house has more of these.
fn has_naked_pair(marks: &Marks) -> bool {
    // For each cell, the number of its candidates, up to three.
    let (mut one, mut two, mut three) = (CellSet::EMPTY, CellSet::EMPTY, CellSet::EMPTY);
    for cells in *marks.by_digit() {
        three |= two & cells;
        two |= one & cells;
        one |= cells;
    }
    let mut bivalue = two - three;
    while let Some(cell) = bivalue.first() {
        bivalue.remove(cell);
        let digits = marks.digits(cell);
        for other in (bivalue & cell.peers()).iter() {
            if marks.digits(other) == digits {
                let seen = cell.peers() & other.peers();
                if digits.iter().any(|digit| marks.cells(digit).intersects(seen)) {
                    return true;
                }
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use minirow_core::{Candidate, Grid};

    use super::*;
    use crate::pencilmarks::Pencilmarks;

    /// Returns the scan if a digit has only these places in a house, and all places in other houses.
    fn with_places(house: House, digits: &[Digit], places: &[usize]) -> Scan {
        let mut pencilmarks = Pencilmarks::from(&Grid::EMPTY);
        for position in (0..9).filter(|position| !places.contains(position)) {
            for &digit in digits {
                pencilmarks.eliminate(Candidate { cell: house.cell(position), digit });
            }
        }
        Scan::new(&Marks::from(&pencilmarks))
    }

    #[test]
    fn an_empty_board_allows_nothing() {
        let scan = Scan::new(&Marks::from(&Pencilmarks::from(&Grid::EMPTY)));
        assert!(scan.locked.is_empty() && !scan.hidden_pairs && !scan.naked_pairs && scan.x_wings.is_empty());
    }

    #[test]
    fn places_in_one_line_of_a_box_or_one_box_of_a_line_are_locked() {
        for house in House::all() {
            let locked = |places| !with_places(house, &[Digit::D4], places).locked.is_empty();
            // Three cells in a row: in a box they are a minirow, in a line those of one box.
            assert!(
                [[0, 1, 2], [3, 4, 5], [6, 7, 8]].iter().all(|places| locked(&places[..2]) && locked(places)),
                "{house}"
            );
            let in_column = house.kind() == HouseKind::Box;
            assert_eq!(locked(&[0, 3, 6]), in_column, "{house}");
            assert!(!locked(&[0, 4]) && !locked(&[2, 3, 7]), "{house}");
        }
    }

    #[test]
    fn two_digits_with_the_same_two_places_are_a_hidden_pair() {
        for house in House::all() {
            assert!(with_places(house, &[Digit::D4, Digit::D7], &[1, 5]).hidden_pairs, "{house}");
            assert!(!with_places(house, &[Digit::D4, Digit::D7], &[1, 5, 6]).hidden_pairs, "{house}");
            assert!(!with_places(house, &[Digit::D4], &[1, 5]).hidden_pairs, "{house}");
        }
    }
}
