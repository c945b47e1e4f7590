//! `grade`: how hard each puzzle is, as CSV; or step by step, as JSON lines.

use std::num::NonZeroU64;

use clap::ValueEnum;
use minirow_core::Puzzle;
use minirow_grade::{Cut, Level, Limits, Rating, grade_within, path_within};
use minirow_table::{Columns, PROGRAM, Row, csv_line};
use serde_json::json;

use crate::args::ShapeArgs;
use crate::commands::InputVerdict;
use crate::commands::per_grid::{Common, Outcome, RowOf};
use crate::destination::LongOutput;
use crate::error::{Error, Result};
use crate::table::{self, Column};
use minirow_report::trace;
use minirow_table::input::Entry;

const EXAMPLES: &str = "\
Examples:
  minirow grade puzzles.txt --out rated.csv
  minirow grade puzzles.txt --out rated.csv --resume    after an interruption
  minirow grade puzzles.txt | cut -d, -f4,7,8           rating, level and hardest technique
  minirow grade puzzles.txt --max-er 4.4                what is harder costs nothing
  minirow grade puzzles.txt --format table              for people; the default on a terminal
  minirow grade puzzles.txt --trace                     every step of every path, as JSON lines

Ratings are those of Sudoku Explainer: ER the hardest step, EP up to the first placement, ED the
first step. Where a limit was broken there is no ER, and the level is `too-hard` or `budget-spent`.
A grid that is no puzzle gets a line with the grid alone, the reason on stderr, and makes the exit
status 1.

Ctrl-C, kill, a full disk or a power cut leaves FILE.part. To go on with it, the input is read from
its start and compared with the rows that are there; standard input has to be given once more.";

/// Rate how hard puzzles are (ER/EP/ED), as CSV
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
    /// Stop rating a puzzle once it is sure that ER is above R
    #[arg(long, value_name = "R", value_parser = rating)]
    max_er: Option<Rating>,
    /// Stop rating a puzzle after following N assumptions: candidates taken for true or false, with all that follows
    /// (some microseconds each; at ER 7 some hundred are needed, at ER 9 some ten thousand)
    #[arg(long, value_name = "N")]
    budget: Option<NonZeroU64>,
    /// How to write ratings [default: table on a terminal, else csv]
    #[arg(long, conflicts_with = "trace")]
    format: Option<GradeFormat>,
    /// Write the steps instead of the ratings, as JSON lines
    #[arg(long)]
    trace: bool,
    /// Add the columns `nodes` (where the solver had to guess) and `backdoor` (cells that singles need to be told: 0, 1, 2,
    /// or 3 for more)
    #[arg(long, conflicts_with = "trace")]
    labels: bool,
    #[command(flatten)]
    shape: ShapeArgs,
    /// Go on with a file that was not completed; the input has to be the same
    #[arg(long, requires = "out", conflicts_with = "force")]
    resume: bool,
}

/// How ratings are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum GradeFormat {
    /// A row for each grid, with all columns
    Csv,
    /// Columns for people
    Table,
}

const COLUMNS: &[Column] = &[
    Column::left("where", 24),
    Column::right("clues", 5),
    Column::right("ER", 4),
    Column::right("EP", 4),
    Column::right("ED", 4),
    Column::left("level", 12),
    Column::right("steps", 5),
    Column::left("hardest step", 0),
];

fn rating(text: &str) -> std::result::Result<Rating, String> {
    match text.parse::<f64>() {
        Ok(value) if (1.0..=20.0).contains(&value) => Ok(Rating::new(value)),
        _ => Err("expected a rating from 1.0 to 20.0".into()),
    }
}

impl Args {
    pub(crate) fn run(self) -> Result<InputVerdict> {
        let limits = Limits { max_er: self.max_er, budget: self.budget };
        if self.trace {
            return match self.resume {
                false => self.common.run("", |entry| write_trace(entry, limits)),
                true => Err(Error::usage("--trace cannot be resumed: its lines do not tell where a path ends")),
            };
        }
        let by_itself = if self.common.to_terminal() { GradeFormat::Table } else { GradeFormat::Csv };
        if self.format.unwrap_or(by_itself) == GradeFormat::Table {
            if self.resume {
                return Err(Error::usage("--format table cannot be resumed: its lines do not hold the grids"));
            }
            return self.common.run(&table::header(COLUMNS), |entry| show(entry, limits));
        }
        let columns = Columns::grade(self.labels);
        let shape = self.shape.shape(self.common.target.out.as_deref())?;
        let mut recipe = json!({
            "grader": PROGRAM,
            "columns": columns.header_line().trim_end(),
            "max-er": limits.max_er.map(|rating| rating.to_string()),
            "budget": limits.budget,
        });
        shape.note(&mut recipe);
        let output = LongOutput {
            target: &self.common.target,
            resume: self.resume,
            recipe: &recipe,
            columns: &columns,
            shape,
            name: "rating of the input",
        };
        let row_of = |entry: &Entry, row: &str| row_of(entry, row, columns.len());
        self.common.run_resumable(&output, row_of, |entry| rate(entry, limits, &columns, self.labels))
    }
}

/// The row of a grid.
fn rate(entry: &Entry, limits: Limits, columns: &Columns, labels: bool) -> Outcome {
    match puzzle(entry) {
        Ok(puzzle) => {
            let row = Row::of(&puzzle).graded(&grade_within(&puzzle, limits));
            let row = if labels { row.labelled(&puzzle) } else { row };
            Outcome::fine(csv_line(columns, &row))
        }
        Err(why) => Outcome::problem(csv_line(columns, &Row::new(entry.grid())), why),
    }
}

/// The line of a grid for people; of one that is no puzzle, the reason.
fn show(entry: &Entry, limits: Limits) -> Outcome {
    let (place, clues) = (table::short(&entry.place, COLUMNS[0].width), entry.grid().clue_count().to_string());
    let puzzle = match puzzle(entry) {
        Ok(puzzle) => puzzle,
        Err(why) => {
            let text = format!("{}  {why}\n", table::line(&COLUMNS[..2], &[place, clues]).trim_end());
            return Outcome { text, told: true, ..Outcome::default() };
        }
    };
    let grade = grade_within(&puzzle, limits);
    let rating = |rating: Option<Rating>| rating.map_or("-".to_string(), |rating| rating.to_string());
    let level = grade.level().map(Level::name).or(grade.cut().map(Cut::name)).unwrap_or_default();
    let rated = grade.er().is_some();
    let steps = if rated { grade.steps().to_string() } else { "-".into() };
    let hardest = grade.hardest().filter(|_| rated).map_or("-", |technique| technique.name);
    let ratings = [grade.er(), grade.ep(), grade.ed()].map(rating);
    let texts = [vec![place, clues], ratings.to_vec(), vec![level.into(), steps, hardest.into()]].concat();
    Outcome::fine(table::line(COLUMNS, &texts))
}

/// The steps of a grid, of which there are none if it is no puzzle.
fn write_trace(entry: &Entry, limits: Limits) -> Outcome {
    match puzzle(entry) {
        Ok(puzzle) => {
            let id = entry.record.fields.text("id");
            Outcome::fine(trace::steps(id.as_deref(), &puzzle, path_within(&puzzle, limits)))
        }
        Err(why) => Outcome::problem("", why),
    }
}

/// What can be rated, or the reason why not.
fn puzzle(entry: &Entry) -> std::result::Result<Puzzle, String> {
    let clues = entry.board.clues().map_err(|error| format!("{error}: only puzzles are rated"))?;
    Puzzle::new(*clues).map_err(|error| error.to_string())
}

/// Whether a row of an earlier run is that of a grid, as far as can be told without rating it again.
fn row_of(entry: &Entry, row: &str, columns: usize) -> RowOf {
    let fields: Vec<&str> = row.trim_end().split(',').collect();
    match fields[..] {
        [grid, ..] if grid != entry.grid().to_string() => RowOf::Another,
        [_, "", ..] => RowOf::NoPuzzle,
        [_, _, ..] if fields.len() == columns => RowOf::It,
        _ => RowOf::Another,
    }
}
