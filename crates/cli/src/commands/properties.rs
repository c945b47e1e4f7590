//! `properties`: properties of each puzzle, as CSV.

use clap::builder::{PossibleValue, PossibleValuesParser};
use minirow_core::Puzzle;
use minirow_formats::csv_record;
use minirow_grade::Limits;
use minirow_research::{PROPERTIES, Property};
use minirow_table::input::Entry;
use minirow_table::{Column, Row, Scale, ScaleSet, equivalence};

use crate::args::Given;
use crate::commands::InputVerdict;
use crate::commands::per_grid::{Common, Outcome};
use crate::endings;
use crate::error::Result;
use crate::output::Frame;

const EXAMPLES: &str = "\
Examples:
  minirow properties puzzles.txt --out properties.csv
  minirow properties puzzles.txt --columns minimal,symmetry,boxes
  minirow properties hard.txt --columns clues,er,te,guardians | sort -t, -k3";

/// Write properties of each puzzle as CSV
///
/// Without --columns, all properties that need no rating are written. Columns of ratings are those of `minirow grade`; all columns of
/// a scale take the time of one. A grid that is not a puzzle has the properties of its clues alone; the reason is on standard error,
/// and the exit status is 1.
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
        value_parser = PossibleValuesParser::new(possible_values())
    )]
    columns: Vec<String>,
}

/// A column of the output.
#[derive(Clone, Copy)]
enum Wanted {
    Property(&'static Property),
    Rating(&'static Column),
}

impl Wanted {
    /// Returns the column with a name.
    fn of(name: &str) -> Option<Wanted> {
        let property = PROPERTIES.iter().find(|property| property.name == name).map(Wanted::Property);
        property.or_else(|| ratings().find(|column| column.name() == name).map(Wanted::Rating))
    }

    fn needs_puzzle(self) -> bool {
        match self {
            Wanted::Property(property) => property.needs_puzzle(),
            Wanted::Rating(_) => true,
        }
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
        let columns: Vec<Wanted> = self.columns.iter().filter_map(|name| Wanted::of(name)).collect();
        let header = csv_record(std::iter::once("puzzle").chain(self.columns.iter().map(String::as_str)), None);
        let is_wanted = |name: &str| self.columns.iter().any(|column| column == name);
        let scales = ScaleSet::ALL.iter().filter(|scale| scale.columns().iter().any(|column| is_wanted(column.name())));
        let scales: ScaleSet = scales.filter_map(|scale| scale.name().parse::<ScaleSet>().ok()).collect();
        let frame = Frame { header: &header, ..Frame::of("minirow properties") };
        self.common.run(frame, |entry| outcome(entry, &columns, scales))
    }
}

fn outcome(entry: &Entry, columns: &[Wanted], scales: ScaleSet) -> Outcome {
    let grid = entry.grid();
    let puzzle =
        equivalence::clues(&entry.board).and_then(|clues| Puzzle::new(clues).map_err(|error| error.to_string()));
    let mut row = Row::new(grid);
    if let Ok(puzzle) = &puzzle {
        scales.rate(puzzle, Limits::default(), &mut row);
    }
    let value = |wanted: &Wanted| match (wanted, &puzzle) {
        (Wanted::Property(property), Ok(puzzle)) => property.of_puzzle(puzzle),
        (Wanted::Property(property), Err(_)) => property.of_grid(&grid),
        (Wanted::Rating(column), _) => column.value(&row).to_string(),
    };
    let text = csv_record(std::iter::once(grid.to_string()).chain(columns.iter().map(value)), None);
    match puzzle {
        Err(reason) if columns.iter().any(|column| column.needs_puzzle()) => Outcome::invalid(text, reason),
        _ => Outcome::valid(text),
    }
}
