//! Hidden subset: if some digits have as many places in a house as there are digits, these cells lose all other candidates.

use minirow_grade::tuple::Tuple;

use super::lexicographic;
use super::prelude::*;

pub(super) static PAIR: Technique = Technique {
    slug: "hidden-pair",
    name: "Hidden Pair",
    score: 70,
    level: Level::Medium,
    find: |search| Ok(search.by_cell(&PAIR, |state, changed| find(&PAIR, state, changed, 2))),
};

pub(super) static TRIPLE: Technique = Technique {
    slug: "hidden-triple",
    name: "Hidden Triple",
    score: 100,
    level: Level::Medium,
    find: |search| Ok(search.by_cell(&TRIPLE, |state, changed| find(&TRIPLE, state, changed, 3))),
};

pub(super) static QUADRUPLE: Technique = Technique {
    slug: "hidden-quadruple",
    name: "Hidden Quadruple",
    score: 150,
    level: Level::Hard,
    find: |search| Ok(search.by_cell(&QUADRUPLE, |state, changed| find(&QUADRUPLE, state, changed, 4))),
};

fn find(technique: &'static Technique, state: &State, changed: CellSet, size: usize) -> Option<Step> {
    let is_large =
        |house: &&House| house.cells().intersects(changed) && (state.unsolved() & house.cells()).len() > size;
    BOXES_ROWS_COLUMNS.iter().filter(is_large).find_map(|house| {
        let places_of = Digit::ALL.map(|digit| house.positions(state.cells(digit)));
        lexicographic(places_of, size).into_iter().find_map(|Tuple { chosen, union }| {
            let digits = DigitSet::from_bits(chosen);
            let cells: CellSet = DigitSet::from_bits(union).iter().map(|place| house.cell(place.index())).collect();
            let others = cells
                .iter()
                .flat_map(|cell| (state.digits(cell) - digits).iter().map(move |digit| Candidate { cell, digit }));
            let eliminations: Vec<_> = others.collect();
            let pattern = || Pattern::Subset { house: *house, cells, digits };
            (!eliminations.is_empty()).then(|| Step::eliminate(technique, pattern(), eliminations))
        })
    })
}
