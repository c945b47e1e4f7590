//! The scores of predictions for the puzzles of the benchmark.

use std::collections::BTreeMap;

use minirow_core::{Cell, Grid};
use minirow_formats::{ReadRecord, Reader};
use minirow_grade::TECHNIQUES;
use minirow_table::{Count, Estimate};
use minirow_text::parse_grid;
use serde::Serialize;
use strum::IntoStaticStr;

use super::{BANDS, BENCHMARK, Benchmark, BenchmarkPuzzle};
use crate::counted::rounded;

/// The score of the prediction for one puzzle.
///
/// ```
/// use minirow_dataset::{Benchmark, Outcome, PuzzleScore};
///
/// let puzzle = &Benchmark::standard().puzzles()[0];
/// let solution = puzzle.puzzle.solution().to_string();
/// assert_eq!(PuzzleScore::new(puzzle, Some(&solution)).outcome, Outcome::Solved);
/// let clues = PuzzleScore::new(puzzle, Some(&puzzle.puzzle.clues().to_string()));
/// assert_eq!((clues.outcome, clues.cells_right, clues.is_incomplete), (Outcome::Wrong, 0, true));
/// ```
#[derive(Serialize, Clone, PartialEq, Eq, Default, Debug)]
pub struct PuzzleScore {
    /// The outcome.
    pub outcome: Outcome,
    /// The cells without a clue that have the digit of the solution.
    pub cells_right: u8,
    /// The first cell in reading order without the digit of the solution, from 1 to 81. `None` if the puzzle is solved, or there
    /// is no grid.
    pub first_wrong: Option<u8>,
    /// The cells with a clue that have another digit or none.
    pub clues_changed: u8,
    /// `true` if a digit occurs twice in a row, column or box.
    pub is_illegal: bool,
    /// `true` if a cell has no digit.
    pub is_incomplete: bool,
}

/// The outcome of the prediction for a puzzle.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug, IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Outcome {
    /// The prediction is the solution.
    Solved,
    /// The prediction is another grid, or lacks digits.
    Wrong,
    /// The prediction holds no grid.
    Malformed,
    /// There is no prediction.
    #[default]
    Missing,
}

impl Outcome {
    /// Returns the name in lower case.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

impl PuzzleScore {
    /// Scores a prediction: 81 cells and whitespace, or the answer of a model with a grid in any form.
    pub fn new(of: &BenchmarkPuzzle, prediction: Option<&str>) -> PuzzleScore {
        let Some(prediction) = prediction else { return PuzzleScore::default() };
        let (clues, solution) = (of.puzzle.clues(), of.puzzle.solution());
        let Some(grid) = grid_of(prediction, clues) else {
            return PuzzleScore { outcome: Outcome::Malformed, ..PuzzleScore::default() };
        };
        let is_right = |cell: &Cell| grid.get(*cell) == Some(solution.digit(*cell));
        let first_wrong = Cell::ALL.iter().position(|cell| !is_right(cell));
        PuzzleScore {
            outcome: if first_wrong.is_none() { Outcome::Solved } else { Outcome::Wrong },
            cells_right: (!clues.pattern()).iter().filter(is_right).count() as u8,
            first_wrong: first_wrong.map(|place| place as u8 + 1),
            clues_changed: clues.pattern().iter().filter(|cell| !is_right(cell)).count() as u8,
            is_illegal: grid.clash().is_some(),
            is_incomplete: !grid.is_full(),
        }
    }
}

/// Returns the grid of a prediction, or `None` if it is malformed.
fn grid_of(prediction: &str, clues: &Grid) -> Option<Grid> {
    cells_of(prediction).or_else(|| board_in(prediction, clues))
}

/// Returns the last grid in the answer of a model that has all clues, or else the last one. The puzzle itself is no answer, and neither
/// is a grid between `<think>` and `</think>`.
fn board_in(answer: &str, clues: &Grid) -> Option<Grid> {
    let answer = answer.rsplit("</think>").next().unwrap_or_default();
    let answer = answer.split("<think>").next().unwrap_or_default();
    let grids = |read: ReadRecord| {
        let solution = read.record.solution.as_deref().and_then(|text| parse_grid(text).ok());
        [Some(read.record.clues()), solution]
    };
    let grids = Reader::new(answer.as_bytes()).flatten().flat_map(grids).flatten();
    let grids: Vec<Grid> = grids.filter(|grid| grid != clues).collect();
    let has_clues = |grid: &&Grid| clues.clues().all(|(cell, digit)| grid.get(cell) == Some(digit));
    grids.iter().rev().find(has_clues).or(grids.last()).copied()
}

/// Returns the grid of 81 cells and whitespace. Lists of numbers are read without their brackets and commas.
fn cells_of(prediction: &str) -> Option<Grid> {
    let cell = |c: char| if c == '.' { Some(0) } else { c.to_digit(10).map(|digit| digit as u8) };
    let cells: Vec<u8> =
        prediction.chars().filter(|&c| !c.is_whitespace() && !"[,]".contains(c)).map(cell).collect::<Option<_>>()?;
    Grid::from_numbers(cells.try_into().ok()?)
}

/// The score of a group of puzzles. The intervals are those of 95 % confidence.
///
/// The interval of the share of solved puzzles is that of E. B. Wilson (Probable inference, the law of succession, and
/// statistical inference, 1927), which also holds for few puzzles and for shares of 0 and 1. The cells of a puzzle are not
/// independent, so the share of right cells is the mean over puzzles, with its standard error.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct GroupScore {
    /// The name: a band, a T&E depth, a technique, or `all`.
    pub name: String,
    /// The number of puzzles.
    pub puzzles: u64,
    /// The number of solved puzzles.
    pub solved: u64,
    /// Their share, from 0 to 1.
    pub solved_share: f64,
    /// The interval of the share.
    pub solved_interval: (f64, f64),
    /// The number of cells without a clue.
    pub cells: u64,
    /// The number of these with the right digit.
    pub cells_right: u64,
    /// The mean of the share of right cells of a puzzle, among those without a clue.
    pub cells_share: f64,
    /// The interval of the mean.
    pub cells_interval: (f64, f64),
}

/// The first wrong cells of the predictions that are grids, but not the solution.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct FirstWrong {
    /// The number of these predictions.
    pub predictions: u64,
    /// The mean place in reading order, from 1 to 81.
    pub mean: Option<f64>,
    /// The number of predictions whose first wrong cell is in each row of the grid.
    pub rows: [u64; 9],
}

/// The score of predictions for the puzzles of the benchmark. It is shown as a summary; serialized, it is the JSON of the command.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct BenchmarkScore {
    /// The name and version of the set.
    pub benchmark: &'static str,
    /// The SHA-256 of the set as it is stored.
    pub sha256: String,
    /// The files with the predictions, or the name of the baseline.
    pub sources: Vec<String>,
    /// Predictions that are no grid.
    pub malformed: u64,
    /// Puzzles without a prediction.
    pub missing: u64,
    /// Predictions in which a cell has no digit.
    pub incomplete: u64,
    /// Predictions in which a digit occurs twice in a row, column or box.
    pub illegal: u64,
    /// Predictions in which a cell with a clue has another digit or none.
    pub clues_changed: u64,
    /// The number of these cells.
    pub changed_cells: u64,
    /// Rows with a puzzle that an earlier row has. Only the first prediction for a puzzle counts.
    pub repeated: u64,
    /// Rows whose puzzle is not in the set. They do not count.
    pub unknown: u64,
    /// The first wrong cells.
    pub first_wrong: FirstWrong,
    /// The score of all puzzles.
    pub all: GroupScore,
    /// The scores by band, easiest first.
    pub bands: Vec<GroupScore>,
    /// The scores by T&E depth.
    pub depths: Vec<GroupScore>,
    /// The scores by the technique of the hardest step, in the order of the ladder.
    pub techniques: Vec<GroupScore>,
    /// The scores of the puzzles, in the order of the set.
    #[serde(skip)]
    pub puzzles: Vec<PuzzleScore>,
}

impl BenchmarkScore {
    /// Scores a prediction for each puzzle of the set.
    ///
    /// # Panics
    /// If there are not as many predictions as puzzles.
    pub fn new(set: &Benchmark, predictions: &[Option<String>], sources: Vec<String>) -> BenchmarkScore {
        assert_eq!(set.puzzles().len(), predictions.len(), "a prediction for each puzzle");
        let scored = set.puzzles().iter().zip(predictions);
        let puzzles: Vec<PuzzleScore> =
            scored.map(|(of, prediction)| PuzzleScore::new(of, prediction.as_deref())).collect();
        let count =
            |is_counted: &dyn Fn(&PuzzleScore) -> bool| puzzles.iter().filter(|of| is_counted(of)).count() as u64;
        let wrong: Vec<u8> = puzzles.iter().filter_map(|of| of.first_wrong).collect();
        let in_row = |row: u8| wrong.iter().filter(|&&place| (place - 1) / 9 == row).count() as u64;
        let groups = |name: &dyn Fn(&BenchmarkPuzzle) -> String, rank: &dyn Fn(&str) -> usize| {
            let mut groups: BTreeMap<(usize, String), Vec<_>> = BTreeMap::new();
            for (of, score) in set.puzzles().iter().zip(&puzzles) {
                let name = name(of);
                groups.entry((rank(&name), name)).or_default().push((of, score));
            }
            groups.into_iter().map(|((_, name), of)| GroupScore::new(name, &of)).collect::<Vec<_>>()
        };
        let place = |found: Option<usize>| found.unwrap_or(usize::MAX);
        let everything: Vec<_> = set.puzzles().iter().zip(&puzzles).collect();
        BenchmarkScore {
            benchmark: BENCHMARK,
            sha256: Benchmark::checksum(),
            sources,
            malformed: count(&|of| of.outcome == Outcome::Malformed),
            missing: count(&|of| of.outcome == Outcome::Missing),
            incomplete: count(&|of| of.is_incomplete),
            illegal: count(&|of| of.is_illegal),
            clues_changed: count(&|of| of.clues_changed > 0),
            changed_cells: puzzles.iter().map(|of| u64::from(of.clues_changed)).sum(),
            repeated: 0,
            unknown: 0,
            first_wrong: FirstWrong {
                predictions: wrong.len() as u64,
                mean: (!wrong.is_empty())
                    .then(|| rounded(wrong.iter().map(|&place| f64::from(place)).sum::<f64>() / wrong.len() as f64, 5)),
                rows: [0, 1, 2, 3, 4, 5, 6, 7, 8].map(in_row),
            },
            all: GroupScore::new("all".into(), &everything),
            bands: groups(&|of| of.band().name.into(), &|name| place(BANDS.iter().position(|band| band.name == name))),
            depths: groups(&BenchmarkPuzzle::depth, &|_| 0),
            techniques: groups(&BenchmarkPuzzle::hardest, &|name| {
                place(TECHNIQUES.iter().position(|technique| technique.slug == name))
            }),
            puzzles,
        }
    }
}

impl GroupScore {
    fn new(name: String, scores: &[(&BenchmarkPuzzle, &PuzzleScore)]) -> GroupScore {
        let all = Count::of_rows(scores.len());
        let solved = Count::of_rows(scores.iter().filter(|(_, score)| score.outcome == Outcome::Solved).count());
        let empty = |of: &BenchmarkPuzzle| 81 - of.puzzle.clues().clue_count() as u64;
        let shares = scores.iter().map(|(of, score)| f64::from(score.cells_right) / empty(of) as f64);
        let mean = Estimate::of_mean(shares);
        let both = |(low, high)| (rounded(low, 5), rounded(high, 5));
        GroupScore {
            name,
            puzzles: all.rows,
            solved: solved.rows,
            solved_share: rounded(solved.share(&all).unwrap_or_default(), 5),
            solved_interval: both(solved.share_interval(&all).unwrap_or((0.0, 1.0))),
            cells: scores.iter().map(|(of, _)| empty(of)).sum(),
            cells_right: scores.iter().map(|(_, score)| u64::from(score.cells_right)).sum(),
            cells_share: rounded(mean.value, 5),
            cells_interval: both(mean.interval(0.0, 1.0).unwrap_or((0.0, 1.0))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle() -> &'static BenchmarkPuzzle {
        &Benchmark::standard().puzzles()[0]
    }

    /// Returns the solution with a digit of a cell replaced.
    fn with(place: usize, digit: char) -> String {
        let solution = puzzle().puzzle.solution().to_string();
        solution.chars().enumerate().map(|(at, c)| if at == place { digit } else { c }).collect()
    }

    #[test]
    fn a_prediction_is_81_digits_and_whitespace() {
        let solution = puzzle().puzzle.solution().to_string();
        let lines: Vec<&str> = (0..9).map(|row| &solution[9 * row..9 * row + 9]).collect();
        let outcome = |prediction: &str| PuzzleScore::new(puzzle(), Some(prediction)).outcome;
        assert_eq!(outcome(&lines.join("\n")), Outcome::Solved);
        for malformed in [&solution[..80], &format!("{solution}1"), "I cannot solve this.", "[5, 3]", "٣"] {
            assert_eq!(outcome(malformed), Outcome::Malformed, "{malformed}");
        }
        assert_eq!(outcome(&with(3, 'x')), Outcome::Wrong); // an empty cell
        assert_eq!(PuzzleScore::new(puzzle(), None).outcome, Outcome::Missing);
    }

    /// The grid of an answer is that of `parse_board` in Python.
    #[test]
    fn a_prediction_may_be_the_answer_of_a_model() {
        let (clues, solution) = (puzzle().puzzle.clues().to_string(), puzzle().puzzle.solution().to_string());
        let outcome = |prediction: &str| PuzzleScore::new(puzzle(), Some(prediction)).outcome;
        let rows = |grid: &str| {
            let rows: Vec<String> =
                (0..9).map(|row| grid[9 * row..9 * row + 9].replace("", " ").trim().into()).collect();
            rows.join("\n")
        };
        let labelled: Vec<String> =
            rows(&solution).lines().enumerate().map(|(row, cells)| format!("Row {}: {cells}", row + 1)).collect();
        let columns: String = (0..81).map(|cell| char::from(solution.as_bytes()[cell % 9 * 9 + cell / 9])).collect();
        for solved in [
            format!("The answer is:\n\n{}\n\nAll houses are complete.", rows(&solution)),
            format!("```\n{}\n```", rows(&solution)),
            format!("<think>{}</think>\n{}", rows(&clues), rows(&solution)),
            labelled.join("\n"),
            format!("{}\n\nThis solves\n\n{}", rows(&solution), rows(&clues)),
            format!("{}\n\nThe columns are\n\n{}", rows(&solution), rows(&columns)),
        ] {
            assert_eq!(outcome(&solved), Outcome::Solved, "{solved}");
        }
        for malformed in [
            format!("<think>\n{}\n</think>\nI give up.", rows(&solution)),
            format!("<think>\n{}", rows(&solution)),
            format!("I cannot solve\n\n{}", rows(&clues)),
        ] {
            assert_eq!(outcome(&malformed), Outcome::Malformed, "{malformed}");
        }
    }

    #[test]
    fn wrong_cells_are_counted_apart_from_clues() {
        let clues = puzzle().puzzle.clues();
        let empty = Cell::ALL.iter().position(|&cell| clues.get(cell).is_none()).unwrap();
        let clue = Cell::ALL.iter().position(|&cell| clues.get(cell).is_some()).unwrap();
        let blanks = 81 - clues.clue_count() as u8;
        let score = |place, digit| PuzzleScore::new(puzzle(), Some(&with(place, digit)));
        let left = score(empty, '.');
        assert_eq!(
            (left.cells_right, left.clues_changed, left.is_incomplete, left.is_illegal),
            (blanks - 1, 0, true, false)
        );
        assert_eq!(left.first_wrong, Some(empty as u8 + 1));
        let other = if puzzle().puzzle.solution().digit(Cell::ALL[clue]).get() == 1 { '2' } else { '1' };
        let changed = score(clue, other);
        assert_eq!((changed.cells_right, changed.clues_changed, changed.is_illegal), (blanks, 1, true));
        assert_eq!((changed.outcome, changed.first_wrong), (Outcome::Wrong, Some(clue as u8 + 1)));
    }

    #[test]
    fn groups_add_up() {
        let set = Benchmark::standard();
        let prediction = |(number, of): (usize, &BenchmarkPuzzle)| match number % 4 {
            0 => None,
            1 => Some("no".into()),
            2 => Some(of.puzzle.clues().to_string()),
            _ => Some(of.puzzle.solution().to_string()),
        };
        let predictions: Vec<Option<String>> = set.puzzles().iter().enumerate().map(prediction).collect();
        let score = BenchmarkScore::new(set, &predictions, Vec::new());
        let quarter = set.puzzles().len() as u64 / 4;
        assert_eq!((score.missing, score.malformed, score.incomplete), (quarter, quarter, quarter));
        assert_eq!((score.all.solved, score.all.solved_share, score.first_wrong.predictions), (quarter, 0.25, quarter));
        assert_eq!(score.first_wrong.rows.iter().sum::<u64>(), quarter);
        for groups in [&score.bands, &score.depths, &score.techniques] {
            assert_eq!(groups.iter().map(|group| group.solved).sum::<u64>(), quarter);
            assert_eq!(groups.iter().map(|group| group.cells_right).sum::<u64>(), score.all.cells_right);
        }
        // Wilson's interval of 300 of 1200.
        assert_eq!(score.all.solved_interval, (0.22632, 0.27527));
    }
}
