//! `check --dataset`: checks the values of data sets, and that no puzzle is in two rows or splits.

use minirow_dataset::{DatasetCheck, RatedAgain};
use minirow_text::shown;

use crate::args::SortArgs;
use crate::commands::InputVerdict;
use crate::commands::per_grid::Common;
use crate::endings;
use crate::error::Result;
use crate::interrupt;
use crate::output::Output;
use crate::progress::TerminalObserver;

/// The default number of rows that are rated again.
const SAMPLE: usize = 1_000;

/// The options that need `--dataset`. The parser of options does not require it beside an option that conflicts with it.
pub(super) const OPTIONS: [&str; 4] = ["ratings", "files-are-splits", "memory", "temp-dir"];

/// The options of `check` for data sets.
#[derive(clap::Args)]
#[command(next_help_heading = "Data sets")]
pub(super) struct DatasetArgs {
    /// Check whole files, or all files of a folder
    #[arg(long, conflicts_with_all = ["format", "json"])]
    dataset: bool,
    /// Rows to rate again: all, none, a number, or sample (1000)
    ///
    /// The rows are selected by their contents, so that another run selects the same.
    #[arg(long, value_name = "ROWS", default_value = "sample", value_parser = ratings)]
    ratings: RatedAgain,
    /// Treat each file as a split, whatever its name
    #[arg(long)]
    files_are_splits: bool,
    #[command(flatten)]
    sort: SortArgs,
}

/// Parses the number of rows to rate.
pub(crate) fn ratings(text: &str) -> Result<RatedAgain, String> {
    match text {
        "all" => Ok(RatedAgain::All),
        "none" => Ok(RatedAgain::Sample(0)),
        "sample" => Ok(RatedAgain::Sample(SAMPLE)),
        number => number.parse().map(RatedAgain::Sample).map_err(|_| "expected all, none, sample or a number".into()),
    }
}

impl DatasetArgs {
    pub(super) fn is_requested(&self) -> bool {
        self.dataset
    }

    pub(super) fn run(&self, common: &Common) -> Result<InputVerdict> {
        let Common { strict, target, work, .. } = common;
        let out = target.file();
        endings::check(out, endings::TEXT, "with --dataset")?;
        let inputs = common.inputs.inputs()?;
        let check = DatasetCheck {
            ratings: self.ratings,
            files_are_splits: self.files_are_splits,
            strict: *strict,
            budget: self.sort.budget_beside(out)?,
        };
        let mut output = Output::open(target, "minirow check")?;
        interrupt::after(common.limit.time_limit)?;
        let observer = TerminalObserver::new(work.quiet || target.is_terminal()).counting(&inputs);
        let report = check.run(&inputs, &work.run(&observer), |failure| {
            Ok(output.write_text(&format!("{}\n", shown(&failure.to_string())))?)
        })?;
        output.write_text(&report.to_string())?;
        output.finish()?;
        Ok(InputVerdict::of_invalid(report.failures))
    }
}
