//! `count`: the number of solutions of each grid, exactly or up to a limit.

use minirow_core::Grid;
use minirow_core::solver::batch::{Engine, Start};
use minirow_core::text::Board;
use minirow_core::text::counted;

use crate::commands::InputVerdict;
use crate::commands::per_grid::{Common, Outcome};
use crate::endings;
use crate::error::Result;
use crate::interrupt;
use crate::output::Frame;
use crate::table::shown_place;

const EXAMPLES: &str = "\
Examples:
  minirow count puzzles.txt               the exact number for each grid
  minirow count puzzles.txt --limit 2     0, 1, or 2 for several";

/// Count the solutions of each grid, exactly or up to a limit
///
/// An exact count of a nearly empty grid takes years. Ctrl-C ends it, and prints the number found so far.
#[derive(clap::Args)]
#[command(before_long_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
    /// Stop counting at N
    #[arg(long, value_name = "N", help_heading = "Solutions", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
}

/// The number of solutions up to which many grids are counted together. Grids with more are then counted one at a time, each
/// with all lanes.
const COUNTED_TOGETHER: u64 = 1 << 10;

impl Args {
    pub(crate) fn run(self) -> Result<InputVerdict> {
        endings::format_of(None, self.common.target.file(), endings::TEXT)?;
        interrupt::finish_first();
        let limit = self.limit.unwrap_or(u64::MAX);
        let first = limit.min(COUNTED_TOGETHER);
        let ask = |engine: &mut Engine, grids: &[Grid]| engine.counts(grids, first).collect();
        self.common.run_together(Frame { for_bad_line: "\n", ..Frame::default() }, ask, |entry, count, progress| {
            match count {
                Some(count) if count < first || count == limit => Outcome::valid(format!("{count}\n")),
                _ => {
                    let mut start = Start::new();
                    match &entry.board {
                        Board::Grid(grid) => start.at(grid),
                        Board::Candidates(candidates) => start.at_candidates(candidates),
                    }
                    let mut interrupted = false;
                    let count = Engine::new().count_while(&start, limit, &mut |count| {
                        progress.remark(format!(", {count} solutions of {}", shown_place(&entry.place)));
                        interrupted = interrupt::requested();
                        !interrupted
                    });
                    if interrupted {
                        let message = Some(format!("interrupted; at least {}", counted(count, "solution")));
                        return Outcome { message, interrupted, ..Outcome::default() };
                    }
                    Outcome::valid(format!("{count}\n"))
                }
            }
        })
    }
}
