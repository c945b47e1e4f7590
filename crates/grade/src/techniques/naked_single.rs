//! Naked single: a cell with one candidate left must hold that digit.

use std::ops::ControlFlow;

use minirow_core::{Candidate, CellSet, Digit, DigitSet};

use crate::explain::{Explanation, words};
use crate::pencilmarks::Pencilmarks;
use crate::phrase;
use crate::rating::Rating;
use crate::step::{Step, Steps};
use crate::technique::Technique;

/// The technique of the ladder for the only digit of a cell.
pub static NAKED_SINGLE: Technique = Technique {
    slug: "naked-single",
    name: "Naked Single",
    family: "Singles",
    summary: "the only digit of a cell",
    ratings: Rating::range(2.3, 2.3),
    find,
    explain,
};

fn find(pencilmarks: &Pencilmarks, steps: &mut Steps) -> ControlFlow<()> {
    for cell in (pencilmarks.empty_cells() & steps.changes().cells()).iter() {
        if let Some(digit) = pencilmarks.digits(cell).single() {
            steps.report(Step::place(&NAKED_SINGLE, cell, digit))?;
        }
    }
    ControlFlow::Continue(())
}

fn explain(step: &Step, position: &Pencilmarks) -> Explanation {
    let Some(Candidate { cell, digit }) = step.placement() else { return Explanation::in_general(step) };
    let mut witnesses = CellSet::EMPTY;
    let mut seen = Vec::new();
    let mut eliminated = DigitSet::EMPTY;
    for other in Digit::ALL.into_iter().filter(|&other| other != digit) {
        match cell.peers().iter().find(|&peer| position.values().get(peer) == Some(other)) {
            Some(peer) => {
                witnesses.insert(peer);
                seen.push(phrase!("{digit} in {cell}", digit = other, cell = peer));
            }
            None => eliminated.insert(other),
        }
    }
    let sees =
        (!seen.is_empty()).then(|| phrase!("{cell} sees {digits}", cell, digits = words::list(seen, words::and)));
    let digits = words::digits(eliminated);
    let lost = match eliminated.len() {
        0 => None,
        1 => Some(phrase!("{digits} was eliminated from {cells} before", digits, cells = cell)),
        _ => Some(phrase!("{digits} were eliminated from {cells} before", digits, cells = cell)),
    };
    let reasons = words::reasons(sees.into_iter().chain(lost));
    Explanation::of(step, phrase!("{reasons}. Only {digit} is left", reasons, digit)).with_witnesses(witnesses)
}
