//! `canon`: the canonical form of each grid, or of its solution: equal for equivalent grids.

use minirow_core::canon::{self, Canonical};
use minirow_core::solver::batch::Engine;
use minirow_core::{Grid, NotAPuzzle, Puzzle};
use minirow_text::GridForm;

use crate::args::Given;
use crate::commands::InputVerdict;
use crate::commands::convert::blank;
use crate::commands::per_grid::{Common, Outcome};
use crate::endings::{self, Endings};
use crate::error::Result;
use crate::output::Frame;
use minirow_table::input::Entry;

const EXAMPLES: &str = "\
Examples:
  minirow canon puzzles.txt               the canonical form of each puzzle
  minirow canon pack.csv --solution       that of its solution
  minirow canon puzzles.txt --max         the largest equivalent grids (maxlex)
  minirow canon puzzles.txt --blank 0 | sort | uniq -c | sort -rn
  minirow canon puzzles.txt --automorphisms --transformation --out canon.csv";

/// Write canonical forms, which are equal for equivalent grids
///
/// The canonical form is the smallest grid that is reached by relabelling digits, permuting rows in bands, columns in
/// stacks, bands and stacks, and transposing. Grids are compared row by row with blanks before 1, which is known as
/// row-minlex or minlex. Two grids have the same form if and only if they are equivalent. A grid may have any number of
/// solutions; only --solution needs exactly one.
///
/// A transformation is written as `transpose rows:213456789 columns:123456789 digits:987654321`. First rows become columns
/// if it begins with `transpose`. Then row 1 goes to place 2, and so on, and digit 1 becomes 9. With --solution it starts from
/// the solution. Automorphisms are transformations that change nothing. The identity is one, and so is each relabelling of
/// digits that the grid does not use.
#[derive(clap::Args)]
#[command(before_long_help = EXAMPLES, next_help_heading = "Output")]
pub(crate) struct Args {
    /// Write the form of the solution, not of the grid
    #[arg(long)]
    solution: bool,
    /// Write the largest equivalent grid (maxlex) instead of the smallest
    ///
    /// Clues come before empty cells, and digits are labelled 9, 8, 7 in the order in which they appear.
    #[arg(long)]
    max: bool,
    /// Write CSV with the number of automorphisms
    #[arg(long)]
    automorphisms: bool,
    /// Write CSV with the transformation from the grid to its form
    #[arg(long)]
    transformation: bool,
    /// Character for an empty cell: one of . 0 _ * -
    #[arg(long, value_name = "CHARACTER", default_value = ".", value_parser = blank)]
    blank: char,
    #[command(flatten)]
    common: Common,
}

/// The endings of outputs: `true` for CSV, which further columns need.
const ENDINGS: Endings<bool> = &[("txt", false), ("csv", true)];
const CSV: Endings<bool> = &[("csv", true)];

impl Args {
    pub(crate) fn run(self, given: &Given) -> Result<InputVerdict> {
        let has_columns = self.automorphisms || self.transformation;
        let out = self.common.target.file();
        if has_columns {
            endings::check(out, CSV, "with --automorphisms or --transformation")?;
        }
        let is_csv = has_columns || endings::format_of(None, out, ENDINGS)?.unwrap_or(false);
        given.refuse(&[(self.solution && !is_csv, "with --solution, which has no empty cells", &["blank"])])?;
        let header = if is_csv { self.header() } else { String::new() };
        let for_bad_line = if is_csv { header.chars().filter(|&c| c == ',').collect() } else { String::new() } + "\n";
        let frame = Frame { header: &header, for_bad_line: &for_bad_line, ..Frame::of("minirow canon") };
        if !self.solution {
            return self.common.run(frame, |entry| self.outcome(entry, Ok(self.canonical(&entry.grid())), is_csv));
        }
        let ask = |engine: &mut Engine, grids: &[Grid], answers: &mut Vec<_>| answers.extend(engine.puzzles(grids));
        self.common.run_together(frame, ask, |entry, puzzle, _| {
            let puzzle = puzzle.unwrap_or_else(|| Puzzle::new(entry.grid()));
            let canonical = puzzle.map(|puzzle| self.canonical(puzzle.solution().grid()));
            self.outcome(entry, canonical, is_csv)
        })
    }

    fn canonical(&self, grid: &Grid) -> Canonical<Grid> {
        if self.max { canon::largest(grid) } else { canon::grid(grid) }
    }

    /// Returns the header of CSV.
    fn header(&self) -> String {
        let form = if self.solution { "canonical_solution" } else { "canonical" };
        let columns = [(self.automorphisms, ",automorphisms"), (self.transformation, ",transformation")];
        let columns: String = columns.iter().filter(|(is_wanted, _)| *is_wanted).map(|(_, name)| *name).collect();
        format!("puzzle,{form}{columns}\n")
    }

    fn outcome(&self, entry: &Entry, canonical: Result<Canonical<Grid>, NotAPuzzle>, is_csv: bool) -> Outcome {
        let canonical = match entry.board.clues() {
            Ok(_) => canonical.map_err(|reason| reason.to_string()),
            Err(error) => Err(format!("{error}; canonical forms need clues")),
        };
        let text = self.line(&entry.grid(), canonical.as_ref().ok(), is_csv);
        match canonical {
            Ok(_) => Outcome::valid(text),
            Err(reason) => Outcome::invalid(text, reason),
        }
    }

    /// Returns the line of a grid, even of one without a canonical form, so that lines of input and output match.
    fn line(&self, grid: &Grid, canonical: Option<&Canonical<Grid>>, is_csv: bool) -> String {
        let written = |grid: &Grid| GridForm::Line.write(grid, Some(self.blank));
        let form = canonical.map(|canonical| written(&canonical.form)).unwrap_or_default();
        if !is_csv {
            return form + "\n";
        }
        let mut fields = vec![written(grid), form];
        if self.automorphisms {
            fields.push(canonical.map(|canonical| canonical.automorphisms.to_string()).unwrap_or_default());
        }
        if self.transformation {
            fields.push(canonical.map(|canonical| canonical.transformation.to_string()).unwrap_or_default());
        }
        fields.join(",") + "\n"
    }
}
