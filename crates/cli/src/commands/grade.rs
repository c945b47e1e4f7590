//! `grade`: the rating of each puzzle as CSV, or its steps as JSON lines.

use std::num::NonZeroU64;

use clap::ValueEnum;
use minirow_core::Puzzle;
use minirow_grade::{Limits, Rating, path_from, path_within};
use minirow_report::trace;
use minirow_table::input::Entry;
use minirow_table::{
    Columns, Format, PROGRAM, Row, RowLevel, Scale, ScaleSet, Schema, StartFrom, StartPosition, TechniqueName, Value,
};
use minirow_text::{Board, counted};
use serde_json::json;

use crate::args::{Given, ShapeArgs, whole};
use crate::choices::scales;
use crate::commands::InputVerdict;
use crate::commands::kept_columns::{Computed, run_keeping};
use crate::commands::per_grid::{Common, Outcome};
use crate::destination::LongOutput;
use crate::endings::{self, Endings};
use crate::error::{Error, Result};
use crate::output::Frame;
use crate::table::{self, Column};

const EXAMPLES: &str = "\
Examples:
  minirow grade puzzles.txt --out rated.csv
  minirow grade puzzles.txt --out rated.csv --resume    after an interruption
  minirow grade puzzles.txt --format table              for people
  minirow grade puzzles.txt | cut -d, -f4,7,8           rating, level, technique
  minirow grade puzzles.txt --max-er 4.4                stop at harder steps
  minirow grade puzzles.txt --scale se,te,hodoku        B and HoDoKu scores
  minirow grade puzzles.txt --trace                     every step as JSON lines";

/// Rate the difficulty of puzzles (ER/EP/ED)
///
/// Ratings are those of Sudoku Explainer. ER is the rating of the hardest step, EP that of the hardest step up to the first
/// placement, and ED that of the first step. A puzzle that exceeds a limit has no ER, and its level is `too-hard` or
/// `budget-spent`. A grid that is not a puzzle has a row with the grid alone. The reason is on standard error, and the exit
/// status is 1.
///
/// --scale rates on other scales: the T&E depth and B of Denis Berthier, the level and score of HoDoKu, or the estimated
/// solving time in minutes. On a terminal, one puzzle gets a summary of all scales.
///
/// An interrupted run, or one that a full disk has stopped, leaves FILE.part. --resume reads the input from its start and
/// compares it with the rows in FILE.part; give standard input again.
#[derive(clap::Args)]
#[command(before_long_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
    /// Scales to rate on [default: se]
    ///
    /// Several scales are separated by commas. The columns of each come after those of the grid.
    #[arg(long, value_name = "SCALE,...", value_delimiter = ',', help_heading = "Rating", value_parser = scales())]
    scale: Vec<ScaleSet>,
    /// Stop rating a puzzle when its ER is above R
    #[arg(long, value_name = "R", help_heading = "Rating", value_parser = rating)]
    max_er: Option<Rating>,
    /// Stop rating a puzzle after N assumptions
    ///
    /// An assumption sets a candidate to true or false and follows all consequences, which takes some microseconds. A puzzle
    /// with an ER of 7 needs a few hundred, one with an ER of 9 about ten thousand. The scale te counts its own assumptions: a
    /// random puzzle needs some hundreds, and the hardest ones millions. The scale hodoku counts units of about a microsecond.
    /// Their columns te_cut and hodoku_cut are then `budget-spent`.
    #[arg(long, value_name = "N", help_heading = "Rating", value_parser = whole(NonZeroU64::MIN..=NonZeroU64::MAX))]
    budget: Option<NonZeroU64>,
    /// Form of the ratings [default: by the ending of FILE, else csv]
    ///
    /// The default on a terminal is table, and summary for a single puzzle.
    #[arg(long, conflicts_with = "trace", help_heading = "Output")]
    format: Option<GradeFormat>,
    /// Write the steps as JSON lines instead of the ratings
    #[arg(long, conflicts_with = "scale", help_heading = "Output")]
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
    ///
    /// If FILE exists, it is replaced only with --force. A partial result of other options is refused.
    #[arg(long, requires = "out", help_heading = "Resuming")]
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
    /// The ratings of each puzzle on all scales, for people
    Summary,
}

impl GradeFormat {
    /// Returns the format of rows, or `None` for a table.
    fn of_rows(self) -> Option<Format> {
        match self {
            GradeFormat::Csv => Some(Format::Csv),
            GradeFormat::Jsonl => Some(Format::JsonLines),
            GradeFormat::Parquet => Some(Format::Parquet),
            GradeFormat::Table | GradeFormat::Summary => None,
        }
    }
}

/// The endings of traces.
const TRACE: Endings<()> = &[("jsonl", ()), ("ndjson", ()), ("json", ())];

/// The columns of every table.
const OF_GRIDS: [Column; 2] = [Column::left("where", 24), Column::right("clues", 5)];

/// The columns of the scale of Sudoku Explainer, which come last, as the names of techniques have no fixed width.
const OF_SE: [Column; 6] = [
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
    pub(crate) fn run(self, given: &Given) -> Result<InputVerdict> {
        let limits = Limits { max_er: self.max_er, budget: self.budget };
        let target = &self.common.target;
        let frame = Frame::of("minirow grade");
        given.refuse(&[(self.trace, "with --trace", &["schema", "shard-rows"])])?;
        if self.trace {
            if self.resume {
                return Err(Error::usage("--trace cannot be resumed: its lines do not show where a path ends"));
            }
            endings::check(target.file(), TRACE, "with --trace")?;
            return self.common.run(frame.json(target), |entry| write_trace(entry, limits));
        }
        let form = match self.format {
            None if target.is_terminal() && self.is_one_puzzle()? => Some(GradeFormat::Summary),
            None if target.is_terminal() => Some(GradeFormat::Table),
            form => form,
        };
        let scales = self.scales(form)?;
        if let Some(form @ (GradeFormat::Table | GradeFormat::Summary)) = form {
            let is_summary = form == GradeFormat::Summary;
            let mode = if is_summary { "with --format summary" } else { "with --format table" };
            given.refuse(&[(true, mode, &["labels", "schema", "shard-rows"])])?;
            if self.resume {
                let name = if is_summary { "summary" } else { "table" };
                return Err(Error::usage(format!(
                    "--format {name} cannot be resumed: its lines do not have the grids"
                )));
            }
            if is_summary {
                return self.common.run(frame, |entry| summarise(entry, scales, limits));
            }
            let columns = table_columns(scales);
            let frame = Frame { header: &table::header(&columns), ..frame };
            return self.common.run(frame, |entry| show(entry, &columns, scales, limits));
        }
        self.shape.refuse(given, &["labels", "scale"])?;
        given.refuse(&[(self.shape.schema == Schema::Kaggle, "with --schema kaggle", &["max-er", "budget"])])?;
        let shape = self.shape.shape(form.and_then(GradeFormat::of_rows), target.file())?;
        let computed = Columns::grade(scales, self.labels);
        let recipe = json!({
            "grader": PROGRAM,
            "max-er": limits.max_er.map(|rating| rating.to_string()),
            "budget": limits.budget,
        });
        let output = LongOutput {
            command: "minirow grade",
            contents: "rating of the input",
            target,
            resume: self.resume,
            recipe,
            columns: computed.clone(),
            shape,
        };
        run_keeping(&self.common, output, |entry| rate(entry, scales, limits, &computed, self.labels))
    }

    /// Returns the scales that puzzles are rated on.
    ///
    /// # Errors
    /// If a limit applies to none of them.
    fn scales(&self, form: Option<GradeFormat>) -> Result<ScaleSet> {
        let scales = match &self.scale[..] {
            [] if form == Some(GradeFormat::Summary) => ScaleSet::ALL,
            [] => ScaleSet::SE,
            scales => scales.iter().copied().collect(),
        };
        if self.max_er.is_some() && !scales.contains("se") {
            return Err(Error::usage("--max-er is a limit of the scale se; add it to --scale"));
        }
        if self.budget.is_some() && scales == ScaleSet::MINUTES {
            return Err(Error::usage(
                "--budget is a limit of the scales se, te and hodoku; add one of them to --scale",
            ));
        }
        Ok(scales)
    }

    /// Returns `true` if the input is a single grid, and can be read twice.
    fn is_one_puzzle(&self) -> Result<bool> {
        let inputs = self.common.inputs.inputs()?;
        Ok(inputs.are_rereadable() && inputs.read()?.take(2).count() == 1)
    }
}

/// Returns the values of a grid in some columns.
fn rate(entry: &Entry, scales: ScaleSet, limits: Limits, columns: &Columns, labels: bool) -> Computed {
    let (row, why) = match rated(entry, scales, limits, labels) {
        Ok(row) => (row, None),
        Err(why) => (Row::new(entry.grid()), Some(why)),
    };
    (columns.values(&row).map(|value| value.text().into_owned()).collect(), why)
}

/// Returns the row of a puzzle, or of candidates with one solution, with its ratings, or the reason why there are none. Labels are
/// those of puzzles.
fn rated(entry: &Entry, scales: ScaleSet, limits: Limits, labels: bool) -> Result<Row, String> {
    match &entry.board {
        Board::Grid(clues) => {
            let puzzle = Puzzle::new(*clues).map_err(|error| error.to_string())?;
            let mut row = Row::of(&puzzle);
            scales.rate(&puzzle, limits, &mut row);
            Ok(if labels { row.labelled(&puzzle) } else { row })
        }
        Board::Candidates(_) => {
            let start = candidates(entry)?;
            let mut row = Row { solution: Some(start.solution), ..Row::new(start.clues) };
            scales.rate_position(&start, limits, &mut row);
            Ok(row)
        }
    }
}

/// Returns the columns of a table.
fn table_columns(scales: ScaleSet) -> Vec<Column> {
    let others = (scales - ScaleSet::SE).iter().flat_map(Scale::columns);
    let others = others.map(|column| Column::right(column.name(), column.name().len().max(4)));
    OF_GRIDS.into_iter().chain(others).chain(OF_SE.into_iter().filter(|_| scales.contains("se"))).collect()
}

/// Returns the line of a grid in a table, with the reason if it is not a puzzle.
fn show(entry: &Entry, columns: &[Column], scales: ScaleSet, limits: Limits) -> Outcome {
    let (place, clues) = (table::short(&entry.place, columns[0].width), entry.record.clues().clue_count().to_string());
    let row = match rated(entry, scales, limits, false) {
        Ok(row) => row,
        Err(why) => {
            let text = format!("{}  {why}\n", table::line(&OF_GRIDS, &[place, clues]).trim_end());
            return Outcome { is_invalid: true, ..Outcome::valid(text) };
        }
    };
    let text = |value: String| if value.is_empty() { "-".into() } else { value };
    let others = (scales - ScaleSet::SE).iter().flat_map(Scale::columns);
    let others = others.map(|column| text(column.value(&row).to_string()));
    let mut texts: Vec<String> = [place, clues].into_iter().chain(others).collect();
    if scales.contains("se") {
        texts.extend([row.er, row.ep, row.ed].map(|rating| text(Value::from(rating).to_string())));
        let level = row.level.as_ref().map(RowLevel::name).unwrap_or_default();
        let steps = Value::from(row.steps.map(u64::from)).to_string();
        let hardest = row.hardest.as_ref().filter(|_| row.er.is_some()).map(TechniqueName::title).unwrap_or_default();
        texts.extend([level.into(), text(steps), text(hardest.into())]);
    }
    Outcome::valid(table::line(columns, &texts))
}

/// Returns the lines about a grid in a summary, with the reason if it is not a puzzle.
fn summarise(entry: &Entry, scales: ScaleSet, limits: Limits) -> Outcome {
    let heading = format!(
        "{}: {}\n",
        table::shown_place(&entry.place),
        counted(entry.record.clues().clue_count() as u64, "clue")
    );
    let row = match rated(entry, scales, limits, false) {
        Ok(row) => row,
        Err(why) => return Outcome { is_invalid: true, ..Outcome::valid(format!("{heading}{why}\n")) },
    };
    let width = scales.iter().map(|scale| scale.name().len()).max().unwrap_or_default();
    let of_scale = |scale: &dyn Scale| {
        let names = std::iter::once(scale.name()).chain(std::iter::repeat(""));
        let lines = scale.describe(&row).into_iter().zip(names);
        lines.map(|(line, name)| format!("  {name:<width$}  {line}\n")).collect::<String>()
    };
    let has_values = |scale: &&dyn Scale| scale.columns().iter().any(|column| !column.value(&row).is_missing());
    Outcome::valid(heading + &scales.iter().filter(has_values).map(of_scale).collect::<String>())
}

/// Returns the steps of a grid. A grid that is not a puzzle has none.
fn write_trace(entry: &Entry, limits: Limits) -> Outcome {
    let path = match &entry.board {
        Board::Grid(clues) => {
            let puzzle = Puzzle::new(*clues).map_err(|error| error.to_string());
            puzzle.map(|puzzle| (*clues, path_within(&puzzle, limits)))
        }
        Board::Candidates(_) => candidates(entry).map(|start| {
            let path = path_from(start.position, limits);
            (start.clues, if start.is_unique { path } else { path.without_uniqueness() })
        }),
    };
    match path {
        Ok((clues, path)) => Outcome::valid(trace::steps(entry.record.fields.text("id").as_deref(), &clues, path)),
        Err(why) => Outcome::invalid("", why),
    }
}

/// Returns the position of an entry with candidates, or the reason why it cannot be rated.
fn candidates(entry: &Entry) -> Result<StartPosition, String> {
    StartPosition::from_record(&entry.record, StartFrom::Pencilmarks).map_err(|error| error.to_string())
}
