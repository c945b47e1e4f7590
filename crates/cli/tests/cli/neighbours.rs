//! `neighbours`: the puzzles that differ from given puzzles in a few clues.

use std::collections::BTreeSet;
use std::fs;

use crate::common::{AMBIGUOUS, Folder, PUZZLE, Running, SOLUTION, lines, rows, run};
use crate::size::stride;
use minirow_core::{Candidate, CandidateSet, Cell, Grid, Puzzle, canon, solver};

/// A minimal puzzle with 21 clues.
const HARD: &str = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";

/// A puzzle with 25 clues and many neighbours.
const EASY: &str = "8...5......28.1.....1.2..9..8.5..1.4..9..36.84..6...5..9......57..3...2...6......";

fn canonical(grid: &Grid) -> Grid {
    canon::grid(grid).form
}

/// Removes a clue, adds each other one, and solves the puzzle: the canonical forms of the neighbours.
fn plain(puzzle: &Grid) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (removed, own) in puzzle.clues() {
        let reduced = puzzle.within(puzzle.pattern().without(removed));
        for Candidate { cell, digit } in CandidateSet::ALL.iter() {
            let mut grid = reduced;
            grid.set(cell, Some(digit));
            if reduced.get(cell).is_none() && (cell, digit) != (removed, own) && solver::count(&grid, 2) == 1 {
                found.insert(canonical(&grid).to_string());
            }
        }
    }
    found
}

fn puzzles(csv: &str) -> Vec<String> {
    rows(csv).iter().map(|row| row["puzzle"].to_string()).collect()
}

#[test]
fn neighbours_equal_those_of_a_plain_loop() {
    for text in [HARD, "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9", PUZZLE] {
        let puzzle: Grid = text.parse().unwrap();
        let mut expected = plain(&puzzle);
        expected.remove(&canonical(&puzzle).to_string());
        let found = puzzles(&run(&format!("neighbours {text}")).fine());
        let different: BTreeSet<String> = found.iter().cloned().collect();
        assert_eq!(different.len(), found.len(), "each comes once");
        assert_eq!(different, expected, "{text}");
    }
}

/// Each row comes from its parent without the removed clues; one of depth 2 comes from one of depth 1.
#[test]
fn rows_tell_how_they_were_found() {
    let found = rows(&run(&format!("neighbours {HARD} --depth 2 --minimal")).fine());
    let mut parents = BTreeSet::from([canonical(&HARD.parse().unwrap()).to_string()]);
    let mut expected = BTreeSet::new();
    for depth in ["1", "2"] {
        let at_depth = found.iter().filter(|row| &row["depth"] == depth);
        let kept: BTreeSet<String> = at_depth.clone().map(|row| row["puzzle"].to_string()).collect();
        let is_minimal = |text: &String| text.parse::<Puzzle>().unwrap().is_minimal();
        let new = parents.iter().flat_map(|parent| plain(&parent.parse().unwrap())).filter(is_minimal);
        let known = expected.clone();
        expected
            .extend(new.filter(|text| !known.contains(text) && *text != canonical(&HARD.parse().unwrap()).to_string()));
        assert_eq!(kept, expected.difference(&known).cloned().collect(), "{depth}");
        for row in at_depth {
            let (parent, clues): (Grid, Grid) = (row["parent"].parse().unwrap(), row["puzzle"].parse().unwrap());
            assert!(parents.contains(&row["parent"]));
            let removed: Cell = row["removed"].parse().unwrap();
            let reduced = parent.within(parent.pattern().without(removed));
            let with = |Candidate { cell, digit }| {
                let mut grid = reduced;
                grid.set(cell, Some(digit));
                canonical(&grid) == clues
            };
            assert!(CandidateSet::ALL.iter().filter(|clue| reduced.get(clue.cell).is_none()).any(with), "{row:?}");
        }
        parents = kept;
    }
}

/// The bytes depend neither on threads nor on memory, and resuming from any row gives them.
#[test]
fn every_way_to_the_result_gives_the_same_bytes() {
    let folder = Folder::new().with("in", lines([EASY, AMBIGUOUS, HARD]));
    let command = "neighbours in --minimal --er ..=2.6 --depth 2";
    let whole = folder.run(&format!("{command} --threads 1"));
    assert!(whole.status == 1 && whole.message().starts_with("in:2: several solutions"), "{whole:?}");
    assert!(whole.stdout.lines().count() > 3000, "{whole:?}");
    assert_eq!(folder.run(&format!("{command} --threads 5 --memory 1")).stdout, whole.stdout);
    for kills in (0..6).step_by(stride(4)) {
        for number in 0..kills {
            let part = |folder: &Folder| fs::metadata(folder.path("out.csv.part")).map_or(0, |part| part.len());
            let before = part(&folder);
            let mut running: Running =
                folder.start(&format!("{command} --quiet --out out.csv --resume --threads {}", 1 + number % 2));
            running.until(|| part(&folder) > before || folder.exists("out.csv"));
            running.kill();
            running.end();
            let record = fs::read_to_string(folder.path("out.csv.part.json")).unwrap_or_default();
            let ends = record.lines().filter_map(|line| line.strip_prefix('[')?.split(',').next()?.parse::<u64>().ok());
            let ends: Vec<u64> = ends.collect();
            assert!(ends.is_sorted_by(|one, next| one < next), "a later run uses all rows: {ends:?}");
        }
        assert_eq!(folder.run(&format!("{command} --quiet --out out.csv --resume")).status, 1);
        assert!(folder.read("out.csv") == whole.stdout, "after {kills} kills");
        assert_eq!(folder.names(), ["in", "out.csv"]);
        fs::remove_file(folder.path("out.csv")).unwrap();
    }
}

/// Constraints keep the rows that they would keep of the ratings of all.
#[test]
fn constraints_filter() {
    let folder = Folder::new();
    let near = format!("neighbours {EASY}");
    let all = folder.run(&near).fine();
    folder.write("all.csv", &all);
    let rated = rows(&folder.run("grade all.csv --scale se,te --quiet").fine());
    let of = |options: &str| puzzles(&run(&format!("{near} {options}")).fine());
    let expected = |keeps: &dyn Fn(&crate::common::Row) -> bool| -> Vec<String> {
        let kept: Vec<String> = rated.iter().filter(|row| keeps(row)).map(|row| row["puzzle"].to_string()).collect();
        assert!(!kept.is_empty() && kept.len() < rated.len());
        kept
    };
    assert_eq!(of("--er 2.0..=3.4"), expected(&|row| (2.0..=3.4).contains(&row.number("er"))));
    assert_eq!(of("--te 1 --level hard"), expected(&|row| &row["te"] == "1" && &row["level"] == "hard"));
    assert_eq!(of("--clues ..=24"), Vec::<String>::new());
    assert_eq!(of("--clues 25").len(), rated.len());
    let rated = rows(&folder.run("properties all.csv --columns backdoors_2,minimal --quiet").fine());
    let has_pairs = |row: &&crate::common::Row| row.number("backdoors_2") >= 1.0;
    let expected: Vec<String> = rated.iter().filter(has_pairs).map(|row| row["puzzle"].to_string()).collect();
    assert!(!expected.is_empty() && expected.len() < rated.len());
    assert_eq!(of("--property backdoors_2=1.."), expected);
    let output = folder.run(&format!("{near} --property bands=9,minimal=true"));
    assert_eq!(output.message(), "error: property bands=9 is for generated puzzles, and cannot filter others");
}

/// With the same pattern, only digits change.
#[test]
fn the_same_pattern_has_other_digits() {
    let found = puzzles(&run(&format!("neighbours {PUZZLE} --remove 2 --add 2 --pattern same")).fine());
    let pattern = |text: &str| {
        let grid: Grid = text.parse().unwrap();
        let marked = text.replace(|c: char| c != '.', "1");
        assert_eq!(grid.clue_count(), 30);
        canonical(&marked.parse().unwrap())
    };
    assert!(found.len() > 10, "{found:?}");
    assert!(found.iter().all(|text| pattern(text) == pattern(PUZZLE)));
    let output = run(&format!("neighbours {PUZZLE} --remove 2 --pattern same"));
    assert_eq!(output.message(), "error: --pattern same needs as many clues with --add as with --remove");
    assert_eq!(output.status, 2);
}

/// A puzzle with too few clues or empty cells is reported. It is still known: it is no neighbour of another one.
#[test]
fn puzzles_without_neighbours_are_reported() {
    let folder = Folder::new().with("in", lines([HARD, PUZZLE]));
    let output = folder.run("neighbours in --remove 30 --add 0");
    let message = "in:1: no neighbours: 21 clues, expected at least 30 for --remove 30";
    assert_eq!((output.message(), output.status, output.stdout.lines().count()), (message, 1, 1));
    let output = run(&format!("neighbours {SOLUTION} --remove 0"));
    let message = "argument:1: no neighbours: 0 empty cells, expected at least 1 for --add 1";
    assert_eq!((output.message(), output.status), (message, 1));
}

/// A limit ends a run with the rows so far, and tells how to continue.
#[test]
fn a_limit_on_time_leaves_a_partial_file() {
    let folder = Folder::new();
    let output =
        folder.run(&format!("neighbours {PUZZLE} --remove 4 --add 4 --out out.csv --time-limit 100ms --quiet"));
    assert_eq!(output.status, 3, "{output:?}");
    assert!(output.stderr.ends_with("stopped: the time limit of 100ms is reached\n"), "{output:?}");
    assert!(!folder.exists("out.csv"));
}

/// All puzzles with 17 clues that are known are in a list. These are near each other, and no other one is near them.
#[test]
fn known_puzzles_with_17_clues_have_only_known_neighbours() {
    let known: BTreeSet<String> =
        include_str!("near_17.txt").lines().map(|line| canonical(&line.parse().unwrap()).to_string()).collect();
    let first = known.first().unwrap();
    let found = puzzles(&run(&format!("neighbours {first} --depth 99")).fine());
    let found: BTreeSet<String> = found.into_iter().chain([first.clone()]).collect();
    assert_eq!(found, known);
}
