//! No step contradicts the solution, and every step does something.

mod support;

use minirow_core::{Candidate, Cell, Digit, Puzzle, Symmetry};
use minirow_grade::{Path, Pencilmarks, Step, path};
use support::{puzzle, reference};

/// Far apart, and of every kind: a stride that is prime to the number of symmetries.
const STRIDE: u64 = 7_919_191_919;

#[test]
fn every_step_agrees_with_the_solution_and_does_something() {
    let mut steps = 0;
    for (number, [clues, ..]) in (0..).zip(reference()) {
        let symmetry = Symmetry::nth(number * STRIDE % Symmetry::COUNT);
        steps += check_path(&symmetry.puzzle(&puzzle(clues)));
    }
    assert!(steps > 200_000, "{steps} steps are too few to say much");
}

fn check_path(puzzle: &Puzzle) -> usize {
    let mut path: Path = path(puzzle);
    let mut before = path.pencilmarks().clone();
    check_pencilmarks(&before, puzzle);
    let mut steps = 0;
    while let Some(step) = path.next() {
        check_step(&step, &before, puzzle);
        before = path.pencilmarks().clone();
        check_pencilmarks(&before, puzzle);
        steps += 1;
    }
    assert_ne!(path.is_solved(), path.is_stuck(), "{puzzle:?}");
    assert!(path.is_stuck() || path.pencilmarks().values() == puzzle.solution().grid(), "{puzzle:?}");
    steps
}

fn check_step(step: &Step, before: &Pencilmarks, puzzle: &Puzzle) {
    assert!(step.agrees_with(puzzle.solution()), "{step:?} of {before:?}");
    assert!(step.has_effect(), "{step:?} of {before:?}");
    assert!(step.placement().is_none_or(|placement| before.candidates().contains(placement)), "{step:?} of {before:?}");
    assert!(step.eliminations().iter().all(|gone| before.candidates().contains(gone)), "{step:?} of {before:?}");
    assert!(step.technique().ratings.contains(&step.rating()), "{step:?} of {before:?}");
}

fn check_pencilmarks(pencilmarks: &Pencilmarks, puzzle: &Puzzle) {
    for cell in Cell::ALL {
        let digits = pencilmarks.digits(cell);
        for digit in Digit::ALL {
            assert_eq!(digits.contains(digit), pencilmarks.cells(digit).contains(cell), "{digit} in {cell}");
        }
        let truth = Candidate { cell, digit: puzzle.solution().digit(cell) };
        match pencilmarks.values().get(cell) {
            Some(value) => assert_eq!((value, digits.is_empty()), (truth.digit, true), "{cell} of {puzzle:?}"),
            None => assert!(digits.contains(truth.digit), "{truth} of {puzzle:?}"),
        }
    }
}
