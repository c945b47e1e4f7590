//! `benchmark score`: the scores of predictions.

use std::path::PathBuf;

use minirow_dataset::{Baseline, Benchmark};

use crate::args::{self, InputArgs, TargetArgs, WorkArgs};
use crate::choices::choices;
use crate::commands::InputVerdict;
use crate::endings;
use crate::error::Result;
use crate::output::Output;
use crate::progress::TerminalObserver;
use crate::report_format::{ENDINGS, ReportFormat, report_formats};

const EXAMPLES: &str = "\
Examples:
  minirow benchmark score predictions.csv
  minirow benchmark score predictions.jsonl --column answer --format json
  minirow benchmark score predictions.csv --out score.html        a page
  minirow benchmark score predictions.csv --report puzzles.csv    each puzzle
  minirow benchmark score --baseline singles                      no model";

/// Score predictions for the puzzles of the benchmark
///
/// FILE has a row for each puzzle, with a column puzzle and a column prediction: CSV, JSON lines or Parquet. A prediction has 81
/// characters, row by row; 0 or . is a cell without a digit, and whitespace is ignored. In other text, such as the answer of a
/// model, the last grid with all clues counts. A prediction without a grid is malformed and counts as not solved. So does a puzzle without a prediction. The first prediction for a puzzle counts. Rows with
/// puzzles that are not in the set do not count, and are reported. A row without a puzzle is an error.
///
/// A puzzle is solved if the prediction is its solution. The share of right cells leaves out the cells with clues, so copying the
/// clues gives 0. The interval of solved puzzles is Wilson's; that of right cells uses the standard error. Both are for 95 %
/// confidence.
#[derive(clap::Args)]
#[command(before_long_help = EXAMPLES, next_help_heading = "Data sets")]
pub(super) struct Args {
    /// Column with the predictions
    #[arg(long, value_name = "COLUMN", default_value = "prediction")]
    column: String,
    /// Column of a table that has the puzzles [default: puzzle, quizzes, ...]
    ///
    /// It is --column of most other commands.
    #[arg(long, value_name = "NAME", help_heading = "Input")]
    puzzle_column: Option<String>,
    /// Score a baseline instead of files
    #[arg(long, value_name = "NAME", conflicts_with_all = ["files", "column", "puzzle_column"], value_parser = choices::<Baseline>())]
    baseline: Option<Baseline>,
    /// Write the outcome of each puzzle to a CSV file
    #[arg(long, value_name = "CSV", group = args::WRITTEN, value_parser = args::list, help_heading = "Output")]
    report: Option<PathBuf>,
    /// Form of the scores [default: by the ending of FILE, else text]
    #[arg(long, help_heading = "Output", value_parser = report_formats("Tables", "A JSON document"))]
    format: Option<ReportFormat>,
    #[command(flatten)]
    inputs: InputArgs,
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    work: WorkArgs,
}

impl Args {
    pub(super) fn run(self) -> Result<InputVerdict> {
        let out = self.target.file();
        let format = endings::format_of(self.format, out, ENDINGS)?.unwrap_or(ReportFormat::Text);
        endings::format_of(None, self.report.as_deref(), endings::LIST)?;
        let inputs = self.baseline.is_none().then(|| self.inputs.inputs()).transpose()?;
        let inputs = inputs.map(|inputs| inputs.of_column("puzzle-column", self.puzzle_column.as_deref()));
        let mut output = Output::open(&self.target, "minirow benchmark score")?.with_list(self.report.as_deref())?;
        let set = Benchmark::standard();
        let observer = TerminalObserver::new(self.work.quiet);
        let run = self.work.run(&observer);
        let score = match (&inputs, self.baseline) {
            (Some(inputs), _) => set.score(inputs, &self.column, &run)?,
            (None, baseline) => baseline.expect("there are no inputs because of it").score(set, &run)?,
        };
        let text = match format {
            ReportFormat::Text => score.to_string(),
            ReportFormat::Json => score.json(),
            ReportFormat::Html => score.page(),
        };
        output.write_text(&text)?;
        if let Some(list) = &mut output.list {
            list.put(score.puzzles_csv(set).as_bytes())?;
        }
        output.finish()?;
        Ok(InputVerdict::AllValid)
    }
}
