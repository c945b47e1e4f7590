//! Every recipe is either followed exactly or refused.

use minirow_core::solver::reference;
use minirow_core::{Cell, CellSet, Digit, House, PatternSymmetry, Puzzle};
use minirow_gen::{GaveUp, Generator, InvalidRecipe, Recipe, full_grid};

fn puzzles(recipe: Recipe, count: u64) -> Vec<Puzzle> {
    let generator = Generator::new(recipe).unwrap();
    (0..count).map(|index| generator.puzzle(7, index).unwrap()).collect()
}

/// Returns `true` if no orbit of clues is redundant, by the plain solver.
fn is_minimal_by_orbits(puzzle: &Puzzle, symmetry: PatternSymmetry) -> bool {
    let pattern = puzzle.clues().pattern();
    let mut orbits = symmetry.orbits();
    orbits.retain(|orbit| orbit.is_subset(pattern));
    orbits.into_iter().all(|orbit| reference::count(&puzzle.clues().within(pattern - orbit), 2) == 2)
}

#[test]
fn puzzles_have_one_solution_and_are_minimal_by_the_plain_solver() {
    for puzzle in puzzles(Recipe::default(), 100) {
        assert_eq!(reference::solutions(puzzle.clues(), 2), [*puzzle.solution()]);
        assert!(is_minimal_by_orbits(&puzzle, PatternSymmetry::None));
        assert!(puzzle.is_minimal());
    }
}

#[test]
fn every_symmetry_is_kept() {
    for symmetry in PatternSymmetry::ALL {
        for puzzle in puzzles(Recipe { symmetry, ..Recipe::default() }, 10) {
            assert!(symmetry.holds(puzzle.clues().pattern()), "{symmetry}");
            assert!(is_minimal_by_orbits(&puzzle, symmetry), "{symmetry}");
        }
    }
}

#[test]
fn a_number_of_clues_is_met() {
    for clues in [22..=22, 24..=25, 30..=40, 81..=81] {
        let recipe = Recipe { clues: Some(clues.clone()), minimal: false, ..Recipe::default() };
        for puzzle in puzzles(recipe, 10) {
            assert!(clues.contains(&puzzle.clues().clue_count()), "{clues:?}");
        }
    }
    let recipe = Recipe { clues: Some(23..=23), minimal: true, ..Recipe::default() };
    for puzzle in puzzles(recipe, 10) {
        assert_eq!((puzzle.clues().clue_count(), puzzle.is_minimal()), (23, true));
    }
}

#[test]
fn a_range_of_clues_is_filled() {
    let recipe = Recipe { clues: Some(30..=33), minimal: false, ..Recipe::default() };
    let mut of_each = [0; 4];
    for puzzle in puzzles(recipe, 400) {
        of_each[puzzle.clues().clue_count() - 30] += 1;
    }
    assert!(of_each.iter().all(|&number| (60..140).contains(&number)), "{of_each:?}");
}

#[test]
fn a_solution_and_a_mask_are_kept_to() {
    let solution = full_grid(5, 5);
    // All cells except the centre box.
    let mask: CellSet = Cell::ALL.into_iter().filter(|cell| cell.box_() != 4).collect();
    let recipe = Recipe { solution: Some(solution), mask: Some(mask), ..Recipe::default() };
    let puzzles = puzzles(recipe, 10);
    for puzzle in &puzzles {
        assert_eq!(puzzle.solution(), &solution);
        assert!(puzzle.clues().pattern().is_subset(mask));
    }
    assert!(puzzles.iter().any(|puzzle| puzzle != &puzzles[0]), "each index removes in its own order");
}

#[test]
fn an_index_gives_the_same_puzzle_in_any_order_of_calls() {
    let generator = Generator::new(Recipe::default()).unwrap();
    let alone = generator.puzzle(42, 1_000_000_007).unwrap();
    let _ = generator.puzzle(42, 3);
    assert_eq!(generator.clone().puzzle(42, 1_000_000_007), Ok(alone));
    assert_ne!(generator.puzzle(43, 1_000_000_007), Ok(alone));
}

#[test]
fn impossible_recipes_are_refused() {
    let refused = |recipe| Generator::new(recipe).unwrap_err();
    let clues = |clues| Recipe { clues: Some(clues), ..Recipe::default() };
    assert_eq!(refused(clues(10..=10)), InvalidRecipe::Clues { cells: 81 });
    assert_eq!(refused(clues(82..=90)), InvalidRecipe::Clues { cells: 81 });
    #[expect(clippy::reversed_empty_ranges, reason = "that is the case")]
    let upside_down = clues(30..=20);
    assert_eq!(refused(upside_down), InvalidRecipe::Clues { cells: 81 });
    let quarter = PatternSymmetry::QuarterTurn;
    // The centre alone, or whole orbits of four cells: 22 and 23 are impossible.
    assert_eq!(refused(Recipe { symmetry: quarter, ..clues(22..=23) }), InvalidRecipe::CluesWithSymmetry(quarter));
    assert!(Generator::new(Recipe { symmetry: quarter, ..clues(22..=24) }).is_ok());
    let dihedral = PatternSymmetry::Dihedral;
    assert_eq!(refused(Recipe { symmetry: dihedral, ..clues(17..=19) }), InvalidRecipe::NoneKnown);
    assert!(Generator::new(Recipe { symmetry: dihedral, ..clues(17..=20) }).is_ok());
    let upper_half: CellSet = Cell::ALL.into_iter().take(45).collect();
    let masked = |mask, symmetry| Recipe { mask: Some(mask), symmetry, ..Recipe::default() };
    assert_eq!(
        refused(masked(upper_half, PatternSymmetry::HalfTurn)),
        InvalidRecipe::MaskWithoutSymmetry(PatternSymmetry::HalfTurn)
    );
    let InvalidRecipe::EmptyLines([one, other]) = refused(masked(upper_half, PatternSymmetry::LeftRight)) else {
        panic!("rows 7 and 8 are empty");
    };
    assert_eq!((one.to_string(), other.to_string()), ("row 7".into(), "row 8".into()));
    let without_box_5 = Cell::ALL.into_iter().filter(|cell| cell.box_() != 4).collect();
    let uneven = refused(Recipe { even: true, ..masked(without_box_5, PatternSymmetry::None) });
    assert_eq!(uneven.to_string(), "the mask leaves too few cells in box 5 to spread the clues evenly");
    assert_eq!(refused(Recipe { max_attempts: 0, ..Recipe::default() }), InvalidRecipe::NoAttempts);
}

#[test]
fn nearly_impossible_constraints_end_in_an_error() {
    let recipe = Recipe { clues: Some(17..=17), max_attempts: 20, ..Recipe::default() };
    assert_eq!(Generator::new(recipe).unwrap().puzzle(1, 3), Err(GaveUp { index: 3, attempts: 20 }));
    let refuse_all = Generator::new(Recipe { max_attempts: 5, ..Recipe::default() }).unwrap();
    let mut asked = 0;
    let refused: Result<(), GaveUp> = refuse_all.find_puzzle(1, 0, |_| {
        asked += 1;
        None
    });
    assert_eq!((refused, asked), (Err(GaveUp { index: 0, attempts: 5 }), 5));
}

/// Returns the cells marked with an `x` in nine rows.
fn pattern(rows: [&str; 9]) -> CellSet {
    let marks: Vec<char> = rows.iter().flat_map(|row| row.chars()).collect();
    Cell::ALL.into_iter().filter(|cell| marks[cell.index()] == 'x').collect()
}

#[test]
fn a_pattern_is_filled_exactly() {
    let diamond = pattern([
        "....x....", //
        "...x.x...",
        "..x.x.x..",
        ".x..x..x.",
        "x.xx.xx.x",
        ".x..x..x.",
        "..x.x.x..",
        "...x.x...",
        "....x....",
    ]);
    let wings = pattern([
        "xx..x..xx", //
        "x.......x",
        "...x.x...",
        "..x.x.x..",
        "x..x.x..x",
        "..x.x.x..",
        "...x.x...",
        "x.......x",
        "xx..x..xx",
    ]);
    for mask in [wings, wings.with(Cell::at(4, 4)), diamond] {
        let recipe = Recipe { mask: Some(mask), exact: true, ..Recipe::default() };
        for puzzle in puzzles(recipe, 3) {
            assert_eq!(puzzle.clues().pattern(), mask);
            assert_eq!(reference::count(puzzle.clues(), 2), 1);
        }
    }
}

#[test]
fn a_pattern_needs_a_mask_and_allows_no_other_number_of_clues() {
    let refused = |recipe| Generator::new(recipe).unwrap_err();
    assert_eq!(refused(Recipe { exact: true, ..Recipe::default() }), InvalidRecipe::NoPattern);
    let mask = Some(CellSet::ALL.without(Cell::at(0, 0)));
    let recipe = Recipe { exact: true, mask, clues: Some(17..=79), minimal: false, ..Recipe::default() };
    assert_eq!(refused(recipe), InvalidRecipe::Clues { cells: 80 });
}

#[test]
fn no_clue_has_the_missing_digit() {
    for symmetry in [PatternSymmetry::None, PatternSymmetry::HalfTurn, PatternSymmetry::Diagonal] {
        for (clues, minimal) in [(None, true), (Some(40..=50), false)] {
            let recipe = Recipe { missing: Some(Digit::ALL[8]), symmetry, clues, minimal, ..Recipe::default() };
            for puzzle in puzzles(recipe, 20) {
                assert!(puzzle.clues().clues().all(|(_, digit)| digit != Digit::ALL[8]), "{puzzle:?}");
                assert!(symmetry.holds(puzzle.clues().pattern()), "{puzzle:?}");
                assert!(!minimal || is_minimal_by_orbits(&puzzle, symmetry), "{puzzle:?}");
            }
        }
    }
}

/// Even clues are minimal too: a redundant clue is not kept to fill a house.
#[test]
fn even_clues_of_a_minimal_puzzle() {
    for symmetry in [PatternSymmetry::None, PatternSymmetry::HalfTurn] {
        let recipe = Recipe { even: true, symmetry, ..Recipe::default() };
        for puzzle in puzzles(recipe, 100) {
            let pattern = puzzle.clues().pattern();
            assert!(is_minimal_by_orbits(&puzzle, symmetry), "{puzzle:?}");
            let fewest = (pattern.len() / 9 - 1).max(1);
            assert!(House::all().all(|house| (pattern & house.cells()).len() >= fewest), "{puzzle:?}");
        }
    }
}

#[test]
fn even_clues_leave_no_house_with_few() {
    for (clues, fewest) in [(28..=28, 2), (36..=38, 3)] {
        let recipe = Recipe { clues: Some(clues.clone()), minimal: false, even: true, ..Recipe::default() };
        for puzzle in puzzles(recipe, 20) {
            let pattern = puzzle.clues().pattern();
            assert!(clues.contains(&pattern.len()));
            assert!(House::all().all(|house| (pattern & house.cells()).len() >= fewest), "{puzzle:?}");
        }
    }
}
