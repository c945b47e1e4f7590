//! Naked subset: if some cells of a house have as many digits as there are cells, they use these digits up, and the other
//! cells of the house lose them. It is a locked subset if that eliminates candidates of a box and of a line.

use minirow_grade::tuple::Tuple;

use super::lexicographic;
use super::prelude::*;

pub(super) static LOCKED_PAIR: Technique = Technique {
    slug: "locked-pair",
    name: "Locked Pair",
    score: 40,
    level: Level::Medium,
    find: |search| Ok(search.by_cell(&LOCKED_PAIR, |state, changed| find(&LOCKED_PAIR, state, changed, 2, true))),
};

pub(super) static LOCKED_TRIPLE: Technique = Technique {
    slug: "locked-triple",
    name: "Locked Triple",
    score: 60,
    level: Level::Medium,
    find: |search| Ok(search.by_cell(&LOCKED_TRIPLE, |state, changed| find(&LOCKED_TRIPLE, state, changed, 3, true))),
};

pub(super) static PAIR: Technique = Technique {
    slug: "naked-pair",
    name: "Naked Pair",
    score: 60,
    level: Level::Medium,
    find: |search| Ok(search.by_cell(&PAIR, |state, changed| find(&PAIR, state, changed, 2, false))),
};

pub(super) static TRIPLE: Technique = Technique {
    slug: "naked-triple",
    name: "Naked Triple",
    score: 80,
    level: Level::Medium,
    find: |search| Ok(search.by_cell(&TRIPLE, |state, changed| find(&TRIPLE, state, changed, 3, false))),
};

pub(super) static QUADRUPLE: Technique = Technique {
    slug: "naked-quadruple",
    name: "Naked Quadruple",
    score: 120,
    level: Level::Hard,
    find: |search| Ok(search.by_cell(&QUADRUPLE, |state, changed| find(&QUADRUPLE, state, changed, 4, false))),
};

fn find(technique: &'static Technique, state: &State, changed: CellSet, size: usize, locked: bool) -> Option<Step> {
    let houses = if locked { &BOXES_ROWS_COLUMNS[..9] } else { &BOXES_ROWS_COLUMNS };
    houses.iter().filter(|house| house.cells().intersects(changed)).find_map(|house| {
        let digits_of = house.cells_in_order().map(|cell| state.digits(cell).bits());
        lexicographic(digits_of, size).into_iter().find_map(|Tuple { chosen, union }| {
            let cells: CellSet = DigitSet::from_bits(chosen).iter().map(|place| house.cell(place.index())).collect();
            let digits = DigitSet::from_bits(union);
            let first = cells.first()?;
            let shared = first.houses().into_iter().filter(|house| cells.is_subset(house.cells()));
            let mut eliminations = Vec::new();
            for cell in shared.clone().flat_map(|house| (house.cells() - cells).iter()) {
                let both = (state.digits(cell) & digits).iter();
                eliminations.extend(both.map(|digit| Candidate { cell, digit }));
            }
            let box_ = House::BOXES[first.box_()];
            let in_box = eliminations.iter().any(|candidate| box_.cells().contains(candidate.cell));
            let beyond = eliminations.iter().any(|candidate| !box_.cells().contains(candidate.cell));
            let is_locked = size < 4 && shared.count() == 2 && cells.is_subset(box_.cells()) && in_box && beyond;
            let pattern = || Pattern::Subset { house: *house, cells, digits };
            (!eliminations.is_empty() && is_locked == locked)
                .then(|| Step::eliminate(technique, pattern(), eliminations))
        })
    })
}
