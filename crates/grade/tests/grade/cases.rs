//! Each technique in the smallest positions that show it, and in some where it must find nothing.
//!
//! A fixture consists of cases, separated by blank lines. A case has, from top to bottom:
//! ```text
//! # What it shows.
//! 123......          the first rows of the grid; what is left out is empty
//! ....4....
//! r1c45: 57          cells (here two) and the only candidates that they have
//! r234c9: -57        cells and candidates that they do not have
//! => 3.0 r1c7<>5     the steps that the technique sees, with their ratings; all of them, in order
//! ```
//! or `=> nothing` at the end if it finds none.

use std::fs;
use std::path::{Path, PathBuf};

use minirow_core::{Candidate, Cell, Digit, DigitSet, Grid};
use minirow_grade::{Pencilmarks, Technique, all_and_extended};

const NOTHING: &str = "nothing";

#[test]
fn every_technique_finds_the_steps_of_its_cases() {
    for technique in all_and_extended() {
        let file = folder().join(technique.slug).with_extension("txt");
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let silent: Vec<bool> = text.trim().split("\n\n").map(|case| check(technique, case)).collect();
        assert!(silent.contains(&false), "{technique:?} has no case where it sees something");
        assert!(silent.contains(&true), "{technique:?} has no case where it stays silent");
    }
}

#[test]
fn every_fixture_belongs_to_a_technique() {
    for file in fs::read_dir(folder()).unwrap() {
        let path = file.unwrap().path();
        let slug = path.file_stem().unwrap().to_str().unwrap();
        assert!(all_and_extended().any(|technique| technique.slug == slug), "no technique for {}", path.display());
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/steps")
}

/// Runs a case. Returns `true` if the technique must find nothing in it.
fn check(technique: &Technique, case: &str) -> bool {
    let mut rows = String::new();
    let mut limits = Vec::new();
    let mut expected = Vec::new();
    for line in case.lines() {
        if let Some(step) = line.strip_prefix("=> ") {
            expected.push(step);
        } else if let Some((cells, digits)) = line.split_once(": ").filter(|_| !line.starts_with('#')) {
            limits.push((cells, digits));
        } else if !line.starts_with('#') {
            assert_eq!(line.len(), 9, "expected a row: {line:?} in {technique:?}");
            rows.push_str(line);
        }
    }

    let grid: Grid = format!("{rows:.<81}").parse().unwrap();
    let mut pencilmarks = Pencilmarks::from(&grid);
    for (cells, digits) in limits {
        let gone = match digits.strip_prefix('-') {
            Some(gone) => digit_set(gone),
            None => !digit_set(digits),
        };
        for cell in self::cells(cells) {
            gone.iter().for_each(|digit| pencilmarks.eliminate(Candidate { cell, digit }));
        }
    }

    let steps = technique.all_steps(&pencilmarks);
    let first = technique.first_step(&pencilmarks);
    assert_eq!(first.as_ref(), steps.first(), "the first step is the first of all: {technique:?}\n{case}");
    let mut seen: Vec<String> = steps.iter().map(|step| format!("{} {step}", step.rating())).collect();
    if seen.is_empty() {
        seen.push(NOTHING.to_string());
    }
    assert_eq!(seen, expected, "{technique:?}\n{case}\n{pencilmarks:?}");
    steps.is_empty()
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
