//! `benchmark score`: the scores of predictions.

use std::path::PathBuf;

use minirow_dataset::{Baseline, Benchmark};
use minirow_table::files::{FileGroup, WriteOptions};

use super::{ENDINGS, ScoreFormat};
use crate::args::{self, InputArgs, TargetArgs, WorkArgs};
use crate::choices::choices;
use crate::commands::InputVerdict;
use crate::endings::{self, Endings};
use crate::error::Result;
use crate::progress::TerminalObserver;

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
/// characters, row by row; 0 or . is a cell without a digit, and whitespace is ignored. A prediction of another form is malformed
/// and counts as a wrong answer. So does a puzzle without a prediction. The first prediction for a puzzle counts. Rows with
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
    /// Score a baseline instead of files
    #[arg(long, value_name = "NAME", conflicts_with_all = ["files", "column"], value_parser = choices::<Baseline>())]
    baseline: Option<Baseline>,
    /// Write the outcome of each puzzle to a CSV file
    #[arg(long, value_name = "CSV", help_heading = "Output")]
    report: Option<PathBuf>,
    /// Form of the scores [default: by the ending of FILE, else text]
    #[arg(long, help_heading = "Output")]
    format: Option<ScoreFormat>,
    #[command(flatten)]
    inputs: InputArgs,
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    work: WorkArgs,
}

/// The ending of the outcomes of puzzles.
const REPORT: Endings<()> = &[("csv", ())];

impl Args {
    pub(super) fn run(self) -> Result<InputVerdict> {
        let out = self.target.file();
        let format = endings::format_of(self.format, out, ENDINGS)?.unwrap_or(ScoreFormat::Text);
        endings::format_of(None, args::file(self.report.as_deref()), REPORT)?;
        let inputs = self.baseline.is_none().then(|| self.inputs.inputs()).transpose()?;
        let paths = inputs.as_ref().map_or(&[][..], |inputs| inputs.paths());
        let options = WriteOptions { inputs: paths, ..self.target.options("minirow benchmark score") };
        let mut group = FileGroup::new(&options);
        let mut file = group.create_or_stdout(out)?;
        let mut list = self.report.as_deref().map(|path| group.create(path)).transpose()?;
        let set = Benchmark::standard();
        let observer = TerminalObserver::new(self.work.quiet);
        let run = self.work.run(&observer);
        let score = match (&inputs, self.baseline) {
            (Some(inputs), _) => set.score(inputs, &self.column, &run)?,
            (None, baseline) => baseline.expect("there are no inputs because of it").score(set, &run)?,
        };
        let text = match format {
            ScoreFormat::Text => score.to_string(),
            ScoreFormat::Json => score.json(),
            ScoreFormat::Html => score.page(),
        };
        file.put(text.as_bytes())?;
        if let Some(list) = &mut list {
            list.put(score.puzzles_csv(set).as_bytes())?;
        }
        for file in [Some(file), list].into_iter().flatten() {
            group.add(file)?;
        }
        group.commit()?;
        Ok(InputVerdict::AllValid)
    }
}
