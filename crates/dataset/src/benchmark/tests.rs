//! Checks of the stored set.

use std::collections::HashSet;

use minirow_grade::{Limits, grade};
use minirow_table::ScaleSet;

use super::*;

#[test]
fn the_set_has_not_changed() {
    assert_eq!(
        (BENCHMARK, Benchmark::checksum().as_str()),
        ("minirow-benchmark 2", "b87cf85bf1f2b42ef4a9918aab207536214377fa32498193b74c8d5ab8114052"),
        "another set needs another version"
    );
}

#[test]
fn every_band_has_the_same_number_of_puzzles_easiest_first() {
    let set = Benchmark::standard();
    for (band, puzzles) in BANDS.iter().zip(set.puzzles().chunks(set.puzzles().len() / BANDS.len())) {
        assert!(puzzles.len() == 100 && puzzles.iter().all(|puzzle| puzzle.band() == band), "{band:?}");
        assert!(puzzles.is_sorted_by_key(|puzzle| puzzle.row.index), "{band:?}");
    }
}

#[test]
fn the_depths_of_a_band_have_equal_numbers_of_puzzles() {
    let mut numbers = [[0; 3]; BANDS.len()];
    for puzzle in Benchmark::standard().puzzles() {
        let band = BANDS.iter().position(|band| band == puzzle.band()).unwrap();
        numbers[band][puzzle.depth().parse::<usize>().unwrap()] += 1;
    }
    let [one, two] = [[0, 100, 0], [0, 0, 100]];
    let expected = [[100, 0, 0], [100, 0, 0], [50, 50, 0], one, one, one, one, one, one, one, [0, 50, 50], two];
    assert_eq!(numbers, expected);
}

#[test]
fn no_two_puzzles_have_equivalent_solution_grids() {
    let set = Benchmark::standard();
    let grids: HashSet<u64> = set.puzzles().iter().map(|puzzle| puzzle.row.grid_id.unwrap()).collect();
    let keys: HashSet<u128> = set.puzzles().iter().map(|of| equivalence::puzzle_key(of.puzzle.clues())).collect();
    assert_eq!((grids.len(), keys.len()), (set.puzzles().len(), set.puzzles().len()));
}

#[test]
fn all_puzzles_are_minimal() {
    assert!(Benchmark::standard().puzzles().iter().all(|of| of.puzzle.is_minimal()));
}

/// Training data of the other splits has no puzzle of the set, and no solution grid.
#[test]
fn every_solution_grid_is_in_the_split_test() {
    let rule = |shares: &[(&str, &str)]| SplitRule::new(shares.to_vec(), "").unwrap();
    let rules = [
        Benchmark::split_rule(),
        rule(&[("train", "0.9"), ("test", "0.1")]),
        rule(&[("train", "0.7"), ("validation", "0.1"), ("test", "0.2")]),
    ];
    for of in Benchmark::standard().puzzles() {
        for rule in &rules {
            assert_eq!(rule.name(rule.of(of.puzzle.solution())), "test", "{:?}", of.row.id);
        }
    }
}

/// The hard puzzles take up to a second each, so that only some are rated again, among them the hardest.
#[test]
fn the_ratings_are_those_of_the_puzzles() {
    for (number, of) in Benchmark::standard().puzzles().iter().enumerate() {
        if (9.0..11.0).contains(&of.er().value()) && number % 20 != 7 {
            continue;
        }
        let mut rated = Row::of(&of.puzzle).graded(&grade(&of.puzzle));
        ScaleSet::TE.rate(&of.puzzle, Limits::default(), &mut rated);
        let columns = Columns::of_header(["er", "ep", "ed", "level", "hardest", "te", "b", "bxb", "bxbb"]);
        let values = |row: &Row| columns.values(row).map(|value| value.to_string()).collect::<Vec<_>>();
        assert_eq!(values(&of.row), values(&rated), "{:?}", of.row.id);
    }
}

#[test]
fn the_written_set_is_read_back() {
    let set = Benchmark::standard();
    let text = String::from_utf8(set.write(Format::Csv).unwrap()).unwrap();
    let header = "id,puzzle,solution,clues,er,ep,ed,level,hardest,te,b,bxb,bxbb,grid_id,band\n";
    assert!(text.starts_with(header), "{text:.200}");
    let rows = minirow_table::ForeignReader::new(text.as_bytes()).unwrap();
    for (of, row) in set.puzzles().iter().zip(rows) {
        let row = row.unwrap();
        assert_eq!(row.get("band"), Some(of.band().name));
        assert_eq!(row.row().unwrap(), Row { index: None, ..of.row.clone() });
    }
}
