//! Naked single: a cell with one candidate left must hold that digit.

use std::ops::ControlFlow;

use crate::pencilmarks::Pencilmarks;
use crate::rating::Rating;
use crate::step::{Step, Steps};
use crate::technique::Technique;

pub(super) static NAKED_SINGLE: Technique = Technique {
    slug: "naked-single",
    name: "Naked Single",
    summary: "the only digit of a cell",
    ratings: Rating::range(2.3, 2.3),
    find,
};

fn find(pencilmarks: &Pencilmarks, steps: &mut Steps) -> ControlFlow<()> {
    for cell in pencilmarks.empty_cells().iter() {
        if let Some(digit) = pencilmarks.digits(cell).single() {
            steps.report(Step::place(&NAKED_SINGLE, cell, digit))?;
        }
    }
    ControlFlow::Continue(())
}
