//! `benchmark-set`: makes the set of `minirow benchmark` from its seed.
//!
//! Puzzles rated below 9 are those of `minirow pack` with this seed: for index after index, the puzzle is kept if its solution
//! grid is in the split `test`, and its band is not full. Puzzles rated 10 and more are too rare for that. They are found by hill
//! climbing from full grids with nearly a tridagon, see [`tridagon`]. Half of those from 9.0 to 9.9, too: nearly all others are
//! rated 9.0.

mod tridagon;

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use minirow_core::solver::batch::Engine;
use minirow_core::{Puzzle, Solution, solver};
use minirow_dataset::{BANDS, BENCHMARK_COLUMNS, BENCHMARK_SEED, Band, Benchmark, SplitRule};
use minirow_gen::{GENERATOR, Generator, Recipe, full_grid};
use minirow_grade::{Limits, Rating, grade, grade_within};
use minirow_table::{Columns, Row, ScaleSet, csv_line};

use crate::error::{Error, Result};
use crate::workspace;

/// The number of puzzles of each band.
const OF_EACH_BAND: usize = 100;

/// The number of climbed puzzles of each band; the others are sampled.
const CLIMBED: [usize; BANDS.len()] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, OF_EACH_BAND / 2, OF_EACH_BAND];

/// The first index of hill climbing. Smaller ones are those of sampled puzzles.
const FIRST_CLIMB: u64 = 1_000_000_000;

/// The number of puzzles that hill climbing rates for an index.
const ATTEMPTS: usize = 3000;

/// The number of neighbours without progress after which hill climbing starts again.
const PATIENCE: u32 = 1000;

/// The assumptions after which a rating is given up while climbing: about a second.
const BUDGET: NonZeroU64 = NonZeroU64::new(300_000).expect("it is not 0");

/// The file that is made.
const FILE: &str = "crates/dataset/src/benchmark/puzzles.csv";

/// Make the set of `minirow benchmark` from its seed
///
/// This takes about half an hour on one core. The same puzzles are found in every run.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// File that keeps the results of hill climbing, so that an interrupted run can continue
    #[arg(long, value_name = "FILE", default_value = "target/benchmark-climbs.txt")]
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

/// The numbers of puzzles that the bands lack.
struct Places([usize; BANDS.len()]);

impl Places {
    /// Takes a place in the band of a rating. Returns `false` if the band is full.
    fn take(&mut self, er: Option<Rating>) -> bool {
        let band = Band::of(er.expect("ratings without limits always end"));
        let place = BANDS.iter().position(|known| known == band).expect("it is one of the bands");
        let has_place = self.0[place] > 0;
        self.0[place] -= usize::from(has_place);
        has_place
    }

    fn are_taken(&self) -> bool {
        self.0.iter().all(|&places| places == 0)
    }
}

/// Returns the sampled puzzles.
fn sampled(rule: &SplitRule) -> Vec<Row> {
    let generator = Generator::new(Recipe::default()).expect("the recipe has no constraints");
    let mut places = Places(CLIMBED.map(|climbed| OF_EACH_BAND - climbed));
    let mut rows = Vec::new();
    for (index, puzzle) in (0..).zip(generator.puzzles(Engine::new(), BENCHMARK_SEED, 0..FIRST_CLIMB)) {
        let puzzle = puzzle.expect("every attempt of this recipe gives a puzzle");
        if is_test(rule, puzzle.solution()) && places.take(grade(&puzzle).er()) {
            rows.push(rated(&puzzle, index));
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
                let found = climb(rule, index, ATTEMPTS);
                if let Some(puzzle) = &found {
                    let line = format!("{index} {}\n", puzzle.clues());
                    file_of_climbs.write_all(line.as_bytes()).map_err(Error::file(file, "cannot be written"))?;
                }
                found
            }
        };
        let Some(puzzle) = found else { continue };
        let row = rated(&puzzle, index).tagged("climb");
        if places.take(row.er) {
            rows.push(row);
        }
    }
    Ok(rows)
}

/// Climbs towards a high ER from the full grid of an index. Returns the first of the hardest puzzles, or `None` if the grid is
/// not in the split, or has no suitable position.
fn climb(rule: &SplitRule, index: u64, attempts: usize) -> Option<Puzzle> {
    let solution = full_grid(BENCHMARK_SEED, index);
    if !is_test(rule, &solution) {
        return None;
    }
    let is_unique = |mask: &minirow_core::CellSet| solver::is_unique(&solution.grid().within(*mask));
    let mask = tridagon::masks(&solution).into_iter().find(is_unique)?;
    let recipe = Recipe { solution: Some(solution), mask: Some(mask), ..Recipe::default() };
    let generator = Generator::new(recipe).expect("the solution is unique with all clues of the mask");
    let mut climb = generator.climb(BENCHMARK_SEED, index).with_patience(PATIENCE);
    let limits = Limits { budget: Some(BUDGET), ..Limits::default() };
    let (mut score, mut best) = (None, None);
    for _ in 0..attempts {
        let Some(puzzle) = climb.next(score) else { break };
        score = grade_within(&puzzle, limits).er().map(Rating::tenths);
        if score > best.map(|(score, _)| score) {
            best = score.map(|score| (score, puzzle));
        }
    }
    best.map(|(_, puzzle)| puzzle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sampled_puzzles_are_those_of_packs() {
        let generator = Generator::new(Recipe::default()).unwrap();
        let sampled = Benchmark::standard().puzzles().iter().filter(|of| of.row.index < Some(FIRST_CLIMB));
        for of in sampled.step_by(OF_EACH_BAND / 4) {
            let index = of.row.index.unwrap();
            assert_eq!(generator.puzzle(BENCHMARK_SEED, index).unwrap(), of.puzzle, "{index}");
        }
    }

    /// The easiest climbed puzzle takes the least time: about two seconds.
    #[test]
    fn a_climbed_puzzle_is_found_again() {
        let set = Benchmark::standard().puzzles();
        let of = set.iter().filter(|of| of.row.index >= Some(FIRST_CLIMB)).min_by_key(|of| of.er()).unwrap();
        assert_eq!(climb(&Benchmark::split_rule(), of.row.index.unwrap(), ATTEMPTS), Some(of.puzzle));
    }

    #[test]
    fn hill_climbing_keeps_the_pattern() {
        let rule = Benchmark::split_rule();
        let (index, puzzle) =
            (FIRST_CLIMB..).find_map(|index| Some((index, climb(&rule, index, 40)?))).expect("every 20th grid or so");
        assert_eq!(climb(&rule, index, 40), Some(puzzle));
        assert!(puzzle.is_minimal() && is_test(&rule, puzzle.solution()));
        let masks = tridagon::masks(puzzle.solution());
        assert!(masks.iter().any(|mask| puzzle.clues().pattern().is_subset(*mask)));
        assert!(grade(&puzzle).er() > grade(&climb(&rule, index, 1).unwrap()).er());
    }
}
