//! `check`: is it a valid grid, a proper puzzle, a minimal one, a right solution? With the reason when not.

use minirow_core::solver::batch::Engine;
use minirow_core::text::Board;
use minirow_core::{Grid, NotAPuzzle, Puzzle, Solution};
use serde::Serialize;

use crate::commands::Answer;
use crate::commands::per_grid::{Common, Outcome};
use crate::failure::Result;
use crate::input::Entry;

const EXAMPLES: &str = "\
Examples:
  minirow check puzzles.txt           one line each: minimal, proper, ambiguous, unsolvable, ...
  minirow check pack.csv              the solution column is checked too
  minirow check pack.csv --json       one JSON object each, with the reason

Verdicts: `minimal` (a proper puzzle, and no clue can be spared), `proper` (one solution, but clues
can be spared), `solved` (a full grid, every house right), `ambiguous`, `unsolvable`,
`wrong-solution` (the file's solution is not the puzzle's), `candidates` (729 of them, no clues).
The last four are explained on stderr, and make the exit status 1.";

/// Say whether grids are proper puzzles, minimal, and solved right
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
    /// One JSON object for each grid
    #[arg(long)]
    json: bool,
}

/// What is said of a grid.
#[derive(Serialize)]
struct Verdict {
    grid: String,
    clues: usize,
    verdict: &'static str,
    /// Why not, or which clues can be spared.
    reason: Option<String>,
    solution: Option<String>,
}

impl Args {
    pub(crate) fn run(self) -> Result<Answer> {
        let ask = |engine: &mut Engine, grids: &[Grid]| engine.puzzles(grids).collect();
        self.common.run_together("", ask, |entry, puzzle, _| {
            let verdict = look_at(entry, puzzle);
            let bad = !matches!(verdict.verdict, "minimal" | "proper" | "solved");
            let problem = verdict.reason.clone().filter(|_| bad);
            let text = if self.json {
                serde_json::to_string(&verdict).expect("plain fields") + "\n"
            } else if self.common.to_terminal() {
                let reason = verdict.reason.as_deref().map(|reason| format!(": {reason}")).unwrap_or_default();
                format!("{} {}{reason}\n", entry.grid(), verdict.verdict)
            } else {
                format!("{}\n", verdict.verdict)
            };
            Outcome { text, problem, ..Outcome::default() }
        })
    }
}

fn look_at(entry: &Entry, puzzle: Option<std::result::Result<Puzzle, NotAPuzzle>>) -> Verdict {
    let grid = entry.grid();
    let verdict = |verdict, reason: Option<String>, solution: Option<&Solution>| Verdict {
        grid: grid.to_string(),
        clues: grid.clue_count(),
        verdict,
        reason,
        solution: solution.map(Solution::to_string),
    };
    let wrong = |solution: &Solution| entry.solution.as_deref().and_then(|given| difference(given, solution));
    if matches!(entry.board, Board::Candidates(_)) {
        let reason = "found 729 candidates, expected 81 cells: a puzzle is made of clues";
        return verdict("candidates", Some(reason.into()), None);
    }
    if grid.is_full() {
        return match Solution::new(grid) {
            Ok(solution) => match wrong(&solution) {
                Some(wrong) => verdict("wrong-solution", Some(wrong), Some(&solution)),
                None => verdict("solved", None, Some(&solution)),
            },
            Err(error) => verdict("unsolvable", Some(format!("no solution: {error}")), None),
        };
    }
    let puzzle = match puzzle.unwrap_or_else(|| Puzzle::new(grid)) {
        Ok(puzzle) => puzzle,
        Err(error @ NotAPuzzle::Ambiguous(_)) => return verdict("ambiguous", Some(error.to_string()), None),
        Err(error) => return verdict("unsolvable", Some(error.to_string()), None),
    };
    let solution = puzzle.solution();
    if let Some(wrong) = wrong(solution) {
        return verdict("wrong-solution", Some(wrong), Some(solution));
    }
    let spare = puzzle.redundant_clues();
    if spare.is_empty() {
        return verdict("minimal", None, Some(solution));
    }
    let cells: Vec<String> = spare.iter().map(|cell| cell.to_string()).collect();
    verdict("proper", Some(format!("any one of the clues {} can be spared", cells.join(" "))), Some(solution))
}

/// How a solution as a file gives it differs from the right one.
fn difference(given: &str, solution: &Solution) -> Option<String> {
    let given: Grid = match given.parse() {
        Ok(grid) => grid,
        Err(error) => return Some(format!("the solution given is no grid: {error}")),
    };
    let (cell, right) = solution.grid().clues().find(|&(cell, right)| given.get(cell) != Some(right))?;
    let found = given.get(cell).map_or("nothing".to_string(), |digit| digit.to_string());
    Some(format!("the solution given has {found} in {cell}, expected {right}"))
}
