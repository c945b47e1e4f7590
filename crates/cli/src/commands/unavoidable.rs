//! `unavoidable`: the minimal unavoidable sets of full grids.

use clap::ValueEnum;
use minirow_core::{CellSet, Grid, Puzzle};
use minirow_report::explain::cell_sets;
use minirow_research::{most_disjoint, unavoidable_sets_while};
use minirow_table::{Columns, OutputShape, PROGRAM};
use minirow_text::{GridForm, counted};
use serde_json::json;

use crate::args::{Given, whole};
use crate::commands::InputVerdict;
use crate::commands::per_grid::{Common, Outcome, puzzle_outcome};
use crate::destination::LongOutput;
use crate::endings::{self, Endings};
use crate::error::Result;

const EXAMPLES: &str = "\
Examples:
  minirow unavoidable grid.txt                        sets of up to 12 cells
  minirow unavoidable grid.txt --max-size 8 --format board
  minirow unavoidable grid.txt --out sets.html        a picture of each set
  minirow unavoidable puzzle.txt --out sets.csv       with the clues in each set";

/// List the unavoidable sets of the solution of each puzzle
///
/// A set of cells of a full grid is unavoidable if the other cells allow another solution. So each puzzle of the grid has a clue in the set.
/// It is minimal if no smaller set within it is unavoidable; only minimal sets are listed, the smallest first. Input is a full grid or
/// a puzzle. A clue of a puzzle is needed if and only if it is the only clue in some set, which may be larger than --max-size.
///
/// The summary has the numbers of sets by size, and the greatest number of them without a common cell (MCN): no puzzle of the grid has
/// fewer clues. In CSV, `is_disjoint` is true for the sets of one selection of that size, and `clues` is the number of clues in the set.
///
/// With each further cell, the search takes about three times as long: sets of 12 cells take milliseconds, sets of 18 cells seconds.
/// If --time-limit or Ctrl-C ends a run, standard output has the sets of the grids so far; with --out, FILE.part has them, and --resume
/// continues.
#[derive(clap::Args)]
#[command(before_long_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
    /// The most cells of a set
    #[arg(long, value_name = "K", default_value = "12", help_heading = "Output", value_parser = whole(4..=81_usize))]
    max_size: usize,
    /// Form of the sets [default: summary on a terminal, else csv]
    #[arg(long, help_heading = "Output")]
    format: Option<SetFormat>,
    /// Continue an interrupted run with the same input
    ///
    /// The sets of the earlier run are found again, and compared. If FILE exists, it is compared with the result, or replaced with
    /// --force. A partial result of other options is refused.
    #[arg(long, requires = "out", help_heading = "Resuming")]
    resume: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SetFormat {
    /// The numbers of sets
    Summary,
    /// A row for each set
    Csv,
    /// A board with the digits of each set
    Board,
    /// A page with a picture of each set
    Html,
}

/// The endings of outputs.
const ENDINGS: Endings<SetFormat> = &[("csv", SetFormat::Csv), ("txt", SetFormat::Summary), ("html", SetFormat::Html)];

impl Args {
    pub(crate) fn run(self, _: &Given) -> Result<InputVerdict> {
        let target = &self.common.target;
        let asked = endings::format_of(self.format, target.file(), ENDINGS)?;
        let format = asked.unwrap_or(if target.is_terminal() { SetFormat::Summary } else { SetFormat::Csv });
        let columns: &[&str] = match format {
            SetFormat::Csv => &["grid", "size", "cells", "clues", "is_disjoint"],
            _ => &[],
        };
        let head = if format == SetFormat::Html { cell_sets::head("Unavoidable sets") } else { String::new() };
        let name = format.to_possible_value().map(|value| value.get_name().to_string());
        let recipe = json!({ "program": PROGRAM, "max_size": self.max_size, "format": name });
        let output = LongOutput {
            command: "minirow unavoidable",
            contents: "list of the unavoidable sets of the input",
            target,
            resume: self.resume,
            recipe,
            columns: Columns::of_header(columns.iter().copied()),
            shape: OutputShape::default(),
        };
        self.common.run_growing(&output, &head, |entry, progress| {
            puzzle_outcome(entry, |puzzle| {
                let goes_on = || !progress.interrupt().requested();
                match unavoidable_sets_while(puzzle.solution(), self.max_size, &goes_on) {
                    Some(sets) => Outcome::valid(text(puzzle, &sets, format)),
                    None => Outcome { interrupted: true, ..Outcome::default() },
                }
            })
        })
    }
}

fn text(puzzle: &Puzzle, sets: &[CellSet], format: SetFormat) -> String {
    let grid = puzzle.solution();
    match format {
        SetFormat::Summary => summary(grid.grid(), sets),
        SetFormat::Html => {
            let figure = |&set| cell_sets::figure(&caption(set), grid.grid(), puzzle.clues(), set);
            sets.iter().map(figure).collect()
        }
        SetFormat::Board => sets.iter().map(|&set| board(grid.grid(), set)).collect(),
        SetFormat::Csv => {
            let disjoint = most_disjoint(sets);
            let clues = puzzle.clues().pattern();
            let row = |set: &CellSet| {
                let (cells, is_disjoint) = (cells(*set), disjoint.contains(set));
                format!("{grid},{},{cells},{},{is_disjoint}\n", set.len(), (*set & clues).len())
            };
            sets.iter().map(row).collect()
        }
    }
}

fn summary(grid: &Grid, sets: &[CellSet]) -> String {
    let mut text = format!("{grid}\n");
    for sets in sets.chunk_by(|one, other| one.len() == other.len()) {
        text += &format!("  {} of {} cells\n", counted(sets.len() as u64, "set"), sets[0].len());
    }
    let disjoint = most_disjoint(sets).len();
    text + &format!(
        "  {disjoint} without a common cell: every puzzle has at least {}\n\n",
        counted(disjoint as u64, "clue")
    )
}

fn board(grid: &Grid, set: CellSet) -> String {
    format!("{}\n{}\n", caption(set), GridForm::Boxed.write(&grid.within(set), None))
}

fn caption(set: CellSet) -> String {
    format!("{}: {}", counted(set.len() as u64, "cell"), cells(set))
}

/// Returns the names of cells with a space between them.
pub(super) fn cells(set: CellSet) -> String {
    set.iter().map(|cell| cell.to_string()).collect::<Vec<_>>().join(" ")
}
