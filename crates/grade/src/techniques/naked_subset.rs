//! Naked subset: if some cells of a house have as many digits as there are cells, they use these digits up, and the
//! other cells of the house lose them.

use std::ops::ControlFlow;

use minirow_core::{CellSet, DigitSet};

use crate::explain::{Explanation, words};
use crate::order::{ALL_HOUSES, members};
use crate::pencilmarks::Pencilmarks;
use crate::phrase;
use crate::rating::Rating;
use crate::step::{Step, Steps};
use crate::technique::Technique;
use crate::tuple::NineSets;

pub(super) static PAIR: Technique = Technique {
    slug: "naked-pair",
    name: "Naked Pair",
    family: "Subsets",
    summary: "two cells of a house with two digits between them",
    ratings: Rating::range(3.0, 3.0),
    find: |pencilmarks, steps| find(2, &PAIR, pencilmarks, steps),
    explain,
};

pub(super) static TRIPLET: Technique = Technique {
    slug: "naked-triplet",
    name: "Naked Triplet",
    family: "Subsets",
    summary: "three cells of a house with three digits between them",
    ratings: Rating::range(3.6, 3.6),
    find: |pencilmarks, steps| find(3, &TRIPLET, pencilmarks, steps),
    explain,
};

pub(super) static QUAD: Technique = Technique {
    slug: "naked-quad",
    name: "Naked Quad",
    family: "Subsets",
    summary: "four cells of a house with four digits between them",
    ratings: Rating::range(5.0, 5.0),
    find: |pencilmarks, steps| find(4, &QUAD, pencilmarks, steps),
    explain,
};

fn find(degree: usize, technique: &'static Technique, pencilmarks: &Pencilmarks, steps: &mut Steps) -> ControlFlow<()> {
    steps.each_house(ALL_HOUSES, |house, steps| {
        // With fewer empty cells, the rest of the house is a hidden subset of a lower degree.
        if pencilmarks.empty_count(house) < 2 * degree {
            return ControlFlow::Continue(());
        }
        let digits_of = house.cells_in_order().map(|cell| pencilmarks.digits(cell).bits());
        for tuple in NineSets::new(digits_of, degree).tuples() {
            let cells: CellSet = members(tuple.chosen).map(|position| house.cell(position)).collect();
            let digits = DigitSet::from_bits(tuple.union);
            if pencilmarks.has_any_among(house.cells() - cells, digits) {
                let eliminations = pencilmarks.candidates_among(house.cells() - cells, digits);
                let pattern = pencilmarks.candidates_among(cells, digits);
                steps.report(Step::eliminate(technique, eliminations).because_of(pattern).seen_in(house))?;
            }
        }
        ControlFlow::Continue(())
    })
}

fn explain(step: &Step, _: &Pencilmarks) -> Explanation {
    let Some(house) = step.houses().next() else { return Explanation::in_general(step) };
    let digits = words::digits(words::digits_of(step.pattern()));
    let cells = words::cells(words::cells_of(step.pattern()));
    Explanation::of(
        step,
        phrase!(
            "In {house}, {cells} have only {digits} between them, and use them up. So no other cell of {house} has them",
            house,
            cells,
            digits
        ),
    )
}
