//! Time of a puzzle, by recipe.

use criterion::{Criterion, criterion_group, criterion_main};
use minirow_core::PatternSymmetry;
use minirow_core::solver::batch::Engine;
use minirow_gen::{Generator, Recipe, full_grid};

fn generate(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("generate");
    // Each iteration uses another index: a single one would show the time of one fast or slow puzzle.
    let mut index = 0;
    group.bench_function("full-grid", |bencher| {
        bencher.iter(|| {
            index += 1;
            full_grid(1, index)
        });
    });
    for (name, recipe) in [
        ("minimal", Recipe::default()),
        ("minimal/half-turn", Recipe { symmetry: PatternSymmetry::HalfTurn, ..Recipe::default() }),
        ("30-clues", Recipe { clues: Some(30..=30), minimal: false, ..Recipe::default() }),
    ] {
        let generator = Generator::new(recipe).expect("a possible recipe");
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                index += 1;
                let puzzle = generator.puzzle(1, index).expect("an easy constraint");
                assert!(puzzle.clues().clue_count() >= 17);
                puzzle
            });
        });
        let mut puzzles = generator.puzzles(Engine::new(), 1, 0..u64::MAX);
        group.bench_function(format!("{name}/lanes"), |bencher| {
            bencher.iter(|| {
                let puzzle =
                    puzzles.next().expect("more indices than anyone has time for").expect("an easy constraint");
                assert!(puzzle.clues().clue_count() >= 17);
                puzzle
            });
        });
    }
    group.finish();
}

criterion_group!(benches, generate);
criterion_main!(benches);
