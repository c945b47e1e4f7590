//! Time of a canonical form, by kind of grid.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use minirow_core::{Grid, Puzzle, Solution, Symmetry, canon};

/// Grids of each kind, each as 40 equivalent grids. The last kind has the slowest known search.
const KINDS: [(&str, &[&str]); 4] = [
    (
        "minimal-puzzles",
        &[
            "..1...7........81..2.5.....4..38..9.3..6.........5132...8...1.....4.2.3..3.......",
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
            "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
            "..4..38.....9.....36....9.......9.24....3....5.1..4...62....71..1.8.6....9....3..",
        ],
    ),
    (
        "dense-puzzles",
        &[
            "003020600900305001001806400008102900700000008006708200002609500800203009005010300",
            "...71..3467.3..58943..89.67.4.16.7923.6.7.8151279.8...7..8.59.1253..1.788..2..653",
        ],
    ),
    ("two-cells-empty", &["4839.1657967345821251876493548132976729564138136798245372689514814253769695417.82"]),
    ("three-latin-squares", &["123......231......312.........456......564......645.........789......897......978"]),
];

fn equivalents(texts: &[&str]) -> Vec<Grid> {
    let grids = texts.iter().map(|text| text.parse::<Grid>().expect("81 characters"));
    grids
        .flat_map(|grid| (0..40).map(move |n| Symmetry::nth(n * 6_001_000_007 % Symmetry::COUNT).grid(&grid)))
        .collect()
}

fn any_grid(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("canon/grid");
    for (kind, texts) in KINDS {
        let grids = equivalents(texts);
        group.bench_function(BenchmarkId::from_parameter(kind), |bencher| {
            let mut grids = grids.iter().cycle();
            bencher.iter(|| canon::grid(black_box(grids.next().expect("endless"))).automorphisms);
        });
    }
    group.finish();
}

fn solutions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("canon/solution");
    let of_puzzles: Vec<Solution> =
        equivalents(KINDS[0].1).into_iter().map(|grid| *Puzzle::new(grid).expect("a puzzle").solution()).collect();
    let most = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    let of_most = equivalents(&[most]).into_iter().map(|grid| Solution::new(grid).expect("a solution")).collect();
    for (kind, solutions) in [("of-puzzles", of_puzzles), ("648-automorphisms", of_most)] {
        group.bench_function(BenchmarkId::from_parameter(kind), |bencher| {
            let mut solutions = solutions.iter().cycle();
            bencher.iter(|| canon::solution(black_box(solutions.next().expect("endless"))).automorphisms);
        });
    }
    group.finish();
}

criterion_group!(benches, any_grid, solutions);
criterion_main!(benches);
