//! The rate of `neighbours` beside a loop that tries each clue with the batch engine: `rates PUZZLE N` for {-N+N}.

use std::ops::ControlFlow;
use std::time::Instant;

use minirow_core::solver::batch::with_engine;
use minirow_core::{CandidateSet, Grid, Puzzle};
use minirow_research::{extensions, missing, reductions};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [puzzle, number] = &arguments[..] else { panic!("expected a puzzle and a number") };
    let (puzzle, number): (Puzzle, usize) = (puzzle.parse().unwrap(), number.parse().unwrap());
    let (mut found, mut checked, start) = (0_u64, 0, Instant::now());
    for reduced in reductions(puzzle.clues(), number) {
        let avoid = missing(puzzle.clues(), &reduced);
        checked += tried(&reduced, &avoid, number).count() as u64;
    }
    let counting = start.elapsed();
    for reduced in reductions(puzzle.clues(), number) {
        let _ = extensions(&reduced, number, &missing(puzzle.clues(), &reduced), &mut |_| {
            found += 1;
            ControlFlow::Continue(())
        });
    }
    let seconds = (start.elapsed() - counting).as_secs_f64();
    println!("neighbours: {found} of {checked} in {seconds:.2} s, {:.0} a second", checked as f64 / seconds);
    let (mut found, mut checked, start) = (0, 0, Instant::now());
    // A part of the reduced puzzles is enough for the rate.
    let step = reductions(puzzle.clues(), number).count().div_ceil(20);
    for reduced in reductions(puzzle.clues(), number).step_by(step) {
        let avoid = missing(puzzle.clues(), &reduced);
        let grids = tried(&reduced, &avoid, number).inspect(|_| checked += 1);
        found += with_engine(|engine| engine.counts(grids, 2).filter(|&count| count == 1).count());
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("plain loop: {found} of {checked} in {seconds:.2} s, {:.0} a second", f64::from(checked) / seconds);
}

/// Returns a grid with one or two more clues, in all ways.
fn tried<'a>(grid: &'a Grid, avoid: &'a CandidateSet, number: usize) -> Box<dyn Iterator<Item = Grid> + 'a> {
    let clues = || {
        CandidateSet::ALL.iter().enumerate().filter(|(_, clue)| grid.get(clue.cell).is_none() && !avoid.contains(*clue))
    };
    let with = |grid: &Grid, clue: minirow_core::Candidate| {
        let mut grid = *grid;
        grid.set(clue.cell, Some(clue.digit));
        grid
    };
    let pairs = move |(first, clue): (usize, minirow_core::Candidate)| {
        let others = clues().filter(move |(second, other)| *second > first && other.cell != clue.cell);
        others.map(move |(_, other)| with(&with(grid, clue), other))
    };
    match number {
        1 => Box::new(clues().map(move |(_, clue)| with(grid, clue))),
        2 => Box::new(clues().flat_map(pairs)),
        _ => panic!("expected 1 or 2"),
    }
}
