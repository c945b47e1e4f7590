//! Naked single: a cell with one candidate left must hold that digit.

use std::ops::ControlFlow;

use minirow_core::{Candidate, CellSet, Digit, DigitSet};

use crate::explain::{Explanation, words};
use crate::pencilmarks::Pencilmarks;
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
                seen.push(format!("{other} in {peer}"));
            }
            None => eliminated.insert(other),
        }
    }
    let sees = (!seen.is_empty()).then(|| format!("{cell} sees {}", words::list(seen, "and")));
    let were = if eliminated.len() == 1 { "was" } else { "were" };
    let lost =
        (!eliminated.is_empty()).then(|| format!("{} {were} eliminated from {cell} before", words::digits(eliminated)));
    let reasons: Vec<String> = sees.into_iter().chain(lost).collect();
    Explanation::of(step, format_args!("{}. Only {digit} is left", reasons.join("; "))).with_witnesses(witnesses)
}
