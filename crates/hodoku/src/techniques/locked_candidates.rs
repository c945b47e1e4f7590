//! Locked candidates: if all places of a digit in a box lie in a line, the rest of the line loses the digit (type 1, pointing).
//! The same holds with box and line exchanged (type 2, claiming).

use super::prelude::*;

pub(super) static POINTING: Technique = Technique {
    slug: "locked-candidates-type-1",
    name: "Locked Candidates Type 1",
    score: 50,
    level: Level::Medium,
    find: |search| search.by_digit(&POINTING, |state, _, digits| Ok(pointing(state, digits))),
};

pub(super) static CLAIMING: Technique = Technique {
    slug: "locked-candidates-type-2",
    name: "Locked Candidates Type 2",
    score: 50,
    level: Level::Medium,
    find: |search| search.by_digit(&CLAIMING, |state, _, digits| Ok(claiming(state, digits))),
};

fn pointing(state: &State, digits: DigitSet) -> Option<Step> {
    find((&POINTING, "Locked Candidates Type 1 (Pointing)"), state, digits, &House::BOXES, |first| {
        let [row, column, _] = first.houses();
        [Some(row), Some(column)]
    })
}

fn claiming(state: &State, digits: DigitSet) -> Option<Step> {
    let lines = &BOXES_ROWS_COLUMNS[9..];
    find((&CLAIMING, "Locked Candidates Type 2 (Claiming)"), state, digits, lines, |first| {
        [Some(House::BOXES[first.box_()]), None]
    })
}

/// Searches a digit whose places in a house lie in another one, among those of its first place.
fn find(
    (technique, name): (&'static Technique, &'static str),
    state: &State,
    digits: DigitSet,
    houses: &[House],
    others: impl Fn(Cell) -> [Option<House>; 2],
) -> Option<Step> {
    houses.iter().find_map(|&house| {
        digits.iter().filter(|&digit| matches!(state.count(house, digit), 2 | 3)).find_map(|digit| {
            let cells = state.cells_in(house, digit);
            others(cells.first()?).into_iter().flatten().find_map(|other| {
                let rest = state.cells_in(other, digit) - cells;
                let pattern = Pattern::Locked { digit, house, other };
                (cells.is_subset(other.cells()) && !rest.is_empty())
                    .then(|| Step::eliminate_digit(technique, pattern, digit, rest).named(name))
            })
        })
    })
}
