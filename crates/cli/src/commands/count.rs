//! `count`: the number of solutions of each grid, exactly or up to a limit.

use std::time::Instant;

use minirow_core::solver::batch::{Engine, Start};
use minirow_core::solver::{self, CountProgress};
use minirow_core::{CandidateSet, Grid};
use minirow_table::grouped;
use minirow_table::input::Entry;
use minirow_text::Board;

use crate::args::{Given, whole};
use crate::commands::InputVerdict;
use crate::commands::per_grid::{Common, Outcome};
use crate::endings;
use crate::error::Result;
use crate::interrupt;
use crate::output::Frame;
use crate::progress::{Progress, per_second};
use crate::table::shown_place;

const EXAMPLES: &str = "\
Examples:
  minirow count puzzles.txt               the exact number for each grid
  minirow count puzzles.txt --limit 2     0, 1, or 2 for several";

/// Count the solutions of each grid, exactly or up to a limit
///
/// Every grid can be counted exactly, the empty one too. A grid with few clues takes up to 160 MB of memory for each thread. A board
/// of candidates with very many solutions can take years. Ctrl-C or --time-limit ends a count, and the number found so far is on
/// standard error.
#[derive(clap::Args)]
#[command(before_long_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
    /// Stop counting at N
    #[arg(long, value_name = "N", help_heading = "Solutions", value_parser = whole(1..=u64::MAX))]
    limit: Option<u64>,
}

/// The number of solutions up to which many grids are counted together. Grids with more are then counted one at a time, each
/// with all lanes.
const COUNTED_TOGETHER: u64 = 1 << 10;

impl Args {
    pub(crate) fn run(self, _: &Given) -> Result<InputVerdict> {
        endings::format_of(None, self.common.target.file(), endings::TEXT)?;
        interrupt::finish_first();
        let first = self.limit.unwrap_or(u64::MAX).min(COUNTED_TOGETHER);
        let ask =
            |engine: &mut Engine, grids: &[Grid], answers: &mut Vec<_>| answers.extend(engine.counts(grids, first));
        let frame = Frame { for_bad_line: "\n", ..Frame::of("minirow count") };
        self.common.run_together(frame, ask, |entry, count, progress| match count {
            Some(count) if count < first || Some(count) == self.limit => Outcome::valid(format!("{count}\n")),
            _ => self.count_alone(entry, progress),
        })
    }

    /// Counts the solutions of one grid, and shows how far the count is.
    fn count_alone(&self, entry: &Entry, progress: &Progress) -> Outcome {
        let (place, start) = (shown_place(&entry.place), Instant::now());
        let counted = count_while(&entry.board, self.limit, &mut |CountProgress { at_least, share }| {
            let done = match share {
                Some(share) => format!("{:.0}% of {place}", 100.0 * share),
                None => {
                    let rate = per_second(at_least as f64 / start.elapsed().as_secs_f64());
                    format!("{} solutions of {place}, {rate}", grouped(at_least))
                }
            };
            progress.remark(format!(", {done}"));
            !progress.interrupt().requested()
        });
        match counted {
            Ok(count) => Outcome::valid(format!("{count}\n")),
            Err(CountProgress { at_least, .. }) => {
                let solutions = if at_least == 1 { "solution" } else { "solutions" };
                let message = format!("{}; at least {at_least} {solutions}", progress.reason());
                Outcome { message: Some(message), interrupted: true, ..Outcome::default() }
            }
        }
    }
}

/// Returns the number of solutions of a board, up to a limit. See [`solver::count_while`].
fn count_while(
    board: &Board,
    limit: Option<u64>,
    continues: &mut dyn FnMut(CountProgress) -> bool,
) -> Result<u128, CountProgress> {
    let candidates = match board {
        Board::Grid(grid) => return solver::count_while(grid, limit.map_or(u128::MAX, u128::from), continues),
        Board::Candidates(candidates) => candidates,
    };
    let clues = candidates.singles();
    if CandidateSet::from(&clues) == *candidates {
        // The candidates are those that the single ones leave.
        return solver::count_while(&clues, limit.map_or(u128::MAX, u128::from), continues);
    }
    let mut start = Start::new();
    start.at_candidates(candidates);
    let mut stopped = None;
    let count = Engine::new().count_while(&start, limit.unwrap_or(u64::MAX), &mut |count| {
        let progress = CountProgress { at_least: count.into(), share: None };
        if !continues(progress) {
            stopped = Some(progress);
        }
        stopped.is_none()
    });
    stopped.map_or(Ok(count.into()), Err)
}
