//! Wing: whatever a pivot cell holds, one of two wings that it sees must hold the digit that the wings share, so no
//! cell that sees both has it.
//!
//! An XY-Wing has a pivot with the digits `xy` and wings with `xz` and `yz`. In an XYZ-Wing the pivot may hold `z`
//! itself, so an elimination must see it too.

use std::ops::ControlFlow;

use minirow_core::{CellSet, Digit, DigitSet};

use crate::pencilmarks::Pencilmarks;
use crate::rating::Rating;
use crate::step::{Step, Steps};
use crate::technique::Technique;

pub(super) static XY_WING: Technique = Technique {
    slug: "xy-wing",
    name: "XY-Wing",
    summary: "a pivot of two digits whose wings share a third digit",
    ratings: Rating::range(4.2, 4.2),
    find: |pencilmarks, steps| find(2, &XY_WING, pencilmarks, steps),
};

pub(super) static XYZ_WING: Technique = Technique {
    slug: "xyz-wing",
    name: "XYZ-Wing",
    summary: "a pivot of three digits whose wings share one of them",
    ratings: Rating::range(4.4, 4.4),
    find: |pencilmarks, steps| find(3, &XYZ_WING, pencilmarks, steps),
};

/// Finds the wings whose pivot has a number of candidates: 2 for an XY-Wing, 3 for an XYZ-Wing.
fn find(
    pivot_len: usize,
    technique: &'static Technique,
    pencilmarks: &Pencilmarks,
    steps: &mut Steps,
) -> ControlFlow<()> {
    let with_len = |len| pencilmarks.empty_cells().iter().filter(move |&cell| pencilmarks.digits(cell).len() == len);
    let bivalue: CellSet = with_len(2).collect();
    for pivot in with_len(pivot_len) {
        let xyz = pencilmarks.digits(pivot);
        for wing in (bivalue & pivot.peers()).iter() {
            let xz = pencilmarks.digits(wing);
            if (xyz - xz).len() != 1 {
                continue;
            }
            // Which wing comes first makes no difference, so each two are looked at once.
            for other in (bivalue & pivot.peers()).iter().filter(|&other| other > wing) {
                let yz = pencilmarks.digits(other);
                let Some(z) = shared(xyz, xz, yz) else { continue };
                let pattern = CellSet::from_iter([pivot, wing, other]);
                let mut seeing = wing.peers() & other.peers();
                if xyz.contains(z) {
                    seeing &= pivot.peers();
                }
                let eliminations = pencilmarks.candidates_among(seeing - pattern, z.into());
                let pattern = pencilmarks.candidates_among(pattern, DigitSet::ALL);
                steps.report(Step::eliminate(technique, eliminations).because_of(pattern))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The digit `z` that the wings share, if the three cells are a wing: they have three digits between them, of which all
/// three cells share none if the pivot has two, and just `z` if it has three.
fn shared(pivot: DigitSet, wing: DigitSet, other: DigitSet) -> Option<Digit> {
    let z = (wing & other).single()?;
    let three = (pivot | wing | other).len() == 3;
    let shared_by_all = (pivot & wing & other).len();
    (three && shared_by_all + 2 == pivot.len()).then_some(z)
}
