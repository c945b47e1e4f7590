//! Explanations: every sentence about the steps of any position is true, and no step of a puzzle contradicts its solution.
#![no_main]

use std::num::NonZeroU64;

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use minirow_core::{Candidate, Cell, Digit, Puzzle, Symmetry};
use minirow_fuzz::{AnyGrid, any_symmetry};
use minirow_grade::{Limits, Pencilmarks, path_from};

#[allow(dead_code, unused_imports, reason = "the tests of the grader use the rest")]
#[path = "../../grade/tests/grade/explanations/mod.rs"]
mod explanations;
#[path = "../../grade/tests/grade/support.rs"]
mod support;

/// The most steps of a path that are checked.
const STEPS: usize = 40;

fuzz_target!(|data: &[u8]| {
    let _ = run(&mut Unstructured::new(data));
});

fn run(bytes: &mut Unstructured) -> Result<()> {
    let (grid, symmetry): (_, Symmetry) = match bytes.ratio(1, 2)? {
        true => (known(bytes)?, any_symmetry(bytes)?),
        false => (bytes.arbitrary::<AnyGrid>()?.0, Symmetry::IDENTITY),
    };
    let grid = symmetry.grid(&grid);
    let puzzle = Puzzle::new(grid).ok();
    let mut position = Pencilmarks::from(&grid);
    for _ in 0..bytes.int_in_range(0..=100)? {
        let gone = Candidate {
            cell: Cell::from_index(bytes.int_in_range(0..=80)?),
            digit: Digit::new(bytes.int_in_range(1..=9)?).expect("a digit"),
        };
        if puzzle.is_none_or(|puzzle| puzzle.solution().digit(gone.cell) != gone.digit) {
            position.eliminate(gone);
        }
    }
    let mut path = path_from(position, Limits { budget: NonZeroU64::new(3_000), ..Limits::default() });
    let (mut seen, mut count) = Default::default();
    for _ in 0..STEPS {
        let position = path.pencilmarks().clone();
        let Some(step) = path.next() else { break };
        assert!(puzzle.is_none_or(|puzzle| step.agrees_with(puzzle.solution())), "{step} in {position:?}");
        explanations::check(&step, &position, &mut seen, &mut count);
    }
    Ok(())
}

/// Returns a puzzle of the reference ratings.
fn known(bytes: &mut Unstructured) -> Result<minirow_core::Grid> {
    let rows: Vec<_> = support::reference().collect();
    let [clues, ..] = *bytes.choose(&rows)?;
    Ok(*support::puzzle(clues).clues())
}
