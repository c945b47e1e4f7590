//! Time of the solvers for one puzzle, by kind of puzzle and by question.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use minirow_core::solver::batch::{Engine, InstructionSet};
use minirow_core::solver::{self, reference};
use minirow_core::{Grid, Symmetry};

/// One puzzle of each kind, as 200 equivalent puzzles: the same work, but nothing for the branch predictor to learn.
const KINDS: [(&str, &str); 4] = [
    ("singles", "003020600900305001001806400008102900700000008006708200002609500800203009005010300"),
    ("few-clues", "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"),
    ("minimal", "..1...7........81..2.5.....4..38..9.3..6.........5132...8...1.....4.2.3..3......."),
    ("hardest", "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"),
];

fn equivalents(text: &str) -> Vec<Grid> {
    let grid: Grid = text.parse().expect("81 characters");
    (0..200).map(|n| Symmetry::nth(n * 6_001_000_007 % Symmetry::COUNT).grid(&grid)).collect()
}

fn unique(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("unique");
    for (kind, text) in KINDS {
        let grids = equivalents(text);
        group.bench_function(BenchmarkId::new("bitmask", kind), |bencher| {
            let mut grids = grids.iter().cycle();
            bencher.iter(|| assert_eq!(solver::solutions(black_box(grids.next().expect("endless"))).count_next(2), 1));
        });
    }
    for set in InstructionSet::available() {
        let mut engine = Engine::with(set).expect("it is available");
        for (kind, text) in KINDS {
            let grids = equivalents(text);
            group.bench_function(BenchmarkId::new(format!("lanes/{set}"), kind), |bencher| {
                let mut grids = grids.iter().cycle();
                bencher.iter(|| assert_eq!(engine.count(black_box(grids.next().expect("endless")), 2), 1));
            });
        }
    }
    let grids = equivalents(KINDS[0].1);
    group.bench_function(BenchmarkId::new("reference", KINDS[0].0), |bencher| {
        let mut grids = grids.iter().cycle();
        bencher.iter(|| assert_eq!(reference::count(black_box(grids.next().expect("endless")), 2), 1));
    });
    group.finish();
}

/// 200 puzzles at once. The time is that of all of them.
fn batch(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("batch");
    group.throughput(Throughput::Elements(200));
    for set in InstructionSet::available() {
        let mut engine = Engine::with(set).expect("it is available");
        for (kind, text) in KINDS {
            let grids = equivalents(text);
            group.bench_function(BenchmarkId::new(set.name(), kind), |bencher| {
                bencher.iter(|| assert!(engine.counts(black_box(&grids), 2).all(|count| count == 1)));
            });
        }
    }
    group.finish();
}

fn other_questions(criterion: &mut Criterion) {
    criterion.bench_function("count/first-10000-of-the-empty-board", |bencher| {
        bencher.iter(|| assert_eq!(solver::count(black_box(&Grid::EMPTY), 10_000), 10_000));
    });
    criterion.bench_function("smallest/empty-board", |bencher| {
        bencher.iter(|| assert!(solver::smallest(black_box(&Grid::EMPTY)).is_some()));
    });
}

criterion_group!(benches, unique, batch, other_questions);
criterion_main!(benches);
