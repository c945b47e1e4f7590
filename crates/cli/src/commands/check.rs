//! `check`: verdicts on grids, with reasons: valid, a proper puzzle, minimal, a right solution. With `--dataset`, checks
//! the values of whole data sets.

mod dataset;

use clap::ValueEnum;
use minirow_core::solver::batch::Engine;
use minirow_core::text::Board;
use minirow_core::{Grid, NotAPuzzle, Puzzle};
use minirow_dataset::Verdict;

use crate::commands::InputVerdict;
use crate::commands::per_grid::{Common, Outcome};
use crate::error::Result;
use crate::table::{self, Column};
use minirow_table::input::Entry;

const EXAMPLES: &str = "\
Examples:
  minirow check puzzles.txt           one line each: minimal, proper, ambiguous, unsolvable, ...
  minirow check pack.csv              the solution column is checked too
  minirow check pack.csv --json       one JSON object each, with the reason
  minirow check pack.csv --format table | less
  minirow check --dataset data        a folder with train.csv, test.csv, ...: can it be trusted?
  minirow check --dataset a.csv b.csv --ratings all

Verdicts: `minimal` (a proper puzzle, and no clue can be spared), `proper` (one solution, but clues
can be spared), `solved` (a full grid, every house right), `ambiguous`, `unsolvable`,
`wrong-solution` (the file's solution is not the puzzle's), `candidates` (729 of them, no clues).
The last four are explained on stderr, and make the exit status 1.

With --dataset, what files say is proved: that every row is a puzzle with one solution, and what the
columns solution, clues, minimal, symmetry, grid_id, nodes, backdoor and those of ratings say; that
no id is there twice and no two puzzles are equivalent; that no two splits have equivalent solution
grids; and checksums where FILE.manifest.json, manifest.json, manifest.csv or SHA256SUMS
has them. Where a folder has the same file in several formats (train.csv, train.parquet), that both
have the same rows. The split of a row is what its column `split` says, else the word train,
validation, val, dev, test or eval in the name of its file or folder. Each failure is a line,
`file:line: reason`, and a summary follows.";

/// Say whether grids are proper puzzles, minimal, and solved right
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
    /// How to write verdicts [default: table on a terminal, else plain]
    #[arg(long)]
    format: Option<CheckFormat>,
    /// Write one JSON object for each grid: the same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    #[command(flatten)]
    dataset: dataset::Flags,
}

/// How verdicts are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CheckFormat {
    /// A word a line
    Plain,
    /// Columns for people, with the reasons
    Table,
    /// A JSON object a line, with the reason
    Json,
}

const COLUMNS: &[Column] =
    &[Column::left("where", 24), Column::right("clues", 5), Column::left("verdict", 14), Column::left("why", 0)];

impl Args {
    pub(crate) fn run(self) -> Result<InputVerdict> {
        if self.dataset.is_asked_for() {
            return self.dataset.run(&self.common);
        }
        let ask = |engine: &mut Engine, grids: &[Grid]| engine.puzzles(grids).collect();
        let by_itself = || if self.common.to_terminal() { CheckFormat::Table } else { CheckFormat::Plain };
        let shape = if self.json { CheckFormat::Json } else { self.format.unwrap_or_else(by_itself) };
        let header = if shape == CheckFormat::Table { table::header(COLUMNS) } else { String::new() };
        self.common.run_together(&header, ask, |entry, puzzle, _| {
            let verdict = verdict_of(entry, puzzle);
            let bad = !verdict.verdict.is_valid();
            let told = bad && shape == CheckFormat::Table;
            let problem = verdict.reason.clone().filter(|_| bad && !told);
            let text = match shape {
                CheckFormat::Json => serde_json::to_string(&verdict).expect("plain fields") + "\n",
                CheckFormat::Plain => format!("{}\n", verdict.verdict),
                CheckFormat::Table => {
                    let place = table::short(&entry.place, COLUMNS[0].width);
                    let reason = verdict.reason.unwrap_or_default();
                    table::line(COLUMNS, &[place, verdict.clues.to_string(), verdict.verdict.to_string(), reason])
                }
            };
            Outcome { text, problem, told, ..Outcome::default() }
        })
    }
}

fn verdict_of(entry: &Entry, puzzle: Option<std::result::Result<Puzzle, NotAPuzzle>>) -> Verdict {
    let grid = entry.grid();
    if matches!(entry.board, Board::Candidates(_)) {
        return Verdict::of_candidates(grid);
    }
    Verdict::of(grid, puzzle.unwrap_or_else(|| Puzzle::new(grid)), entry.solution.as_deref())
}
