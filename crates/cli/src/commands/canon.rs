//! `canon`: the canonical form of each grid, or of its solution: the same for all that are the same up to symmetry.

use minirow_core::canon::{self, Canonical};
use minirow_core::solver::batch::Engine;
use minirow_core::text::GridForm;
use minirow_core::{Grid, NotAPuzzle, Puzzle};

use crate::commands::InputVerdict;
use crate::commands::convert::blank;
use crate::commands::per_grid::{Common, Outcome};
use crate::error::Result;
use minirow_table::input::Entry;

const EXAMPLES: &str = "\
Examples:
  minirow canon puzzles.txt                      the smallest form of each puzzle, a line each
  minirow canon pack.csv --solution              that of its solution: the same for all siblings
  minirow canon puzzles.txt --automorphisms --transformation --out canon.csv
  minirow canon puzzles.txt --blank 0 | sort | uniq -c | sort -rn

Of all the ways to relabel digits, permute rows in bands, columns in stacks, bands and stacks, and
to transpose, the form is the one that is smallest, read row by row with blanks before 1: row-minlex
or minlex, as it is known. Two grids have the same form if and only if they are equivalent. Any grid
will do, whether it has one solution or not; only `--solution` takes one with exactly one solution.

A transformation is written as `transpose rows:213456789 columns:123456789 digits:987654321`: if it
says so, rows become columns; then row 1 goes to place 2, and so on, and digit 1 becomes 9. With
`--solution` it starts from the solution. An automorphism is a way that changes nothing: there is
always one, that of doing nothing, and each relabelling of digits that the grid does not use is one.";

/// Write canonical forms: equal for grids that are the same up to symmetry
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
    /// The form of the solution instead of that of the grid
    #[arg(long)]
    solution: bool,
    /// With the number of automorphisms, as CSV
    #[arg(long)]
    automorphisms: bool,
    /// With the transformation that leads from the grid to the form, as CSV
    #[arg(long)]
    transformation: bool,
    /// The character for an empty cell: one of . 0 _ * -
    #[arg(long, value_name = "CHARACTER", default_value = ".", value_parser = blank)]
    blank: char,
}

type Asked = std::result::Result<Puzzle, NotAPuzzle>;

impl Args {
    pub(crate) fn run(self) -> Result<InputVerdict> {
        let header = self.header();
        if self.solution {
            let ask = |engine: &mut Engine, grids: &[Grid]| engine.puzzles(grids).collect();
            self.common.run_together(&header, ask, |entry, puzzle: Option<Asked>, _| {
                let puzzle = puzzle.unwrap_or_else(|| Puzzle::new(entry.grid()));
                self.outcome(
                    entry,
                    puzzle.map(|puzzle| {
                        let Canonical { form, transformation, automorphisms } = canon::solution(puzzle.solution());
                        Canonical { form: *form.grid(), transformation, automorphisms }
                    }),
                )
            })
        } else {
            self.common.run(&header, |entry| self.outcome(entry, Ok(canon::grid(&entry.grid()))))
        }
    }

    /// Nothing for forms alone: those are lines, not CSV.
    fn header(&self) -> String {
        let form = if self.solution { "canonical_solution" } else { "canonical" };
        let wanted = [(self.automorphisms, "automorphisms"), (self.transformation, "transformation")];
        let more: Vec<&str> = wanted.into_iter().filter_map(|(wanted, name)| wanted.then_some(name)).collect();
        if more.is_empty() { String::new() } else { format!("puzzle,{form},{}\n", more.join(",")) }
    }

    fn outcome(&self, entry: &Entry, canonical: std::result::Result<Canonical<Grid>, NotAPuzzle>) -> Outcome {
        let grid = entry.grid();
        if let Err(error) = entry.board.clues() {
            return Outcome::problem(self.line(&grid, None), format!("{error}: canonical forms are those of clues"));
        }
        match canonical {
            Ok(canonical) => Outcome::fine(self.line(&grid, Some(&canonical))),
            Err(reason) => Outcome::problem(self.line(&grid, None), reason),
        }
    }

    /// A line in any case, so that lines of input and output still match.
    fn line(&self, grid: &Grid, canonical: Option<&Canonical<Grid>>) -> String {
        let written = |grid: &Grid| grid.to_text(GridForm::Line, Some(self.blank));
        let form = canonical.map(|canonical| written(&canonical.form)).unwrap_or_default();
        if !self.automorphisms && !self.transformation {
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
