//! `check --dataset`: whether the values of a data set are right, and nothing is in it more than once or in two splits.

use std::io::Write;

use minirow_dataset::{DatasetCheck, RatedAgain};
use minirow_table::Run;
use minirow_table::files::{self, WholeFile, WriteOptions};
use minirow_table::sort::SortBudget;

use crate::args::SortArgs;
use crate::commands::InputVerdict;
use crate::commands::per_grid::Common;
use crate::error::{Error, Result};
use crate::interrupt;
use crate::progress::TerminalObserver;

/// The default number of rows that are rated again.
const SAMPLE: usize = 1_000;

/// The flags of `check` that are for data sets.
#[derive(clap::Args)]
#[command(next_help_heading = "Options for data sets")]
pub(super) struct Flags {
    /// Check the values of whole files, or of the files of a folder, instead of single grids
    #[arg(long, conflicts_with_all = ["format", "json"])]
    dataset: bool,
    /// Rows to rate again: `all`, `none`, a number, or `sample` (1000); a fixed selection
    #[arg(long, value_name = "WHICH", requires = "dataset", default_value = "sample", value_parser = ratings)]
    ratings: RatedAgain,
    /// Treat each file as a split of its own, whatever its name
    #[arg(long, requires = "dataset")]
    files_are_splits: bool,
    #[command(flatten)]
    sort: SortArgs,
}

fn ratings(text: &str) -> std::result::Result<RatedAgain, String> {
    match text {
        "all" => Ok(RatedAgain::All),
        "none" => Ok(RatedAgain::Sample(0)),
        "sample" => Ok(RatedAgain::Sample(SAMPLE)),
        number => number.parse().map(RatedAgain::Sample).map_err(|_| "expected all, none, sample or a number".into()),
    }
}

impl Flags {
    pub(super) fn is_asked_for(&self) -> bool {
        self.dataset
    }

    pub(super) fn run(&self, common: &Common) -> Result<InputVerdict> {
        let inputs = common.inputs.inputs()?;
        let observer = TerminalObserver::new(common.work.quiet || common.to_terminal()).counting(&inputs);
        let run = Run { threads: common.work.threads, interrupt: interrupt::token(), observer: &observer };
        let budget = self.sort.budget();
        let temp_dir = budget.folder(common.target.out.as_deref()).map_err(Error::usage)?;
        let check = DatasetCheck {
            ratings: self.ratings,
            files_are_splits: self.files_are_splits,
            strict: common.strict,
            budget: SortBudget { temp_dir: Some(temp_dir), ..budget },
        };
        let mut output = match &common.target.out {
            Some(out) => {
                let label = format!("minirow check --out {}", out.display());
                let inputs = common.inputs.paths();
                let overwrite = common.target.force;
                WholeFile::open(out, &WriteOptions { overwrite, inputs, label: &label, ..WriteOptions::default() })?
            }
            None => WholeFile::stdout(),
        };
        let path = output.path().to_path_buf();
        let mut write = |text: String| -> minirow_dataset::Result<()> {
            Ok(output.write_all(text.as_bytes()).map_err(|error| files::Error::from_write(error, &path))?)
        };
        let report = check.run(&inputs, &run, |finding| write(format!("{finding}\n")))?;
        write(report.to_string())?;
        output.finish()?;
        Ok(if report.failures == 0 { InputVerdict::AllValid } else { InputVerdict::SomeInvalid })
    }
}
