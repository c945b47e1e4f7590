//! `count`: the number of solutions of each grid, exactly or up to a limit.

use std::ops::ControlFlow;

use minirow_core::Grid;
use minirow_core::solver::batch::{Engine, Solved, Start, Work};
use minirow_core::text::Board;

use crate::commands::InputVerdict;
use crate::commands::per_grid::{Common, Outcome};
use crate::error::{Result, counted};
use crate::interrupt;
use crate::progress::Progress;
use minirow_table::input::Place;

const EXAMPLES: &str = "\
Examples:
  minirow count puzzles.txt               the exact number for each grid
  minirow count puzzles.txt --limit 2     0, 1, or 2 for several";

/// The number of solutions that are counted between two checks for an interrupt.
const PORTION: u64 = 1 << 16;

/// Count the solutions of each grid, exactly or up to a limit
///
/// An exact count of a nearly empty grid never ends. Ctrl-C ends it, and prints the number found so far.
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
        interrupt::finish_first();
        let limit = self.limit.unwrap_or(u64::MAX);
        let first = limit.min(COUNTED_TOGETHER);
        let ask = |engine: &mut Engine, grids: &[Grid]| engine.counts(grids, first).collect();
        self.common.run_together("", ask, |entry, count, progress| match count {
            Some(count) if count < first || count == limit => Outcome::valid(format!("{count}\n")),
            _ => {
                let place = &entry.place;
                let mut counting =
                    Counting { board: Some(&entry.board), limit, count: 0, interrupted: false, progress, place };
                Engine::new().run(&mut counting);
                if counting.interrupted {
                    let message = Some(format!("interrupted; at least {}", counted(counting.count, "solution")));
                    return Outcome { message, interrupted: true, ..Outcome::default() };
                }
                Outcome::valid(format!("{}\n", counting.count))
            }
        })
    }
}

/// Counts the solutions of one grid. Checks at intervals for an interrupt.
struct Counting<'a> {
    board: Option<&'a Board>,
    limit: u64,
    count: u64,
    interrupted: bool,
    progress: &'a Progress,
    place: &'a Place,
}

impl Work for Counting<'_> {
    fn next(&mut self, start: &mut Start) -> Option<usize> {
        match self.board.take()? {
            Board::Grid(grid) => start.at(grid),
            Board::Candidates(candidates) => start.at_candidates(candidates),
        }
        Some(0)
    }

    fn found(&mut self, _search: usize, _solution: impl Solved) -> ControlFlow<()> {
        self.count += 1;
        if self.count.is_multiple_of(PORTION) {
            self.progress.remark(format!(", {} solutions of {}", self.count, self.place));
            self.interrupted = interrupt::requested();
            if self.interrupted {
                return ControlFlow::Break(());
            }
        }
        if self.count < self.limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn exhausted(&mut self, _search: usize) {}
}
