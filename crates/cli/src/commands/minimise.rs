//! `minimise`: the minimal puzzles within each puzzle or full grid.

use minirow_core::{CellSet, Puzzle, Solution, solver};
use minirow_pack::spec::ClueRange;
use minirow_research::MinimalPuzzles;
use minirow_table::{Columns, OutputShape, PROGRAM};
use serde_json::json;

use crate::args::Given;
use crate::commands::InputVerdict;
use crate::commands::per_grid::{Common, Outcome, puzzle_outcome};
use crate::destination::LongOutput;
use crate::endings;
use crate::error::Result;
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
/// it, the message says that there may be some, and the exit status is 3. After that, or Ctrl-C, standard output has the puzzles found so
/// far; with --out, FILE.part has them, and --resume continues. A search that is continued starts over, so give it more time.
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
    /// Continue an interrupted run with the same input
    ///
    /// The puzzles of the earlier run are found again, and compared. If FILE exists, it is compared with the result, or replaced with
    /// --force. A partial result of other options is refused.
    #[arg(long, requires = "out", help_heading = "Resuming")]
    resume: bool,
}

impl Args {
    pub(crate) fn run(self, _: &Given) -> Result<InputVerdict> {
        endings::format_of(None, self.common.target.file(), endings::TEXT)?;
        let clues = self.clues.unwrap_or(ClueRange::from(0..));
        let recipe = json!({
            "program": PROGRAM,
            "clues": [clues.lowest(), clues.highest()],
            "smallest": self.smallest,
        });
        let output = LongOutput {
            command: "minirow minimise",
            contents: "list of the minimal puzzles of the input",
            target: &self.common.target,
            resume: self.resume,
            recipe,
            columns: Columns::of_header([]),
            shape: OutputShape::default(),
        };
        self.common
            .run_growing(&output, "", |entry, progress| puzzle_outcome(entry, |puzzle| self.outcome(puzzle, progress)))
    }

    /// Looks for the first puzzle. The others are found when they are written.
    fn outcome(&self, puzzle: &Puzzle, progress: &Progress) -> Outcome {
        let asked = self.clues.unwrap_or(ClueRange::from(0..));
        match self.first(puzzle, asked, progress) {
            Ok(Some((found, search))) => {
                let grid = *puzzle.solution();
                let more = search.map(move |step| step.map(|cells| line(&grid, cells)).unwrap_or_default());
                Outcome { more: Some(Box::new(more)), ..Outcome::valid(line(&grid, found)) }
            }
            Ok(None) => Outcome::invalid("", format!("no minimal puzzle with {} is within these clues", shown(asked))),
            Err(known) => {
                let message = Some(format!("{}; {known}", progress.reason()));
                Outcome { message, interrupted: true, ..Outcome::default() }
            }
        }
    }

    /// Returns the first puzzle, and the search for the others. If the search is interrupted, returns what is known then.
    fn first(
        &self,
        puzzle: &Puzzle,
        asked: ClueRange,
        progress: &Progress,
    ) -> Result<Option<(CellSet, MinimalPuzzles)>, String> {
        let within = |clues| MinimalPuzzles::within(puzzle.solution(), puzzle.clues().pattern(), clues);
        let mut search = within(asked.lowest()..=asked.highest().min(puzzle.clues().clue_count()));
        if self.smallest {
            let Some(fewest) = fewest(puzzle, search, progress)? else { return Ok(None) };
            search = within(fewest..=fewest);
        }
        Ok(next(&mut search, progress)?.map(|found| (found, search)))
    }
}

/// Returns the next puzzle of a search.
fn next(search: &mut MinimalPuzzles, progress: &Progress) -> Result<Option<CellSet>, String> {
    while let Some(step) = search.next() {
        if step.is_some() {
            return Ok(step);
        }
        if progress.interrupt().requested() {
            return Err(format!("there may be puzzles with {}", shown(search.clues().into())));
        }
    }
    Ok(None)
}

/// Returns the fewest clues of a puzzle.
fn fewest(puzzle: &Puzzle, mut search: MinimalPuzzles, progress: &Progress) -> Result<Option<usize>, String> {
    // A puzzle that is found at once bounds the search.
    let mut fewest = Some(minimal_within(puzzle)).filter(|cells| search.clues().contains(&cells.len()));
    fewest.iter().for_each(|cells| search.lower_to(cells.len() - 1));
    loop {
        match next(&mut search, progress) {
            Ok(None) => return Ok(fewest.map(CellSet::len)),
            Ok(Some(found)) => {
                fewest = Some(found);
                search.lower_to(found.len() - 1);
            }
            Err(known) => {
                let found = |cells| format!("found {}, {known}", line(puzzle.solution(), cells).trim_end());
                return Err(fewest.map_or(known.clone(), found));
            }
        }
    }
}

/// Returns the clues that are left when each clue in turn is removed if the others have one solution.
fn minimal_within(puzzle: &Puzzle) -> CellSet {
    let mut cells = puzzle.clues().pattern();
    for cell in cells.iter() {
        let less = cells.without(cell);
        cells = if solver::count(&puzzle.clues().within(less), 2) == 1 { less } else { cells };
    }
    cells
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
