//! `grade`: the rating of each puzzle as CSV, or its steps as JSON lines.

use std::num::NonZeroU64;

use clap::ValueEnum;
use minirow_core::Puzzle;
use minirow_grade::{Cut, Level, Limits, Rating, grade_within, path_within};
use minirow_table::{Columns, Format, PROGRAM, Row, csv_line};
use serde_json::json;

use crate::args::ShapeArgs;
use crate::commands::InputVerdict;
use crate::commands::per_grid::{Common, Outcome};
use crate::destination::LongOutput;
use crate::endings::{self, Endings};
use crate::error::{Error, Result};
use crate::output::Frame;
use crate::table::{self, Column};
use minirow_report::trace;
use minirow_table::input::Entry;

const EXAMPLES: &str = "\
Examples:
  minirow grade puzzles.txt --out rated.csv
  minirow grade puzzles.txt --out rated.csv --resume    after an interruption
  minirow grade puzzles.txt --format table              for people
  minirow grade puzzles.txt | cut -d, -f4,7,8           rating, level, technique
  minirow grade puzzles.txt --max-er 4.4                stop at harder steps
  minirow grade puzzles.txt --trace                     every step as JSON lines";

/// Rate the difficulty of puzzles (ER/EP/ED)
///
/// Ratings are those of Sudoku Explainer. ER is the rating of the hardest step, EP that of the hardest step up to the first
/// placement, and ED that of the first step. A puzzle that exceeds a limit has no ER, and its level is `too-hard` or
/// `budget-spent`. A grid that is not a puzzle has a row with the grid alone. The reason is on standard error, and the exit
/// status is 1.
///
/// An interrupted run, or one that a full disk has stopped, leaves FILE.part. --resume reads the input from its start and
/// compares it with the rows in FILE.part; give standard input again.
#[derive(clap::Args)]
#[command(before_long_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
    /// Stop rating a puzzle when its ER is above R
    #[arg(long, value_name = "R", help_heading = "Rating", value_parser = rating)]
    max_er: Option<Rating>,
    /// Stop rating a puzzle after N assumptions
    ///
    /// An assumption sets a candidate to true or false and follows all consequences, which takes some microseconds. A puzzle
    /// with an ER of 7 needs a few hundred, one with an ER of 9 about ten thousand.
    #[arg(long, value_name = "N", help_heading = "Rating")]
    budget: Option<NonZeroU64>,
    /// Form of the ratings [default: by the ending of FILE, else csv]
    ///
    /// The default on a terminal is table.
    #[arg(long, conflicts_with = "trace", help_heading = "Output")]
    format: Option<GradeFormat>,
    /// Write the steps as JSON lines instead of the ratings
    #[arg(long, help_heading = "Output")]
    trace: bool,
    /// Add the columns nodes and backdoor
    ///
    /// `nodes` is the number of guesses of a solver. `backdoor` is the smallest number of cells that must be
    /// known to solve the puzzle by singles: 0, 1, 2, or 3 for more.
    #[arg(long, conflicts_with = "trace", help_heading = "Output")]
    labels: bool,
    #[command(flatten)]
    shape: ShapeArgs,
    /// Continue an interrupted run with the same input
    #[arg(long, requires = "out", conflicts_with = "force", help_heading = "Resuming")]
    resume: bool,
}

/// The form of ratings.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum GradeFormat {
    /// A row for each grid, with all columns
    Csv,
    /// A JSON object for each grid, on a line
    Jsonl,
    /// Columns with types
    Parquet,
    /// A table for people
    Table,
}

impl GradeFormat {
    /// Returns the format of rows, or `None` for a table.
    fn of_rows(self) -> Option<Format> {
        match self {
            GradeFormat::Csv => Some(Format::Csv),
            GradeFormat::Jsonl => Some(Format::JsonLines),
            GradeFormat::Parquet => Some(Format::Parquet),
            GradeFormat::Table => None,
        }
    }
}

/// The endings of traces.
const TRACE: Endings<()> = &[("jsonl", ()), ("ndjson", ()), ("json", ())];

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

fn rating(text: &str) -> Result<Rating, String> {
    match text.parse::<f64>() {
        Ok(value) if (1.0..=20.0).contains(&value) => Ok(Rating::new(value)),
        _ => Err("expected a rating from 1.0 to 20.0".into()),
    }
}

impl Args {
    pub(crate) fn run(self) -> Result<InputVerdict> {
        let limits = Limits { max_er: self.max_er, budget: self.budget };
        let target = &self.common.target;
        let asked = self.format.or(target.is_terminal().then_some(GradeFormat::Table));
        let is_table = asked == Some(GradeFormat::Table);
        match (self.trace, is_table) {
            (true, _) if self.resume => {
                return Err(Error::usage("--trace cannot be resumed: its lines do not show where a path ends"));
            }
            (true, _) => {
                endings::format_of(None, target.file(), TRACE)?;
                return self.common.run(Frame::json(target), |entry| write_trace(entry, limits));
            }
            (false, true) if self.resume => {
                return Err(Error::usage("--format table cannot be resumed: its lines do not have the grids"));
            }
            (false, true) => {
                return self
                    .common
                    .run(Frame { header: &table::header(COLUMNS), ..Frame::default() }, |entry| show(entry, limits));
            }
            (false, false) => {}
        }
        let columns = Columns::grade(self.labels);
        let shape = self.shape.shape(asked.and_then(GradeFormat::of_rows), target.file())?;
        let mut recipe = json!({
            "grader": PROGRAM,
            "columns": columns.header_line().trim_end(),
            "max-er": limits.max_er.map(|rating| rating.to_string()),
            "budget": limits.budget,
        });
        shape.note(&mut recipe);
        let output = LongOutput { target, resume: self.resume, recipe: &recipe, columns: &columns, shape };
        let is_row_of = |entry: &Entry, row: &str| is_row_of(entry, row, columns.len());
        self.common.run_resumable(&output, is_row_of, |entry| rate(entry, limits, &columns, self.labels))
    }
}

/// Returns the row of a grid.
fn rate(entry: &Entry, limits: Limits, columns: &Columns, labels: bool) -> Outcome {
    match puzzle(entry) {
        Ok(puzzle) => {
            let row = Row::of(&puzzle).graded(&grade_within(&puzzle, limits));
            let row = if labels { row.labelled(&puzzle) } else { row };
            Outcome::valid(csv_line(columns, &row))
        }
        Err(why) => Outcome::invalid(csv_line(columns, &Row::new(entry.grid())), why),
    }
}

/// Returns the line of a grid in a table, with the reason if it is not a puzzle.
fn show(entry: &Entry, limits: Limits) -> Outcome {
    let (place, clues) = (table::short(&entry.place, COLUMNS[0].width), entry.grid().clue_count().to_string());
    let puzzle = match puzzle(entry) {
        Ok(puzzle) => puzzle,
        Err(why) => {
            let text = format!("{}  {why}\n", table::line(&COLUMNS[..2], &[place, clues]).trim_end());
            return Outcome { is_invalid: true, ..Outcome::valid(text) };
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
    Outcome::valid(table::line(COLUMNS, &texts))
}

/// Returns the steps of a grid. A grid that is not a puzzle has none.
fn write_trace(entry: &Entry, limits: Limits) -> Outcome {
    match puzzle(entry) {
        Ok(puzzle) => {
            let id = entry.record.fields.text("id");
            Outcome::valid(trace::steps(id.as_deref(), &puzzle, path_within(&puzzle, limits)))
        }
        Err(why) => Outcome::invalid("", why),
    }
}

/// Returns the puzzle of an entry, or the reason why it cannot be rated.
fn puzzle(entry: &Entry) -> Result<Puzzle, String> {
    let clues = entry.board.clues().map_err(|error| format!("{error}; only puzzles can be rated"))?;
    Puzzle::new(*clues).map_err(|error| error.to_string())
}

/// Returns `true` if a row has the columns and the grid of a puzzle that was rated. The rating is not checked.
fn is_row_of(entry: &Entry, row: &str, columns: usize) -> bool {
    let fields: Vec<&str> = row.trim_end().split(',').collect();
    fields.len() == columns && fields[0] == entry.grid().to_string() && !fields[1].is_empty()
}
