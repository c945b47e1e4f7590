//! Time to grade puzzles, and to check the same puzzles for uniqueness: puzzles of each level, random minimal ones, hard
//! ones (8.4 and more), and one that needs nested chains.

#[path = "../../grade/tests/grade/support.rs"]
mod support;

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use minirow_core::{Puzzle, solver};
use minirow_grade::{Level, grade};
use support::{puzzle, reference};

fn bench(criterion: &mut Criterion) {
    let puzzles: Vec<Puzzle> = reference().map(|[clues, ..]| puzzle(clues)).collect();
    let mut group = criterion.benchmark_group("grade");
    for level in Level::ALL {
        let of_level = puzzles.iter().filter(|puzzle| grade(puzzle).level() == Some(level)).take(100);
        measure(&mut group, level.name(), &of_level.cloned().collect::<Vec<_>>());
    }
    measure(&mut group, "random-minimal", &puzzles[..200]);
    let hard = reference().filter(|[_, er, ..]| er.parse::<f64>().expect("a rating") >= 8.4).take(50);
    measure(&mut group, "8.4-to-9.4", &hard.map(|[clues, ..]| puzzle(clues)).collect::<Vec<_>>());
    let nested = puzzle("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
    group.sample_size(10);
    measure(&mut group, "nested", &[nested]);
}

/// Measures the grader and the bitmask solver. The time is that of all the puzzles.
fn measure(group: &mut BenchmarkGroup<WallTime>, name: &str, puzzles: &[Puzzle]) {
    group.throughput(Throughput::Elements(puzzles.len() as u64));
    group.bench_function(name, |bencher| {
        bencher.iter(|| assert!(puzzles.iter().all(|puzzle| grade(black_box(puzzle)).er().is_some())));
    });
    group.bench_function(BenchmarkId::new("bitmask", name), |bencher| {
        let is_unique = |puzzle: &Puzzle| solver::solutions(black_box(puzzle.clues())).count_next(2) == 1;
        bencher.iter(|| assert!(puzzles.iter().all(is_unique)));
    });
}

criterion_group!(benches, bench);
criterion_main!(benches);
