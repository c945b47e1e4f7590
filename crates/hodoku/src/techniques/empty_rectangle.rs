//! Empty rectangle: the places of a digit in a box lie in a row and a column. With a strong link that crosses one of them, the
//! cell where the other one meets the end of the link loses the digit.

use super::prelude::*;

pub(super) static EMPTY_RECTANGLE: Technique = Technique {
    slug: "empty-rectangle",
    name: "Empty Rectangle",
    score: 120,
    level: Level::Hard,
    find: |search| search.by_digit(&EMPTY_RECTANGLE, |state, _, digits| Ok(find(state, digits))),
};

fn find(state: &State, digits: DigitSet) -> Option<Step> {
    digits.iter().find_map(|digit| {
        House::BOXES.iter().filter(|&&box_| matches!(state.count(box_, digit), 2..=5)).find_map(|&box_| {
            let first = box_.cell(0);
            (0..9).rev().find_map(|shape| {
                let row = House::ROWS[first.row() + shape / 3];
                let column = House::COLUMNS[first.column() + shape % 3];
                let places = state.cells_in(box_, digit);
                let counts = [row, column].map(|line| (places & line.cells()).len());
                let crossing = usize::from(!(places & row.cells() & column.cells()).is_empty());
                let is_empty = places.is_subset(row.cells() | column.cells())
                    && counts.iter().all(|&count| count > crossing)
                    && counts.iter().any(|&count| count >= 2);
                is_empty
                    .then(|| link(state, digit, box_, row, column).or_else(|| link(state, digit, box_, column, row)))?
            })
        })
    })
}

/// Searches a strong link that starts in `along` and crosses it. Its end lies in a line that meets `across`.
fn link(state: &State, digit: Digit, box_: House, along: House, across: House) -> Option<Step> {
    let outside = !box_.cells() & state.cells(digit);
    (along.cells() & outside).iter().find_map(|start| {
        let crosses = |kind: HouseKind| start.houses().into_iter().find(|house| house.kind() == kind);
        let crossing = crosses(across.kind())?;
        let [one, other] = two_places(state, crossing, digit)?;
        let end = if one == start { other } else { one };
        let ends_in = end.houses().into_iter().find(|house| house.kind() == along.kind())?;
        let target = (ends_in.cells() & across.cells() & outside).first()?;
        let pattern = Pattern::EmptyRectangle { digit, box_, link: [start, end] };
        Some(Step::eliminate(&EMPTY_RECTANGLE, pattern, vec![Candidate { cell: target, digit }]))
    })
}
