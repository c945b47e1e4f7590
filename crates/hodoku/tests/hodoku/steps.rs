//! Steps of paths: they agree with the solution, and their words and pictures with the position.

use std::env;

use minirow_core::{Cell, Puzzle};
use minirow_gen::{Generator, Recipe};
use minirow_grade::{Cause, Chain, Link, Pencilmarks};
use minirow_hodoku::{Pattern, Step, path, rate};

use crate::size::size;

/// Returns the puzzles at the start of the lines of a file.
fn puzzles(file: &str) -> Vec<Puzzle> {
    let grids = file.lines().filter_map(|line| line.get(..81)?.parse().ok());
    grids.map(|grid| Puzzle::new(grid).expect("the file has puzzles")).collect()
}

/// Checks all steps of a puzzle, and returns their number.
fn check_path(puzzle: &Puzzle) -> usize {
    let mut path = path(puzzle);
    let mut steps = Vec::new();
    loop {
        let position = path.pencilmarks().clone();
        let Some(step) = path.next() else { break };
        assert!(step.agrees_with(puzzle.solution()), "{step} of {}", puzzle.clues());
        check_step(&step, &position);
        steps.push(step);
    }
    assert_eq!(path.pencilmarks().values(), puzzle.solution().grid());
    assert_eq!(rate(puzzle, None).unwrap().path(), steps, "{}", puzzle.clues());
    steps.len()
}

/// Checks the words and the picture of a step.
fn check_step(step: &Step, position: &Pencilmarks) {
    let (drawn, explanation) = (step.drawn(position), step.explain(position));
    assert_eq!(drawn.placement(), step.placement());
    assert_eq!(*drawn.eliminations(), step.eliminations().iter().copied().collect());
    let gone = step.eliminations().iter().chain(&step.placement()).all(|&gone| position.candidates().contains(gone));
    assert!(gone && drawn.has_effect(), "{step} {position:?}");
    assert!(drawn.pattern().iter().all(|candidate| position.candidates().contains(candidate)));
    assert_eq!(drawn.variant().unwrap_or(drawn.technique().name), step.name());
    let is_shown = drawn.placement().is_some() || !drawn.pattern().is_empty() || !drawn.chains().is_empty();
    assert!(is_shown, "{step}: nothing to draw");
    drawn.chains().iter().for_each(|chain| check_chain(chain, position, step));
    let reason = explanation.text().strip_suffix(&format!(": {drawn}.")).expect("the text ends with the effect");
    assert!(reason.len() > 20 && !reason.contains("  ") && !reason.contains(" ,"), "{explanation}");
    assert!(explanation.focus().iter().all(|cell| position.values().get(cell).is_none()), "{explanation}");
    let is_chain = matches!(step.pattern(), Pattern::Chain { .. } | Pattern::Forcing { .. });
    assert!(!is_chain || !explanation.lines().is_empty(), "{explanation}");
}

/// Checks that each link follows from one that shares its cell or a house with it.
fn check_chain(chain: &Chain, position: &Pencilmarks, step: &Step) {
    let links = chain.links();
    for link in links {
        assert!(position.candidates().contains(link.candidate()), "{step} {position:?}");
        let parents: Vec<&Link> = link.parents().map(|parent| &links[parent]).collect();
        let fits = |parent: &&Link| {
            let (from, to) = (parent.candidate(), link.candidate());
            let house = |cell: Cell, number: usize| cell.houses()[number] == to.cell.houses()[number];
            parent.is_on() != link.is_on()
                && match link.cause() {
                    Cause::Cell => from.cell == to.cell && from.digit != to.digit,
                    Cause::Row => from.digit == to.digit && house(from.cell, 0),
                    Cause::Column => from.digit == to.digit && house(from.cell, 1),
                    Cause::Box => from.digit == to.digit && house(from.cell, 2),
                    _ => false,
                }
        };
        // In contradictory states of a net, a placement can lack the reasons that it had elsewhere.
        let is_net = step.name().starts_with("Forcing Net");
        let is_known = parents.iter().any(fits) || is_net && link.cause() == Cause::Advanced;
        assert!(parents.is_empty() || is_known, "{step}: {link:?}");
    }
}

#[test]
fn steps_of_reference_puzzles_agree_with_the_solution() {
    let random = puzzles(include_str!("../reference/hodoku_random.csv"));
    let hard = puzzles(include_str!("../reference/hodoku_hard.csv"));
    let steps: usize = random.iter().step_by(20).chain(hard.iter().step_by(20)).map(check_path).sum();
    assert!(steps > 5000, "{steps} steps are too few to say much");
}

/// Random puzzles of a seed.
#[test]
fn steps_of_random_puzzles_agree_with_the_solution() {
    let size = size(50) as u64;
    let generator = Generator::new(Recipe::default()).unwrap();
    let steps: usize = (0..size).map(|index| check_path(&generator.puzzle(2006, index).unwrap())).sum();
    assert!(steps as u64 > 50 * size, "{steps} steps are too few for {size} puzzles");
}

/// The puzzles at the start of the lines of the files of `MINIROW_TEST_FILES`, separated by colons, in a campaign.
#[test]
fn steps_of_files_agree_with_the_solution() {
    let files = env::var("MINIROW_TEST_FILES").unwrap_or_default();
    let texts = files.split(':').filter(|file| !file.is_empty());
    let texts = texts.map(|file| std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}")));
    let steps: Vec<usize> = texts.flat_map(|text| puzzles(&text)).map(|puzzle| check_path(&puzzle)).collect();
    assert!(steps.iter().all(|&steps| steps > 0));
    println!("{} puzzles, {} steps", steps.len(), steps.iter().sum::<usize>());
}
