//! The puzzles of a seed never change: the first puzzles of some recipes are compared with golden files.

use std::path::Path;
use std::{env, fs};

use minirow_core::PatternSymmetry;
use minirow_core::solver::batch::Engine;
use minirow_gen::{GENERATOR, Generator, Recipe, Sampling, full_grid};

/// Compares with the golden file, or writes it.
fn check_golden(name: &str, actual: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    let actual = format!("# {GENERATOR}\n{actual}");
    if env::var_os("BLESS").is_some() {
        return fs::write(&path, actual).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        actual, expected,
        "a seed gives another puzzle than before: raise GENERATOR, `cargo xtask bless`, review the diff of {name}"
    );
}

fn first_puzzles(recipe: Recipe) -> String {
    let generator = Generator::new(recipe).unwrap();
    (0..10).map(|index| format!("{}\n", generator.puzzle(42, index).unwrap().clues())).collect()
}

#[test]
fn full_grids() {
    let grids: String = (0..10).map(|index| format!("{}\n", full_grid(42, index))).collect();
    check_golden("seed_42_full_grids.txt", &grids);
}

#[test]
fn minimal_puzzles() {
    check_golden("seed_42_minimal.txt", &first_puzzles(Recipe::default()));
}

#[test]
fn puzzles_with_a_symmetry_and_a_range_of_clues() {
    let recipe =
        Recipe { symmetry: PatternSymmetry::HalfTurn, clues: Some(26..=32), minimal: false, ..Recipe::default() };
    check_golden("seed_42_half_turn_26_to_32.txt", &first_puzzles(recipe));
}

/// The puzzles with their weights, in seven digits.
#[test]
fn a_weighted_sample() {
    let generator = Generator::new(Recipe { sampling: Sampling::Weighted, ..Recipe::default() }).unwrap();
    let mut engine = Engine::new();
    let puzzles: Vec<_> = generator.puzzles(Engine::new(), 42, 0..10).collect::<Result<_, _>>().unwrap();
    let rows: String = (0..)
        .zip(puzzles)
        .map(|(index, puzzle)| {
            let weight = generator.weight(&mut engine, 42, index, &puzzle).unwrap();
            format!("{} {weight:.6e}\n", puzzle.clues())
        })
        .collect();
    check_golden("seed_42_weighted.txt", &rows);
}

#[test]
fn a_uniform_sample() {
    let generator = Generator::new(Recipe { sampling: Sampling::Uniform, ..Recipe::default() }).unwrap();
    let puzzles: Vec<_> = generator.puzzles(Engine::new(), 42, 0..4).collect::<Result<_, _>>().unwrap();
    check_golden(
        "seed_42_uniform.txt",
        &puzzles.iter().map(|puzzle| format!("{}\n", puzzle.clues())).collect::<String>(),
    );
}

#[test]
fn puzzles_of_one_solution() {
    let recipe = Recipe { solution: Some(full_grid(1, 1)), ..Recipe::default() };
    check_golden("seed_42_of_one_solution.txt", &first_puzzles(recipe));
}
