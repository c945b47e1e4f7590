//! `check`: verdicts on grids with reasons; or, with `--dataset`, checks of whole data sets.

mod dataset;

pub(crate) use dataset::ratings;

use clap::ValueEnum;
use minirow_core::Grid;
use minirow_core::solver::batch::Engine;
use minirow_dataset::Verdict;
use minirow_text::safe_json;

use crate::args::Given;
use crate::commands::InputVerdict;
use crate::commands::per_grid::{Common, Outcome};
use crate::endings::{self, Endings};
use crate::error::Result;
use crate::output::Frame;
use crate::table::{self, Column};

const EXAMPLES: &str = "\
Examples:
  minirow check puzzles.txt          one verdict for each grid
  minirow check pack.csv --json      with reasons, as JSON
  minirow check --dataset data       a folder with train.csv, test.csv, ...
  minirow check --dataset a.csv b.csv --ratings all";

/// Check that grids are proper puzzles, or that a data set is valid
///
/// The verdicts are `minimal` (one solution, and no clue can be removed), `proper` (one solution, but clues can be removed),
/// `solved` (a full grid without errors), `ambiguous` (several solutions), `unsolvable`, `wrong-solution` (the solution in the
/// file is not that of the puzzle), `mistakes` (placed digits are wrong, or the pencilmarks of a cell lack the digit of the
/// solution) and `candidates` (candidates instead of clues). The reasons for the last five are on standard error, and the
/// exit status is 1. They name the cells that contradict the solution of the puzzle. If it does not have one solution, they
/// name those that contradict the solution in the file.
///
/// --dataset checks the values of whole files. Every row must be a puzzle with one solution. The columns solution, clues,
/// minimal, symmetry, grid_id, nodes, backdoor and those of ratings must be correct. Ids must be unique, and no two
/// puzzles equivalent. No two splits may have equivalent solution grids. Files must have the checksums of
/// FILE.manifest.json, manifest.json, manifest.csv or SHA256SUMS. Copies of a file in several formats must have the same rows.
///
/// The split of a row is the value of its column `split`, or else the word train, validation, val, dev, test or eval in the
/// name of its file or folder. Each failure is printed as `file:line: reason`, followed by a summary.
#[derive(clap::Args)]
#[command(before_long_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    dataset: dataset::DatasetArgs,
    /// Form of the verdicts [default: by the ending of FILE, else plain]
    ///
    /// The default on a terminal is table.
    #[arg(long, help_heading = "Output")]
    format: Option<CheckFormat>,
    /// Write JSON, as with --format json
    #[arg(long, conflicts_with = "format", help_heading = "Output")]
    json: bool,
}

/// The form of verdicts.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CheckFormat {
    /// A word on a line
    Plain,
    /// A table with the reasons
    Table,
    /// A JSON object on a line, with the reason
    #[value(alias = "jsonl")]
    Json,
}

/// The endings of outputs.
const ENDINGS: Endings<CheckFormat> = &[
    ("txt", CheckFormat::Plain),
    ("json", CheckFormat::Json),
    ("jsonl", CheckFormat::Json),
    ("ndjson", CheckFormat::Json),
];

const COLUMNS: &[Column] =
    &[Column::left("where", 24), Column::right("clues", 5), Column::left("verdict", 14), Column::left("why", 0)];

impl Args {
    pub(crate) fn run(self, given: &Given) -> Result<InputVerdict> {
        given.refuse(&[(!self.dataset.is_requested(), "without --dataset", &dataset::OPTIONS)])?;
        if self.dataset.is_requested() {
            return self.dataset.run(&self.common);
        }
        let ask = |engine: &mut Engine, grids: &[Grid], answers: &mut Vec<_>| answers.extend(engine.puzzles(grids));
        let target = &self.common.target;
        let default = if target.is_terminal() { CheckFormat::Table } else { CheckFormat::Plain };
        let asked = self.format.or(self.json.then_some(CheckFormat::Json));
        let format = endings::format_of(asked, target.file(), ENDINGS)?.unwrap_or(default);
        let header = table::header(COLUMNS);
        let frame = Frame::of("minirow check");
        let frame = match format {
            CheckFormat::Plain => Frame { for_bad_line: "\n", ..frame },
            CheckFormat::Table => Frame { header: &header, ..frame },
            CheckFormat::Json => Frame { for_bad_line: "null\n", ..frame.json(target) },
        };
        self.common.run_together(frame, ask, |entry, puzzle, _| {
            let verdict = Verdict::of_record(&entry.record, puzzle);
            let is_invalid = !verdict.verdict.is_valid();
            // A table has the reasons.
            let message = verdict.reason.clone().filter(|_| is_invalid && format != CheckFormat::Table);
            let text = match format {
                CheckFormat::Json => safe_json(serde_json::to_string(&verdict).expect("plain fields") + "\n"),
                CheckFormat::Plain => format!("{}\n", verdict.verdict),
                CheckFormat::Table => {
                    let place = table::short(&entry.place, COLUMNS[0].width);
                    let reason = verdict.reason.unwrap_or_default();
                    table::line(COLUMNS, &[place, verdict.clues.to_string(), verdict.verdict.to_string(), reason])
                }
            };
            Outcome { message, is_invalid, ..Outcome::valid(text) }
        })
    }
}
