//! `minimise`: the minimal puzzles within each puzzle or full grid.

use std::ops::RangeInclusive;

use minirow_core::{CellSet, Puzzle, Solution};
use minirow_pack::spec::ClueRange;
use minirow_research::MinimalPuzzles;

use crate::args::Given;
use crate::commands::InputVerdict;
use crate::commands::per_grid::{Common, Outcome};
use crate::endings;
use crate::error::Result;
use crate::output::Frame;
use crate::progress::Progress;

const EXAMPLES: &str = "\
Examples:
  minirow minimise puzzle.txt                       all minimal puzzles in it
  minirow minimise puzzle.txt --smallest            those with the fewest clues
  minirow minimise grid.txt --clues 20 | head -1    one with 20 clues
  minirow minimise grid.txt --clues 17 --time-limit 1h";

/// Write the minimal puzzles within each puzzle or full grid
///
/// A puzzle is minimal if it needs each of its clues. Each minimal puzzle whose clues are some of those of the input is written once, as 81
/// characters. The order is always the same.
///
/// The search chooses a clue for each unavoidable set. A puzzle with 35 clues takes milliseconds, and may have millions of minimal
/// puzzles. In a full grid there are far too many for all: --clues and a reader that stops early end the search. Few clues, such as 17,
/// take hours for a grid.
///
/// If a search ends, there are no more puzzles. If none was found, a message says so, and the exit status is 1. If --time-limit ends
/// it, the message says that there may be some. After that, or Ctrl-C, standard output has the puzzles found so far; with --out, no
/// file is left.
#[derive(clap::Args)]
#[command(before_long_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
    /// Numbers of clues, such as 24, 22..=26 or ..=20
    #[arg(long, value_name = "RANGE", help_heading = "Puzzles")]
    clues: Option<ClueRange>,
    /// Only puzzles with the fewest clues there are
    #[arg(long, help_heading = "Puzzles")]
    smallest: bool,
}

impl Args {
    pub(crate) fn run(self, _: &Given) -> Result<InputVerdict> {
        endings::format_of(None, self.common.target.file(), endings::TEXT)?;
        let frame = Frame::of("minirow minimise");
        self.common.run_together(
            frame,
            |_, _, _: &mut Vec<()>| {},
            |entry, _, progress| {
                let clues = entry.board.clues().map_err(|error| error.to_string());
                match clues.and_then(|clues| Puzzle::new(*clues).map_err(|reason| reason.to_string())) {
                    Ok(puzzle) => self.outcome(&puzzle, progress),
                    Err(reason) => Outcome::invalid("", reason),
                }
            },
        )
    }

    /// Looks for the first puzzle. The others are found when they are written.
    fn outcome(&self, puzzle: &Puzzle, progress: &Progress) -> Outcome {
        let asked = self.clues.unwrap_or(ClueRange::from(0..));
        let clues = asked.lowest()..=asked.highest().min(puzzle.clues().clue_count());
        let fewest = if self.smallest { fewest(puzzle, clues.clone(), progress) } else { Ok(None) };
        let found = fewest.and_then(|fewest| first(puzzle, fewest.map_or(clues, |fewest| fewest..=fewest), progress));
        match found {
            Ok(Some((found, search))) => {
                let grid = *puzzle.solution();
                let more = search.map(move |step| step.map(|cells| line(&grid, cells)).unwrap_or_default());
                Outcome { more: Some(Box::new(more)), ..Outcome::valid(line(&grid, found)) }
            }
            Ok(None) => Outcome::invalid("", format!("no minimal puzzle with {} is within these clues", shown(asked))),
            Err(clues) => {
                let message = format!("{}; there may be puzzles with {}", progress.reason(), shown(clues));
                Outcome { message: Some(message), interrupted: true, ..Outcome::default() }
            }
        }
    }
}

/// A search that was interrupted, with the numbers of clues for which there may be puzzles.
type Found<T> = std::result::Result<Option<T>, ClueRange>;

/// Returns the first puzzle, and the search for the others.
fn first(puzzle: &Puzzle, clues: RangeInclusive<usize>, progress: &Progress) -> Found<(CellSet, MinimalPuzzles)> {
    let mut search = MinimalPuzzles::within(puzzle.solution(), puzzle.clues().pattern(), clues.clone());
    while let Some(step) = search.next() {
        if let Some(found) = step {
            return Ok(Some((found, search)));
        }
        if progress.interrupt().requested() {
            return Err(clues.into());
        }
    }
    Ok(None)
}

/// Returns the fewest clues of a puzzle.
fn fewest(puzzle: &Puzzle, clues: RangeInclusive<usize>, progress: &Progress) -> Found<usize> {
    let mut search = MinimalPuzzles::within(puzzle.solution(), puzzle.clues().pattern(), clues.clone());
    let mut fewest = None;
    while let Some(step) = search.next() {
        if let Some(found) = step {
            fewest = Some(found.len());
            search.lower_to(found.len() - 1);
        }
        if progress.interrupt().requested() {
            return Err((*clues.start()..=fewest.unwrap_or(*clues.end())).into());
        }
    }
    Ok(fewest)
}

fn line(grid: &Solution, cells: CellSet) -> String {
    format!("{}\n", grid.grid().within(cells))
}

fn shown(clues: ClueRange) -> String {
    match (clues.lowest(), clues.highest()) {
        (lowest, highest) if lowest == highest => format!("{lowest} clues"),
        (lowest, highest) => format!("{lowest} to {highest} clues"),
    }
}
