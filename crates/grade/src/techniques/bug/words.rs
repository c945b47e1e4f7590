//! The explanation of a bivalue universal grave: the candidates that prevent it, and the effect by type.

use minirow_core::{CandidateSet, CellSet, DigitSet};

use super::Grave;
use crate::explain::{Explanation, words};
use crate::pencilmarks::Pencilmarks;
use crate::phrase;
use crate::step::Step;

pub(super) fn explain(step: &Step, position: &Pencilmarks) -> Explanation {
    let Some(grave) = Grave::new(position) else { return Explanation::in_general(step) };
    let intro = phrase!(
        "Without {bugs}, every empty cell would have two candidates, and every digit two places in each house where it \
         is missing. Then there would be no solution, or several. So {one_of} is true",
        bugs = words::list(grave.bugs.iter(), words::and),
        one_of = words::list(grave.bugs.iter(), words::or)
    );
    let cells = words::cells(grave.cells);
    let seen = match (step.variant(), step.houses().next()) {
        (Some("type 1"), _) => phrase!("{intro}, and nothing else can be in {cells}", intro, cells),
        (Some("type 2"), _) => {
            let (all, digit) = (words::all(grave.cells), words::digits(grave.digits));
            phrase!("{intro}, and no cell that sees {all} of {cells} can be {digit}", intro, all, cells, digit)
        }
        (Some("type 3"), Some(house)) => {
            let (subset, digits) = subset(step, &grave.bugs);
            phrase!(
                "{intro}: {cells} act as one cell that is {digits}. With {subset} it makes a set of cells which have only {all} \
                 between them, and use them up. So no other cell of {house} that sees {cells} has them",
                intro,
                cells,
                digits = words::digit_of(grave.digits),
                subset = words::cells(subset),
                all = words::digits(digits),
                house
            )
        }
        (Some("type 4"), Some(house)) => {
            let in_all = grave.cells.iter().fold(DigitSet::ALL, |all, cell| all & position.digits(cell)) - grave.digits;
            phrase!(
                "{intro}. In {house}, the digit {digit} can only go in {cells}. So one of these cells holds that digit, and the \
                 other one of the candidates named above; they hold nothing else",
                intro,
                house,
                digit = words::digits(in_all),
                cells = words::one_of(grave.cells)
            )
        }
        _ => intro,
    };
    Explanation::of(step, seen).with_focus(grave.cells)
}

/// Returns the cells that form a subset with the bugs, and all their digits.
fn subset(step: &Step, bugs: &CandidateSet) -> (CellSet, DigitSet) {
    let of_subset: CandidateSet = step.pattern().iter().filter(|&candidate| !bugs.contains(candidate)).collect();
    (words::cells_of(&of_subset), words::digits_of(&of_subset))
}
