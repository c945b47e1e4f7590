//! `count`: how many solutions each grid has, exactly or up to a limit.

use minirow_core::solver;
use minirow_core::text::Board;

use crate::commands::Answer;
use crate::commands::per_grid::{Common, Outcome};
use crate::failure::Result;
use crate::interrupt;

const EXAMPLES: &str = "\
Examples:
  minirow count puzzles.txt               an exact number for each grid, a line each
  minirow count puzzles.txt --limit 2     0, 1, or 2 for \"several\"

An exact count of a nearly empty grid would take longer than anyone lives: Ctrl-C ends it, and says how far it came.";

/// So many solutions are counted between two looks at whether to stop.
const PORTION: u64 = 1 << 16;

/// Count the solutions of grids, exactly or up to a limit
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
    /// Stop counting at N
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
}

impl Args {
    pub(crate) fn run(self) -> Result<Answer> {
        interrupt::finish_first();
        let limit = self.limit.unwrap_or(u64::MAX);
        self.common.run_with_progress("", |entry, progress| {
            let mut solutions = match &entry.board {
                Board::Grid(grid) => solver::solutions(grid),
                Board::Candidates(candidates) => solver::Solutions::of(solver::State::from(candidates)),
            };
            let mut count = 0;
            while count < limit {
                if interrupt::requested() {
                    let remark = Some(format!("interrupted; at least {count} solutions"));
                    return Outcome { remark, interrupted: true, ..Outcome::default() };
                }
                let portion = PORTION.min(limit - count);
                let found = solutions.count_next(portion);
                count += found;
                progress.remark(format!(", {count} solutions of {}", entry.place));
                if found < portion {
                    break;
                }
            }
            Outcome::fine(format!("{count}\n"))
        })
    }
}
