//! `properties`: properties of each puzzle, as CSV.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command};
use minirow_grade::Limits;
use minirow_research::{PROPERTIES, PropertyColumn};
use minirow_table::input::Entry;
use minirow_table::{Column, Columns, OutputShape, PROGRAM, Row, Scale, ScaleSet, equivalence};
use serde_json::json;

use crate::args::Given;
use crate::commands::InputVerdict;
use crate::commands::kept_columns::{Computed, run_keeping};
use crate::commands::per_grid::Common;
use crate::destination::LongOutput;
use crate::endings;
use crate::error::Result;

const EXAMPLES: &str = "\
Examples:
  minirow properties puzzles.txt --out properties.csv
  minirow properties puzzles.txt --columns minimal,symmetry,boxes
  minirow properties pack.csv --columns backdoor:x-wing,backdoors_1:x-wing
  minirow properties in.txt --columns er | minirow convert --to csv - --sort er";

/// Write properties of each puzzle as CSV
///
/// Without --columns, all properties that need no rating are written. Columns of ratings are those of `minirow grade`; all columns of
/// a scale take the time of one. Other columns of the input are kept, as `minirow grade` keeps them. A grid that is not a puzzle has
/// the properties of its clues alone, and candidates have none; the reason is on standard error, and the exit status is 1.
///
/// A backdoor is a set of cells with which singles solve the puzzle. `backdoor:TECHNIQUE`, `backdoors_1:TECHNIQUE` and
/// `backdoors_2:TECHNIQUE` are about all techniques of Sudoku Explainer up to the highest rating of one (see `minirow techniques`).
/// A puzzle is rated up to there with each pair of cells. That takes hundredths of a second up to wings, and seconds for chains.
///
/// An interrupted run leaves FILE.part, which --resume continues.
#[derive(clap::Args)]
#[command(before_long_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
    /// Columns to write after the puzzle [default: all without ratings]
    #[arg(
        long,
        value_name = "COLUMN,...",
        value_delimiter = ',',
        help_heading = "Output",
        hide_default_value = true,
        default_values = PROPERTIES.iter().map(|property| property.name),
        value_parser = WantedParser
    )]
    columns: Vec<Wanted>,
    /// Continue an interrupted run with the same input
    ///
    /// If FILE exists, it is compared with the result, or replaced with --force. A partial result of other options is refused.
    #[arg(long, requires = "out", help_heading = "Resuming")]
    resume: bool,
}

/// A column of the output.
#[derive(Clone, Copy)]
enum Wanted {
    Property(PropertyColumn),
    Rating(&'static Column),
}

impl Wanted {
    fn name(self) -> String {
        match self {
            Wanted::Property(column) => column.to_string(),
            Wanted::Rating(column) => column.name().into(),
        }
    }

    fn needs_puzzle(self) -> bool {
        match self {
            Wanted::Property(column) => column.property().needs_puzzle(),
            Wanted::Rating(_) => true,
        }
    }
}

/// The parser of columns. Those with a technique are too many to be listed.
#[derive(Clone)]
struct WantedParser;

impl TypedValueParser for WantedParser {
    type Value = Wanted;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<Wanted, clap::Error> {
        let text = value.to_string_lossy();
        let rating = ratings().find(|column| column.name() == text);
        match (rating.map(Wanted::Rating), text.parse()) {
            (Some(rating), _) => Ok(rating),
            (None, Ok(column)) => Ok(Wanted::Property(column)),
            (None, Err(error)) if text.contains(':') => {
                let message = format!("invalid value '{text}' for '--columns': {error}\n");
                Err(clap::Error::raw(ErrorKind::ValueValidation, message).with_cmd(command))
            }
            (None, Err(_)) => Err(PossibleValuesParser::new(possible_values())
                .parse_ref(command, arg, value)
                .err()
                .unwrap_or_else(|| clap::Error::new(ErrorKind::InvalidValue).with_cmd(command))),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(possible_values().into_iter()))
    }
}

/// Returns the columns of all scales.
fn ratings() -> impl Iterator<Item = &'static Column> {
    ScaleSet::ALL.iter().flat_map(Scale::columns)
}

fn possible_values() -> Vec<PossibleValue> {
    let properties = PROPERTIES.iter().map(|property| PossibleValue::new(property.name).help(property.help));
    properties.chain(ratings().map(|column| PossibleValue::new(column.name()).help(column.meaning()))).collect()
}

impl Args {
    pub(crate) fn run(self, _: &Given) -> Result<InputVerdict> {
        endings::format_of(None, self.common.target.file(), endings::LIST)?;
        let names: Vec<String> = self.columns.iter().map(|column| column.name()).collect();
        let is_wanted = |column: &Column| names.iter().any(|name| name == column.name());
        let scales = ScaleSet::ALL.iter().filter(|scale| scale.columns().iter().any(&is_wanted));
        let scales: ScaleSet = scales.filter_map(|scale| scale.name().parse::<ScaleSet>().ok()).collect();
        let output = LongOutput {
            command: "minirow properties",
            contents: "properties of the input",
            target: &self.common.target,
            resume: self.resume,
            recipe: json!({ "program": PROGRAM }),
            columns: Columns::of_header(std::iter::once("puzzle").chain(names.iter().map(String::as_str))),
            shape: OutputShape::default(),
        };
        run_keeping(&self.common, output, |entry| values(entry, &self.columns, scales))
    }
}

/// Returns the values of a grid, the first of which is the puzzle.
fn values(entry: &Entry, columns: &[Wanted], scales: ScaleSet) -> Computed {
    let grid = entry.grid();
    let puzzle = equivalence::puzzle_of(&entry.board);
    let mut row = Row::new(grid);
    if let Ok(puzzle) = &puzzle {
        scales.rate(puzzle, Limits::default(), &mut row);
    }
    let has_clues = entry.board.clues().is_ok();
    let value = |wanted: &Wanted| match (wanted, &puzzle) {
        (Wanted::Property(column), Ok(puzzle)) => column.of_puzzle(puzzle),
        (Wanted::Property(column), Err(_)) if has_clues => column.of_grid(&grid),
        // Candidates are another puzzle than the digits among them.
        (Wanted::Property(_), Err(_)) => String::new(),
        (Wanted::Rating(column), _) => column.value(&row).to_string(),
    };
    let values = std::iter::once(grid.to_string()).chain(columns.iter().map(value)).collect();
    (values, puzzle.err().filter(|_| !has_clues || columns.iter().any(|column| column.needs_puzzle())))
}
