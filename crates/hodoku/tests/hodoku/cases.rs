//! Each technique in a position that shows it, with as few limits as possible, and in one where it finds nothing.
//!
//! A fixture consists of cases, separated by blank lines. A case has, from top to bottom:
//! ```text
//! # Remarks.
//! 123......                the first rows of the grid; what is left out is empty
//! r1c23: placed            filled cells that are not clues
//! r1c45,r2c7: 57           cells and the only candidates that they have
//! r234c9: -57              cells and candidates that they do not have
//! => X-Wing: 1 in ...      the step that the technique takes
//!   | r1c1=5 r1c2<>5       its chains, if it has any
//! ```
//! or `=> nothing` at the end if it finds none.

use std::fs;
use std::path::{Path, PathBuf};

use minirow_core::{Candidate, Cell, Digit, DigitSet, Grid};
use minirow_grade::Pencilmarks;
use minirow_hodoku::{TECHNIQUES, Technique};

#[test]
fn every_technique_finds_the_steps_of_its_cases() {
    for technique in TECHNIQUES {
        let file = folder().join(technique.slug).with_extension("txt");
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let finds: Vec<bool> = text.trim_end().split("\n\n").map(|case| check(technique, case)).collect();
        assert!(finds.contains(&true), "{technique:?} has no case where it finds something");
        assert!(finds.contains(&false), "{technique:?} has no case where it finds nothing");
    }
}

#[test]
fn every_fixture_belongs_to_a_technique() {
    for file in fs::read_dir(folder()).unwrap() {
        let path = file.unwrap().path();
        let slug = path.file_stem().unwrap().to_str().unwrap();
        assert!(TECHNIQUES.iter().any(|technique| technique.slug == slug), "no technique for {}", path.display());
    }
}

#[test]
fn the_techniques_have_the_order_and_the_scores_of_hodoku() {
    let total: u32 = TECHNIQUES.iter().map(|technique| technique.score).sum();
    let ends = [TECHNIQUES[0].name, TECHNIQUES[TECHNIQUES.len() - 1].name];
    assert_eq!((TECHNIQUES.len(), total, ends), (57, 19_912, ["Full House", "Brute Force"]));
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/steps")
}

/// Runs a case. Returns `true` if the technique must find something in it.
fn check(technique: &Technique, case: &str) -> bool {
    let mut rows = String::new();
    let (mut limits, mut placed, mut expected) = (Vec::new(), Vec::new(), Vec::new());
    for line in case.lines().filter(|line| !line.starts_with('#')) {
        if let Some(step) = line.strip_prefix("=> ") {
            expected.push(step.to_owned());
        } else if let Some(chain) = line.strip_prefix("  | ") {
            expected.push(format!("  {chain}"));
        } else if let Some((cells, digits)) = line.split_once(": ") {
            let cells = cells.split(',').flat_map(self::cells);
            if digits == "placed" { placed.extend(cells) } else { limits.extend(cells.map(|cell| (cell, digits))) }
        } else {
            assert_eq!(line.len(), 9, "expected a row: {line:?} in {technique:?}");
            rows.push_str(line);
        }
    }
    let grid: Grid = format!("{rows:.<81}").parse().unwrap();
    let mut clues = grid;
    placed.into_iter().for_each(|cell| clues.set(cell, None));
    let mut position = Pencilmarks::from(&grid);
    for (cell, digits) in limits {
        let gone = match digits.strip_prefix('-') {
            Some(gone) => digit_set(gone),
            None => !digit_set(digits),
        };
        gone.iter().for_each(|digit| position.eliminate(Candidate { cell, digit }));
    }
    let step = technique.first_step(&clues, &position).map_or("nothing".to_owned(), |step| step.to_string());
    assert_eq!(step, expected.join("\n"), "{technique:?}\n{case}\n{position:?}");
    step != "nothing"
}

/// Parses `r12c45`: every cell of these rows and columns.
fn cells(text: &str) -> Vec<Cell> {
    let (rows, columns) = text.strip_prefix('r').and_then(|text| text.split_once('c')).expect(text);
    let numbers = |text: &str| text.bytes().map(|digit| usize::from(digit - b'1')).collect::<Vec<_>>();
    let (rows, columns) = (numbers(rows), numbers(columns));
    rows.into_iter().flat_map(|row| columns.iter().map(move |&column| Cell::at(row, column))).collect()
}

fn digit_set(text: &str) -> DigitSet {
    text.bytes().map(|digit| Digit::new(digit - b'0').expect(text)).collect()
}
