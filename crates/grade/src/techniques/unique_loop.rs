//! Unique loop: if every cell of a loop had one of the same two digits, the two could be swapped in the whole loop, and
//! the puzzle would have two solutions. So one of the cells has another digit.
//!
//! Each house of a cell of the loop contains exactly two cells of the loop, so the two digits can always be swapped. A
//! loop of four cells is known as a unique rectangle. The effect depends on the roof, which is the set of cells with
//! further candidates. The types have their usual numbers. The puzzle must have one solution, as every [puzzle] has.
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
    family: "Uniqueness",
    summary: "a loop of cells that could be filled in two ways if they had no other candidates",
    ratings: Rating::range(4.5, 5.3),
    find,
    explain: words::explain,
};

/// A loop of cells with the same two digits. Only the cells of the roof have further candidates.
struct UniqueLoop {
    digits: DigitSet,
    cells: CellSet,
}

/// Finds the steps of all types. The easiest step is first; of equally easy steps the one of the lowest type; then the
/// one whose loop is found first.
fn find(pencilmarks: &Pencilmarks, steps: &mut Steps) -> ControlFlow<()> {
    let mut found: Vec<Step> = Vec::new();
    for unique_loop in search::loops(pencilmarks, steps.changes()) {
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
    fn steps_equal_those_of_the_plain_search_in_the_same_order() {
        let mut count = 0;
        each_position(2, |pencilmarks| count += check(pencilmarks));
        assert!(count > 1000, "{count} steps are too few to say much");
    }

    /// Large roofs, for which the digits seen beside the path matter, hardly ever occur on a path.
    #[test]
    fn steps_equal_those_of_the_plain_search_for_random_candidates() {
        let mut count = 0;
        let mut state: u64 = 1;
        for _ in 0..500 {
            let mut pencilmarks = Pencilmarks::from(&Grid::EMPTY);
            for cell in Cell::ALL {
                // Knuth's linear congruential generator for MMIX.
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                // Of 36 cells, in two rows and two columns of each band and stack, about half have both 1 and 2.
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
