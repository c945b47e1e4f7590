//! `count`: how many solutions each grid has, exactly or up to a limit.

use std::ops::ControlFlow;

use minirow_core::Grid;
use minirow_core::solver::batch::{Engine, Solved, Start, Work};
use minirow_core::text::Board;

use crate::commands::InputVerdict;
use crate::commands::per_grid::{Common, Outcome};
use crate::error::Result;
use crate::interrupt;
use crate::progress::Progress;
use minirow_table::input::{Entry, Place};

const EXAMPLES: &str = "\
Examples:
  minirow count puzzles.txt               an exact number for each grid, a line each
  minirow count puzzles.txt --limit 2     0, 1, or 2 for \"several\"

An exact count of a nearly empty grid would take longer than anyone lives: Ctrl-C ends it, and says how far it came.";

/// The number of solutions that are counted between two checks for an interrupt.
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

/// Up to so many solutions of all grids are counted side by side. Those with more are then counted one after the other,
/// each with all lanes.
const SIDE_BY_SIDE: u64 = 1 << 10;

impl Args {
    pub(crate) fn run(self) -> Result<InputVerdict> {
        interrupt::finish_first();
        let limit = self.limit.unwrap_or(u64::MAX);
        let first = limit.min(SIDE_BY_SIDE);
        let ask = |engine: &mut Engine, grids: &[Grid]| engine.counts(grids, first).collect();
        self.common.run_together("", ask, |entry, counted, progress| match counted {
            Some(count) if count < first || count == limit => Outcome::fine(format!("{count}\n")),
            _ => {
                let place = &entry.place;
                let mut counting =
                    Counting { entry: Some(entry), limit, count: 0, interrupted: false, progress, place };
                Engine::new().run(&mut counting);
                if counting.interrupted {
                    let remark = Some(format!("interrupted; at least {} solutions", counting.count));
                    return Outcome { remark, interrupted: true, ..Outcome::default() };
                }
                Outcome::fine(format!("{}\n", counting.count))
            }
        })
    }
}

/// Counts the solutions of one grid. Checks at intervals for an interrupt.
struct Counting<'a> {
    entry: Option<&'a Entry>,
    limit: u64,
    count: u64,
    interrupted: bool,
    progress: &'a Progress,
    place: &'a Place,
}

impl Work for Counting<'_> {
    fn next(&mut self, start: &mut Start) -> Option<usize> {
        match &self.entry.take()?.board {
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
