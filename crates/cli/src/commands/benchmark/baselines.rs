//! `benchmark baselines`: the scores of predictions that need no model.

use minirow_dataset::{Baselines, Benchmark};

use crate::args::{TargetArgs, WorkArgs};
use crate::commands::InputVerdict;
use crate::endings;
use crate::error::Result;
use crate::output::Output;
use crate::progress::TerminalObserver;
use crate::report_format::{ENDINGS, ReportFormat, report_formats};

const EXAMPLES: &str = "\
Examples:
  minirow benchmark baselines
  minirow benchmark baselines --format json
  minirow benchmark baselines --out baselines.html";

/// Score baselines that need no model
///
/// clues copies the clues, singles places naked and hidden singles, and solver searches. Each level uses the techniques of Sudoku
/// Explainer up to the highest ER of the level, and leaves other cells empty. The table has the percentage of solved puzzles.
#[derive(clap::Args)]
#[command(before_long_help = EXAMPLES)]
pub(super) struct Args {
    /// Form of the scores [default: by the ending of FILE, else text]
    #[arg(long, help_heading = "Output", value_parser = report_formats("Tables", "A JSON document"))]
    format: Option<ReportFormat>,
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    work: WorkArgs,
}

impl Args {
    pub(super) fn run(&self) -> Result<InputVerdict> {
        let format = endings::format_of(self.format, self.target.file(), ENDINGS)?.unwrap_or(ReportFormat::Text);
        let mut output = Output::open(&self.target, "minirow benchmark baselines")?;
        let observer = TerminalObserver::new(self.work.quiet);
        let baselines = Baselines::of(Benchmark::standard(), &self.work.run(&observer))?;
        let text = match format {
            ReportFormat::Text => baselines.to_string(),
            ReportFormat::Json => baselines.json(),
            ReportFormat::Html => baselines.page(),
        };
        output.write_text(&text)?;
        output.finish()?;
        Ok(InputVerdict::AllValid)
    }
}
