//! How long a puzzle takes to grade, from easy to hard, and to give up on.

#[path = "../tests/support/mod.rs"]
mod support;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use minirow_core::Puzzle;
use minirow_grade::{Level, grade};
use support::{puzzle, reference};

fn bench(criterion: &mut Criterion) {
    let puzzles: Vec<Puzzle> = reference().map(|[clues, ..]| puzzle(clues)).collect();
    let mut group = criterion.benchmark_group("grade");
    for (level, count) in [(Level::Easy, 751), (Level::Medium, 835), (Level::Hard, 357), (Level::Expert, 207)] {
        let of_level: Vec<&Puzzle> = puzzles.iter().filter(|puzzle| grade(puzzle).level() == level).collect();
        group.throughput(Throughput::Elements(of_level.len() as u64));
        group.bench_function(level.name(), |bencher| {
            bencher.iter(|| {
                let rated = of_level.iter().filter(|puzzle| grade(black_box(puzzle)).er().is_some()).count();
                assert_eq!(rated, count);
            });
        });
    }
}

criterion_group!(benches, bench);
criterion_main!(benches);
