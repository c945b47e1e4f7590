//! Time to grade a puzzle: one of each level, a random minimal one, a hard one (8.4 and more), and one that needs
//! nested chains.

#[path = "../tests/grade/support.rs"]
mod support;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use minirow_core::Puzzle;
use minirow_grade::{Level, grade};
use support::{puzzle, reference};

fn bench(criterion: &mut Criterion) {
    let puzzles: Vec<Puzzle> = reference().map(|[clues, ..]| puzzle(clues)).collect();
    let mut group = criterion.benchmark_group("grade");
    for level in Level::ALL {
        let of_level: Vec<&Puzzle> =
            puzzles.iter().filter(|puzzle| grade(puzzle).level() == Some(level)).take(100).collect();
        group.throughput(Throughput::Elements(of_level.len() as u64));
        group.bench_function(level.name(), |bencher| {
            bencher.iter(|| {
                let rated = of_level.iter().filter(|puzzle| grade(black_box(puzzle)).level() == Some(level)).count();
                assert_eq!(rated, of_level.len());
            });
        });
    }
    let average: Vec<&Puzzle> = puzzles.iter().take(200).collect();
    group.throughput(Throughput::Elements(200));
    group.bench_function("random-minimal", |bencher| {
        bencher.iter(|| assert!(average.iter().all(|puzzle| grade(black_box(puzzle)).er().is_some())));
    });
    let hard: Vec<Puzzle> = reference()
        .filter(|[_, er, ..]| er.parse::<f64>().expect("a rating") >= 8.4)
        .take(50)
        .map(|[clues, ..]| puzzle(clues))
        .collect();
    group.throughput(Throughput::Elements(hard.len() as u64));
    group.bench_function("8.4-to-9.4", |bencher| {
        bencher.iter(|| assert!(hard.iter().all(|puzzle| grade(black_box(puzzle)).er().is_some())));
    });
    let nested = puzzle("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
    group.throughput(Throughput::Elements(1)).sample_size(10);
    group.bench_function("nested", |bencher| {
        bencher.iter(|| assert_eq!(grade(black_box(&nested)).er().expect("no limit").to_string(), "10.7"));
    });
}

criterion_group!(benches, bench);
criterion_main!(benches);
