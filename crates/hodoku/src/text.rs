//! The notation of HoDoKu for cells, houses, digits and eliminations.

use minirow_core::{Candidate, CellSet, Digit, DigitSet, House, HouseKind};

/// Writes cells in compact form: cells of a row or of a column share its number, as in `r5c45,r6c5`.
pub(crate) fn cells(cells: CellSet) -> String {
    let mut text = String::new();
    let mut rest = cells;
    while let Some(first) = rest.first() {
        let [row, column, _] = first.houses();
        let in_row = rest & row.cells();
        let group = if in_row.len() > 1 { in_row } else { rest & column.cells() };
        let numbers = |kind: HouseKind| {
            let numbers: u16 = group
                .iter()
                .fold(0, |all, cell| all | 1 << if kind == HouseKind::Row { cell.row() } else { cell.column() });
            DigitSet::from_bits(numbers)
        };
        let comma = if text.is_empty() { "" } else { "," };
        text += &format!("{comma}r{}c{}", numbers(HouseKind::Row), numbers(HouseKind::Column));
        rest -= group;
    }
    text
}

/// Writes cells one by one: `r1c1,r1c2`.
pub(crate) fn each_cell(cells: CellSet) -> String {
    joined(cells.iter(), ",")
}

/// Writes digits with a separator.
pub(crate) fn digits(digits: DigitSet, separator: &str) -> String {
    joined(digits.iter(), separator)
}

/// Writes houses in order: `r28`, `c36`, `r2b3`.
pub(crate) fn houses(houses: &[House]) -> String {
    let mut text = String::new();
    let mut before = None;
    for house in houses {
        if before != Some(house.kind()) {
            text.push(letter(*house));
        }
        before = Some(house.kind());
        text += &(house.number() + 1).to_string();
    }
    text
}

fn letter(house: House) -> char {
    match house.kind() {
        HouseKind::Row => 'r',
        HouseKind::Column => 'c',
        HouseKind::Box => 'b',
    }
}

/// Writes eliminations: the digits in the order in which they first appear, each with its cells in compact form.
pub(crate) fn eliminations(eliminations: &[Candidate]) -> String {
    let mut digits: Vec<Digit> = Vec::new();
    for candidate in eliminations {
        if !digits.contains(&candidate.digit) {
            digits.push(candidate.digit);
        }
    }
    let group = |digit: Digit| {
        let of_digit = eliminations.iter().filter(|candidate| candidate.digit == digit);
        format!("{}<>{digit}", cells(of_digit.map(|candidate| candidate.cell).collect()))
    };
    joined(digits.into_iter().map(group), ", ")
}

/// Writes parts with a separator.
pub(crate) fn joined(parts: impl Iterator<Item = impl ToString>, separator: &str) -> String {
    parts.map(|part| part.to_string()).collect::<Vec<_>>().join(separator)
}

#[cfg(test)]
mod tests {
    use minirow_core::Cell;

    use super::*;

    fn set(text: &str) -> CellSet {
        text.split(' ').map(|cell| cell.parse::<Cell>().unwrap()).collect()
    }

    #[test]
    fn cells_of_a_line_share_its_number() {
        assert_eq!(cells(set("r5c4 r5c5 r6c5")), "r5c45,r6c5");
        assert_eq!(cells(set("r1c2 r3c2 r7c2")), "r137c2");
        assert_eq!(cells(set("r1c1 r2c2")), "r1c1,r2c2");
        assert_eq!(each_cell(set("r5c4 r5c5")), "r5c4,r5c5");
    }

    #[test]
    fn a_row_goes_before_a_column() {
        assert_eq!(cells(set("r1c1 r1c5 r4c1")), "r1c15,r4c1");
    }

    #[test]
    fn eliminations_are_grouped_by_digit_in_order_of_appearance() {
        let list = [("r5c5", 7), ("r5c1", 3), ("r5c6", 7)];
        let list =
            list.map(|(cell, digit)| Candidate { cell: cell.parse().unwrap(), digit: Digit::new(digit).unwrap() });
        assert_eq!(eliminations(&list), "r5c56<>7, r5c1<>3");
    }

    #[test]
    fn houses_of_a_kind_share_a_letter() {
        assert_eq!(houses(&[House::ROWS[1], House::ROWS[7], House::BOXES[6]]), "r28b7");
    }
}
