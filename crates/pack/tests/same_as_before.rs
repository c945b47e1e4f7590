//! Specifications give the same puzzles, and the same first error, as recorded.

use minirow_core::solver::batch::Engine;
use minirow_pack::{InvalidSpec, PuzzleSpec, Sampler};

fn spec(options: &str) -> PuzzleSpec {
    let mut spec = PuzzleSpec::new();
    for option in options.split("--").map(str::trim).filter(|option| !option.is_empty() && *option != "(none)") {
        let (name, value) = option.split_once(' ').unwrap_or((option, "true"));
        spec.set(name, value).unwrap();
    }
    spec
}

/// The blocks of a golden file: a line, and the indented lines after it.
fn blocks(file: &str) -> Vec<(&str, Vec<&str>)> {
    let mut blocks: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        match line.strip_prefix("  ") {
            Some(line) => blocks.last_mut().expect("a first line").1.push(line),
            None => blocks.push((line, Vec::new())),
        }
    }
    blocks
}

#[test]
fn seeds_give_the_same_puzzles() {
    let mut engine = Engine::new();
    for (options, rows) in blocks(include_str!("golden/puzzles.txt")) {
        let sampler = Sampler::new(spec(options)).unwrap();
        for (row, index) in rows.iter().zip(0..) {
            let found = sampler.find_puzzle(5, index).unwrap();
            let (puzzle, grade) = (found.puzzle, found.grade);
            let [er, ep, ed] = [grade.er(), grade.ep(), grade.ed()].map(|rating| rating.unwrap());
            let mut line = format!("{index} {} {er} {ep} {ed} {}", puzzle.clues(), grade.steps());
            if sampler.why_no_weights().is_none() {
                line += &format!(" {}", sampler.weight(&mut engine, 5, index, &puzzle).unwrap());
            }
            assert_eq!(line, *row, "{options}");
        }
    }
}

#[test]
fn lanes_give_the_same_puzzles() {
    for (options, rows) in blocks(include_str!("golden/puzzles.txt")) {
        let sampler = Sampler::new(spec(options)).unwrap();
        let Some(generator) = sampler.in_lanes() else { continue };
        let judge = |_, puzzle: Option<minirow_core::Puzzle>| puzzle.and_then(|puzzle| sampler.judge(puzzle, 1));
        let puzzles = generator.find_puzzles(Engine::new(), 5, 0..3, judge);
        for (found, row) in puzzles.zip(rows) {
            assert!(row.contains(&found.unwrap().puzzle.clues().to_string()), "{options}: {row}");
        }
    }
}

#[test]
fn conflicts_are_found_in_the_same_order() {
    for (options, messages) in blocks(include_str!("golden/refusals.txt")) {
        let message = match Sampler::new(spec(options)).unwrap_err() {
            InvalidSpec::Generator(_) => "(generator)".to_string(),
            error => error.to_string(),
        };
        assert_eq!(message, messages[0], "{options}");
    }
}
