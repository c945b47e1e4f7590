//! Hidden single: a digit with one place left in a house must go there.
//!
//! The last empty cell of a house is the easiest case, and is rated as a hidden single. Boxes are easier to scan than
//! lines.

use std::ops::ControlFlow;

use minirow_core::{Candidate, DigitSet, House, HouseKind};

use crate::explain::{Explanation, Witnesses};
use crate::pencilmarks::Pencilmarks;
use crate::phrase;
use crate::rating::Rating;
use crate::step::{Step, Steps};
use crate::technique::Technique;

/// The technique of the ladder for the only place of a digit in a house.
pub static HIDDEN_SINGLE: Technique = Technique {
    slug: "hidden-single",
    name: "Hidden Single",
    family: "Singles",
    summary: "the only place of a digit in a house",
    ratings: Rating::range(1.0, 1.5),
    find,
    explain,
};

const LAST_CELL: Rating = Rating::new(1.0);
const IN_BOX: Rating = Rating::new(1.2);
const IN_LINE: Rating = Rating::new(1.5);

/// All ratings of hidden singles: the last empty cell of a house, in a box, in a line.
pub const RATINGS: [Rating; 3] = [LAST_CELL, IN_BOX, IN_LINE];

fn find(pencilmarks: &Pencilmarks, steps: &mut Steps) -> ControlFlow<()> {
    let with_last_cell = pencilmarks.houses_with_last_cell();
    steps.each_house(with_last_cell, |house, steps| find_in(house, LAST_CELL, pencilmarks, steps))?;
    steps.each_house(!with_last_cell, |house, steps| {
        let rating = if house.kind() == HouseKind::Box { IN_BOX } else { IN_LINE };
        find_in(house, rating, pencilmarks, steps)
    })
}

fn find_in(house: House, rating: Rating, pencilmarks: &Pencilmarks, steps: &mut Steps) -> ControlFlow<()> {
    let (mut once, mut more) = (DigitSet::EMPTY, DigitSet::EMPTY);
    for &cell in house.cells_in_order() {
        let digits = pencilmarks.digits(cell);
        more |= once & digits;
        once |= digits;
    }
    for digit in (once - more).iter() {
        let cell = pencilmarks.cells_in(house, digit).first().expect("one place");
        steps.report(Step::place(&HIDDEN_SINGLE, cell, digit).rated(rating).seen_in(house))?;
    }
    ControlFlow::Continue(())
}

fn explain(step: &Step, position: &Pencilmarks) -> Explanation {
    let (Some(Candidate { cell, digit }), Some(house)) = (step.placement(), step.houses().next()) else {
        return Explanation::in_general(step);
    };
    let others = (house.cells() & position.empty_cells()).without(cell);
    if others.is_empty() {
        return Explanation::of(
            step,
            phrase!("{cell} is the last empty cell of {house}, which lacks {digit}", cell, house, digit),
        );
    }
    let witnesses = Witnesses::against(digit, others, position);
    let reasons = witnesses.sentence();
    let seen = phrase!("In {house}, {reasons}. One place is left for {digit}", house, reasons, digit);
    Explanation::of(step, seen).with_witnesses(witnesses.cells())
}
