//! Wing: whatever digit a pivot cell has, one of two wing cells that it sees has the common digit of the wings. So
//! every cell that sees both wings loses that digit.
//!
//! An XY-Wing has a pivot with the digits `xy` and wings with `xz` and `yz`. In an XYZ-Wing the pivot may hold `z`
//! itself, so an elimination must see it too.

use std::ops::ControlFlow;

use minirow_core::{Cell, CellSet, Digit, DigitSet};

use crate::explain::{Explanation, words};
use crate::pencilmarks::Pencilmarks;
use crate::phrase;
use crate::rating::Rating;
use crate::step::{Step, Steps};
use crate::technique::Technique;

pub(super) static XY_WING: Technique = Technique {
    slug: "xy-wing",
    name: "XY-Wing",
    family: "Wings",
    summary: "a pivot of two digits whose wings share a third digit",
    ratings: Rating::range(4.2, 4.2),
    find: |pencilmarks, steps| find(2, &XY_WING, pencilmarks, steps),
    explain,
};

pub(super) static XYZ_WING: Technique = Technique {
    slug: "xyz-wing",
    name: "XYZ-Wing",
    family: "Wings",
    summary: "a pivot of three digits whose wings share one of them",
    ratings: Rating::range(4.4, 4.4),
    find: |pencilmarks, steps| find(3, &XYZ_WING, pencilmarks, steps),
    explain,
};

/// Finds the wings whose pivot has a number of candidates: 2 for an XY-Wing, 3 for an XYZ-Wing.
fn find(
    pivot_len: usize,
    technique: &'static Technique,
    pencilmarks: &Pencilmarks,
    steps: &mut Steps,
) -> ControlFlow<()> {
    let more_than = pencilmarks.cells_with_more_than();
    let bivalue = more_than[1] - more_than[2];
    let pivots = more_than[pivot_len - 1] - more_than[pivot_len];
    for pivot in (pivots & steps.changes().around()).iter() {
        let xyz = pencilmarks.digits(pivot);
        // A wing has all digits of the pivot but one.
        let (mut has_all, mut lacks_one) = (bivalue & pivot.peers(), CellSet::EMPTY);
        for digit in xyz.iter() {
            let with_digit = pencilmarks.cells(digit);
            lacks_one = (lacks_one & with_digit) | (has_all - with_digit);
            has_all &= with_digit;
        }
        let mut wings = lacks_one;
        while let Some(wing) = wings.first() {
            // The order of the two wings does not matter, so each pair is checked once.
            wings.remove(wing);
            let xz = pencilmarks.digits(wing);
            for other in wings.iter() {
                let yz = pencilmarks.digits(other);
                let Some(z) = shared(xyz, xz, yz) else { continue };
                let pattern = CellSet::from_iter([pivot, wing, other]);
                let mut seeing = wing.peers() & other.peers();
                if xyz.contains(z) {
                    seeing &= pivot.peers();
                }
                if pencilmarks.has_any_among(seeing - pattern, z.into()) {
                    let eliminations = pencilmarks.candidates_among(seeing - pattern, z.into());
                    let pattern = pencilmarks.candidates_among(pattern, DigitSet::ALL);
                    steps.report(Step::eliminate(technique, eliminations).because_of(pattern))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the common digit `z` of the wings, if the three cells are a wing. They must have three digits in total. All
/// three cells have no common digit if the pivot has two, and just `z` if it has three.
fn shared(pivot: DigitSet, wing: DigitSet, other: DigitSet) -> Option<Digit> {
    let z = (wing & other).single()?;
    let three = (pivot | wing | other).len() == 3;
    let shared_by_all = (pivot & wing & other).len();
    (three && shared_by_all + 2 == pivot.len()).then_some(z)
}

fn explain(step: &Step, position: &Pencilmarks) -> Explanation {
    let cells = words::cells_of(step.pattern());
    let Some(z) = words::digits_of(step.eliminations()).single() else { return Explanation::in_general(step) };
    // The pivot is the cell without z, or the cell with three candidates. It sees both wings.
    let is_pivot = |cell: &Cell| {
        let digits = position.digits(*cell);
        (!digits.contains(z) || digits.len() == 3) && cells.without(*cell).is_subset(cell.peers())
    };
    let Some(pivot) = cells.iter().find(is_pivot) else { return Explanation::in_general(step) };
    let mut cases = Vec::new();
    for digit in position.digits(pivot).without(z).iter() {
        let mut wings = cells.without(pivot).iter();
        let Some(wing) = wings.find(|&wing| position.digits(wing).contains(digit)) else {
            return Explanation::in_general(step);
        };
        let wing = words::with_digits(wing, position.digits(wing));
        cases.push(phrase!("if it is {digit}, {wing} is {z}", digit, wing, z));
    }
    let holders = if position.digits(pivot).contains(z) { cells } else { cells.without(pivot) };
    let seen = phrase!(
        "{pivot} is {digits}: {cases}. So {one_of} is {z}, and no cell that sees {all} of them can be",
        pivot,
        digits = words::digit_of(position.digits(pivot)),
        cases = words::reasons(cases),
        one_of = words::one_of(holders),
        z,
        all = words::all(holders)
    );
    Explanation::of(step, seen).with_focus(pivot.into())
}
