//! The benchmark: a fixed set of puzzles, balanced over ranges of ER, and the scores of predictions for it.

mod band;
mod baseline;
mod predictions;
mod report;
mod score;

use std::collections::HashMap;
use std::sync::LazyLock;

use minirow_core::{Grid, Puzzle, canon};
use minirow_files::checksum_of;
use minirow_grade::Rating;
use minirow_table::{Columns, Format, Row, RowReader, Value, equivalence, row_writer};

pub use band::{BANDS, Band};
pub use baseline::{Baseline, Baselines};
pub use score::{BenchmarkScore, FirstWrong, GroupScore, Outcome, PuzzleScore};

use crate::error::{Error, Result};
use crate::split_rule::SplitRule;

/// The name and the version of the set. Another set gets another version.
pub const BENCHMARK: &str = "minirow-benchmark 2";

/// The seed of all puzzles of the set. It differs from the seeds of examples, so that few packs have a puzzle of the set.
pub const BENCHMARK_SEED: u64 = 314_159_265;

/// The columns of the set as it is stored. All others follow from these.
pub const BENCHMARK_COLUMNS: [&str; 11] =
    ["id", "puzzle", "er", "ep", "ed", "hardest", "te", "b", "bxb", "bxbb", "index"];

/// The columns of the set as it is written. The last one, `band`, is the name of the [`Band`].
const WRITTEN: [&str; 15] = [
    "id", "puzzle", "solution", "clues", "er", "ep", "ed", "level", "hardest", "te", "b", "bxb", "bxbb", "grid_id",
    "band",
];

/// The set as it is stored: CSV with the columns [`BENCHMARK_COLUMNS`].
const STORED: &str = include_str!("benchmark/puzzles.csv");

/// The set of puzzles of the benchmark.
///
/// ```
/// use minirow_dataset::{BANDS, Benchmark};
///
/// let set = Benchmark::standard();
/// let hardest = set.puzzles().last().unwrap();
/// assert_eq!(hardest.band(), BANDS.last().unwrap());
/// assert!(hardest.row.er.unwrap().value() >= 10.0);
/// assert_eq!(set.find(hardest.puzzle.clues()), Some(set.puzzles().len() - 1));
/// ```
#[derive(Debug)]
pub struct Benchmark {
    puzzles: Vec<BenchmarkPuzzle>,
    numbers: HashMap<Grid, usize>,
}

/// A puzzle of the benchmark.
#[derive(Debug)]
pub struct BenchmarkPuzzle {
    /// The puzzle with its solution.
    pub puzzle: Puzzle,
    /// Its ratings, and the index of [`BENCHMARK_SEED`] from which it was made.
    pub row: Row,
}

impl BenchmarkPuzzle {
    /// Returns the range of ER that the puzzle is in.
    pub fn band(&self) -> &'static Band {
        Band::of(self.er())
    }

    /// Returns the rating of the hardest step.
    pub fn er(&self) -> Rating {
        self.row.er.expect("every row of the set has it")
    }

    /// Returns the T&E depth: the number of assumptions that must be held at once, from 0 to 3.
    pub fn depth(&self) -> String {
        self.row.scales.get("te").to_string()
    }

    /// Returns the technique of the first step with the rating ER.
    pub fn hardest(&self) -> String {
        self.row.hardest.as_ref().expect("every row of the set has it").to_string()
    }

    /// Returns the values of the columns of the written set.
    fn values<'a>(&'a self, columns: &Columns) -> Vec<Value<'a>> {
        let of_column = |column: &minirow_table::TableColumn| match column.name() {
            "band" => Value::from(self.band().name),
            _ => column.value(&self.row),
        };
        columns.iter().map(of_column).collect()
    }
}

impl Benchmark {
    /// Returns the set that is part of the program.
    pub fn standard() -> &'static Benchmark {
        static SET: LazyLock<Benchmark> = LazyLock::new(|| {
            let rows = RowReader::csv(STORED.as_bytes()).expect("the stored set has a header").strict();
            let rows: Vec<Row> = rows.map(|row| row.expect("tests read every stored row")).collect();
            let puzzles = Puzzle::new_all(rows.iter().map(|row| row.puzzle)).collect::<Vec<_>>();
            let puzzles = rows.into_iter().zip(puzzles).map(|(row, puzzle)| {
                let puzzle = puzzle.expect("tests solve every stored puzzle");
                let grid = equivalence::grid_hash("", &canon::solution(puzzle.solution()).form);
                BenchmarkPuzzle { puzzle, row: Row { solution: Some(*puzzle.solution()), grid_id: Some(grid), ..row } }
            });
            let puzzles: Vec<BenchmarkPuzzle> = puzzles.collect();
            let numbers = puzzles.iter().map(|of| *of.puzzle.clues()).zip(0..).collect();
            Benchmark { puzzles, numbers }
        });
        &SET
    }

    /// Returns the puzzles, by band, easiest first.
    pub fn puzzles(&self) -> &[BenchmarkPuzzle] {
        &self.puzzles
    }

    /// Returns the number of the puzzle with these clues, counted from 0.
    pub fn find(&self, clues: &Grid) -> Option<usize> {
        self.numbers.get(clues).copied()
    }

    /// Returns the SHA-256 of the stored set, in hexadecimal digits.
    pub fn checksum() -> String {
        checksum_of(STORED.as_bytes()).expect("reading memory cannot fail").1
    }

    /// Returns the rule that gives all solution grids of the set to the split `test`: `minirow split` with its defaults.
    ///
    /// Any rule with an empty salt whose last split is `test`, with a share of at least 10 %, does so too.
    pub fn split_rule() -> SplitRule {
        SplitRule::new([("train", "80"), ("validation", "10"), ("test", "10")], "").expect("the defaults are valid")
    }

    /// Writes the set as CSV, JSON lines or Parquet. The columns are the id, the puzzle, its solution, the number of clues, the
    /// ratings, the identifier of the solution grid, and the name of the band.
    ///
    /// # Errors
    /// If this build lacks the format.
    pub fn write(&self, format: Format) -> Result<Vec<u8>> {
        let columns = Columns::of_header(WRITTEN);
        let failed = |error| Error::unusable(BENCHMARK.as_ref(), format!("{error}"));
        let mut bytes = Vec::new();
        let metadata = [("benchmark".to_string(), BENCHMARK.to_string())];
        let mut writer = row_writer(format, &columns, &metadata, &mut bytes).map_err(failed)?;
        for puzzle in &self.puzzles {
            writer.write_values(&puzzle.values(&columns)).map_err(failed)?;
        }
        writer.finish().map_err(failed)?;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests;
