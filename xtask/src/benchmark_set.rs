//! `benchmark-set`: makes the set of `minirow benchmark` from its seed.
//!
//! Puzzles rated below 9 are those of `minirow pack` with this seed: for index after index, the puzzle is kept if its solution
//! grid is in the split `test`, and puzzles of its band and T&E depth are wanted. Those rated 9 and more are too rare for that,
//! except some of those rated 9.0 and 9.1. They are found by [`climb`].

mod climb;
mod tridagon;

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use minirow_core::solver::batch::Engine;
use minirow_core::{Puzzle, Solution};
use minirow_dataset::{BANDS, BENCHMARK_COLUMNS, BENCHMARK_SEED, Band, Benchmark, SplitRule};
use minirow_gen::{GENERATOR, Generator, Recipe};
use minirow_grade::{Limits, grade};
use minirow_table::{Columns, Row, ScaleSet, csv_line};

use crate::error::{Error, Result};
use crate::workspace;

/// The numbers of puzzles of each band that have the T&E depths 0, 1 and 2: equal numbers of those depths that are not too
/// rare in the band.
type Numbers = [[usize; 3]; BANDS.len()];

/// The numbers of sampled puzzles.
const SAMPLED: Numbers = [
    [100, 0, 0],
    [100, 0, 0],
    [50, 50, 0],
    [0, 100, 0],
    [0, 100, 0],
    [0, 100, 0],
    [0, 100, 0],
    [0, 100, 0],
    [0, 100, 0],
    [0, 100, 0],
    [0, 25, 0],
    [0, 0, 0],
];

/// The numbers of puzzles found by hill climbing.
const CLIMBED: Numbers = {
    let mut numbers = [[0; 3]; BANDS.len()];
    numbers[10] = [0, 25, 50];
    numbers[11] = [0, 0, 100];
    numbers
};

/// The first index of hill climbing. Smaller ones are those of sampled puzzles.
const FIRST_CLIMB: u64 = 1_000_000_000;

/// The file that is made.
const FILE: &str = "crates/dataset/src/benchmark/puzzles.csv";

/// Make the set of `minirow benchmark` from its seed
///
/// This takes about 15 minutes on one core. The same puzzles are found in every run.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// File that keeps the results of hill climbing for this version of the set, so that an interrupted run can continue
    #[arg(long, value_name = "FILE", default_value = "target/benchmark-climbs-2.txt")]
    climbs: PathBuf,
}

impl Args {
    pub(crate) fn run(self) -> Result<()> {
        let rule = Benchmark::split_rule();
        let mut rows = sampled(&rule);
        rows.extend(climbed(&rule, &self.climbs)?);
        rows.sort_by_key(|row| (row.er.map(Band::of).map(|band| band.from), row.index));
        let columns = Columns::of_header(BENCHMARK_COLUMNS);
        let text: String = rows.iter().map(|row| csv_line(&columns, row)).collect();
        let path = workspace::top()?.join(FILE);
        fs::write(&path, columns.header_line() + &text).map_err(Error::file(&path, "cannot be written"))?;
        eprintln!("written: {}", path.display());
        Ok(())
    }
}

/// Returns `true` if puzzles with this solution grid belong to the split `test`.
fn is_test(rule: &SplitRule, solution: &Solution) -> bool {
    rule.name(rule.of(solution)) == "test"
}

/// Returns the row of a puzzle, rated without limits.
fn rated(puzzle: &Puzzle, index: u64) -> Row {
    let mut row = Row::of(puzzle).graded(&grade(puzzle)).made_by(GENERATOR, BENCHMARK_SEED, index);
    ScaleSet::TE.rate(puzzle, Limits::default(), &mut row);
    row
}

/// The numbers of puzzles that are still wanted.
struct Places(Numbers);

impl Places {
    /// Takes the place of a puzzle. Returns `false` if there is none for its band and depth.
    fn take(&mut self, row: &Row) -> bool {
        let band = Band::of(row.er.expect("ratings without limits always end"));
        let band = BANDS.iter().position(|known| known == band).expect("it is one of the bands");
        let depth: usize = row.scales.get("te").to_string().parse().expect("ratings without limits always end");
        let Some(places) = self.0[band].get_mut(depth) else { return false };
        let has_place = *places > 0;
        *places -= usize::from(has_place);
        has_place
    }

    fn are_taken(&self) -> bool {
        self.0.as_flattened().iter().all(|&places| places == 0)
    }
}

/// Returns the sampled puzzles.
fn sampled(rule: &SplitRule) -> Vec<Row> {
    let generator = Generator::new(Recipe::default()).expect("the recipe has no constraints");
    let mut places = Places(SAMPLED);
    let mut rows = Vec::new();
    for (index, puzzle) in (0..).zip(generator.puzzles(Engine::new(), BENCHMARK_SEED, 0..FIRST_CLIMB)) {
        let puzzle = puzzle.expect("every attempt of this recipe gives a puzzle");
        if is_test(rule, puzzle.solution()) {
            rows.extend(Some(rated(&puzzle, index)).filter(|row| places.take(row)));
        }
        if places.are_taken() {
            break;
        }
    }
    rows
}

/// Returns the climbed puzzles. Each line of the file is an index with the puzzle that hill climbing has found.
fn climbed(rule: &SplitRule, file: &Path) -> Result<Vec<Row>> {
    let known = fs::read_to_string(file).unwrap_or_default();
    let known: HashMap<u64, &str> = known
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(index, clues)| Some((index.parse().ok()?, clues)))
        .collect();
    let mut file_of_climbs =
        OpenOptions::new().create(true).append(true).open(file).map_err(Error::file(file, "cannot be written"))?;
    let mut places = Places(CLIMBED);
    let mut rows = Vec::new();
    for index in FIRST_CLIMB.. {
        if places.are_taken() {
            break;
        }
        let found = match known.get(&index).map(|clues| clues.parse()) {
            Some(Ok(clues)) => Puzzle::new(clues).ok(),
            Some(Err(error)) => return Err(Error::failed(format!("{}: {index}: {error}", file.display()))),
            None => {
                let found = climb::hardest(rule, index, climb::ATTEMPTS);
                if let Some(puzzle) = &found {
                    let line = format!("{index} {}\n", puzzle.clues());
                    file_of_climbs.write_all(line.as_bytes()).map_err(Error::file(file, "cannot be written"))?;
                }
                found
            }
        };
        let Some(puzzle) = found else { continue };
        let row = rated(&puzzle, index).tagged("climb");
        rows.extend(Some(row).filter(|row| places.take(row)));
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::size::stride;

    #[test]
    fn every_band_has_the_same_number_of_puzzles_and_equal_numbers_of_its_depths() {
        for (sampled, climbed) in SAMPLED.iter().zip(CLIMBED) {
            let numbers: Vec<usize> = sampled.iter().zip(climbed).map(|(sampled, climbed)| sampled + climbed).collect();
            assert!(numbers.iter().sum::<usize>() == 100 && numbers.iter().all(|number| [0, 50, 100].contains(number)));
        }
    }

    #[test]
    fn sampled_puzzles_are_those_of_packs() {
        let generator = Generator::new(Recipe::default()).unwrap();
        let sampled = Benchmark::standard().puzzles().iter().filter(|of| of.row.index < Some(FIRST_CLIMB));
        for of in sampled.step_by(25) {
            let index = of.row.index.unwrap();
            assert_eq!(generator.puzzle(BENCHMARK_SEED, index).unwrap(), of.puzzle, "{index}");
        }
    }

    /// Each takes about two seconds.
    #[test]
    fn climbed_puzzles_are_found_again() {
        let set = Benchmark::standard().puzzles();
        let climbed = set.iter().filter(|of| of.row.index >= Some(FIRST_CLIMB));
        for of in climbed.step_by(200 * stride(8)) {
            let found = climb::hardest(&Benchmark::split_rule(), of.row.index.unwrap(), climb::ATTEMPTS);
            assert_eq!(found, Some(of.puzzle));
        }
    }
}
