//! Unique loop: if every cell of a loop held one of the same two digits, the two could change places all around it, and
//! the puzzle would have two solutions; so one of the cells holds something else.
//!
//! Each house of a cell of the loop holds just two cells of it, so wherever one digit goes, the other can go. A loop of
//! four cells is known as a unique rectangle. What follows depends on the cells that have more candidates than the two,
//! the roof; the types are numbered as they usually are. The puzzle must have one solution, which any [puzzle] has.
//!
//! [puzzle]: minirow_core::Puzzle

mod search;
mod types;
mod words;

#[cfg(test)]
mod plain;

use std::ops::ControlFlow;

use minirow_core::{CellSet, DigitSet};

use crate::pencilmarks::Pencilmarks;
use crate::rating::Rating;
use crate::step::{Step, Steps};
use crate::technique::Technique;

pub(super) static UNIQUE_LOOP: Technique = Technique {
    slug: "unique-loop",
    name: "Unique Loop",
    summary: "a loop of cells that would have two ways to be filled, if nothing else were in it",
    ratings: Rating::range(4.5, 5.3),
    find,
    explain: words::explain,
};

/// A loop of cells that all have the same two digits, apart from the roof nothing else.
struct UniqueLoop {
    digits: DigitSet,
    cells: CellSet,
}

/// All types compete: the easiest step comes first, of equally easy ones the lowest type, and only then the order in
/// which the loops are found.
fn find(pencilmarks: &Pencilmarks, steps: &mut Steps) -> ControlFlow<()> {
    let mut found: Vec<Step> = Vec::new();
    for unique_loop in search::loops(pencilmarks) {
        types::find(&unique_loop, pencilmarks, &mut found);
    }
    found.sort_by_key(|step| (step.rating(), step.variant()));
    for step in found {
        steps.report(step)?;
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use minirow_core::{Candidate, Cell, Digit, Grid};

    use super::*;
    use crate::techniques::tests::each_position;

    #[test]
    fn the_steps_are_those_of_the_plain_search_in_the_same_order() {
        let mut count = 0;
        each_position(2, |pencilmarks| count += check(pencilmarks));
        assert!(count > 1000, "{count} steps are too few to say much");
    }

    /// Large roofs, where what the search has seen beside its way matters, hardly come up on a path.
    #[test]
    fn the_steps_are_those_of_the_plain_search_in_a_mess_too() {
        let mut count = 0;
        let mut state: u64 = 1;
        for _ in 0..500 {
            let mut pencilmarks = Pencilmarks::from(&Grid::EMPTY);
            for cell in Cell::ALL {
                // Knuth's generator for MMIX.
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                // Of 36 cells, two rows and two columns of each chute, about half have both 1 and 2.
                let in_lattice = cell.row() % 3 < 2 && cell.column() % 3 < 2;
                let digits = match state >> 60 {
                    0..=1 if in_lattice => "12",
                    2..=4 if in_lattice => "123",
                    5 if in_lattice => "124",
                    6 if in_lattice => "1235",
                    7..=11 => "2345",
                    _ => "1345",
                };
                let gone = Digit::ALL.into_iter().filter(|digit| !digits.contains(&digit.to_string()));
                gone.for_each(|digit| pencilmarks.eliminate(Candidate { cell, digit }));
            }
            count += check(&pencilmarks);
        }
        assert!(count > 1000, "{count} steps are too few to say much");
    }

    fn check(pencilmarks: &Pencilmarks) -> usize {
        let steps = UNIQUE_LOOP.all_steps(pencilmarks);
        let found: Vec<plain::Hint> = steps.iter().map(plain::Hint::from).collect();
        assert_eq!(found, plain::hints(pencilmarks), "{pencilmarks:?}");
        found.len()
    }
}
