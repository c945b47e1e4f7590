//! The explanation of a bivalue universal grave: the candidates that prevent it, and the effect by type.

use minirow_core::{CandidateSet, CellSet, DigitSet};

use super::Grave;
use crate::explain::{Explanation, words};
use crate::pencilmarks::Pencilmarks;
use crate::step::Step;

pub(super) fn explain(step: &Step, position: &Pencilmarks) -> Explanation {
    let Some(grave) = Grave::new(position) else { return Explanation::in_general(step) };
    let bugs = words::list(grave.bugs.iter().map(words::placed), "and");
    let one_of = words::list(grave.bugs.iter().map(words::placed), "or");
    let one_of = if grave.bugs.len() == 1 { format!("So {bugs} is true") } else { format!("So {one_of} is true") };
    let intro = format!(
        "Without {bugs}, every empty cell would have two candidates, and every digit two places in each house where it \
         is missing. Then there would be no solution, or several. {one_of}"
    );
    let cells = words::cells(grave.cells);
    let rest = match (step.variant(), step.houses().next()) {
        (Some("type 1"), _) => format!(", and nothing else can be in {cells}"),
        (Some("type 2"), _) => {
            let all = if grave.cells.len() == 2 { "both" } else { "all" };
            format!(", and no cell that sees {all} of {cells} can be {}", words::digits(grave.digits))
        }
        (Some("type 3"), Some(house)) => {
            let (subset, digits) = subset(step, &grave.bugs);
            format!(
                ": {cells} act as one cell that is {}. With {} it makes a set of cells which have only {} between them, \
                 and use them up. So no other cell of {house} that sees {cells} has them",
                words::digit_of(grave.digits),
                words::cells(subset),
                words::digits(digits)
            )
        }
        (Some("type 4"), Some(house)) => {
            let in_all = grave.cells.iter().fold(DigitSet::ALL, |all, cell| all & position.digits(cell)) - grave.digits;
            format!(
                ". In {house}, the digit {} can only go in {}. So one of these cells holds that digit, and the other one of the \
                 candidates named above; they hold nothing else",
                words::digits(in_all),
                words::one_of(grave.cells)
            )
        }
        _ => String::new(),
    };
    Explanation::of(step, intro + &rest).with_focus(grave.cells)
}

/// Returns the cells that form a subset with the bugs, and all their digits.
fn subset(step: &Step, bugs: &CandidateSet) -> (CellSet, DigitSet) {
    let of_subset: CandidateSet = step.pattern().iter().filter(|&candidate| !bugs.contains(candidate)).collect();
    (words::cells_of(&of_subset), words::digits_of(&of_subset))
}
