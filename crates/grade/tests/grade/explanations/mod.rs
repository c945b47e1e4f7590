//! Every sentence of an explanation is true: each is parsed, and compared with its step and position.
//!
//! This test does not use the code that writes the sentences. It parses them into cells, digits, houses and claims, and
//! checks the claims on the candidates. A chain is checked like a proof, line by line.

pub(crate) mod chains;
mod patterns;
mod read;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use self::chains::Count;
use crate::support::{hardest, puzzle, reference};
use minirow_core::{Candidate, Cell, CellSet, Digit, DigitSet, Grid};
use minirow_grade::{Explanation, Pencilmarks, Step, TECHNIQUES, all_and_extended, explain, path};

/// The number of steps checked for each technique and variant.
pub(crate) type Seen = BTreeMap<(&'static str, Option<&'static str>), usize>;

pub(crate) fn check(step: &Step, position: &Pencilmarks, seen: &mut Seen, count: &mut Count) {
    let explanation = explain(step, position);
    let slug = step.technique().slug;
    *seen.entry((slug, step.variant())).or_default() += 1;
    let text = explanation.text();
    // Shown where a check fails.
    let context = || format!("{slug}: {explanation}\n{position:?}");
    assert!(text.ends_with(&format!(": {step}.")), "{}", context());
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        if step.chains().is_empty() { pattern(step, &explanation, position) } else { true }
    }));
    assert!(outcome.is_ok_and(|known| known), "{}", context());
    if step.chains().is_empty() {
        names_its_own(step, &explanation);
    } else {
        chains::check(step, &explanation, position, count);
    }
}

/// Checks the claims of a technique without chains. Returns `false` if the technique has chains.
fn pattern(step: &Step, explanation: &Explanation, position: &Pencilmarks) -> bool {
    let check = match step.technique().slug {
        "hidden-single" => patterns::hidden_single,
        "naked-single" => patterns::naked_single,
        "direct-pointing" | "direct-claiming" | "pointing" | "claiming" => patterns::locked,
        "naked-pair" | "naked-triplet" | "naked-quad" => patterns::naked_subset,
        slug if slug.contains("hidden-") => patterns::hidden_subset,
        "x-wing" | "swordfish" | "jellyfish" => patterns::fish,
        "xy-wing" | "xyz-wing" => patterns::wing,
        "unique-loop" => patterns::unique_loop,
        "bivalue-universal-grave" => patterns::bug,
        "aligned-pair-exclusion" | "aligned-triplet-exclusion" => patterns::aligned_exclusion,
        _ => return false,
    };
    check(step, explanation, position);
    true
}

/// Checks that the text names all cells of the step and no others.
fn names_its_own(step: &Step, explanation: &Explanation) {
    let text = explanation.to_string();
    let named = read::all_cells(&text);
    let own = patterns::own_cells(step);
    let slug = step.technique().slug;
    if slug.ends_with("single") {
        let house = step.houses().fold(CellSet::EMPTY, |all, house| all | house.cells());
        assert!(named.is_subset(own | house | explanation.witnesses()), "{text}");
    } else {
        assert!(named.is_subset(own), "{text}");
    }
    // For an exclusion, cells that exclude nothing by themselves are part of what Sudoku Explainer shows.
    if !slug.starts_with("aligned") {
        assert!(own.is_subset(named), "{text}");
    }
    let houses: Vec<_> = step.houses().collect();
    if !slug.starts_with("aligned") {
        assert!(read::all_houses(&text).iter().all(|house| houses.contains(house)), "{text}");
    }
}

/// The positions of the cases in `tests/steps`, with all steps that their techniques find there.
#[test]
fn every_sentence_about_the_cases_is_true() {
    let (mut seen, mut count) = (Seen::new(), Count::default());
    for technique in all_and_extended() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/steps").join(technique.slug).with_extension("txt");
        for case in fs::read_to_string(file).unwrap().trim().split("\n\n") {
            let position = position(case);
            for step in technique.all_steps(&position) {
                check(&step, &position, &mut seen, &mut count);
            }
        }
    }
    for technique in all_and_extended() {
        assert!(seen.keys().any(|(slug, _)| *slug == technique.slug), "no sentence about {technique}");
    }
}

/// Parses the position of a case, in the form that `cases.rs` describes.
fn position(case: &str) -> Pencilmarks {
    let (mut rows, mut limits) = (String::new(), Vec::new());
    for line in case.lines().filter(|line| !line.starts_with(['#', '='])) {
        match line.split_once(": ") {
            Some(limit) => limits.push(limit),
            None => rows.push_str(line),
        }
    }
    let grid: Grid = format!("{rows:.<81}").parse().unwrap();
    let mut position = Pencilmarks::from(&grid);
    for (cells, digits) in limits {
        let gone = match digits.strip_prefix('-') {
            Some(gone) => read::figures(gone),
            None => !read::figures(digits),
        };
        let (rows, columns) = cells.strip_prefix('r').and_then(|cells| cells.split_once('c')).unwrap();
        for row in rows.bytes().map(|row| usize::from(row - b'1')) {
            for column in columns.bytes().map(|column| usize::from(column - b'1')) {
                remove(&mut position, Cell::at(row, column), gone);
            }
        }
    }
    position
}

fn remove(position: &mut Pencilmarks, cell: Cell, digits: DigitSet) {
    digits.iter().for_each(|digit: Digit| position.eliminate(Candidate { cell, digit }));
}

fn check_path(clues: &str, steps: usize, seen: &mut Seen, count: &mut Count) {
    let mut path = path(&puzzle(clues));
    for _ in 0..steps {
        let position = path.pencilmarks().clone();
        let Some(step) = path.next() else { break };
        check(&step, &position, seen, count);
    }
}

#[test]
fn every_sentence_about_the_paths_of_real_puzzles_is_true() {
    let (mut seen, mut count) = (Seen::new(), Count::default());
    // Rare techniques occur where they are the hardest.
    let is_rare = |name: &str| ["Quad", "Jellyfish", "BUG", "Aligned", "Unique"].iter().any(|rare| name.contains(rare));
    let rows = reference().enumerate().filter(|(number, [.., hardest])| number % 6 == 0 || is_rare(hardest));
    for (_, [clues, ..]) in rows {
        check_path(clues, usize::MAX, &mut seen, &mut count);
    }
    let steps: usize = seen.values().sum();
    assert!(steps > 40_000, "{steps} steps are too few to say much");
    assert!(count.lines > 20_000, "{} links are too few to say much", count.lines);
    // All but the technique that never occurs on a path, and those of the next test.
    for technique in TECHNIQUES.iter().take(27).filter(|technique| technique.slug != "direct-claiming") {
        assert!(seen.keys().any(|(slug, _)| *slug == technique.slug), "no sentence about {technique}");
    }
    for variant in ["type 1", "type 2", "type 3", "type 4"] {
        for slug in ["unique-loop", "bivalue-universal-grave"] {
            assert!(seen.contains_key(&(slug, Some(variant))), "no {slug} of {variant}");
        }
    }
}

/// The hardest puzzles need nested chains.
#[test]
fn every_sentence_about_nested_chains_is_true() {
    let (mut seen, mut count) = (Seen::new(), Count::default());
    for [clues, ..] in hardest().step_by(5) {
        check_path(clues, 15, &mut seen, &mut count);
    }
    for slug in ["dynamic-forcing-chains-plus", "nested-forcing-chains"] {
        assert!(seen.keys().any(|(known, _)| *known == slug), "no sentence about {slug}");
    }
    assert!(count.nested > 200, "{} chains within chains are too few to say much", count.nested);
}
