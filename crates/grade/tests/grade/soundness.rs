//! No step contradicts the solution, every step has an effect and does not depend on the memory of its path, and every
//! sentence about a step is true.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::thread;

use crate::explanations;
use crate::size::{size, stride};
use crate::support::{puzzle, reference};
use minirow_core::{Candidate, Cell, Digit, Puzzle, Symmetry};
use minirow_gen::{Generator, Recipe};
use minirow_grade::{EXTENDED, Limits, Path, Pencilmarks, Step, path, path_from};

/// A stride that is prime to the number of symmetries, so that they are far apart and of every kind.
const STRIDE: u64 = 7_919_191_919;

#[test]
fn every_step_agrees_with_the_solution_and_has_an_effect() {
    let mut steps = 0;
    for (number, [clues, ..]) in (0..).zip(reference()).step_by(stride(20)) {
        let symmetry = Symmetry::nth(number * STRIDE % Symmetry::COUNT);
        steps += check_path(&symmetry.puzzle(&puzzle(clues)));
    }
    assert!(steps > 200_000 / stride(20), "{steps} steps are too few to say much");
}

/// Random puzzles of a seed.
#[test]
fn every_step_of_random_puzzles_agrees_with_the_solution_and_has_an_effect() {
    let size = (size(5_000) / stride(20)) as u64;
    let generator = Generator::new(Recipe::default()).unwrap();
    // The results do not depend on the distribution of puzzles over threads.
    let (next, steps) = (AtomicU64::new(0), AtomicUsize::new(0));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Relaxed);
                    if index >= size {
                        break;
                    }
                    steps.fetch_add(check_path(&generator.puzzle(2006, index).unwrap()), Relaxed);
                }
            });
        }
    });
    let steps = steps.into_inner();
    assert!(steps as u64 > 50 * size, "{steps} steps are too few for {size} puzzles");
}

fn check_path(puzzle: &Puzzle) -> usize {
    let mut path: Path = path(puzzle);
    let mut before = path.pencilmarks().clone();
    check_pencilmarks(&before, puzzle);
    let mut steps = 0;
    let (mut seen, mut count) = Default::default();
    while let Some(step) = path.next() {
        check_step(&step, &before, puzzle);
        // A path leaves out what it remembers to be without a step. A new path remembers nothing.
        let anew = path_from(before.clone(), Limits::default()).next();
        assert_eq!(Some(&step), anew.as_ref(), "{before:?}");
        explanations::check(&step, &before, &mut seen, &mut count);
        for step in EXTENDED.iter().flat_map(|technique| technique.all_steps(&before)) {
            check_step(&step, &before, puzzle);
        }
        before = path.pencilmarks().clone();
        check_pencilmarks(&before, puzzle);
        steps += 1;
    }
    assert!(path.is_solved() && !path.is_stuck(), "{puzzle:?}");
    assert_eq!(path.pencilmarks().values(), puzzle.solution().grid(), "{puzzle:?}");
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
