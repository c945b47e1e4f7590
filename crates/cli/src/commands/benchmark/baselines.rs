//! `benchmark baselines`: the scores of answers that need no model.

use minirow_dataset::{Baselines, Benchmark};

use super::{ENDINGS, ScoreFormat};
use crate::args::{TargetArgs, WorkArgs};
use crate::commands::InputVerdict;
use crate::endings;
use crate::error::Result;
use crate::output::Output;
use crate::progress::TerminalObserver;

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
    #[arg(long, help_heading = "Output")]
    format: Option<ScoreFormat>,
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    work: WorkArgs,
}

impl Args {
    pub(super) fn run(&self) -> Result<InputVerdict> {
        let format = endings::format_of(self.format, self.target.file(), ENDINGS)?.unwrap_or(ScoreFormat::Text);
        let mut output = Output::open(&self.target)?;
        let observer = TerminalObserver::new(self.work.quiet);
        let baselines = Baselines::of(Benchmark::standard(), &self.work.run(&observer))?;
        let text = match format {
            ScoreFormat::Text => baselines.to_string(),
            ScoreFormat::Json => baselines.json(),
            ScoreFormat::Html => baselines.page(),
        };
        output.write(text.as_bytes())?;
        output.finish()?;
        Ok(InputVerdict::AllValid)
    }
}
