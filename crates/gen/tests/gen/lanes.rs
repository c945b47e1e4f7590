//! The lanes make the same puzzles as the plain path, on every instruction set of this machine.

use minirow_core::solver::batch::{Engine, InstructionSet};
use minirow_core::{Cell, CellSet, Digit, PatternSymmetry, Puzzle};
use minirow_gen::{GaveUp, Generator, IndexQueue, Recipe, Sampling, full_grid};

use crate::size::{size, stride};

fn engines() -> Vec<Engine> {
    InstructionSet::available().map(|set| Engine::with(set).expect("it is available")).collect()
}

/// Compares the first indices of a recipe with the plain path.
fn check(recipe: Recipe, count: u64) {
    let generator = Generator::new(recipe.clone()).unwrap();
    let expected: Vec<Result<Puzzle, GaveUp>> = (0..count).map(|index| generator.puzzle(31, index)).collect();
    for engine in engines() {
        let set = engine.instruction_set();
        let puzzles: Vec<_> = generator.puzzles(engine, 31, 0..count).collect();
        assert_eq!(puzzles.len(), expected.len());
        for (index, (puzzle, expected)) in puzzles.iter().zip(&expected).enumerate() {
            assert_eq!(puzzle, expected, "{set}, index {index} of {recipe:?}");
        }
    }
}

#[test]
fn minimal_puzzles() {
    check(Recipe::default(), (size(750) / stride(3)) as u64);
}

#[test]
fn every_symmetry() {
    check(Recipe { symmetry: PatternSymmetry::HalfTurn, ..Recipe::default() }, 2_000);
    for symmetry in PatternSymmetry::ALL {
        check(Recipe { symmetry, ..Recipe::default() }, 100);
        check(Recipe { symmetry, clues: Some(26..=36), minimal: false, ..Recipe::default() }, 50);
    }
}

#[test]
fn numbers_of_clues() {
    for (clues, minimal) in [(22..=22, true), (24..=25, false), (25..=32, false), (30..=30, false), (81..=81, false)] {
        for even in [false, true] {
            check(Recipe { clues: Some(clues.clone()), minimal, even, ..Recipe::default() }, 100 / stride(3) as u64);
        }
    }
    check(Recipe { even: true, ..Recipe::default() }, 500);
}

#[test]
fn a_solution_or_a_mask() {
    let without_the_centre_box: CellSet = Cell::ALL.into_iter().filter(|cell| cell.box_() != 4).collect();
    let checkerboard: CellSet = Cell::ALL.into_iter().filter(|cell| cell.index() % 2 == 0).collect();
    let solution = Some(full_grid(5, 5));
    check(Recipe { solution, ..Recipe::default() }, 500);
    check(Recipe { mask: Some(without_the_centre_box), ..Recipe::default() }, 500);
    let three_of_four: CellSet = Cell::ALL.into_iter().filter(|cell| cell.index() % 4 != 0).collect();
    check(Recipe { mask: Some(three_of_four), solution, even: true, ..Recipe::default() }, 200);
    // A checkerboard leaves most full grids with several solutions.
    check(Recipe { mask: Some(checkerboard), ..Recipe::default() }, 300);
    let symmetry = PatternSymmetry::HalfTurn;
    check(Recipe { mask: Some(checkerboard), symmetry, max_attempts: 2, ..Recipe::default() }, 300);
    let without_a_cross = Cell::ALL.into_iter().filter(|cell| cell.row() != 4 && cell.column() != 4).collect();
    check(Recipe { mask: Some(without_a_cross), max_attempts: 3, ..Recipe::default() }, 100);
}

#[test]
fn a_missing_digit() {
    let missing = Some(Digit::ALL[4]);
    check(Recipe { missing, ..Recipe::default() }, 300);
    check(Recipe { missing, clues: Some(60..=64), minimal: false, ..Recipe::default() }, 50);
    check(Recipe { missing, symmetry: PatternSymmetry::HalfTurn, ..Recipe::default() }, 100);
}

#[test]
fn a_pattern() {
    let mask: CellSet = Cell::ALL.into_iter().filter(|cell| cell.index() % 5 < 2).collect();
    check(Recipe { mask: Some(mask), exact: true, ..Recipe::default() }, 20);
}

#[test]
fn unbiased_samples() {
    let weighted = Recipe { sampling: Sampling::Weighted, ..Recipe::default() };
    check(weighted.clone(), 6);
    check(Recipe { clues: Some(25..=26), solution: Some(full_grid(5, 5)), max_attempts: 4, ..weighted }, 20);
    check(Recipe { sampling: Sampling::Uniform, clues: Some(24..=25), ..Recipe::default() }, 2);
}

#[test]
fn indices_that_are_given_up() {
    let part = stride(3) as u64;
    check(Recipe { clues: Some(17..=20), max_attempts: 20, ..Recipe::default() }, 300 / part);
    check(Recipe { clues: Some(17..=17), max_attempts: 2, ..Recipe::default() }, 1_200 / part);
}

#[test]
fn a_range_can_be_split_anywhere() {
    let generator = Generator::new(Recipe::default()).unwrap();
    let puzzles = |indices| generator.puzzles(Engine::new(), 9, indices).collect::<Result<Vec<_>, _>>().unwrap();
    let all = puzzles(0..1_500);
    for cut in [0, 1, 2, 15, 16, 17, 63, 64, 65, 200, 1_024, 1_499, 1_500] {
        assert_eq!([puzzles(0..cut), puzzles(cut..1_500)].concat(), all, "cut at {cut}");
    }
    assert_eq!(puzzles(u64::MAX - 3..u64::MAX).len(), 3);
    assert_eq!(generator.puzzles(Engine::new(), 9, 0..u64::MAX).nth(77), Some(Ok(all[77])));
}

#[test]
fn judges_get_every_attempt_at_an_index_in_order() {
    let recipe = Recipe { clues: Some(22..=25), max_attempts: 40, ..Recipe::default() };
    let generator = Generator::new(recipe).unwrap();
    let wanted = |puzzle: &Puzzle| puzzle.clues().clue_count() == 23;
    let mut expected = vec![Vec::new(); 300];
    let mut expected_results = Vec::new();
    for index in 0..300 {
        let mut result = Err(generator.gave_up(index));
        for puzzle in generator.attempts(8, index) {
            expected[index as usize].push(puzzle);
            if let Some(puzzle) = puzzle.filter(wanted) {
                result = Ok(puzzle);
                break;
            }
        }
        expected_results.push(result);
    }
    for engine in engines() {
        let mut seen = vec![Vec::new(); 300];
        let judge = |index, puzzle: Option<Puzzle>| {
            seen[index as usize].push(puzzle);
            puzzle.filter(wanted)
        };
        let results: Vec<_> = generator.find_puzzles(engine, 8, 0..300, judge).collect();
        assert_eq!(results, expected_results);
        assert_eq!(seen, expected);
    }
}

type AcceptsPuzzle = fn(&Puzzle) -> bool;

/// Takes indices from a list, and records the results that are offered.
struct Shared {
    left: Vec<u64>,
    most_open: usize,
    shown: Vec<(u64, u64, Option<Puzzle>)>,
    gave_up: Vec<GaveUp>,
    wanted: AcceptsPuzzle,
}

impl IndexQueue for Shared {
    fn next_index(&mut self, open: usize) -> Option<u64> {
        if open >= self.most_open { None } else { self.left.pop() }
    }

    fn offer(&mut self, index: u64, before: u64, puzzle: Option<Puzzle>) -> bool {
        self.shown.push((index, before, puzzle));
        puzzle.as_ref().is_some_and(self.wanted)
    }

    fn gave_up(&mut self, gave_up: GaveUp) {
        self.gave_up.push(gave_up);
    }
}

/// Indices are rare or plentiful, and come one at a time or many. Each is offered the same results as alone, until it
/// is settled.
#[test]
fn indices_on_demand() {
    let with_27: AcceptsPuzzle = |puzzle| puzzle.clues().clue_count() == 27;
    let with_21: AcceptsPuzzle = |puzzle| puzzle.clues().clue_count() == 21;
    let part = stride(4) as u64;
    let kinds: [(AcceptsPuzzle, u64); 3] = [(|_| true, 150), (with_27, 8 / part), (with_21, 2_u64.div_ceil(part))];
    let generator = Generator::new(Recipe { max_attempts: 300 / part, ..Recipe::default() }).unwrap();
    for (wanted, count) in kinds {
        // Only some of the indices, because other queues have the rest.
        let indices: Vec<u64> = (0..count).map(|number| 7 * number).collect();
        let mut expected = Vec::new();
        let mut gives_up = Vec::new();
        for &index in &indices {
            let attempts: Vec<_> =
                generator.attempts(3, index).zip(0..).map(|(puzzle, before)| (index, before, puzzle)).collect();
            let first = attempts.iter().position(|(_, _, puzzle)| puzzle.as_ref().is_some_and(wanted));
            gives_up.extend(first.is_none().then(|| generator.gave_up(index)));
            expected.extend_from_slice(&attempts[..first.map_or(attempts.len(), |first| first + 1)]);
        }
        for mut engine in engines() {
            for most_open in [1, 3, 1000].into_iter().step_by(stride(2)) {
                let left = indices.iter().rev().copied().collect();
                let mut shared = Shared { left, most_open, shown: Vec::new(), gave_up: Vec::new(), wanted };
                generator.serve(&mut engine, 3, &mut shared);
                shared.shown.sort_by_key(|&(index, before, _)| (index, before));
                shared.gave_up.sort_by_key(|gave_up| gave_up.index);
                assert!(shared.shown == expected, "{}, {most_open} open", engine.instruction_set());
                assert_eq!(shared.gave_up, gives_up);
            }
        }
    }
}
